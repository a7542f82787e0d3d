// SPDX-License-Identifier: Apache-2.0
// What random programs hold: only what nve-as takes, and every corner the machine has.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "arch/build_machine.hpp"
#include "compiler/verify/hazards.hpp"
#include "compiler/verify/run_walk.hpp"
#include "program/assembly.hpp"
#include "program/settings.hpp"
#include "tb/stimulus/random_case.hpp"
#include "tests/tools/tool_run.hpp"

namespace nve {
namespace {

constexpr uint64_t kSeeds = 1500;

// The six operations of an instruction as small numbers.
std::array<int, 6> Operations(const Instruction& i) {
  return {
      static_cast<int>(i.mema.op) * 4 + static_cast<int>(i.mema_part),
      static_cast<int>(i.memb.op),
      static_cast<int>(i.wreg),
      static_cast<int>(i.ireg),
      static_cast<int>(i.vmac),
      static_cast<int>(i.act) * 4 + static_cast<int>(i.act_half) * 2 + static_cast<int>(i.act_to)};
}

size_t Codes(const arch::InstructionField& field) { return field.Values(arch::BuildSizes().split); }

// Operations of each slot: parts of `wr` of MEMA and forms of `act` count as operations.
const std::array<size_t, 6> kOperations = {Codes(arch::kMemaOp) - 1 + Codes(arch::kMemaPart),
                                           Codes(arch::kMembOp),
                                           Codes(arch::kWregOp),
                                           Codes(arch::kIregOp),
                                           Codes(arch::kVmacOp),
                                           1 + Codes(arch::kActHalf) * Codes(arch::kActTo)};

Program LegalProgram(uint64_t seed) { return MakeRandomCase(seed).program; }

TEST(RandomCases, AreLegalButEveryEighth) {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    const RandomCase random = MakeRandomCase(seed);
    EXPECT_EQ(random.legal, IsLegalSeed(seed));
    const std::vector<std::string> refusal = Refusal(random);
    EXPECT_EQ(refusal.empty(), random.legal)
        << seed << ": " << (refusal.empty() ? random.broken.text : refusal.front());
  }
}

TEST(RandomCases, DependOnTheSeedOnly) {
  std::set<std::string> texts;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    const std::string text = CaseText(MakeRandomCase(seed));
    EXPECT_EQ(text, CaseText(MakeRandomCase(seed)));
    texts.insert(text);
  }
  EXPECT_GT(texts.size(), 95u);  // the shortest programs are few
}

TEST(RandomCases, HoldEveryPairOfOperations) {
  std::map<std::array<int, 4>, int> pairs;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    if (!IsLegalSeed(seed)) continue;
    for (const uint64_t word : LegalProgram(seed).code) {
      const std::array<int, 6> operations = Operations(*Decode(word, kCodesOfAnyMachine));
      for (int a = 0; a < 6; ++a) {
        for (int b = a + 1; b < 6; ++b) {
          const auto op = [&](int slot) { return operations[static_cast<size_t>(slot)]; };
          ++pairs[{a, b, op(a), op(b)}];
        }
      }
    }
  }
  size_t expected = 0;
  for (size_t a = 0; a < 6; ++a) {
    for (size_t b = a + 1; b < 6; ++b) expected += kOperations[a] * kOperations[b];
  }
  EXPECT_EQ(pairs.size(), expected);
}

// Settings at both ends of what they may be, and what the walk through the buffer must show.
struct Corners {
  std::map<std::string, std::set<uint32_t>> values;
  std::set<uint32_t> runs;
  std::set<uint32_t> packet_words;
  int wraps = 0;           // an update value returned to 0 by its toggle
  int address_wraps = 0;   // offset + update beyond the AGU's numbers
  int least_wr_to_rd = 0;  // reads at the least distance
  int first_word = 0;      // of the buffer, and its last one
  int last_word = 0;
};

void Walk(const Program& program, Corners* corners) {
  verify::MachineProgram decoded = verify::DecodeProgram(program, arch::BuildSizes());
  decoded.iterations = std::min(decoded.iterations, 40);
  verify::RunWalk walk(decoded);
  std::map<int, int64_t> written;
  walk.Run([&](const Instruction& i) {
    const std::array<std::pair<const MemSlot*, int>, 2> slots = {
        {{&i.mema, walk.AddressA()}, {&i.memb, walk.AddressB()}}};
    for (const auto& [slot, address] : slots) {
      if (slot->op == arch::MemOp::kNop) continue;
      corners->address_wraps += slot->offset > address;
      corners->first_word += address == 0;
      corners->last_word += address == arch::BuildSizes().local_words - 1;
      corners->wraps += walk.state() == arch::State::kRepeat && walk.pass() > 0 &&
                        slot->mode != 0 && slot->offset == address;
      if (slot->op != arch::MemOp::kRd) continue;
      const auto found = written.find(address);
      corners->least_wr_to_rd +=
          found != written.end() && walk.cycle() - found->second == arch::kLatencyWrToRd;
    }
    for (const auto& [slot, address] : slots) {
      if (slot->op == arch::MemOp::kWr) written[address] = walk.cycle();
    }
    return true;
  });
}

TEST(RandomCases, ReachTheCorners) {
  Corners corners;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    if (!IsLegalSeed(seed)) continue;
    const RandomCase random = MakeRandomCase(seed);
    for (const auto& [name, value] : random.program.settings) corners.values[name].insert(value);
    corners.runs.insert(random.runs);
    corners.packet_words.insert(random.packet_words);
    Walk(random.program, &corners);
  }
  for (const char* name : {"ITERATIONS", "EXTRA", "STRIDE", "BIAS_SHIFT", "ACT_SHIFT"}) {
    EXPECT_TRUE(corners.values[name].contains(
        static_cast<uint32_t>(RangeOf(arch::BuildMachine(), name).low)))
        << name;
    EXPECT_TRUE(corners.values[name].contains(
        static_cast<uint32_t>(RangeOf(arch::BuildMachine(), name).high)))
        << name;
  }
  EXPECT_TRUE(corners.values["ITERATIONS"].contains(2));
  for (const uint32_t runs :
       {1u, 2u, static_cast<uint32_t>(RangeOf(arch::BuildMachine(), "RUNS").high)}) {
    EXPECT_TRUE(corners.runs.contains(runs)) << runs;
  }
  for (const uint32_t words : {0u, 1u, 0xFFFFu, 0x10000u, 0xFFFFFFFFu}) {
    EXPECT_TRUE(corners.packet_words.contains(words)) << words;
  }
  EXPECT_GT(corners.packet_words.size(), 50u);
  EXPECT_TRUE(corners.values["PROGRAM_SIZE"].contains(1));
  EXPECT_TRUE(corners.values["PROGRAM_SIZE"].contains(arch::BuildSizes().instruction_words));
  EXPECT_TRUE(corners.values["REPEAT_FIRST"].contains(0));
  EXPECT_GT(corners.runs.size(), 3u);
  EXPECT_GT(corners.wraps, 100);
  EXPECT_GT(corners.address_wraps, 100);
  EXPECT_GT(corners.least_wr_to_rd, 500);
  EXPECT_GT(corners.first_word, 100);
  EXPECT_GT(corners.last_word, 100);
}

// Wrong settings that START must refuse, and codes that nothing names: all there are.
TEST(RandomCases, BreakEverythingThereIsToBreak) {
  std::set<std::string> broken;
  bool no_runs = false;
  for (uint64_t seed = 8; seed <= 32 * kSeeds; seed += 8) {
    const RandomCase random = MakeRandomCase(seed);
    broken.insert(random.broken.text);
    no_runs |= random.runs == 0 && random.broken.start_refused;
  }
  EXPECT_TRUE(no_runs);
  EXPECT_TRUE(broken.contains("ITERATIONS is 0"));
  EXPECT_TRUE(broken.contains(fmt::format("EXTRA is {}", arch::BuildSizes().max_extra_passes + 1)));
  EXPECT_GE(ReservedCodes().size(), 6u);
  for (const ReservedCode& code : ReservedCodes()) {
    EXPECT_TRUE(broken.contains(fmt::format("{} is {}, reserved", code.field.name, code.code)))
        << code.field.name << " " << code.code;
  }
}

// Illegal programs break each rule of the schedule verifier.
TEST(RandomCases, BreakEveryHazardRule) {
  std::map<std::string, int> broken;
  for (uint64_t seed = 8; seed <= 2 * kSeeds; seed += 8) {
    const RandomCase random = MakeRandomCase(seed);
    if (random.broken.text != "a hazard rule") continue;
    std::set<std::string> rules;
    for (const HazardFinding& finding : FindHazards(random.program, arch::BuildSizes(), 1))
      rules.insert(finding.rule);
    EXPECT_FALSE(rules.empty()) << seed;
    for (const std::string& rule : rules) ++broken[rule];
  }
  std::set<std::string> expected = {"wr_to_rd",   "rd_unwritten",  "rd_to_set",
                                    "set_to_mac", "setrb_to_act",  "setrb_holds_act",
                                    "act_to_act", "set_rw_set_ri", "wr_wr"};
  if (arch::BuildSizes().split) expected.insert("wr_odd");
  for (const std::string& rule : expected) EXPECT_GT(broken[rule], 0) << rule;
  EXPECT_EQ(broken.size(), expected.size());
}

// Programs that send words, and enough of them to fill the output FIFO, and some that send none.
TEST(RandomCases, MostlySendWords) {
  uint64_t legal = 0;
  uint64_t sending = 0;
  uint64_t filling = 0;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    if (!IsLegalSeed(seed)) continue;
    const uint64_t words = MakeRandomCase(seed).OutputWords();
    ++legal;
    sending += words > 0 ? 1 : 0;
    filling += words > static_cast<uint64_t>(arch::BuildSizes().output_fifo_words) ? 1 : 0;
  }
  EXPECT_GE(sending * 100, legal * 70);
  EXPECT_LE(sending * 100, legal * 90);
  EXPECT_GE(filling * 100, legal * 50);
}

// Operations that follow each other at the least distance, by positions in the code: every latency
// with each operation that it names (wr_to_rd: Walk).
TEST(RandomCases, KeepLeastDistances) {
  std::map<std::string, int> counts;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    if (!IsLegalSeed(seed)) continue;
    const std::vector<uint64_t> code = LegalProgram(seed).code;
    for (size_t pc = 0; pc < code.size(); ++pc) {
      const Instruction now = *Decode(code[pc], kCodesOfAnyMachine);
      const auto after = [&](int cycles) {
        const size_t at = pc + static_cast<size_t>(cycles);
        return at < code.size() ? *Decode(code[at], kCodesOfAnyMachine) : Instruction{};
      };
      const auto count = [&](const std::string& distance, bool found) {
        counts[distance] += found ? 1 : 0;
      };
      const bool read_a = now.mema.op == arch::MemOp::kRd;
      const bool read_b = now.memb.op == arch::MemOp::kRd;
      const Instruction set = after(arch::kLatencyRdToSet);
      count("rd_to_set, MEMA to set rw", read_a && set.wreg == arch::WregOp::kSet);
      count("rd_to_set, MEMA to set ri", read_a && set.ireg == arch::IregOp::kSet);
      count("rd_to_set, MEMB to set ri", read_b && set.ireg == arch::IregOp::kSet);
      count("rd_to_set, MEMB to setsh ri", read_b && set.ireg == arch::IregOp::kSetsh);
      const arch::VmacOp next = after(arch::kLatencySetToMac).vmac;
      for (const auto& [name, op] :
           {std::pair{"mac", arch::VmacOp::kMac}, {"set rb", arch::VmacOp::kSetrb}}) {
        for (const arch::WregOp wreg : {arch::WregOp::kSet, arch::WregOp::kSh}) {
          count(fmt::format("set_to_mac, WREG {} to {}", static_cast<int>(wreg), name),
                now.wreg == wreg && next == op);
        }
        count(fmt::format("mac_to_mac, {} to mac", name),
              now.vmac == op && after(arch::kLatencyMacToMac).vmac == arch::VmacOp::kMac);
      }
      for (const arch::IregOp ireg :
           {arch::IregOp::kSet, arch::IregOp::kSetsh, arch::IregOp::kSh}) {
        count(fmt::format("set_to_mac, IREG {} to mac", static_cast<int>(ireg)),
              now.ireg == ireg && next == arch::VmacOp::kMac);
      }
      const bool hands_over = now.vmac == arch::VmacOp::kSetrb;
      count("setrb_to_act", hands_over && after(arch::kLatencySetrbToAct).act == arch::ActOp::kAct);
      // In a legal program these are the sums of an earlier `set rb`, in the last cycle they last.
      count("setrb_holds_act",
            hands_over && after(arch::kLatencySetrbHoldsAct).act == arch::ActOp::kAct);
      const bool acts = now.act == arch::ActOp::kAct;
      const Instruction behind = after(arch::kLatencyActToAct);
      count("act_to_act, to act", acts && behind.act == arch::ActOp::kAct);
      count("act_to_act, to wr", acts && behind.memb.op == arch::MemOp::kWr);
    }
  }
  EXPECT_EQ(counts.size(), 17u);
  for (const auto& [distance, count] : counts) EXPECT_GT(count, 200) << distance;
}

TEST(RandomCases, DataHasCorners) {
  std::map<uint64_t, int> words;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const RandomCase random = MakeRandomCase(seed);
    for (uint64_t k = 0; k < 200; ++k) ++words[random.InputWord(k)];
    EXPECT_NE(random.TableEntry(0), random.TableEntry(arch::kActEntries - 1));
  }
  for (const uint64_t corner :
       {uint64_t{0}, ~uint64_t{0}, uint64_t{0x8000800080008000}, uint64_t{0x7FFF7FFF7FFF7FFF}}) {
    EXPECT_GT(words[corner], 10) << corner;
  }
}

// The tool itself, on programs whose words all have a text.
TEST(RandomCases, AreTakenOrRefusedByNveAs) {
  const testing::ToolFolder folder;
  int refused = 0;
  for (uint64_t seed = 1; seed <= 48; ++seed) {
    const RandomCase random = MakeRandomCase(seed);
    const bool is_text = std::all_of(
        random.program.code.begin(), random.program.code.end(),
        [](uint64_t word) { return Decode(word, arch::BuildSizes().split).has_value(); });
    // RUNS is the step's, which is not part of it.
    if (!is_text || random.runs == 0) continue;
    Binary binary;
    binary.network = "random";
    binary.machine = arch::BuildMachine();
    binary.tables.resize(1);
    binary.programs = {random.program};
    WriteFileAtomically(folder / "p.nvs", FormatAssembly(binary));
    const testing::ToolResult run =
        folder.Run(fmt::format("nve-as {} -o {}", folder / "p.nvs", folder / "p.nve"));
    EXPECT_EQ(run.code, random.legal ? 0 : 2) << seed << ": " << run.Text();
    refused += random.legal ? 0 : 1;
  }
  EXPECT_GT(refused, 2);
}

}  // namespace
}  // namespace nve
