// SPDX-License-Identifier: Apache-2.0
// The `.plan` part of assembly text, and the step of a text that has none.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "program/assembly_lines.hpp"
#include "program/binary.hpp"
#include "program/settings.hpp"

namespace nve::assembly {

/// Collects the steps line by line. Programs and planes are referred to by name and may
/// follow later in the text, so Resolve comes last. The lines of steps and transfers go to `places`
/// (Finding in program/checks.hpp).
class StepParser {
 public:
  StepParser(const std::string& name, Diagnostics* problems, std::map<std::string, int>* places)
      : name_(name), problems_(problems), places_(places) {}

  void Begin(int line) { begin_ = line; }
  bool begun() const { return begin_ != 0; }
  void Add(const Line& line) { lines_.push_back(line); }

  /// Puts the steps into the binary, whose planes and programs are complete.
  void Resolve(Binary* binary);

 private:
  void Problem(const Line& line, const std::string& text);
  RunStep ReadRun(const Line& line, const std::string& place);
  void ReadTransfers(int depth, const std::string& place, std::vector<Transfer>* transfers);
  Transfer ReadPiece(const Line& line, int depth);
  int Find(const Line& line, const std::map<std::string, int>& names, const char* kind);

  const std::string& name_;
  Diagnostics* problems_;
  std::map<std::string, int>* places_;
  int begin_ = 0;            // line of .plan, 0 without one
  std::vector<Line> lines_;  // of the steps
  size_t at_ = 0;            // the next of them
  SettingRange runs_;
  std::map<std::string, int> programs_;  // numbers by name
  std::map<std::string, int> planes_;
};

/// One run step: the coefficients of its only program, then the rest of its input words
/// from the beginning of its only input plane on; the output words to its only output plane.
/// Returns what is in the way of that, or "".
std::string AddDefaultStep(Binary* binary);

}  // namespace nve::assembly
