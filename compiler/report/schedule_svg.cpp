// SPDX-License-Identifier: Apache-2.0
// Draws schedules. Neighbouring cells of a stage share a ground, and those of a map a stripe, which
// keeps the files of long programs small.
#include "compiler/report/schedule_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "compiler/report/operation_maps.hpp"
#include "program/instruction.hpp"
#include "report/svg.hpp"

namespace nve {
namespace {

constexpr std::array<const char*, kSlots> kTitles = {"MEMA", "MEMB", "WREG",
                                                     "IREG", "VMAC", "VACT"};
constexpr int kLong = 64;  // cycles beyond which rows are compact
constexpr int kRepeatHeading = 50;

struct Sizes {
  double row;
  double font;
  double Character() const { return font * 0.602; }  // advance of monospaced fonts
};
constexpr Sizes kRoomy = {18, 11};
constexpr Sizes kCompact = {11, 8};

struct DrawnCell {
  bool used = false;
  std::string text;
  int stage = 0;
  int map = -1;
};

/// Light grounds on which black text reads well, apart for colour-blind readers too.
std::string StageColour(int stage) {
  constexpr std::array<const char*, 6> kColours = {"#ffffff", "#cfe5f5", "#fbe3b5",
                                                   "#c9ead9", "#ecd3e2", "#e0e0e0"};
  return kColours[static_cast<size_t>(stage) % kColours.size()];
}

/// "wr even 3+2@1" of the assembly and "[s(i+2) word0]" of the label, or the label alone.
std::string CellText(const Operation& operation, const std::string& assembly) {
  if (operation.slot != Slot::kMemA && operation.slot != Slot::kMemB) return operation.label;
  const size_t bracket = operation.label.find('[');
  return assembly + " " + operation.label.substr(std::min(bracket, operation.label.size()));
}

class Drawer {
 public:
  Drawer(const Program& program, const Schedule& schedule)
      : program_(program),
        schedule_(schedule),
        sizes_(schedule.length > kLong ? kCompact : kRoomy),
        drawing_(program.name + ": schedule", Style(sizes_)) {
    FillCells();
    Measure();
  }

  std::string Run() {
    drawing_.Text(kMargin, 24, Heading(), "class=\"title\"");
    const double legend_end = DrawLegend();
    top_ = legend_end + 14;
    DrawHeadings();
    DrawCycles();
    for (size_t slot = 0; slot < kSlots; ++slot) DrawColumn(slot);
    return drawing_.Finish(right_ + kMargin, RowTop(schedule_.length) + kMargin);
  }

 private:
  static constexpr double kMargin = 16;
  static constexpr double kNumber = 40;  // column of the cycle numbers
  static constexpr double kStripe = 4;

  static std::string Style(const Sizes& sizes) {
    return fmt::format(
        "text{{font-family:DejaVu Sans Mono,Menlo,Consolas,monospace;font-size:{}px;fill:#111;"
        "white-space:pre}}.title{{font-size:15px;font-weight:bold}}.legend{{font-size:12px}}"
        ".head{{font-weight:bold}}.stage,.number{{text-anchor:end;fill:#555}}"
        ".ground{{stroke:#bbb;stroke-width:.5}}.rule{{stroke:#555}}",
        Pixels(sizes.font));
  }

  std::string Heading() const {
    return fmt::format("{}: repeated part of {} cycles (bound {}), {} stages, {} initial writes",
                       program_.name, schedule_.length, program_.bound, schedule_.extra + 1,
                       schedule_.InitialInstructions());
  }

  void FillCells() {
    for (auto& column : cells_) column.resize(static_cast<size_t>(schedule_.length));
    const std::vector<int> maps = MapsOfOperations(schedule_);
    for (size_t k = 0; k < schedule_.operations.size(); ++k) {
      const Placed& placed = schedule_.operations[k];
      const auto slot = static_cast<size_t>(placed.operation.slot);
      cells_[slot][static_cast<size_t>(placed.cycle)] = {
          true, CellText(placed.operation, Assembly(placed.cycle, slot)), placed.stage, maps[k]};
      stages_ = std::max(stages_, placed.stage + 1);
    }
  }

  // The slot's text in the emitted code.
  std::string Assembly(int cycle, size_t slot) const {
    const size_t pc = schedule_.initial.size() + static_cast<size_t>(cycle);
    const std::optional<Instruction> instruction = Decode(program_.code[pc], kCodesOfAnyMachine);
    NVE_CHECK(instruction.has_value(), "emitted code is legal");
    std::string text = ToText(*instruction);
    for (size_t k = 0; k < slot; ++k) text = text.substr(text.find(" | ") + 3);
    return text.substr(0, text.find(" | "));
  }

  void Measure() {
    double x = kMargin + kNumber;
    for (size_t slot = 0; slot < kSlots; ++slot) {
      size_t longest = 10;
      for (const DrawnCell& cell : cells_[slot]) longest = std::max(longest, cell.text.size());
      left_[slot] = x;
      // Room for the stripe, the text and the stage.
      width_[slot] = kStripe + 6 + sizes_.Character() * static_cast<double>(longest + 3);
      x += width_[slot] + 6;
    }
    right_ = std::max(x, kMargin + 9.2 * static_cast<double>(Heading().size()));
  }

  double DrawLegend() {
    double x = kMargin;
    double y = 40;
    const auto item = [&](const std::string& text, double box, const std::string& attributes) {
      const double width = box + 8 + 7.4 * static_cast<double>(text.size()) + 16;
      if (x + width > right_ && x > kMargin) {
        x = kMargin;
        y += 20;
      }
      drawing_.Rectangle(x, y, box, 14, attributes);
      drawing_.Text(x + box + 6, y + 11, text, "class=\"legend\"");
      x += width;
    };
    for (int stage = 0; stage < stages_; ++stage) {
      const std::string which = stage == 0 ? "stage 0: iteration i of the stream writes"
                                           : fmt::format("stage {}: iteration i-{}", stage, stage);
      item(which, 22, Ground(stage));
    }
    x = kMargin;
    y += 20;
    drawing_.Text(x, y + 11, "ground and digit: stage; stripe: output map", "class=\"legend\"");
    x += 350;
    for (size_t map = 0; map < program_.output_maps.size(); ++map) {
      item(fmt::format("map {}", program_.output_maps[map]), 6, Stripe(static_cast<int>(map)));
    }
    return y + 20;
  }

  // Headings stand above the first cycle and again every kRepeatHeading cycles of a long program.
  int HeadingsBefore(int cycle) const {
    return schedule_.length <= kLong ? 1 : cycle / kRepeatHeading + 1;
  }
  double RowTop(int cycle) const {
    return top_ + sizes_.row * (cycle + HeadingsBefore(std::min(cycle, schedule_.length - 1)));
  }
  double BaseLine(int cycle) const { return RowTop(cycle) + sizes_.row * 0.75; }

  void DrawHeadings() {
    const int every = schedule_.length <= kLong ? schedule_.length : kRepeatHeading;
    for (int cycle = 0; cycle < schedule_.length; cycle += every) {
      const double y = BaseLine(cycle) - sizes_.row;
      drawing_.Text(kMargin, y, "Cycle", "class=\"head\"");
      for (size_t slot = 0; slot < kSlots; ++slot) {
        drawing_.Text(left_[slot] + kStripe + 4, y, kTitles[slot], "class=\"head\"");
      }
      drawing_.Line(kMargin, RowTop(cycle), right_, RowTop(cycle), "rule");
    }
  }

  void DrawCycles() {
    drawing_.OpenGroup(kMargin + kNumber - 8, 0, "class=\"number\"");
    for (int cycle = 0; cycle < schedule_.length; ++cycle) {
      drawing_.Text(0, BaseLine(cycle), std::to_string(cycle + 1), "class=\"number\"");
    }
    drawing_.CloseGroup();
  }

  void DrawColumn(size_t slot) {
    const auto& column = cells_[slot];
    drawing_.OpenGroup(left_[slot], 0, "");
    ForRuns(column, &DrawnCell::stage, [&](int first, int last, int stage) {
      Area(0, width_[slot], first, last, Ground(stage));
    });
    ForRuns(column, &DrawnCell::map, [&](int first, int last, int map) {
      if (map >= 0) Area(0, kStripe, first, last, Stripe(map));
    });
    drawing_.CloseGroup();
    drawing_.OpenGroup(left_[slot] + kStripe + 4, 0, "");
    ForCells(column, [&](int cycle, const DrawnCell& cell) {
      drawing_.Text(0, BaseLine(cycle), cell.text, "");
    });
    drawing_.CloseGroup();
    if (stages_ == 1) return;
    drawing_.OpenGroup(left_[slot] + width_[slot] - 3, 0, "");
    ForCells(column, [&](int cycle, const DrawnCell& cell) {
      drawing_.Text(0, BaseLine(cycle), std::to_string(cell.stage), "class=\"stage\"");
    });
    drawing_.CloseGroup();
  }

  void Area(double x, double width, int first, int last, const std::string& attributes) {
    drawing_.Rectangle(x, RowTop(first), width, RowTop(last) + sizes_.row - RowTop(first),
                       attributes);
  }

  template <typename Visit>
  static void ForCells(const std::vector<DrawnCell>& column, const Visit& visit) {
    for (size_t cycle = 0; cycle < column.size(); ++cycle) {
      if (column[cycle].used) visit(static_cast<int>(cycle), column[cycle]);
    }
  }

  // Runs of used cells in successive cycles, between headings, with the same value.
  template <typename Visit>
  void ForRuns(const std::vector<DrawnCell>& column, int DrawnCell::*value,
               const Visit& visit) const {
    const int cycles = static_cast<int>(column.size());
    for (int first = 0; first < cycles; ++first) {
      const DrawnCell& cell = column[static_cast<size_t>(first)];
      if (!cell.used) continue;
      int last = first;
      while (last + 1 < cycles && HeadingsBefore(last + 1) == HeadingsBefore(first) &&
             column[static_cast<size_t>(last) + 1].used &&
             column[static_cast<size_t>(last) + 1].*value == cell.*value) {
        ++last;
      }
      visit(first, last, cell.*value);
      first = last;
    }
  }

  static std::string Ground(int stage) {
    return "class=\"ground\" fill=\"" + StageColour(stage) + "\"";
  }
  static std::string Stripe(int map) { return "fill=\"" + DistinctColour(map) + "\""; }

  const Program& program_;
  const Schedule& schedule_;
  Sizes sizes_;
  SvgDrawing drawing_;
  std::array<std::vector<DrawnCell>, kSlots> cells_;
  std::array<double, kSlots> left_{};
  std::array<double, kSlots> width_{};
  double right_ = 0;
  double top_ = 0;
  int stages_ = 1;
};

}  // namespace

std::string ScheduleSvg(const Program& program, const Schedule& schedule) {
  return Drawer(program, schedule).Run();
}

}  // namespace nve
