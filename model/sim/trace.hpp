// SPDX-License-Identifier: Apache-2.0
// The cycle trace of nve-sim: one line per cycle with what the machine does and its key registers.
#pragma once

#include <cstdint>
#include <string>

#include "base/files/output_file.hpp"
#include "nve_isa.hpp"

namespace nve {

/// The line of one cycle, without line end.
std::string TraceLine(int64_t cycle, const arch::Probe& probe);

/// Writes trace lines to a file, with a heading. The file is there once it is complete.
class TraceFile {
 public:
  explicit TraceFile(const std::string& path);
  void Write(int64_t cycle, const arch::Probe& probe);
  /// The trace is complete. InputError, here or while writing, if the file cannot be written.
  void Close() { file_.Commit(); }

 private:
  OutputFile file_;
};

}  // namespace nve
