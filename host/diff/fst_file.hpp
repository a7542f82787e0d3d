// An FST wave file: its signals and their values over time, by the reader that comes with
// Verilator.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace nve {

class FstFile {
 public:
  /// InputError if there is no readable FST file.
  explicit FstFile(const std::string& path);
  ~FstFile();
  FstFile(const FstFile&) = delete;
  FstFile& operator=(const FstFile&) = delete;

  /// Full name without range to number of the values; names of one signal share it. Numbers are 1
  /// to handles().
  const std::map<std::string, uint32_t>& signals() const { return signals_; }
  uint32_t handles() const;

  uint64_t first_time() const;
  uint64_t last_time() const;

  /// Calls `change` for every new value, in the order of time: bits as text, the highest first.
  void ForEachChange(
      const std::function<void(uint64_t time, uint32_t handle, std::string_view)>& change);

  /// The value at a time between the first and the last.
  std::string ValueAt(uint64_t time, uint32_t handle);

 private:
  void ReadSignals();

  void* reader_;
  std::map<std::string, uint32_t> signals_;
  uint32_t widest_ = 0;  // bits
};

}  // namespace nve
