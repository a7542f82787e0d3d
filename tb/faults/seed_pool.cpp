// SPDX-License-Identifier: Apache-2.0
// Processes and their results: see seed_pool.hpp.
#include "tb/faults/seed_pool.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <map>
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
                  "more files and processes, or use fewer --jobs",
                  seed, std::strerror(errno)));
}

// That says nothing of the design.
InputError NoMemory(uint64_t seed) {
  return InputError(
      fmt::format("found not enough memory for seed {}; allow more (ulimit -v), or use "
                  "fewer --jobs",
                  seed));
}

class Pool {
 public:
  Pool(const PoolOptions& options, const std::function<std::string(uint64_t)>& run)
      : options_(options), run_(run) {}

  ~Pool() {
    for (const auto& [file, child] : children_) {
      kill(child.process, SIGKILL);  // of a pool that gave up
      waitpid(child.process, nullptr, 0);
      close(file);
    }
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  std::vector<SeedResult> Run(const std::function<void(int64_t)>& done) {
    const uint64_t count = options_.last_seed - options_.first_seed + 1;
    std::vector<SeedResult> results(count);
    uint64_t begun = 0;
    for (uint64_t ended = 0; ended < count;) {
      while (begun < count && children_.size() < static_cast<size_t>(options_.jobs)) {
        results[begun].seed = options_.first_seed + begun;
        Begin(results[begun]);
        ++begun;
      }
      ended += ReadSome();
      done(static_cast<int64_t>(ended));
    }
    return results;
  }

 private:
  struct Child {
    pid_t process = 0;
    SeedResult* result = nullptr;
  };

  void Begin(SeedResult& result) {
    int ends[2];
    if (pipe(ends) != 0) throw NoProcess(result.seed);
    const pid_t process = fork();
    if (process < 0) throw NoProcess(result.seed);
    if (process == 0) {
      close(ends[0]);
      RunChild(result.seed, options_.timeout_seconds, ends[1], run_);
    }
    close(ends[1]);
    children_[ends[0]] = {process, &result};
  }

  // The number of processes that have ended.
  uint64_t ReadSome() {
    std::vector<pollfd> files;
    for (const auto& [file, child] : children_) files.push_back({file, POLLIN, 0});
    if (poll(files.data(), files.size(), -1) <= 0) return 0;
    uint64_t ended = 0;
    for (const pollfd& file : files) {
      if (file.revents == 0) continue;
      char buffer[4096];
      const ssize_t bytes = read(file.fd, buffer, sizeof buffer);
      const auto child = children_.find(file.fd);
      if (bytes > 0) {
        child->second.result->text.append(buffer, static_cast<size_t>(bytes));
        continue;
      }
      if (bytes < 0 && errno == EINTR) continue;
      close(file.fd);
      End(child->second);
      children_.erase(child);
      ++ended;
    }
    return ended;
  }

  void End(const Child& child) const {
    int status = 0;
    rusage used = {};
    while (wait4(child.process, &status, 0, &used) < 0 && errno == EINTR) {
    }
    SeedResult& result = *child.result;
    const char kind = result.text.empty() ? '\0' : result.text.front();
    const std::string rest = result.text.empty() ? "" : result.text.substr(1);
    result.text.clear();
    if (WIFSIGNALED(status)) {
      // The kernel's SIGKILL comes a second after SIGXCPU; any other is somebody else's.
      const int number = WTERMSIG(status);
      const bool over = used.ru_utime.tv_sec + used.ru_stime.tv_sec >= options_.timeout_seconds;
      const bool hangs = number == SIGXCPU || number == SIGALRM || (number == SIGKILL && over);
      result.problem = hangs ? fmt::format("hangs: no end after {} s", options_.timeout_seconds)
                             : fmt::format("killed by signal {}", number);
    } else if (kind == kReturned) {
      result.text = rest;
    } else if (kind == kNoMemory) {
      throw NoMemory(result.seed);
    } else if (kind == kThrew) {
      result.problem = rest;
    } else {
      result.problem = fmt::format("ended with exit code {}", WEXITSTATUS(status));
    }
  }

  const PoolOptions& options_;
  const std::function<std::string(uint64_t)>& run_;
  std::map<int, Child> children_;  // by the file that is read from them
};

}  // namespace

std::vector<SeedResult> RunSeeds(const PoolOptions& options,
                                 const std::function<std::string(uint64_t)>& run,
                                 const std::function<void(int64_t)>& done) {
  return Pool(options, run).Run(done);
}

}  // namespace nve
