// SPDX-License-Identifier: Apache-2.0
// A file in memory, for readers that want a path.
#pragma once

#include <string>

#include "tb/fuzz/targets.hpp"

namespace nve::fuzz {

class MemoryFile {
 public:
  explicit MemoryFile(Bytes contents);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  int descriptor_;
  std::string path_;
};

}  // namespace nve::fuzz
