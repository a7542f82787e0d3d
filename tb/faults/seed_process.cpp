// SPDX-License-Identifier: Apache-2.0
// A process and its result: see seed_process.hpp.
#include "tb/faults/seed_process.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <new>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/descriptor_io.hpp"

namespace nve {
namespace {

// First byte of what a process writes.
constexpr char kReturned = 'r';
constexpr char kThrew = 't';
constexpr char kNoMemory = 'm';

[[noreturn]] void RunChild(uint64_t seed, int timeout_seconds, int file,
                           const std::function<std::string(uint64_t)>& run) {
  // A process that only computes for ever gets SIGXCPU, one that waits for ever SIGALRM.
  const auto limit = static_cast<rlim_t>(timeout_seconds);
  const rlimit cpu = {limit, limit + 1};
  setrlimit(RLIMIT_CPU, &cpu);
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  constexpr unsigned kWaiting = 10;  // on a busy machine
  alarm(kWaiting * static_cast<unsigned>(timeout_seconds));
  std::string text;
  try {
    text = kReturned + run(seed);
  } catch (const std::bad_alloc&) {
    text = kNoMemory;
  } catch (const std::exception& error) {
    text = kThrew + std::string(error.what());
  }
  WriteAll(file, text);
  // Not exit(): what this process has copied, buffers included, is not its own.
  _exit(0);
}

InputError NoProcess(uint64_t seed) {
  return InputError(
      fmt::format("found no room for a process of seed {}: {}; let it have "
                  "more files and processes",
                  seed, std::strerror(errno)));
}

}  // namespace

SeedResult RunSeed(uint64_t seed, int timeout_seconds,
                   const std::function<std::string(uint64_t)>& run) {
  int ends[2];
  if (pipe(ends) != 0) throw NoProcess(seed);
  const pid_t process = fork();
  if (process < 0) throw NoProcess(seed);
  if (process == 0) {
    close(ends[0]);
    RunChild(seed, timeout_seconds, ends[1], run);
  }
  close(ends[1]);
  std::string said;
  ReadToEnd(ends[0], said);
  close(ends[0]);
  int status = 0;
  rusage used = {};
  while (wait4(process, &status, 0, &used) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) {
    // The kernel's SIGKILL comes a second after SIGXCPU; any other is somebody else's.
    const int number = WTERMSIG(status);
    const bool over = used.ru_utime.tv_sec + used.ru_stime.tv_sec >= timeout_seconds;
    const bool hangs = number == SIGXCPU || number == SIGALRM || (number == SIGKILL && over);
    return {"", hangs ? fmt::format("hangs: no end after {} s", timeout_seconds)
                      : fmt::format("killed by signal {}", number)};
  }
  const char kind = said.empty() ? '\0' : said.front();
  if (kind == kReturned) return {said.substr(1), ""};
  if (kind == kThrew) return {"", said.substr(1)};
  if (kind == kNoMemory) {  // says nothing of the design
    throw InputError(
        fmt::format("found not enough memory for seed {}; allow more (ulimit -v)", seed));
  }
  return {"", fmt::format("ended with exit code {}", WEXITSTATUS(status))};
}

}  // namespace nve
