// SPDX-License-Identifier: Apache-2.0
// Files of counters in the folder that NVE_COUNTERS names, each of one process.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

#include "base/diagnostics/messages.hpp"

namespace nve::coverage {

/// Replaces the content by what `add` makes of it; without the variable nothing is kept. A file
/// that cannot be written is reported on stderr: it would show up as coverage that is missing.
inline void AddToFile(const std::string& name,
                      const std::function<std::string(const std::string& before)>& add) {
  const char* folder = std::getenv("NVE_COUNTERS");
  if (folder == nullptr) return;
  const std::string path = std::string(folder) + '/' + name + '.' + std::to_string(getpid());
  std::ostringstream before;
  if (const std::ifstream file(path, std::ios::binary); file) before << file.rdbuf();
  std::ofstream file(path, std::ios::binary);
  file << add(before.str());
  if (!file.flush()) Message("{}: {}\n", path, std::strerror(errno));
}

}  // namespace nve::coverage
