// SPDX-License-Identifier: Apache-2.0
// Writing assembly text.
#include <fmt/format.h>

#include <iterator>

#include "program/assembly.hpp"
#include "program/assembly_lines.hpp"
#include "program/instruction.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

using assembly::NameText;

constexpr size_t kItemsPerLine = 16;

class Writer {
 public:
  explicit Writer(const Binary& binary) : binary_(binary) {}

  std::string Run() {
    Line(".network {}", NameText(binary_.network));
    if (binary_.seed) Line(".seed {}", *binary_.seed);
    if (binary_.forced) Line(".forced");
    Line(".arch {} 0x{:08x}", NameText(binary_.machine.name), binary_.machine.id);
    WriteLayers();
    WritePlanes();
    for (size_t t = 0; t < binary_.tables.size(); ++t) WriteTable(t);
    for (const Program& program : binary_.programs) WriteProgram(program);
    WritePlan();
    return std::move(text_);
  }

 private:
  template <typename... Args>
  void Line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_ += '\n';
  }

  void WriteLayers() {
    if (binary_.vectors == Vectors::kHorizontal) Line(".vectors horizontal");
    if (!binary_.layers.empty()) text_ += '\n';
    for (const LayerInfo& layer : binary_.layers) {
      Line(".layer {} out={}x{} kernel={}x{} stride={} maps={} kernels={}", NameText(layer.name),
           layer.out_height, layer.out_width, layer.kernel_height, layer.kernel_width, layer.stride,
           layer.output_maps, layer.kernels);
    }
  }

  static std::string GroupText(const PlaneGroup& group) {
    return fmt::format(" group={} start={} rows={} strip_rows={} strip_pitch={}", group.number,
                       group.start, group.rows, group.strip_rows, group.strip_pitch);
  }

  void WritePlanes() {
    text_ += '\n';
    for (const Plane& plane : binary_.planes) {
      Line(".plane {} layer={} map={} height={} width={} pitch={} columns={}{}{}",
           NameText(plane.name), plane.layer, plane.map, plane.height, plane.width, plane.pitch,
           plane.columns, plane.pictures == 1 ? "" : fmt::format(" pictures={}", plane.pictures),
           plane.IsGrouped() ? GroupText(plane.group) : "");
    }
    WritePlaneList(".input_planes", binary_.input_planes);
    WritePlaneList(".output_planes", binary_.output_planes);
  }

  void WritePlaneList(const char* directive, const std::vector<int>& planes) {
    text_ += directive;
    for (const int plane : planes) text_ += ' ' + PlaneName(plane);
    text_ += '\n';
  }

  // Runs of equal values as V*N, runs that count up as A..B.
  void WriteTable(size_t number) {
    text_ += '\n';
    Line(".table ; {}", number);
    const ActivationTable& table = binary_.tables[number];
    std::vector<std::string> items;
    for (size_t at = 0; at < table.size();) {
      size_t equal = at + 1;
      while (equal < table.size() && table[equal] == table[at]) ++equal;
      size_t rising = at + 1;
      while (rising < table.size() && table[rising] == table[rising - 1] + 1) ++rising;
      if (equal - at >= 2) {
        items.push_back(fmt::format("{}*{}", table[at], equal - at));
        at = equal;
      } else if (rising - at >= 3) {
        items.push_back(fmt::format("{}..{}", table[at], table[rising - 1]));
        at = rising;
      } else {
        items.push_back(fmt::format("{}", table[at]));
        ++at;
      }
    }
    for (size_t at = 0; at < items.size(); at += kItemsPerLine) {
      const size_t end = std::min(items.size(), at + kItemsPerLine);
      Line("  {}", fmt::join(items.begin() + static_cast<ptrdiff_t>(at),
                             items.begin() + static_cast<ptrdiff_t>(end), " "));
    }
  }

  void WriteProgram(const Program& program) {
    text_ += '\n';
    std::string header =
        fmt::format(".program {} layer={} table={} rows={} bound={}", NameText(program.name),
                    program.layer, program.table, program.outputs_per_iteration, program.bound);
    if (!program.input_maps.empty()) {
      header += fmt::format(" inputs={}", fmt::join(program.input_maps, ","));
    }
    if (!program.output_maps.empty()) {
      header += fmt::format(" outputs={}", fmt::join(program.output_maps, ","));
    }
    Line("{}", header);
    const Settings defaults = DefaultSettings(program.code.size());
    for (const std::string& name : ProgramSettingNames()) {
      const uint32_t value = SettingOf(program.settings, name);
      if (value != defaults.at(name)) Line(".set {} {}", name, value);
    }
    WriteCoefficients(program);
    WriteCode(program);
  }

  void WriteCoefficients(const Program& program) {
    if (program.coefficients.empty()) return;
    Line(".coefficients");
    for (const uint64_t word : program.coefficients) {
      text_ += ' ';
      for (int k = 0; k < arch::kRwEntries; ++k) {
        text_ += fmt::format(" {}", static_cast<int16_t>(word >> (arch::kWeightBits * k)));
      }
      text_ += '\n';
    }
  }

  void WriteCode(const Program& program) {
    Line(".code");
    const auto first = SettingOf(program.settings, "REPEAT_FIRST");
    const auto last = SettingOf(program.settings, "REPEAT_LAST");
    for (size_t pc = 0; pc < program.code.size(); ++pc) {
      const std::optional<Instruction> instruction = Decode(program.code[pc], kCodesOfAnyMachine);
      NVE_CHECK(instruction.has_value(), "a checked binary has no reserved codes");
      const char* part = pc < first ? "initial" : pc <= last ? "repeat" : "final";
      Line("  {:<60} ; {} {}", ToText(*instruction), pc, part);
    }
  }

  void WritePlan() {
    text_ += '\n';
    Line(".plan");
    for (const AnyStep& step : binary_.steps) {
      if (const auto* clear = std::get_if<ClearStep>(&step)) {
        Line("  clear {}", PlaneName(clear->plane));
        continue;
      }
      const auto& run = std::get<RunStep>(step);
      Line("  run {} core={} runs={} feed={}",
           NameText(binary_.programs[static_cast<size_t>(run.program)].name), run.core, run.runs,
           ToString(run.feed));
      Line("    input");
      WriteTransfers(run.input, 6);
      Line("    output");
      WriteTransfers(run.output, 6);
      Line("  end");
    }
  }

  void WriteTransfers(const std::vector<Transfer>& transfers, size_t indent) {
    const std::string space(indent, ' ');
    for (const Transfer& transfer : transfers) {
      if (transfer.IsLoop()) {
        Line("{}loop {}", space, transfer.count);
        WriteTransfers(transfer.body, indent + 2);
        Line("{}end", space);
        continue;
      }
      const bool plane = transfer.object.kind == MemoryObject::Kind::kPlane;
      std::string line = fmt::format(
          "{}{} {} offset={} bytes={}", space, plane ? "plane" : "coefficients",
          plane ? PlaneName(transfer.object.index)
                : NameText(binary_.programs[static_cast<size_t>(transfer.object.index)].name),
          transfer.offset, transfer.bytes);
      if (!transfer.strides.empty()) {
        line += fmt::format(" strides={}", fmt::join(transfer.strides, ","));
      }
      Line("{}", line);
    }
  }

  std::string PlaneName(int plane) const {
    return NameText(binary_.planes[static_cast<size_t>(plane)].name);
  }

  const Binary& binary_;
  std::string text_;
};

}  // namespace

std::string FormatAssembly(const Binary& binary) { return Writer(binary).Run(); }

}  // namespace nve
