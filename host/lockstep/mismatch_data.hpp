// SPDX-License-Identifier: Apache-2.0
// A lockstep mismatch as data: what differs, lane by lane, which instruction wrote the value that
// differs first, and what the core was working on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/lockstep/lockstep_checker.hpp"
#include "report/result/run_result.hpp"

namespace nve {

/// What a core was working on, as far as the probe does not show it.
struct MismatchContext {
  std::string core;        ///< "core 0"
  std::string layer;       ///< "L2"
  std::string program;     ///< "L2.p0"
  std::string reproduce;   ///< command that shows the mismatch again, with binary or seed
  std::string seed = {};   ///< of the run's made-up data
  int strips = 0;          ///< that the START computes, 0 if not known
  int64_t iterations = 0;  ///< of the loop in each, 0 if not known
};

/// One element of a probe field that differs.
struct Difference {
  const char* slot = "";  ///< the field's owner: a slot's name, "control", "streams" or "registers"
  const char* field = "";  ///< probe field, one of arch::kProbeFields
  int element = -1;        ///< lane or entry, -1 if the field has one element
  int bits = 0;
  uint64_t expected = 0;  ///< golden model
  uint64_t got = 0;       ///< RTL
};

/// Elements that differ, in probe order.
std::vector<Difference> FindDifferences(const arch::Probe& expected, const arch::Probe& got);

/// The instruction of the history that wrote the differing value: the last one that executed long
/// enough before for its result to be seen now and that has an operation in the slot. Null if none
/// did, as when a bit flipped by itself, or if the instruction in execution drives the signal.
const CycleRecord* ProducerOf(const Mismatch& mismatch, const Difference& difference);

/// What the core was working on in the cycle of `probe`.
CoreAtFailure WorkOf(const arch::Probe& probe, const MismatchContext& context);

/// All that is known of a mismatch.
MismatchOfRun ResultOf(const Mismatch& mismatch, const MismatchContext& context);

}  // namespace nve
