// SPDX-License-Identifier: Apache-2.0
// Instruction words, coefficient words and settings against what the documents say of them, as
// assembly text and by hand.
#include "compiler/buffer/emit.hpp"

#include <gtest/gtest.h>

#include "arch/build_machine.hpp"
#include "compiler/buffer/operation_code.hpp"
#include "compiler/schedule/ladder.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

// The instruction that an operation makes, its memory operation at offset 7.
std::string TextOf(Slot slot, OpKind kind, int half = 0) {
  Instruction instruction;
  const WordRef ref = {WordRef::Kind::kPixels, 0, 0, 0, 0};
  MemSlot address;
  address.offset = 7;
  SetOperation(instruction, {slot, kind, ref, half, ""}, {3, 3, 1, 1}, address);
  return ToText(instruction);
}

TEST(Operations, StandInTheirSlots) {
  EXPECT_EQ(TextOf(Slot::kMemA, OpKind::kRd), "rd 7 | - | - | - | - | -");
  EXPECT_EQ(TextOf(Slot::kMemB, OpKind::kRd), "- | rd 7 | - | - | - | -");
  EXPECT_EQ(TextOf(Slot::kMemA, OpKind::kWr), "wr 7 | - | - | - | - | -");
  EXPECT_EQ(TextOf(Slot::kWreg, OpKind::kSetRw), "- | - | set rw | - | - | -");
  EXPECT_EQ(TextOf(Slot::kWreg, OpKind::kShRw), "- | - | sh rw | - | - | -");
  EXPECT_EQ(TextOf(Slot::kIreg, OpKind::kSetRi), "- | - | - | set ri | - | -");
  EXPECT_EQ(TextOf(Slot::kIreg, OpKind::kSetshRi), "- | - | - | setsh ri | - | -");
  EXPECT_EQ(TextOf(Slot::kIreg, OpKind::kShRi), "- | - | - | sh ri | - | -");
  EXPECT_EQ(TextOf(Slot::kVmac, OpKind::kSetRb), "- | - | - | - | set rb | -");
  EXPECT_EQ(TextOf(Slot::kVmac, OpKind::kMac), "- | - | - | - | mac | -");
  EXPECT_EQ(TextOf(Slot::kAct, OpKind::kAct, 0), "- | - | - | - | - | act lo");
  EXPECT_EQ(TextOf(Slot::kAct, OpKind::kAct, 1), "- | - | - | - | - | act hi");
}

// docs/isa.md, section 6: pairs of words become even and odd pixels, a last single word both.
TEST(Operations, WritesSeparateColumnsOnlyInASplitMachine) {
  const auto text_of = [](const Window& window, WordRef::Kind kind, int word) {
    Instruction instruction;
    SetOperation(instruction, {Slot::kMemA, OpKind::kWr, {kind, word, 0, 0, word}, 0, ""}, window,
                 {});
    return ToText(instruction).substr(0, 8);
  };
  const Window stride_two = {3, 3, 2, 2};  // five words
  const bool split = arch::BuildSizes().split;
  const WordRef::Kind pixels = WordRef::Kind::kPixels;
  EXPECT_EQ(text_of(stride_two, pixels, 0), split ? "wr even " : "wr 0 | -");
  EXPECT_EQ(text_of(stride_two, pixels, 1), split ? "wr odd 0" : "wr 0 | -");
  EXPECT_EQ(text_of(stride_two, pixels, 2), split ? "wr even " : "wr 0 | -");
  EXPECT_EQ(text_of(stride_two, pixels, 4), split ? "wr both " : "wr 0 | -");
  EXPECT_EQ(text_of(stride_two, WordRef::Kind::kCoefficients, 1), "wr 0 | -");
  EXPECT_EQ(text_of({3, 3, 1, 1}, pixels, 1), "wr 0 | -");
}

// Thesis figure 26: three coefficient words, then four columns of three words, of which three are
// those of an iteration and one is that of the pass that still computes.
TEST(Code, Filter3x3IsFigure26) {
  const Schedule schedule =
      ScheduleLadder(ProgramShape::OneMap({3, 3, 1, 1}, 1), {true, true, Algorithm1::kThesis});
  std::vector<std::string> expected;
  for (int word = 0; word < 3 + 2 * 3; ++word) {
    expected.push_back("wr " + std::to_string(word) + " | - | - | - | - | -");
  }
  expected.insert(expected.end(), {
                                      "wr 3+6@1 | - | sh rw | set ri | mac | -",
                                      "rd 0 | - | sh rw | setsh ri | mac | -",
                                      "rd 3+0@1 | rd 4+0@1 | sh rw | sh ri | mac | -",
                                      "wr 4+6@1 | rd 5+0@1 | set rw | - | mac | -",
                                      "rd 1 | - | sh rw | set ri | set rb | -",
                                      "rd 3+3@1 | rd 4+3@1 | sh rw | setsh ri | mac | -",
                                      "wr 5+6@1 | rd 5+3@1 | set rw | sh ri | mac | -",
                                      "rd 2 | - | sh rw | set ri | mac | act lo",
                                      "rd 3+6@1 | rd 4+6@1 | sh rw | setsh ri | mac | act hi",
                                      "- | rd 5+6@1 | set rw | sh ri | mac | -",
                                  });
  const std::vector<uint64_t> code = EmitCode(schedule, AllocateBuffer(schedule));
  ASSERT_EQ(code.size(), expected.size());
  for (size_t pc = 0; pc < code.size(); ++pc) {
    EXPECT_EQ(ToText(*Decode(code[pc], kCodesOfAnyMachine)), expected[pc]) << "pc " << pc;
  }
}

// Two of a layer's three maps, of which the second reads only the second input.
TEST(Coefficients, AreWhatTheirLabelsSay) {
  Schedule schedule;
  schedule.shape.window = {2, 3, 1, 1};
  schedule.shape.inputs = 2;
  schedule.shape.inputs_of_output = {{0, 1}, {1}};
  using Kind = CoefficientLabel::Kind;
  schedule.coefficient_words = {{{{Kind::kBias, 0, 0, 0, 0},
                                  {Kind::kWeight, 0, 0, 1, 2},
                                  {Kind::kWeight, 0, 1, 0, 1},
                                  {Kind::kNone, 0, 0, 0, 0}}},
                                {{{Kind::kWeight, 1, 1, 1, 0},
                                  {Kind::kBias, 1, 0, 0, 0},
                                  {Kind::kNone, 0, 0, 0, 0},
                                  {Kind::kNone, 0, 0, 0, 0}}}};
  LayerWeights weights;
  weights.bias = {-2, 100, 0x1234};
  // [map][position of the input][row * 3 + column]
  weights.w = {{{0, 2, 4, 6, 8, 10}},
               {{1, 1, 1, 1, 1, 1}},
               {{20, 22, 24, 26, 28, -30}, {40, 42, 44, 46, 48, 50}}};
  EXPECT_EQ(EmitCoefficients(schedule, weights, {2, 0}),
            (std::vector<uint64_t>{0x0000'002A'FFE2'1234, 0x0000'0000'FFFE'0006}));
}

TEST(BinarySettings, AreThoseOfScheduleLayerAndAddresses) {
  const Schedule schedule =
      ScheduleLadder(ProgramShape::OneMap({6, 6, 2, 2}, 1), {true, true, Algorithm1::kThesis});
  const Allocation allocation = AllocateBuffer(schedule);
  Layer layer;
  layer.out_width = 20;
  LayerWeights weights;
  weights.bias_shift = 3;
  weights.act_shift = 5;
  Ramps ramps;
  const auto expect = [&](int first, int size, int iterations, int extra) {
    const Settings settings = EmitSettings(schedule, allocation, layer, weights, ramps);
    const auto value = [&](const char* name) {
      return static_cast<int>(SettingOf(settings, name));
    };
    EXPECT_EQ(value("PROGRAM_SIZE"), size);
    EXPECT_EQ(value("REPEAT_FIRST"), first);
    EXPECT_EQ(value("REPEAT_LAST"), first + schedule.length - 1);
    EXPECT_EQ(value("ITERATIONS"), iterations);
    EXPECT_EQ(value("EXTRA"), extra);
    EXPECT_EQ(value("STRIDE"), arch::BuildSizes().split ? 1 : 2);
    EXPECT_EQ(value("BIAS_SHIFT"), 3);
    EXPECT_EQ(value("ACT_SHIFT"), 5);
    EXPECT_EQ(value("AGU_INC1"), 2 * 5);
    EXPECT_EQ(value("AGU_TOGGLE1"), 5 * schedule.BufferColumns());
  };
  // Ten words of coefficients and four columns of five words are written first.
  const auto initial = static_cast<int>(schedule.coefficient_words.size()) + 4 * 5;
  expect(initial, initial + schedule.length, 20, schedule.extra);
  ramps.passes = schedule.extra;
  ramps.prologue.resize(7);
  ramps.epilogue.resize(4);
  expect(initial + 7, initial + 7 + schedule.length + 4, 20 - schedule.extra, 0);
}

}  // namespace
}  // namespace nve
