// SPDX-License-Identifier: Apache-2.0
// Snapshots by fork: which one wakes, what it is told, and that none is left over.
#include "host/waves/fork_snapshots.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

namespace nve {
namespace {

constexpr uint64_t kInterval = 100;

// Written by a woken snapshot, read by the test.
struct Seen {
  uint64_t woken_at = 0;
  ForkSnapshots::Order order;
  uint64_t steps = 0;  // its own copy of the simulation's state
};

class ForkSnapshotsTest : public ::testing::Test {
 protected:
  ForkSnapshotsTest()
      : seen_(static_cast<Seen*>(mmap(nullptr, sizeof(Seen), PROT_READ | PROT_WRITE,
                                      MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
    *seen_ = Seen{};
  }
  ~ForkSnapshotsTest() override { munmap(seen_, sizeof(Seen)); }

  // Cycles first to last, by seven, so that the interval is no multiple.
  void Run(ForkSnapshots& snapshots, uint64_t last, int exit_code = 0) {
    for (uint64_t cycle = 0; cycle <= last; cycle += 7, ++steps_) {
      const auto order = snapshots.Update(cycle);
      if (!order) continue;
      *seen_ = {cycle, *order, steps_};
      _exit(exit_code);
    }
  }

  static bool NoChildIsLeft() { return waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD; }

  Seen* seen_;
  uint64_t steps_ = 0;
};

TEST_F(ForkSnapshotsTest, TheOlderOfTwoWakes) {
  for (const uint64_t last : {uint64_t{350}, uint64_t{399}, uint64_t{400}, uint64_t{5000}}) {
    steps_ = 0;
    ForkSnapshots snapshots(kInterval);
    Run(snapshots, last);
    ASSERT_TRUE(snapshots.Wake({last, 3}));
    EXPECT_EQ(seen_->order.cycle, last);
    EXPECT_EQ(seen_->order.tile, 3);
    EXPECT_EQ(seen_->steps, seen_->woken_at / 7);
    EXPECT_LE(seen_->woken_at + kInterval, last);
    EXPECT_GE(seen_->woken_at + 2 * kInterval + 14, last);
  }
  EXPECT_TRUE(NoChildIsLeft());
}

TEST_F(ForkSnapshotsTest, TheFirstOneIsThereFromTheBeginning) {
  ForkSnapshots snapshots(kInterval);
  Run(snapshots, 0);
  seen_->woken_at = 99;
  ASSERT_TRUE(snapshots.Wake({5, 0}));
  EXPECT_EQ(seen_->woken_at, 0U);
}

TEST_F(ForkSnapshotsTest, FailureOfTheSnapshotIsSeen) {
  ForkSnapshots snapshots(kInterval);
  Run(snapshots, 300, 1);
  EXPECT_FALSE(snapshots.Wake({300, 0}));
}

TEST_F(ForkSnapshotsTest, WithoutOneNoneWakes) {
  ForkSnapshots snapshots(kInterval);
  EXPECT_TRUE(snapshots.empty());
  EXPECT_FALSE(snapshots.Wake({5, 0}));
}

// Without room for another pipe those that are there stay.
TEST_F(ForkSnapshotsTest, TheOldestStaysIfThereCanBeNoOther) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP()
      << "the sanitizer looks at an exception's type through a pipe, which may not be opened here";
#endif
  ForkSnapshots snapshots(kInterval);
  Run(snapshots, 150);
  rlimit files = {};
  getrlimit(RLIMIT_NOFILE, &files);
  const rlimit none = {0, files.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  EXPECT_THROW(snapshots.Update(500), std::system_error);
  setrlimit(RLIMIT_NOFILE, &files);
  seen_->woken_at = 99;
  ASSERT_TRUE(snapshots.Wake({500, 0}));
  EXPECT_EQ(seen_->woken_at, 0U);
}

TEST_F(ForkSnapshotsTest, NoneIsLeftOver) {
  {
    ForkSnapshots snapshots(kInterval);
    Run(snapshots, 1000);
    EXPECT_FALSE(NoChildIsLeft());
  }
  EXPECT_TRUE(NoChildIsLeft());
}

// They see the end of the pipe, whatever ended the process.
TEST_F(ForkSnapshotsTest, NoneOutlivesTheProcess) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t simulation = fork();
  if (simulation == 0) {
    close(ends[0]);
    ForkSnapshots snapshots(kInterval);
    Run(snapshots, 1000);
    kill(getpid(), SIGKILL);
  }
  close(ends[1]);
  waitpid(simulation, nullptr, 0);
  char byte = 0;
  // The snapshots hold the other end as long as they live.
  EXPECT_EQ(read(ends[0], &byte, 1), 0);
  close(ends[0]);
}

// Nobody waits for what it does, which takes long here.
TEST_F(ForkSnapshotsTest, AWokenOneEndsWithTheProcess) {
  constexpr unsigned kLong = 20;
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t simulation = fork();
  if (simulation == 0) {
    close(ends[0]);
    ForkSnapshots snapshots(kInterval);
    if (!snapshots.Update(0)) snapshots.Wake({5, 0});
    EXPECT_EQ(write(ends[1], "w", 1), 1);
    sleep(kLong);
    EXPECT_EQ(write(ends[1], "o", 1), 1);
    _exit(0);
  }
  close(ends[1]);
  char byte = 0;
  EXPECT_EQ(read(ends[0], &byte, 1), 1);
  kill(simulation, SIGKILL);
  waitpid(simulation, nullptr, 0);
  EXPECT_EQ(read(ends[0], &byte, 1), 0) << byte;
  close(ends[0]);
}

}  // namespace
}  // namespace nve
