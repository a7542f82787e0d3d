// SPDX-License-Identifier: Apache-2.0
// An FST wave file: its signals and their values over time, by the reader that comes with
// Verilator. That reader trusts the file: a damaged one can crash it or make it exit, so an object
// of this class belongs into a process of its own (see wave_file.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace nve {

/// A name's number of the values, which names of one signal share, and its width.
struct FstSignal {
  uint32_t handle = 0;
  uint32_t bits = 0;
  bool constant = false;  ///< a parameter of the design
};

class FstFile {
 public:
  /// InputError if there is no readable FST file.
  explicit FstFile(const std::string& path);
  ~FstFile();
  FstFile(const FstFile&) = delete;
  FstFile& operator=(const FstFile&) = delete;

  /// By full name without range. Handles are 1 to handles().
  const std::map<std::string, FstSignal>& signals() const { return signals_; }
  uint32_t handles() const;

  uint64_t first_time() const;
  uint64_t last_time() const;

  /// Calls `change` for every new value, in the order of time, at least to the time `last`: bits
  /// as text, the highest first.
  void ForEachChange(
      uint64_t last,
      const std::function<void(uint64_t time, uint32_t handle, std::string_view)>& change);

 private:
  void ReadSignals();

  std::string path_;
  void* reader_;
  std::map<std::string, FstSignal> signals_;
};

}  // namespace nve
