// SPDX-License-Identifier: Apache-2.0
// Flips and their fate: see bit_flip.hpp.
#include "tb/faults/bit_flip.hpp"

#include <fmt/format.h>

#include "tb/faults/core_session.hpp"
#include "tb/faults/flip_core.hpp"
#include "tb/stimulus/draw.hpp"

namespace nve {
namespace {

constexpr const char* kKinds[] = {"register bit", "memory bit"};
constexpr size_t kMemory = 1;
// The probe shows every register, most of them in the cycle of the flip.
constexpr uint64_t kLatest = 1;

struct Target {
  const StateField* field = nullptr;
  uint64_t bit = 0;
};

// Any register, then any of its bits: among the bits of all, those that stand alone are rarely met.
Target DrawRegister(const FlipCore& core, Draw& draw) {
  std::vector<const StateField*> registers;
  for (const StateField& field : core.fields()) {
    if (!field.memory) registers.push_back(&field);
  }
  const StateField* const field = registers[draw.Bits() % registers.size()];
  return {field, draw.Bits() % field->AllBits()};
}

// Any bit of all registers or of all memories.
Target DrawBit(const FlipCore& core, bool memory, Draw& draw) {
  uint64_t all = 0;
  for (const StateField& field : core.fields()) {
    if (field.memory == memory) all += field.AllBits();
  }
  uint64_t bit = draw.Bits() % all;
  for (const StateField& field : core.fields()) {
    if (field.memory != memory) continue;
    if (bit < field.AllBits()) return {&field, bit};
    bit -= field.AllBits();
  }
  return {};
}

// Bins of the histogram: 0, 1, then powers of two.
std::string LatencyText(uint64_t cycles) {
  if (cycles < 2) return fmt::format("latency {:4}", cycles);
  uint64_t last = 3;
  while (cycles > last) last = 2 * last + 1;
  return fmt::format("latency {:4} to {}", last / 2 + 1, last);
}

}  // namespace

std::vector<std::string> BitFlipKinds() { return {std::begin(kKinds), std::end(kKinds)}; }

FaultRun RunBitFlip(size_t kind, uint64_t seed) {
  FaultRun result;
  result.kind = kKinds[kind];
  Draw draw(seed);
  const RandomCase random = ShortCase(seed);
  const std::unique_ptr<CoreModel> good = MakeRtlCore();
  CoreSession reference(*good);
  Neighbours neighbours;
  neighbours.profile = DrawProfile(draw);
  const SessionResult without = reference.Run(random, neighbours, seed);

  const std::unique_ptr<FlipCore> core = MakeFlipCore();
  const bool memory = kind == kMemory;
  const Target target =
      !memory && draw.OneIn(2) ? DrawRegister(*core, draw) : DrawBit(*core, memory, draw);
  CoreSession session(*core);
  neighbours.upset_cycle = draw.Bits() % without.cycles;
  uint64_t flipped = 0;
  neighbours.upset = [&] {
    flipped = session.cycles();
    result.stall = session.Stall();
    FlipCore::Flip(*target.field, target.bit);
  };
  const SessionResult with = session.Run(random, neighbours, seed);
  result.cycles = reference.cycles() + session.cycles();
  result.detail =
      fmt::format("bit {} of {} in cycle {} of {}, program of seed {}", target.bit,
                  target.field->name, neighbours.upset_cycle, without.cycles, random.seed);
  if (reference.mismatch() || !without.ended) {
    result.problem = "does not end without the flip";
  } else if (const std::optional<uint64_t> difference = session.first_difference()) {
    if (*difference < flipped) {
      result.problem = "differs before the flip";
    } else if (!memory && *difference - flipped > kLatest) {
      result.problem = fmt::format("a register is seen {} cycles late", *difference - flipped);
    }
    result.outcome = Outcome::kFlagged;
    result.status = LatencyText(*difference - flipped);
  } else if (!with.ended || with.cycles != without.cycles || with.output != without.output) {
    result.problem = "silent: lockstep is content and the output is another";
  } else {
    result.outcome = Outcome::kMasked;
  }
  return result;
}

}  // namespace nve
