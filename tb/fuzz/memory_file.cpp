// SPDX-License-Identifier: Apache-2.0
// Memory files of Linux, which have a path in /proc.
#include "tb/fuzz/memory_file.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

namespace nve::fuzz {

MemoryFile::MemoryFile(Bytes contents)
    : descriptor_(memfd_create("nve", MFD_CLOEXEC)),
      path_(fmt::format("/proc/self/fd/{}", descriptor_)) {
  const auto size = static_cast<ssize_t>(contents.size());
  if (descriptor_ < 0 || write(descriptor_, contents.data(), contents.size()) != size) {
    throw std::runtime_error("no file in memory");
  }
}

MemoryFile::~MemoryFile() { close(descriptor_); }

}  // namespace nve::fuzz
