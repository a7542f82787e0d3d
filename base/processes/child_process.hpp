// SPDX-License-Identifier: Apache-2.0
// A task in a process of its own, for code that a wrong input may crash or keep busy for ever.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace nve {

/// What a child may use; one that needs more ends.
struct ChildLimits {
  uint64_t memory_bytes = 0;  ///< beyond what the parent has
  uint64_t processor_seconds = 0;
  uint64_t file_bytes = 0;  ///< of each file it writes
  int descriptors = 0;      ///< open files it needs, asked for first
};

struct ChildEnd {
  std::string answer;
  std::string failure;  ///< how it ended instead, as "crashed (Segmentation fault)"; empty if well
};

/// Runs `task` in a forked child and returns its answer when the child has gone. What the child
/// prints is lost and it leaves no core file. The process must have one thread. `task` must not
/// throw. InputError if the system has no room for another process or its files.
ChildEnd RunInChild(const ChildLimits& limits, const std::function<std::string()>& task);

}  // namespace nve
