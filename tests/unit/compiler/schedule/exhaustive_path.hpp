// SPDX-License-Identifier: Apache-2.0
// The register path by trying everything: in every cycle each of VMAC, WREG and IREG does its next
// operation or waits, whatever the registers allow. For sequences of some tens of operations.
#pragma once

#include "compiler/schedule/register_path.hpp"

namespace nve::testing {

struct PathSize {
  int cycles = 0;
  int words = 0;
  bool operator==(const PathSize&) const = default;
};

/// The least closed path: by cycles and then words, or the other way round.
PathSize ExhaustivePath(const OperationSequence& sequence, PathGoal goal, bool share_port_a);

/// Executes some iterations of a path on registers that know what they hold; "" or the first rule
/// that is broken.
std::string PathProblem(const OperationSequence& sequence, const RegisterPath& path,
                        bool share_port_a);

}  // namespace nve::testing
