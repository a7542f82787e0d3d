// SPDX-License-Identifier: Apache-2.0
// A task in a process of its own: see child_process.hpp.
#include "base/processes/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/descriptor_io.hpp"

namespace nve {
namespace {

constexpr int kPipeEnds = 2;

// Address space in use. A sanitizer has terabytes from the start.
uint64_t AddressSpace() {
  std::ifstream file("/proc/self/statm");
  uint64_t pages = 0;
  file >> pages;
  return pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

void Limit(int resource, uint64_t soft, uint64_t hard) {
  rlimit limit = {};
  if (getrlimit(resource, &limit) != 0) return;
  // A lower limit that the user has set stays.
  limit.rlim_max = std::min<rlim_t>(limit.rlim_max, hard);
  limit.rlim_cur = std::min<rlim_t>({limit.rlim_cur, limit.rlim_max, soft});
  setrlimit(resource, &limit);
}

[[noreturn]] void RunChild(const ChildLimits& limits, pid_t parent, int answer,
                           const std::function<std::string()>& task) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would read the answer
  if (getppid() != parent) _exit(EXIT_FAILURE);
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDOUT_FILENO);
  dup2(nothing, STDERR_FILENO);
  const uint64_t memory = AddressSpace() + limits.memory_bytes;
  Limit(RLIMIT_AS, memory, memory);
  // The signal at the soft limit tells what happened, that at the hard one cannot be ignored.
  std::signal(SIGXCPU, SIG_DFL);
  Limit(RLIMIT_CPU, limits.processor_seconds, limits.processor_seconds + 1);
  std::signal(SIGXFSZ, SIG_DFL);
  Limit(RLIMIT_FSIZE, limits.file_bytes, limits.file_bytes);
  Limit(RLIMIT_CORE, 0, 0);
  // Ended here, so that nothing of the parent is written or cleaned up twice.
  _exit(WriteAll(answer, task()) ? 0 : EXIT_FAILURE);
}

void CheckDescriptors(int count) {
  std::vector<int> files;
  while (static_cast<int>(files.size()) < count) {
    const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (file < 0) break;
    files.push_back(file);
  }
  const int error = errno;
  for (const int file : files) close(file);
  if (static_cast<int>(files.size()) == count) return;
  throw InputError(fmt::format(
      "reading or writing waves needs {} more open files: {}; close some, or raise ulimit -n",
      count, strerror(error)));
}

std::string FailureOf(int status, const ChildLimits& limits) {
  if (WIFEXITED(status)) {
    return WEXITSTATUS(status) == 0 ? "" : fmt::format("gave up (exit {})", WEXITSTATUS(status));
  }
  if (WTERMSIG(status) == SIGXCPU) {
    return fmt::format("needed more than {} s of processor time", limits.processor_seconds);
  }
  // That of `limits`, or a lower one that the user has set.
  if (WTERMSIG(status) == SIGXFSZ) return "reached the limit of a file's size";
  return fmt::format("crashed ({})", strsignal(WTERMSIG(status)));
}

}  // namespace

ChildEnd RunInChild(const ChildLimits& limits, const std::function<std::string()>& task) {
  CheckDescriptors(kPipeEnds + limits.descriptors);
  int ends[kPipeEnds];
  if (pipe2(ends, O_CLOEXEC) != 0) throw InternalError(fmt::format("pipe: {}", strerror(errno)));
  // Whoever started this process may have had the ends of children ignored.
  std::signal(SIGCHLD, SIG_DFL);
  std::fflush(nullptr);  // a child that calls exit() would write it a second time
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) {
    throw InputError(
        fmt::format("found no room for a process that reads the waves: {}; let it have more memory "
                    "and processes",
                    strerror(errno)));
  }
  if (child == 0) {
    close(ends[0]);
    RunChild(limits, parent, ends[1], task);
  }
  close(ends[1]);
  ChildEnd end;
  if (!ReadToEnd(ends[0], end.answer)) {
    throw InternalError(fmt::format("read: {}", strerror(errno)));
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw InternalError(fmt::format("waitpid: {}", strerror(errno)));
  }
  end.failure = FailureOf(status, limits);
  return end;
}

}  // namespace nve
