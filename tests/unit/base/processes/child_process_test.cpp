// SPDX-License-Identifier: Apache-2.0
// Tasks in a child process: answers, crashes, limits.
#include "base/processes/child_process.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/tools/tool_run.hpp"

namespace nve {
namespace {

constexpr uint64_t kMegabyte = uint64_t{1} << 20;
constexpr ChildLimits kLimits = {64 * kMegabyte, 20, kMegabyte};

TEST(ChildProcess, AnswersOfAnySize) {
  for (const size_t size : {size_t{0}, size_t{1}, size_t{5} * kMegabyte}) {
    const ChildEnd end = RunInChild(kLimits, [&] { return std::string(size, 'x'); });
    EXPECT_EQ(end.answer, std::string(size, 'x'));
    EXPECT_EQ(end.failure, "");
  }
}

TEST(ChildProcess, SaysHowItEnded) {
  EXPECT_EQ(RunInChild(kLimits, []() -> std::string { std::abort(); }).failure,
            "crashed (Aborted)");
  EXPECT_EQ(RunInChild(kLimits, []() -> std::string { _exit(255); }).failure, "gave up (exit 255)");
}

TEST(ChildProcess, LeavesNoZombie) {
  RunInChild(kLimits, []() -> std::string { std::abort(); });
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(ChildProcess, EndsWhatDoesNotEnd) {
  ChildLimits limits = kLimits;
  limits.processor_seconds = 1;
  const auto loop = []() -> std::string {
    while (getppid() != 0) {
    }
    return "";
  };
  EXPECT_EQ(RunInChild(limits, loop).failure, "needed more than 1 s of processor time");
}

TEST(ChildProcess, HasLimitedMemory) {
  const auto take = [](size_t bytes) {
    return [bytes]() -> std::string {
      void* memory =
          mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      return memory == MAP_FAILED ? "refused" : "taken";
    };
  };
  EXPECT_EQ(RunInChild(kLimits, take(32 * kMegabyte)).answer, "taken");
  EXPECT_EQ(RunInChild(kLimits, take(65 * kMegabyte)).answer, "refused");
}

TEST(ChildProcess, WritesNoLargeFiles) {
  const testing::ToolFolder folder;
  const auto write = [&]() -> std::string {
    std::ofstream file(folder / "large");
    for (int i = 0; i < 3; ++i) file << std::string(kMegabyte, 'x') << std::flush;
    return "written";
  };
  EXPECT_EQ(RunInChild(kLimits, write).failure, "reached the limit of a file's size");
  EXPECT_EQ(std::filesystem::file_size(folder / "large"), kMegabyte);
}

}  // namespace
}  // namespace nve
