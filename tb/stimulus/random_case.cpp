// SPDX-License-Identifier: Apache-2.0
// Cases and their data: see random_case.hpp.
#include "tb/stimulus/random_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "arch/build_machine.hpp"
#include "compiler/verify/hazards.hpp"
#include "program/checks.hpp"
#include "program/instruction.hpp"
#include "program/predicted_cycles.hpp"
#include "program/settings.hpp"
#include "tb/stimulus/draw.hpp"
#include "tb/stimulus/program_generator.hpp"

namespace nve {
namespace {

// What the numbers drawn for one purpose are mixed with.
constexpr uint64_t kTableSalt = 0x7461626C65;
constexpr uint64_t kWordSalt = 0x776F7264;
constexpr uint64_t kStreamedSalt = 0x73747265616D;

// Every pixel or coefficient of a word is one of these, or they are random.
constexpr uint64_t kCorners[] = {0,
                                 ~uint64_t{0},
                                 0x8000800080008000,  // the least coefficient
                                 0x7FFF7FFF7FFF7FFF,  // the greatest
                                 0x0001000100010001,
                                 0x00FF00FF00FF00FF,
                                 0xFF00FF00FF00FF00};

uint32_t DrawRuns(Draw& draw, const Program& program) {
  constexpr int64_t kManyRuns = 140'000;  // cycles
  const int64_t cycles = CyclesOfStart(program, 1, StartLoad::kNothing);
  const int64_t again = cycles - kFirstFetchCycles;  // of a further run
  const auto most = static_cast<int64_t>(RangeOf(arch::BuildMachine(), "RUNS").high);
  // Only the shortest programs, which are rare, can have the most runs.
  if (again * most <= kManyRuns ? !draw.OneIn(4) : draw.OneIn(1000)) {
    return static_cast<uint32_t>(std::clamp<int64_t>(kManyRuns / again, 1, most));
  }
  if (cycles > 1500 || draw.OneIn(2)) return 1;
  return static_cast<uint32_t>(draw.From(2, draw.OneIn(8) ? 9 : 3));
}

// Packets of one word, of a few, of all words and more, or none.
uint32_t DrawPacketWords(Draw& draw) {
  if (draw.OneIn(3)) return 0;
  if (draw.OneIn(20)) return draw.Of({0xFFFFu, 0x10000u, 0xFFFFFFFFu});
  return 1 + draw.Below(draw.OneIn(4) ? 100 : 7);
}

}  // namespace

uint8_t RandomCase::TableEntry(uint32_t index) const {
  const uint64_t bits = Mix(seed ^ kTableSalt, index);
  // Both ends of the table, which saturated sums look up, differ from each other and from 0.
  if (index == 0) return 1;
  if (index + 1 == arch::kActEntries) return 254;
  return static_cast<uint8_t>(bits);
}

uint64_t RandomCase::TableWord(uint64_t number) const {
  uint64_t word = 0;
  for (uint32_t k = 0; k < arch::kWordPixels; ++k) {
    const auto index = static_cast<uint32_t>(arch::kWordPixels * number + k);
    word |= uint64_t{TableEntry(index)} << (arch::kPixelBits * k);
  }
  return word;
}

uint64_t RandomCase::StreamWord(uint64_t number) const {
  if (StreamsTable()) {
    constexpr auto kWords = static_cast<uint64_t>(kTableWords);
    if (number < kWords) return TableWord(number);
    number -= kWords;
  }
  const std::vector<uint64_t>& code = program.code;
  return number < code.size() ? code[number] : InputWord(number - code.size());
}

uint32_t RandomCase::StartCommand(uint32_t number) const {
  if (number > 0) return nve::StartCommand(StartLoad::kNothing);
  return nve::StartCommand(StreamsTable() ? StartLoad::kTable : StartLoad::kProgram);
}

uint64_t RandomCase::StreamWords() const {
  return (StreamsTable() ? static_cast<uint64_t>(kTableWords) : 0) + program.code.size() +
         static_cast<uint64_t>(WordsPerRun(program, arch::BuildSizes().split).in) * runs * starts;
}

uint64_t RandomCase::OutputWords() const {
  return static_cast<uint64_t>(WordsPerRun(program, arch::BuildSizes().split).out) * runs * starts;
}

std::vector<RegisterWrite> RandomCase::TableWrites() const {
  std::vector<RegisterWrite> writes;
  if (!table || table_streamed) return writes;
  for (uint32_t i = 0; i < arch::kActEntries; ++i) {
    writes.push_back({arch::kActTableOffset + 4 * i, TableEntry(i)});
  }
  return writes;
}

std::vector<RegisterWrite> RandomCase::SettingWrites() const {
  std::vector<RegisterWrite> writes;
  for (const arch::Register& reg : arch::kRegisters) {
    const auto found = program.settings.find(reg.name);
    if (found != program.settings.end()) writes.push_back({reg.offset, found->second});
  }
  writes.push_back({arch::kRegRuns.offset, runs});
  writes.push_back({arch::kRegPacketWords.offset, packet_words});
  return writes;
}

uint64_t RandomCase::InputWord(uint64_t number) const {
  const uint64_t bits = Mix(seed ^ kWordSalt, number);
  const uint64_t choice = Mix(bits, number);
  if (choice % 3 != 0) return bits;
  const uint64_t corner = kCorners[(choice >> 8) % std::size(kCorners)];
  // The whole word, or half of it.
  if (choice % 2 == 0) return corner;
  constexpr uint64_t kLowHalf = 0xFFFFFFFF;
  return (choice >> 16) % 2 == 0 ? (bits & ~kLowHalf) | (corner & kLowHalf)
                                 : (bits & kLowHalf) | (corner & ~kLowHalf);
}

RandomCase MakeRandomCase(uint64_t seed) {
  Draw draw(Mix(seed, 0));
  RandomCase random;
  random.seed = seed;
  random.program = GenerateProgram(draw);
  random.runs = DrawRuns(draw, random.program);
  const auto runs = static_cast<int>(random.runs);
  const int64_t again = CyclesOfStart(random.program, runs, StartLoad::kNothing);
  random.starts = draw.OneIn(4) && again < 3000 ? 2 : 1;
  random.packet_words = DrawPacketWords(draw);
  random.irq_enable = draw.OneIn(2);
  random.table_streamed = Mix(seed ^ kStreamedSalt, 0) % 4 == 0;
  if (!IsLegalSeed(seed)) {
    random.legal = false;
    if (draw.OneIn(24)) {
      random.runs = 0;
      random.broken = {"RUNS is 0", true};
    } else {
      random.broken = BreakProgram(draw, &random.program);
    }
  }
  return random;
}

std::vector<std::string> Refusal(const RandomCase& random) {
  std::vector<std::string> problems = CheckProgram(random.program, arch::BuildMachine());
  const SettingRange runs = RangeOf(arch::BuildMachine(), "RUNS");
  if (random.runs < runs.low) {
    problems.push_back(
        fmt::format("RUNS: found {}, allowed: {} to {}", random.runs, runs.low, runs.high));
  }
  if (!problems.empty()) return problems;
  for (const HazardFinding& finding : FindHazards(random.program, arch::BuildSizes())) {
    problems.push_back(finding.text);
  }
  return problems;
}

std::string WordText(uint64_t word) {
  const std::optional<Instruction> instruction = Decode(word, arch::BuildSizes().split);
  return instruction ? ToText(*instruction) : fmt::format("reserved code in 0x{:016x}", word);
}

std::string CaseText(const RandomCase& random) {
  std::string text =
      fmt::format("RUNS {} PACKET_WORDS {} starts {}{}", random.runs, random.packet_words,
                  random.starts, random.StreamsTable() ? " TABLE" : "");
  const Settings standard = DefaultSettings(random.program.code.size());
  for (const auto& [name, value] : random.program.settings) {
    const auto usual = standard.find(name);
    if (usual == standard.end() || usual->second != value)
      text += fmt::format(" {} {}", name, value);
  }
  text += "\n";
  for (size_t pc = 0; pc < random.program.code.size(); ++pc) {
    text += fmt::format("{:4}  {}\n", pc, WordText(random.program.code[pc]));
  }
  return text;
}

}  // namespace nve
