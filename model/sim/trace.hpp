// The cycle trace of nve-sim: one line per cycle with what the machine does and its key registers.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "nve_arch.hpp"

namespace nve {

/// An inclusive range of cycles, "A-B" on the command line.
struct CycleWindow {
  int64_t first = 0;
  int64_t last = INT64_MAX;
};

/// Parses "A-B", "A-" or "A". InputError for anything else.
CycleWindow ParseCycleWindow(const std::string& text);

/// The line of one cycle, without line end.
std::string TraceLine(int64_t cycle, const arch::Probe& probe);

/// Writes trace lines to a file, with a heading.
class TraceFile {
 public:
  explicit TraceFile(const std::string& path);
  void Write(int64_t cycle, const arch::Probe& probe);
  /// InputError if the file could not be written in full.
  void Close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Closer> file_;
};

}  // namespace nve
