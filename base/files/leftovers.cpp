// SPDX-License-Identifier: Apache-2.0
// A table of names in memory that stays, since a signal may come at any moment: see leftovers.hpp.
#include "base/files/leftovers.hpp"

#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstdlib>

namespace nve {
namespace {

struct Leftover {
  std::atomic<bool> taken;
  std::atomic<bool> is_named;
  std::array<char, PATH_MAX> name;
};

constexpr size_t kMostLeftovers = 8;  // tools write one file at a time, or two
std::array<Leftover, kMostLeftovers> leftovers;
std::atomic<pid_t> owner = 0;

void DeleteAndEnd(int signal) {
  DeleteLeftovers();
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void DeleteAndExit(int /*signal*/) {
  DeleteLeftovers();
  _exit(EXIT_FAILURE);
}

// All that end a process unless it listens, from outside or for want of time; SIGKILL apart.
constexpr std::array kEnds = {SIGINT,  SIGTERM, SIGHUP,    SIGQUIT, SIGXCPU,
                              SIGALRM, SIGUSR2, SIGVTALRM, SIGPROF, SIGIO};

bool Listen() {
  for (const int signal : kEnds) {
    if (std::signal(signal, DeleteAndEnd) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
  return true;
}

}  // namespace

void DeleteLeftovers() {
  if (getpid() != owner) return;
  for (const Leftover& file : leftovers) {
    if (file.is_named && unlink(file.name.data()) != 0) rmdir(file.name.data());
  }
}

void EndWithParent(pid_t parent) {
  // One that means nothing else, so that a signal which is ignored (nohup) can stay so.
  const int signal = SIGRTMIN;
  std::signal(signal, DeleteAndExit);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, signal);
  sigprocmask(SIG_UNBLOCK, &signals, nullptr);
  prctl(PR_SET_PDEATHSIG, signal);
  // It may have ended before.
  if (getppid() != parent) DeleteAndExit(signal);
}

void RememberLeftover(const std::string& name) {
  [[maybe_unused]] static const bool listens = Listen();
  owner = getpid();
  for (Leftover& file : leftovers) {
    if (name.size() >= file.name.size() || file.taken.exchange(true)) continue;
    name.copy(file.name.data(), name.size());
    file.name.at(name.size()) = '\0';
    file.is_named = true;
    return;
  }
}

void ForgetLeftover(const std::string& name) {
  for (Leftover& file : leftovers) {
    if (!file.is_named || name != file.name.data()) continue;
    file.is_named = false;
    file.taken = false;
  }
}

}  // namespace nve
