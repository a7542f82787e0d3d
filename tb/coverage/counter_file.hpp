// SPDX-License-Identifier: Apache-2.0
// A file to which several processes add, one at a time.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <string>

#include "base/diagnostics/messages.hpp"

namespace nve::coverage {

/// Replaces the content by what `add` makes of it. A file that cannot be written is reported on
/// stderr: it would show up as coverage that is missing.
inline void AddToFile(const char* path,
                      const std::function<std::string(const std::string& before)>& add) {
  const int file = open(path, O_RDWR | O_CREAT, 0644);
  bool good = file >= 0 && flock(file, LOCK_EX) == 0;
  if (good) {
    std::string before(static_cast<size_t>(lseek(file, 0, SEEK_END)), '\0');
    good = pread(file, before.data(), before.size(), 0) == static_cast<ssize_t>(before.size());
    const std::string after = add(before);
    good = good && ftruncate(file, static_cast<off_t>(after.size())) == 0 &&
           pwrite(file, after.data(), after.size(), 0) == static_cast<ssize_t>(after.size());
  }
  if (!good) Message("{}: {}\n", path, std::strerror(errno));
  if (file >= 0) close(file);
}

}  // namespace nve::coverage
