// SPDX-License-Identifier: Apache-2.0
// Instruction words and their text.
#include "program/instruction.hpp"

#include <gtest/gtest.h>

#include <random>

#include "arch/build_machine.hpp"

namespace nve {
namespace {

Instruction RandomInstruction(std::mt19937_64* random) {
  const auto below = [&](uint64_t limit) { return static_cast<int>((*random)() % limit); };
  const auto slot = [&] {
    MemSlot memory{static_cast<arch::MemOp>(below(3)), 0, 0, 0};
    if (below(3) > 0) memory.offset = below(1 << arch::kAguAddressBits);
    if (below(2) > 0) memory.update = below(1 << arch::kAguAddressBits);
    if (below(2) > 0) memory.mode = below(arch::kAguModes + 1);
    return memory;
  };
  Instruction i;
  i.mema = slot();
  i.mema_part = static_cast<arch::WrPart>(below(arch::kMemaPart.Values(true)));
  i.memb = slot();
  i.wreg = static_cast<arch::WregOp>(below(3));
  i.ireg = static_cast<arch::IregOp>(below(arch::kIregOp.Values(true)));
  i.vmac = static_cast<arch::VmacOp>(below(3));
  i.act = static_cast<arch::ActOp>(below(2));
  i.act_half = static_cast<arch::ActHalf>(below(2));
  i.act_to = static_cast<arch::ActTo>(below(2));
  return i;
}

TEST(InstructionTest, EveryInstructionSurvivesEncodingAndText) {
  std::mt19937_64 random(1);
  for (int n = 0; n < 20000; ++n) {
    const Instruction i = RandomInstruction(&random);
    const uint64_t word = Encode(i);
    ASSERT_EQ(Decode(word, kCodesOfAnyMachine), i) << ToText(i);
    std::string problem;
    ASSERT_EQ(ParseInstruction(ToText(i), problem, kCodesOfAnyMachine), i)
        << ToText(i) << ": " << problem;
  }
}

TEST(InstructionTest, EveryWordThatDecodesEncodesToItself) {
  std::mt19937_64 random(2);
  int decoded = 0;
  for (int n = 0; n < 20000; ++n) {
    const uint64_t word = random() & random();
    const std::optional<Instruction> i = Decode(word, kCodesOfAnyMachine);
    if (!i) continue;
    ++decoded;
    ASSERT_EQ(Encode(*i), word);
  }
  EXPECT_GT(decoded, 100);
}

TEST(InstructionTest, EveryFieldLiesWhereTheTableSays) {
  for (const arch::InstructionField& field : arch::kInstructionFields) {
    const std::optional<Instruction> i = Decode(uint64_t{1} << field.lsb, kCodesOfAnyMachine);
    const bool of_all = field.lsb != arch::kMemaPart.lsb;
    EXPECT_EQ(Decode(uint64_t{1} << field.lsb, false).has_value(), of_all)
        << "only split machines have mema_part, not " << field.name;
    ASSERT_TRUE(i.has_value()) << field.name;
    EXPECT_EQ(Encode(*i), uint64_t{1} << field.lsb) << field.name;
  }
  EXPECT_EQ(Encode({}), 0u);
}

TEST(InstructionTest, RefusesReservedCodesAndBits) {
  const auto with = [](const arch::InstructionField& field, uint64_t code, bool split = true) {
    return Decode(code << field.lsb, split).has_value();
  };
  EXPECT_FALSE(with(arch::kMemaOp, 3));
  EXPECT_FALSE(with(arch::kMembOp, 3));
  EXPECT_FALSE(with(arch::kWregOp, 3));
  EXPECT_FALSE(with(arch::kVmacOp, 3));
  for (uint64_t code = 5; code < 8; ++code) EXPECT_FALSE(with(arch::kIregOp, code)) << code;
  // What only split machines have.
  EXPECT_TRUE(with(arch::kIregOp, 4));
  EXPECT_FALSE(with(arch::kIregOp, 4, false));
  for (uint64_t part = 1; part < 4; ++part) {
    EXPECT_TRUE(with(arch::kMemaPart, part)) << part;
    EXPECT_FALSE(with(arch::kMemaPart, part, false)) << part;
  }
}

struct SplitText {
  const char* text;
  arch::WrPart part;
  arch::IregOp ireg;
  uint64_t word;
};

// Words from the bit positions of docs/isa.md, section 11.
constexpr SplitText kSplitTexts[] = {
    {"wr even 3+2@1 | - | - | - | - | -", arch::WrPart::kEven, arch::IregOp::kNop,
     uint64_t{2} | uint64_t{3} << 2 | uint64_t{2} << 13 | uint64_t{1} << 24 | uint64_t{1} << 62},
    {"wr odd 4 | - | - | - | - | -", arch::WrPart::kOdd, arch::IregOp::kNop,
     uint64_t{2} | uint64_t{4} << 2 | uint64_t{2} << 62},
    {"wr both 5 | - | - | setsh ri hi | - | -", arch::WrPart::kBoth, arch::IregOp::kSetshHi,
     uint64_t{2} | uint64_t{5} << 2 | uint64_t{4} << 54 | uint64_t{3} << 62},
    {"- both | - | - | - | - | -", arch::WrPart::kBoth, arch::IregOp::kNop, uint64_t{3} << 62},
};

TEST(InstructionTest, SplitMachinesNamePartsOfAWrAndTheUpperHalf) {
  for (const SplitText& c : kSplitTexts) {
    std::string problem;
    const std::optional<Instruction> i = ParseInstruction(c.text, problem, kCodesOfAnyMachine);
    ASSERT_TRUE(i.has_value()) << c.text << ": " << problem;
    EXPECT_EQ(i->mema_part, c.part) << c.text;
    EXPECT_EQ(i->ireg, c.ireg) << c.text;
    EXPECT_EQ(Encode(*i), c.word) << c.text;
    EXPECT_EQ(Decode(c.word, kCodesOfAnyMachine), i) << c.text;
    EXPECT_EQ(ToText(*i), c.text);
  }
  std::string problem;
  EXPECT_FALSE(
      ParseInstruction("- | wr even 1 | - | - | - | -", problem, kCodesOfAnyMachine).has_value());
  EXPECT_NE(problem.find("slot MEMB: found 'wr even 1', allowed: -, rd ADDRESS or wr ADDRESS"),
            std::string::npos)
      << problem;
  EXPECT_FALSE(
      ParseInstruction("wr even | - | - | - | - | -", problem, kCodesOfAnyMachine).has_value());
  EXPECT_NE(problem.find("slot MEMA: found 'wr even', allowed: -, rd ADDRESS, wr even ADDRESS, "
                         "wr odd ADDRESS, wr both ADDRESS or wr ADDRESS"),
            std::string::npos)
      << problem;
  EXPECT_FALSE(ParseInstruction("wr even odd 1 | - | - | - | - | -", problem, kCodesOfAnyMachine)
                   .has_value());
  EXPECT_FALSE(
      ParseInstruction("wr 1 even | - | - | - | - | -", problem, kCodesOfAnyMachine).has_value());
}

TEST(InstructionTest, OtherMachinesRefuseTheTextOfSplitMachines) {
  for (const SplitText& c : kSplitTexts) {
    std::string problem;
    EXPECT_FALSE(Decode(c.word, false).has_value()) << c.text;
    EXPECT_FALSE(ParseInstruction(c.text, problem, false).has_value()) << c.text;
    EXPECT_NE(problem.find("slot MEMA"), std::string::npos) << problem;
  }
  std::string problem;
  EXPECT_FALSE(ParseInstruction("- | - | - | setsh ri hi | - | -", problem, false).has_value());
  EXPECT_NE(problem.find("slot IREG: found 'setsh ri hi', allowed: -, set ri, setsh ri, sh ri"),
            std::string::npos)
      << problem;
}

TEST(InstructionTest, TextIsTheDocumentedOne) {
  Instruction i;
  i.mema = {arch::MemOp::kWr, 3, 2, 1};
  i.memb = {arch::MemOp::kRd, 4, 0, 0};
  i.wreg = arch::WregOp::kSet;
  i.ireg = arch::IregOp::kSetsh;
  i.vmac = arch::VmacOp::kMac;
  i.act = arch::ActOp::kAct;
  EXPECT_EQ(ToText(i), "wr 3+2@1 | rd 4 | set rw | setsh ri | mac | act lo");
  EXPECT_EQ(ToText({}), "- | - | - | - | - | -");
}

TEST(InstructionTest, SaysWhatIsWrongWithAText) {
  const std::pair<const char*, const char*> cases[] = {
      {"rd 1 | rd 2", "found 2"},
      {"", "6 slots"},
      {"ld 1 | - | - | - | - | -", "slot MEMA: found 'ld 1', allowed: -, rd"},
      {"rd | - | - | - | - | -", "slot MEMA"},
      {"- | wr 2048 | - | - | - | -", "slot MEMB"},
      {"- | wr 1+2 | - | - | - | -", "slot MEMB"},
      {"- | wr 1+2@4 | - | - | - | -", "MODE 0 to 3"},
      {"- | wr -1 | - | - | - | -", "slot MEMB"},
      {"- | - | set ri | - | - | -", "slot WREG: found 'set ri', allowed: -, set rw, sh rw"},
      {"- | - | - | set rw | - | -", "slot IREG"},
      {"- | - | - | - | add | -", "slot VMAC"},
      {"- | - | - | - | - | act", "slot ACT"},
      {"- | - | - | - | - | act lo now", "slot ACT"},
      {"- | - | - | - | - | ", "slot ACT"},
  };
  for (const auto& [text, expected] : cases) {
    std::string problem;
    EXPECT_FALSE(ParseInstruction(text, problem, kCodesOfAnyMachine).has_value()) << text;
    EXPECT_NE(problem.find(expected), std::string::npos) << text << ": " << problem;
  }
}

}  // namespace
}  // namespace nve
