// SPDX-License-Identifier: Apache-2.0
// Sections, then lines of each: see read_ir.hpp.
#include "planner/ir/read_ir.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/diagnostics/message_kinds.hpp"
#include "base/files/files.hpp"
#include "base/text/numbers.hpp"
#include "planner/ir/check_ir.hpp"
#include "planner/ir/check_vars.hpp"
#include "planner/ir/ir_line.hpp"

namespace nve::planner {
namespace {

// kMostConvs CONVs with all that belongs to them.
constexpr size_t kMostFileBytes = size_t{256} << 20;
constexpr int64_t kMostNumber = INT32_MAX;
constexpr std::array<const char*, 3> kSections = {"info", "var", "text"};
constexpr std::array<const char*, 3> kMemories = {"IN_MEM_", "WT_MEM_", "OT_MEM_"};
constexpr std::array<const char*, 3> kTiles = {"INPUT_", "WEIGHT_", "OUTPUT_"};

// A name of [var], such as INPUT_0.
using NumberedName = std::pair<IrTensor, int64_t>;

std::optional<NumberedName> NameIn(std::string_view word,
                                   const std::array<const char*, 3>& prefixes) {
  for (const IrTensor tensor : kIrTensors) {
    const std::string_view prefix = prefixes[static_cast<size_t>(tensor)];
    if (!word.starts_with(prefix)) continue;
    const auto number = ParseNumber(word.substr(prefix.size()), kMostNumber);
    if (number) return NumberedName{tensor, static_cast<int64_t>(*number)};
  }
  return std::nullopt;
}

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  PlanIr Read(const std::string& text) {
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      ++line_;
      IrLine line(std::string_view(text).substr(begin, end - begin), {file_, line_, ""},
                  diagnostics_);
      if (!line.IsEmpty()) ReadLine(line);
      begin = end + 1;
    }
    CheckSections();
    if (diagnostics_.ok()) {
      CheckIr(ir_, file_, diagnostics_);
    } else {
      CheckVariables();
    }
    FirstOfEachKind(diagnostics_).ThrowIfErrors();
    return std::move(ir_);
  }

 private:
  void ReadLine(IrLine& line) {
    if (line.TakeIf("[")) {
      ReadSection(line);
    } else if (section_ == 1) {
      ReadTensor(line);
    } else if (section_ == 2) {
      ReadVariable(line);
    } else if (section_ == 3) {
      ReadStep(line);
    } else {
      line.Fail(line.Peek(), "[info] first");
    }
    line.TakeEnd();
  }

  // A section that is missing is not looked for in the lines of the next one.
  void ReadSection(IrLine& line) {
    const std::string allowed = section_ < kSections.size()
                                    ? fmt::format("[{}] here", kSections[section_])
                                    : std::string("each section once");
    const std::string_view found = line.Peek();
    const std::string word = line.TakeWord(allowed);
    const auto name = std::find(kSections.begin(), kSections.end(), word);
    const auto index = static_cast<size_t>(name - kSections.begin());
    if (index != section_) line.Fail(found, allowed);
    section_ = name == kSections.end() ? section_ + 1 : std::max(section_, index + 1);
    section_ = std::min(section_, kSections.size());
    line.Take("]");
  }

  void ReadTensor(IrLine& line) {
    const std::string allowed = "INPUT, WEIGHT or OUTPUT";
    const std::string_view found = line.Peek();
    const std::string word = line.TakeWord(allowed);
    for (const IrTensor tensor : kIrTensors) {
      if (word != NameOf(tensor)) continue;
      IrTensorInfo& info = ir_.tensors[static_cast<size_t>(tensor)];
      if (info.line > 0) {
        return line.Fail(found, fmt::format("each tensor once, and line {} has it", info.line));
      }
      info.line = line.Number();
      info.sizes = line.TakeSizes();
      tensors_are_good_ = tensors_are_good_ && line.IsGood();
      return;
    }
    line.Fail(found, allowed);
  }

  // A name is known from here on even if the rest of its line is wrong. What it stands for then is
  // nothing that a check would report.
  void ReadVariable(IrLine& line) {
    const std::string allowed =
        fmt::format("IN_MEM_n, WT_MEM_n, OT_MEM_n, INPUT_n, WEIGHT_n or OUTPUT_n, n a number to {}",
                    kMostNumber);
    const std::string_view found = line.Peek();
    const std::string word = line.TakeWord(allowed);
    if (const auto memory = NameIn(word, kMemories)) {
      memories_.emplace(*memory, ir_.memories.size());
      ir_.memories.push_back({memory->first, memory->second, 0, line.Number()});
      line.Take("(");
      ir_.memories.back().words = line.TakeNumber("a number of words");
      line.Take(")");
      if (!line.IsGood()) ir_.memories.back().words = 1;
    } else if (const auto name = NameIn(word, kTiles)) {
      std::vector<IrTile>& tiles = ir_.tiles[static_cast<size_t>(name->first)];
      tiles_.emplace(*name, tiles.size());
      IrTile tile = {name->second, 0, {}, line.Number()};
      line.Take("[");
      tile.offset = line.TakeNumber("an offset in words");
      line.Take("]");
      tile.sizes = line.TakeSizes();
      tiles.push_back(line.IsGood() ? tile : IrTile{name->second, 0, {1, 1, 1, 1}, line.Number()});
    } else {
      line.Fail(found, allowed);
    }
  }

  void ReadStep(IrLine& line) {
    if (line.TakeIf("LOAD")) {
      LoadStep load;
      load.to = TakePlace(line);
      load.tile = TakeTile(line, "a tile of [var]");
      if (line.IsGood() && load.tile.tensor == IrTensor::kOutput) on_chip_.insert(load.tile.index);
      Add(load, line);
    } else if (line.TakeIf("CONV")) {
      ReadConv(line);
    } else if (line.TakeIf("STORE")) {
      StoreStep store;
      store.tile = TakeTileOf(line, IrTensor::kOutput);
      store.from = TakePlace(line);
      on_chip_.erase(store.tile);
      Add(store, line);
    } else {
      line.Fail(line.Peek(), "LOAD, CONV or STORE");
    }
  }

  void ReadConv(IrLine& line) {
    ConvStep conv;
    conv.output = TakeTileOf(line, IrTensor::kOutput);
    conv.input = TakeTileOf(line, IrTensor::kInput);
    conv.weight = TakeTileOf(line, IrTensor::kWeight);
    if (line.TakeIf("(")) {
      conv.stride_h = line.TakeNumber("a stride of rows");
      line.Take(",");
      conv.stride_w = line.TakeNumber("a stride of columns");
      line.Take(")");
    } else {
      conv.stride_h = conv.stride_w = line.TakeNumber("a stride");
    }
    const IrSizes zeros = line.TakeSizes();
    conv.padding = {zeros[0], zeros[1], zeros[2], zeros[3]};
    if (!line.IsGood()) return;
    if (!line.IsDone()) {
      conv.start = TakePlace(line);
    } else if (!on_chip_.contains(conv.output)) {
      conv.start = UsualStart(ir_);
      if (!conv.start) line.Fail("", "a place where the sums start, since [var] has no OT_MEM_n");
    }
    on_chip_.insert(conv.output);
    Add(conv, line);
  }

  template <typename Step>
  void Add(const Step& step, const IrLine& line) {
    if (line.IsGood()) ir_.steps.push_back({step, line.Number()});
  }

  IrPlace TakePlace(IrLine& line) {
    const std::string allowed = "a memory of [var]";
    const std::string_view found = line.Peek();
    const auto name = NameIn(line.TakeWord(allowed), kMemories);
    const auto memory = name ? memories_.find(*name) : memories_.end();
    if (memory == memories_.end()) {
      line.Fail(found, allowed);
      return {};
    }
    IrPlace place = {memory->second, 0};
    if (line.TakeIf("[")) {
      place.address = line.TakeNumber("an address in words");
      line.Take("]");
    }
    return place;
  }

  IrTileRef TakeTile(IrLine& line, const std::string& allowed) {
    const std::string_view found = line.Peek();
    const auto name = NameIn(line.TakeWord(allowed), kTiles);
    const auto tile = name ? tiles_.find(*name) : tiles_.end();
    if (tile == tiles_.end()) {
      line.Fail(found, allowed);
      return {};
    }
    return {name->first, tile->second};
  }

  size_t TakeTileOf(IrLine& line, IrTensor tensor) {
    const std::string allowed = fmt::format("a tile {}_n of [var]", NameOf(tensor));
    const std::string_view found = line.Peek();
    const IrTileRef tile = TakeTile(line, allowed);
    if (tile.tensor != tensor) line.Fail(found, allowed);
    return tile.index;
  }

  // What can be checked beside lines that could not be read.
  void CheckVariables() {
    const bool has_stride = std::any_of(ir_.steps.begin(), ir_.steps.end(), [](const IrStep& step) {
      return std::holds_alternative<ConvStep>(step.action);
    });
    if (!tensors_are_good_ || !has_stride || !CheckTensors(ir_, file_, diagnostics_)) return;
    CheckMemories(ir_, file_, diagnostics_);
    CheckTiles(ir_, LayerOf(ir_), file_, diagnostics_);
  }

  void CheckSections() {
    if (section_ < kSections.size()) {
      diagnostics_.Error({file_, 0, ""}, fmt::format("found no [{}], allowed: [info], [var] and "
                                                     "[text], in this order",
                                                     kSections[section_]));
    }
    for (const IrTensor tensor : kIrTensors) {
      if (ir_.tensors[static_cast<size_t>(tensor)].line > 0) continue;
      tensors_are_good_ = false;
      diagnostics_.Error({file_, 0, ""},
                         fmt::format("found no {} in [info], allowed: one", NameOf(tensor)));
    }
  }

  const std::string& file_;
  Diagnostics diagnostics_;
  PlanIr ir_;
  size_t section_ = 0;  // begun so far
  int line_ = 0;
  bool tensors_are_good_ = true;
  std::map<NumberedName, size_t> memories_;  // indices in ir_
  std::map<NumberedName, size_t> tiles_;
  std::set<size_t> on_chip_;  // output tiles that a CONV adds to
};

}  // namespace

PlanIr ParseIr(const std::string& text, const std::string& file) { return Reader(file).Read(text); }

PlanIr ReadIr(const std::string& path) { return ParseIr(ReadFileText(path, kMostFileBytes), path); }

}  // namespace nve::planner
