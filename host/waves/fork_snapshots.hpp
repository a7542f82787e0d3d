// SPDX-License-Identifier: Apache-2.0
// Snapshots of a running simulation by fork, as LightSSS of XiangShan's DiffTest: a child process
// is a copy of everything, whatever holds the state, and costs nothing while it sleeps.
//
// The two latest snapshots are kept. When something has gone wrong, the older one wakes and runs
// the same cycles again, this time with waves. So that it always lies at least an interval back, a
// snapshot gives way only when two younger ones are there.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <deque>
#include <optional>

namespace nve {

class ForkSnapshots {
 public:
  /// What a woken snapshot has to do.
  struct Order {
    uint64_t cycle = 0;  ///< in which the run went wrong
    int tile = 0;        ///< whose waves are asked for
  };

  /// One snapshot every `interval` cycles. The process must have one thread.
  explicit ForkSnapshots(uint64_t interval) : interval_(interval) {}
  ~ForkSnapshots();
  ForkSnapshots(const ForkSnapshots&) = delete;
  ForkSnapshots& operator=(const ForkSnapshots&) = delete;

  /// To be called ever so often, the first time before the first cycle. Returns the order in the
  /// process of a snapshot that was woken, which must end with _exit; nothing in all other calls.
  /// std::system_error if the system has no room for another one; those there are stay.
  std::optional<Order> Update(uint64_t cycle);

  /// Wakes the older snapshot and waits for it to end. False if it did not exit with 0 or there is
  /// none.
  bool Wake(const Order& order);

  /// Whether there is none to wake.
  bool empty() const { return snapshots_.empty(); }

  /// Whether this is the process of a snapshot.
  bool woken() const { return woken_; }

 private:
  static constexpr size_t kKept = 2;

  // A sleeping child. It reads its order from the other end; if this end is closed instead, it
  // ends. It also does when this process has died, asleep or woken.
  struct Snapshot {
    pid_t process = -1;
    int socket = -1;
  };

  std::optional<Order> Take();
  static int End(const Snapshot& snapshot);  // returns the status of waitpid

  uint64_t interval_;
  uint64_t next_ = 0;  // cycle from which on the next one is taken
  std::deque<Snapshot> snapshots_;
  bool woken_ = false;
};

}  // namespace nve
