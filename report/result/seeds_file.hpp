// SPDX-License-Identifier: Apache-2.0
// What nve-random --json and nve-faults --json write: runs of many seeds.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "report/result/result_field.hpp"

namespace nve {

struct FailureOfRandom {
  uint64_t seed = 0, instructions = 0;
  OrNull<uint64_t> shrunk;
  OrNull<std::string> program;
  std::string text;
  OrNull<nlohmann::ordered_json> waves;
  static constexpr auto kFields = std::make_tuple(
      Key("seed", &FailureOfRandom::seed, "seed of the program"),
      Key("instructions", &FailureOfRandom::instructions, "instructions of the program"),
      Key("shrunk", &FailureOfRandom::shrunk, "instructions left, null if it was not shrunk"),
      Key("program", &FailureOfRandom::program, "settings and instructions left, or null"),
      Key("text", &FailureOfRandom::text, "what was found"),
      Key("waves", &FailureOfRandom::waves,
          "waves around the failure (docs/debugging.md), or null"));
};

struct RandomFile : FileHead {
  static constexpr const char* kSchema = "nve-random";
  static constexpr const char* kMeaning = "random programs on the core in lockstep";
  RandomFile() : FileHead{kSchema, 1, "nve-random", {}} {}

  std::string arch;
  std::vector<uint64_t> seeds;
  std::string profile;
  uint64_t expected = 0, conducted = 0, failed = 0, legal = 0, illegal = 0, congested = 0;
  uint64_t sending = 0, runs = 0, compared_cycles = 0, compared_words = 0, mismatches = 0;
  uint64_t cycle_delta = 0, refused_starts = 0, watchdog_resets = 0;
  int64_t input_stalls = 0, output_stalls = 0;
  Named<uint64_t> slowed_programs;
  Named<int64_t> cycles_by_state;
  std::vector<FailureOfRandom> failures;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields,
      std::make_tuple(
          Key("arch", &RandomFile::arch, "name of the machine"),
          Key("seeds", &RandomFile::seeds, "first and last seed"),
          Key("profile", &RandomFile::profile, "name of the stall profile, or all"),
          Key("expected", &RandomFile::expected, "programs asked for"),
          Key("conducted", &RandomFile::conducted, "programs run"),
          Key("failed", &RandomFile::failed, "programs that failed"),
          Key("legal", &RandomFile::legal, "programs that keep the rules"),
          Key("illegal", &RandomFile::illegal, "programs that break one"),
          Key("congested", &RandomFile::congested, "programs with a congestor"),
          Key("sending", &RandomFile::sending, "legal programs that send output words"),
          Key("runs", &RandomFile::runs, "programs times profiles"),
          Key("compared_cycles", &RandomFile::compared_cycles,
              "clock cycles in which RTL and golden model were compared"),
          Key("compared_words", &RandomFile::compared_words,
              "output words compared with those without stalls"),
          Key("mismatches", &RandomFile::mismatches, "programs with a difference in lockstep"),
          Key("cycle_delta", &RandomFile::cycle_delta,
              "clock cycles that the core was busy more or less than it should be"),
          Key("refused_starts", &RandomFile::refused_starts,
              "STARTs of illegal programs that the core refused"),
          Key("watchdog_resets", &RandomFile::watchdog_resets,
              "runs of illegal programs that the watchdog ended"),
          Key("input_stalls", &RandomFile::input_stalls,
              "clock cycles in which the core waited for input"),
          Key("output_stalls", &RandomFile::output_stalls,
              "clock cycles in which the core waited for room of the output"),
          Key("slowed_programs", &RandomFile::slowed_programs,
              "legal programs that took longer than without stalls, by profile"),
          Key("cycles_by_state", &RandomFile::cycles_by_state, "clock cycles by state of the core"),
          Key("failures", &RandomFile::failures, "programs that failed")));
};

struct TotalsOfFaults {
  uint64_t conducted = 0, failed = 0, reported = 0, harmless = 0, recovered = 0, flagged = 0;
  uint64_t masked = 0;
  Named<uint64_t> statuses;
  std::optional<Named<uint64_t>> stalls;
  static constexpr auto kFields = std::make_tuple(
      Key("conducted", &TotalsOfFaults::conducted, "seeds run"),
      Key("failed", &TotalsOfFaults::failed, "runs that failed; the others by outcome:"),
      Key("reported", &TotalsOfFaults::reported, "the machine reported the fault"),
      Key("harmless", &TotalsOfFaults::harmless, "the output was right"),
      Key("recovered", &TotalsOfFaults::recovered, "a reset ended it, and the next run was right"),
      Key("flagged", &TotalsOfFaults::flagged,
          "lockstep saw the inverted bit, the machine did not"),
      Key("masked", &TotalsOfFaults::masked, "nothing saw the inverted bit"),
      Key("statuses", &TotalsOfFaults::statuses, "runs that have not failed by what was seen"),
      Key("stalls", &TotalsOfFaults::stalls,
          "runs on the core alone by its stall in the cycle of the fault"));
};

struct FailureOfFaults {
  uint64_t seed = 0;
  std::string kind, text;
  static constexpr auto kFields =
      std::make_tuple(Key("seed", &FailureOfFaults::seed, "seed of the fault"),
                      Key("kind", &FailureOfFaults::kind, "kind of the fault"),
                      Key("text", &FailureOfFaults::text, "what was found"));
};

struct FaultsFile : FileHead, TotalsOfFaults {
  static constexpr const char* kSchema = "nve-faults";
  static constexpr const char* kMeaning = "faults around the machine, and what became of them";
  FaultsFile() : FileHead{kSchema, 1, "nve-faults", {}} {}

  std::string arch, family;
  std::vector<uint64_t> seeds;
  uint64_t expected = 0, compared_cycles = 0;
  Named<TotalsOfFaults> kinds;
  std::vector<FailureOfFaults> failures;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields,
      std::make_tuple(Key("arch", &FaultsFile::arch, "name of the machine"),
                      Key("family", &FaultsFile::family, "family of the faults"),
                      Key("seeds", &FaultsFile::seeds, "first and last seed"),
                      Key("expected", &FaultsFile::expected, "seeds asked for")),
      TotalsOfFaults::kFields,
      std::make_tuple(Key("compared_cycles", &FaultsFile::compared_cycles,
                          "clock cycles in which RTL and golden model were compared"),
                      Key("kinds", &FaultsFile::kinds, "the same by kind of the fault"),
                      Key("failures", &FaultsFile::failures, "runs that failed")));
};

}  // namespace nve
