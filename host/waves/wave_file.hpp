// SPDX-License-Identifier: Apache-2.0
// A wave file as the comparison sees it. Everything that touches the file runs in a child process:
// what a damaged file does to the reader of FST files becomes an InputError that names the file.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "host/waves/fst_file.hpp"

namespace nve {

/// The values of all chosen signals, hashed, from a time on.
struct StateAt {
  uint64_t time = 0;
  uint64_t state = 0;
};

class WaveFile {
 public:
  /// InputError if there is no readable FST file, as in all other functions.
  explicit WaveFile(const std::string& path);

  const std::string& path() const { return path_; }
  const std::map<std::string, FstSignal>& signals() const { return signals_; }
  uint64_t first_time() const { return first_time_; }
  uint64_t last_time() const { return last_time_; }

  /// The states from one change to the next, the first at first_time(). A signal counts with its
  /// place in `handles`, so equal values in equal places make equal states.
  std::vector<StateAt> States(const std::vector<uint32_t>& handles) const;

  /// The bits of the signals at a time, the highest first.
  std::vector<std::string> ValuesAt(uint64_t time, const std::vector<uint32_t>& handles) const;

 private:
  // What `read` finds in the file.
  nlohmann::json InChild(const std::function<nlohmann::json(FstFile&)>& read) const;

  std::string path_;
  std::map<std::string, FstSignal> signals_;
  uint64_t first_time_ = 0;
  uint64_t last_time_ = 0;
};

}  // namespace nve
