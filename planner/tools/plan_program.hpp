// SPDX-License-Identifier: Apache-2.0
// A plan as a C++ program, compiled and run on this computer.
#pragma once

#include <string>

#include "planner/ir/plan_ir.hpp"
#include "planner/target/generate_code.hpp"

namespace nve::planner {

/// What the program says of itself.
struct ProgramRun {
  int64_t moved = 0;   ///< words that it counted
  double seconds = 0;  ///< the least of its repeats
};

/// Runs programs one after the other in a folder for temporary files, which goes with the object,
/// or with the process if a signal ends it.
class ProgramRunner {
 public:
  /// InputError if there is no compiler or no folder. `option` asks for it, in messages.
  explicit ProgramRunner(std::string option);
  ~ProgramRunner();
  ProgramRunner(const ProgramRunner&) = delete;
  ProgramRunner& operator=(const ProgramRunner&) = delete;

  ProgramRun Run(const PlanIr& ir) const;

 private:
  void Call(const std::string& command, const std::string& what) const;

  std::string option_;
  CodeTemplate code_;
  std::string folder_, source_, program_, result_;
};

}  // namespace nve::planner
