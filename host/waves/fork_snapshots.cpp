// SPDX-License-Identifier: Apache-2.0
// Processes and pipes of the snapshots: see fork_snapshots.hpp.
#include "host/waves/fork_snapshots.hpp"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "base/files/leftovers.hpp"

namespace nve {
namespace {

[[noreturn]] void Refuse(const char* call, int error) {
  throw std::system_error(error, std::generic_category(), call);
}

// Sleeps until the order comes. Nothing if it never will.
std::optional<ForkSnapshots::Order> WaitForOrder(int socket) {
  ForkSnapshots::Order order;
  ssize_t bytes = -1;
  do {
    bytes = read(socket, &order, sizeof(order));
  } while (bytes < 0 && errno == EINTR);
  if (bytes != static_cast<ssize_t>(sizeof(order))) return std::nullopt;
  return order;
}

}  // namespace

ForkSnapshots::~ForkSnapshots() {
  for (const Snapshot& snapshot : snapshots_) End(snapshot);
}

std::optional<ForkSnapshots::Order> ForkSnapshots::Update(uint64_t cycle) {
  if (woken_ || cycle < next_) return std::nullopt;
  next_ = cycle + interval_;
  const std::optional<Order> order = Take();
  // Only now, as the oldest one is still needed when there can be no other.
  if (snapshots_.size() > kKept) {
    End(snapshots_.front());
    snapshots_.pop_front();
  }
  return order;
}

std::optional<ForkSnapshots::Order> ForkSnapshots::Take() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) Refuse("socketpair", errno);
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process < 0) {
    const int error = errno;
    for (const int end : ends) close(end);
    Refuse("fork", error);
  }
  if (process > 0) {
    close(ends[0]);
    snapshots_.push_back({process, ends[1]});
    return std::nullopt;
  }
  EndWithParent(parent);
  close(ends[1]);
  // An end kept here would keep the other snapshot waiting after the death of the first process.
  for (const Snapshot& snapshot : snapshots_) close(snapshot.socket);
  snapshots_.clear();
  woken_ = true;
  const std::optional<Order> order = WaitForOrder(ends[0]);
  if (!order) _exit(0);
  close(ends[0]);
  return order;
}

bool ForkSnapshots::Wake(const Order& order) {
  if (snapshots_.empty()) return false;
  const Snapshot oldest = snapshots_.front();
  snapshots_.pop_front();
  // A snapshot that was killed from outside must not take this process with it.
  send(oldest.socket, &order, sizeof(order), MSG_NOSIGNAL);
  const int status = End(oldest);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int ForkSnapshots::End(const Snapshot& snapshot) {
  close(snapshot.socket);
  int status = -1;
  while (waitpid(snapshot.process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace nve
