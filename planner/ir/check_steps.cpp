// SPDX-License-Identifier: Apache-2.0
// Memories, sums and covers as the steps change them: see check_steps.hpp.
#include "planner/ir/check_steps.hpp"

#include <fmt/format.h>

#include <optional>

#include "planner/ir/conv_fit.hpp"
#include "planner/ir/memory_state.hpp"
#include "planner/ir/output_cover.hpp"
#include "planner/ir/partial_sums.hpp"

namespace nve::planner {
namespace {

// Where a tile is, or why it is not there.
struct Presence {
  std::optional<IrPlace> place;
  bool was_there = false;
  int gone_line = 0;     // of the step that took its place or stored it
  bool is_told = false;  // that it is missing; told once
};

class Walk {
 public:
  Walk(const PlanIr& ir, const LayerShape& layer, const std::array<std::vector<bool>, 3>& good,
       const std::string& file, Diagnostics& diagnostics)
      : ir_(ir),
        layer_(layer),
        good_(good),
        file_(file),
        diagnostics_(diagnostics),
        memories_(ir.memories.size()),
        sums_(ir.TilesOf(IrTensor::kOutput).size()) {
    for (const IrTensor tensor : kIrTensors) {
      presence_[static_cast<size_t>(tensor)].resize(ir.TilesOf(tensor).size());
    }
  }

  void Check() {
    for (const IrStep& step : ir_.steps) {
      line_ = step.line;
      std::visit([&](const auto& action) { Do(action); }, step.action);
    }
    for (size_t tile = 0; tile < sums_.size(); ++tile) CheckStored(tile);
    CheckCover();
  }

 private:
  void Report(int line, const std::string& text) { diagnostics_.Error({file_, line, ""}, text); }

  bool IsGood(const IrTileRef& tile) const {
    return good_[static_cast<size_t>(tile.tensor)][tile.index];
  }
  Presence& PresenceOf(const IrTileRef& tile) {
    return presence_[static_cast<size_t>(tile.tensor)][tile.index];
  }
  std::string Quoted(const IrTileRef& tile) const { return fmt::format("'{}'", NameOf(ir_, tile)); }

  void TakeAway(const IrTileRef& tile) {
    Presence& presence = PresenceOf(tile);
    presence.place.reset();
    presence.gone_line = line_;
  }

  // The place is one of the tile's kind and has room. Otherwise it is reported.
  bool CheckPlace(const char* step, const IrTileRef& tile, const IrPlace& place) {
    const IrMemory& memory = ir_.memories[place.memory];
    if (memory.tensor != tile.tensor) {
      Report(line_, fmt::format("{}: found '{}' for {}, allowed: a memory of {} tiles", step,
                                NameOf(memory), Quoted(tile), NameOf(tile.tensor)));
      return false;
    }
    const int64_t words = ir_.TileAt(tile).Words();
    if (place.address >= 0 && place.address <= memory.words - words) return true;
    Report(line_,
           fmt::format("{}: found {} of {} words at address {}, allowed: within the {} words "
                       "of '{}'",
                       step, Quoted(tile), words, place.address, memory.words, NameOf(memory)));
    return false;
  }

  void Put(const char* step, const IrTileRef& tile, const IrPlace& place) {
    Presence& presence = PresenceOf(tile);
    if (presence.place) memories_[presence.place->memory].Remove(presence.place->address);
    for (const IrTileRef& gone :
         memories_[place.memory].Put(tile, place.address, ir_.TileAt(tile).Words())) {
      TakeAway(gone);
      if (gone.tensor == IrTensor::kOutput && sums_[gone.index].unsaved) {
        Report(line_, fmt::format("{}: found {} on top of {}, whose sums are not stored, allowed: "
                                  "places that are free",
                                  step, Quoted(tile), Quoted(gone)));
        sums_[gone.index].unsaved = false;
        sums_[gone.index].is_judged = false;
      }
    }
    presence = {place, true, 0, false};
  }

  void Do(const LoadStep& load) {
    if (!IsGood(load.tile)) return;
    if (!CheckPlace("LOAD", load.tile, load.to)) {
      PresenceOf(load.tile).is_told = true;
      return;
    }
    if (load.tile.tensor == IrTensor::kOutput) CheckReload(load.tile);
    Put("LOAD", load.tile, load.to);
  }

  void CheckReload(const IrTileRef& tile) {
    PartialSums& sums = sums_[tile.index];
    if (!sums.is_judged) return;
    if (!sums.stored) {
      Report(line_, fmt::format("LOAD: found {}, of which nothing is stored, allowed: partial sums "
                                "that a STORE before wrote",
                                Quoted(tile)));
      sums.is_judged = false;
    } else if (sums.unsaved) {
      Report(line_, fmt::format("LOAD: found {}, whose sums on chip are not stored, allowed: a "
                                "STORE before",
                                Quoted(tile)));
      sums.is_judged = false;
      sums.unsaved = false;
    }
  }

  // An operand of a CONV is there. Otherwise it is reported.
  bool CheckPresent(const IrTileRef& tile) {
    Presence& presence = PresenceOf(tile);
    if (presence.place) return true;
    if (!presence.is_told) {
      Report(line_, fmt::format("CONV: found {}, which is not on chip{}, allowed: a LOAD before",
                                Quoted(tile), WhyGone(presence)));
    }
    presence.is_told = true;
    return false;
  }

  static std::string WhyGone(const Presence& presence) {
    if (!presence.was_there) return "";
    return fmt::format(" since line {}", presence.gone_line);
  }

  void Do(const ConvStep& conv) {
    const IrTileRef output = {IrTensor::kOutput, conv.output};
    const IrTileRef input = {IrTensor::kInput, conv.input};
    const IrTileRef weight = {IrTensor::kWeight, conv.weight};
    PartialSums& sums = sums_[conv.output];
    if (!IsGood(output)) return;
    const bool inputs_are_good = IsGood(input) && IsGood(weight);
    bool fits = inputs_are_good;
    if (IsGood(input)) fits = CheckPresent(input) && fits;
    if (IsGood(weight)) fits = CheckPresent(weight) && fits;
    fits = CheckSums(conv, output) && fits;
    if (inputs_are_good) fits = CheckFit(conv) && fits;
    sums.started = true;
    sums.unsaved = true;
    sums.last_conv = line_;
    if (!fits) {
      sums.is_judged = false;
      return;
    }
    AddChannels(conv, output);
  }

  bool CheckSums(const ConvStep& conv, const IrTileRef& output) {
    if (!conv.start) return CheckPresent(output);
    if (!CheckPlace("CONV", output, *conv.start)) {
      PresenceOf(output).is_told = true;
      return false;
    }
    const PartialSums& sums = sums_[conv.output];
    const bool is_new = !sums.started;
    if (!is_new) {
      Report(line_, fmt::format("CONV: found {} started again, which line {} computed, "
                                "allowed: to add to it, after a LOAD if it was stored",
                                Quoted(output), sums.last_conv));
    }
    Put("CONV", output, *conv.start);
    return is_new;
  }

  bool CheckFit(const ConvStep& conv) {
    const std::string problem = ConvProblem(ir_, layer_, conv);
    if (!problem.empty()) Report(line_, "CONV: " + problem);
    return problem.empty();
  }

  void AddChannels(const ConvStep& conv, const IrTileRef& output) {
    const IrTile& weight = ir_.TilesOf(IrTensor::kWeight)[conv.weight];
    const int64_t first = IndicesOf(weight.offset, ir_.SizesOf(IrTensor::kWeight))[kWeightInputs];
    const int64_t count = weight.sizes[kWeightInputs];
    PartialSums& sums = sums_[conv.output];
    if (sums.added.Add(first, count)) return;
    Report(line_, fmt::format("CONV: found input channels {} to {} for {}, which has some of them, "
                              "allowed: each input channel once",
                              first, first + count - 1, Quoted(output)));
    sums.is_judged = false;
  }

  void Do(const StoreStep& store) {
    const IrTileRef tile = {IrTensor::kOutput, store.tile};
    if (!IsGood(tile)) return;
    PartialSums& sums = sums_[store.tile];
    const Presence& presence = PresenceOf(tile);
    const bool is_told = !presence.place && presence.is_told;
    if (is_told || !CheckPlace("STORE", tile, store.from)) {
      sums.is_judged = false;
      sums.unsaved = false;
      return;
    }
    if (!presence.place) {
      Report(line_, fmt::format("STORE: found {}, which is not on chip{}, allowed: a tile that a "
                                "CONV computed",
                                Quoted(tile), WhyGone(presence)));
      return;
    }
    if (*presence.place != store.from) {
      Report(line_,
             fmt::format("STORE: found {} at address {} of '{}', allowed: where it is, "
                         "address {} of '{}'",
                         Quoted(tile), store.from.address, NameOf(ir_.memories[store.from.memory]),
                         presence.place->address, NameOf(ir_.memories[presence.place->memory])));
    } else if (sums.was_whole) {
      Report(line_,
             fmt::format("STORE: found {}, whose result line {} stored, allowed: each result "
                         "once",
                         Quoted(tile), sums.last_store));
    }
    memories_[presence.place->memory].Remove(presence.place->address);
    TakeAway(tile);
    sums.unsaved = false;
    sums.stored = true;
    sums.last_store = line_;
    sums.was_whole = sums.was_whole || sums.added.Count() == layer_.GroupInputs();
  }

  void CheckStored(size_t tile) {
    const PartialSums& sums = sums_[tile];
    const IrTileRef ref = {IrTensor::kOutput, tile};
    if (!sums.started || !IsGood(ref)) return;
    if (sums.unsaved) {
      Report(sums.last_conv,
             fmt::format("CONV: found {}, whose sums no later step stores, allowed: "
                         "a STORE of each output tile",
                         Quoted(ref)));
    } else if (sums.is_judged && !sums.was_whole) {
      Report(sums.last_store,
             fmt::format("STORE: found {} with the sums of {} input channels as its last STORE, "
                         "allowed: all {}",
                         Quoted(ref), sums.added.Count(), layer_.GroupInputs()));
    }
  }

  // Each word of the output in one tile.
  void CheckCover() {
    std::vector<bool> computed;
    for (size_t tile = 0; tile < sums_.size(); ++tile) {
      if (!IsGood({IrTensor::kOutput, tile})) return;
      computed.push_back(sums_[tile].started);
    }
    const std::string problem = CoverProblem(ir_, computed);
    if (problem.empty()) return;
    Report(ir_.tensors[static_cast<size_t>(IrTensor::kOutput)].line, "OUTPUT: " + problem);
  }

  const PlanIr& ir_;
  const LayerShape& layer_;
  const std::array<std::vector<bool>, 3>& good_;
  const std::string& file_;
  Diagnostics& diagnostics_;
  std::vector<MemoryState> memories_;
  std::array<std::vector<Presence>, 3> presence_;
  std::vector<PartialSums> sums_;  // of each output tile
  int line_ = 0;
};

}  // namespace

void CheckSteps(const PlanIr& ir, const LayerShape& layer,
                const std::array<std::vector<bool>, 3>& good, const std::string& file,
                Diagnostics& diagnostics) {
  Walk(ir, layer, good, file, diagnostics).Check();
}

}  // namespace nve::planner
