// SPDX-License-Identifier: Apache-2.0
// Shapes: see program_shape.hpp.
#include "tb/stimulus/program_shape.hpp"

#include <algorithm>

#include "arch/build_machine.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

// Cycles of one run, but for the few programs with the most iterations.
constexpr int kUsualCycles = 400;
constexpr int kLongRun = 140'000;

int DrawSize(Draw& draw) {
  if (draw.OneIn(10)) return draw.From(1, 3);
  if (draw.OneIn(60)) return arch::BuildSizes().instruction_words;
  if (draw.OneIn(10)) return draw.From(32, std::min(96, arch::BuildSizes().instruction_words));
  return draw.From(4, 32);
}

void DrawParts(Draw& draw, ProgramShape* shape) {
  const int size = shape->size;
  int first = 0;
  int last = size - 1;
  if (!draw.OneIn(5)) {
    first = draw.From(0, size - 1);
    // The initial part fills buffer and registers: the longer, the more the rest may do.
    if (size > 12 && !draw.OneIn(4)) first = std::max(first, draw.From(6, size / 2));
    last = draw.OneIn(6) ? first : draw.From(first, size - 1);
    if (draw.OneIn(3)) last = size - 1;
  }
  shape->initial = {0, first, false};
  shape->repeat = {first, last + 1, true};
  shape->final = {last + 1, size, false};
}

// 0, small or anything, and the greatest value now and then.
uint32_t DrawUpTo(Draw& draw, int small, int most) {
  if (draw.OneIn(12)) return static_cast<uint32_t>(most);
  return static_cast<uint32_t>(draw.From(0, draw.OneIn(3) ? most : std::min(small, most)));
}

uint32_t DrawIterations(Draw& draw, const ProgramShape& shape) {
  const auto most = static_cast<int>(RangeOf(arch::BuildMachine(), "ITERATIONS").high);
  const int length = shape.repeat.Length();
  if (length * most <= kLongRun && draw.OneIn(60)) return static_cast<uint32_t>(most);
  // Words that fit the output FIFO meet no stall.
  if (shape.sends && !draw.OneIn(3)) {
    const int fills = 2 * arch::BuildSizes().output_fifo_words;
    const int usual = std::max(2 * kUsualCycles / length, 2);
    return static_cast<uint32_t>(draw.From(std::min(usual, fills) / 2, std::min(usual, 2 * fills)));
  }
  const int usual = std::clamp(kUsualCycles / length, 1, draw.OneIn(8) ? 200 : 12);
  if (draw.OneIn(3)) return 1 + draw.Below(2);
  return static_cast<uint32_t>(draw.From(1, usual));
}

// Without an initial part that begins sums, the first passes do: their outputs must be suppressed.
uint32_t DrawExtra(Draw& draw, const ProgramShape& shape) {
  const uint32_t drawn = draw.OneIn(2) ? 0 : DrawUpTo(draw, 3, arch::BuildSizes().max_extra_passes);
  if (!shape.sends || shape.initial.Length() >= kRoomForSums) return drawn;
  const int cycles = 2 * kRoomForSums + arch::kLatencySetrbToAct;
  const int passes = cycles / shape.repeat.Length() + 1;
  return std::max(drawn,
                  static_cast<uint32_t>(std::min(passes, arch::BuildSizes().max_extra_passes)));
}

}  // namespace

ProgramShape DrawShape(Draw& draw) {
  ProgramShape shape;
  shape.size = DrawSize(draw);
  shape.sends = !draw.OneIn(6);
  DrawParts(draw, &shape);
  shape.settings = DefaultSettings(static_cast<size_t>(shape.size));
  Settings& settings = shape.settings;
  settings["REPEAT_FIRST"] = static_cast<uint32_t>(shape.repeat.begin);
  settings["REPEAT_LAST"] = static_cast<uint32_t>(shape.repeat.end - 1);
  settings["EXTRA"] = DrawExtra(draw, shape);
  settings["ITERATIONS"] = DrawIterations(draw, shape);
  settings["STRIDE"] = static_cast<uint32_t>(draw.From(1, arch::BuildSizes().max_stride));
  settings["BIAS_SHIFT"] = DrawUpTo(draw, 4, arch::BuildSizes().max_bias_shift);
  settings["ACT_SHIFT"] = DrawUpTo(draw, 12, arch::BuildSizes().max_act_shift);
  shape.half_vectors = draw.OneIn(4);
  return shape;
}

}  // namespace nve
