// SPDX-License-Identifier: Apache-2.0
// nve-diff on damaged wave files, which the reader of FST files does not survive.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>

#include "base/files/files.hpp"
#include "tests/tools/tool_run.hpp"
#include "tests/unit/host/waves/wave_writer.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::ToolFolder;
using testing::ToolResult;

class DamagedWavesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::mt19937 random(1);
    std::vector<WrittenSignal> signals;
    for (uint32_t i = 0; i < 100; ++i) {
      WrittenSignal signal = {
          .name = fmt::format("s{}_q", i), .bits = 1 + i * i % 97, .values = {}};
      for (uint64_t cycle = 1; cycle <= 300; cycle += 1 + i % 7) {
        for (uint32_t bit = 0; bit < signal.bits; ++bit) {
          signal.values[cycle] += random() % 2 == 0 ? '0' : '1';
        }
      }
      signals.push_back(signal);
    }
    WriteWaves(folder_ / "good.fst", signals, 1, 300, /*block=*/100);
    bytes_ = ReadFileText(folder_ / "good.fst");
  }

  /// nve-diff on damaged bytes and the good file, in either place.
  ToolResult Diff(const std::string& bytes, bool second = false) {
    WriteFileAtomically(folder_ / "bad.fst", bytes);
    const std::string good = folder_ / "good.fst";
    const std::string bad = folder_ / "bad.fst";
    return folder_.Run(fmt::format("nve-diff {} {}", second ? good : bad, second ? bad : good));
  }

  void ExpectDamaged(const ToolResult& run) {
    EXPECT_EQ(run.code, 2) << run.Text();
    EXPECT_THAT(run.errors, StartsWith(folder_ / "bad.fst" + ": error: damaged: "));
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
  }

  ToolFolder folder_;
  std::string bytes_;
};

TEST_F(DamagedWavesTest, TheGoodFileIsGood) {
  const ToolResult run = Diff(bytes_);
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_THAT(run.output, StartsWith("compared: 100 signals, cycles 1 to 300\nno difference"));
}

TEST_F(DamagedWavesTest, WhatIsNoFileOfWavesIsSaid) {
  const std::string pipe = folder_ / "pipe";
  const std::string empty = folder_ / "empty.fst";
  WriteFileAtomically(empty, "");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const auto& [file, found] :
       {std::pair(folder_ / "none.fst", "no such file"),
        std::pair(pipe, "no regular file"),  // nobody writes to it
        std::pair(empty, "an empty file"),
        std::pair(std::string("/etc/passwd"), "another kind of file")}) {
    const ToolResult run = folder_.Run(fmt::format("nve-diff {} {}", folder_ / "good.fst", file));
    EXPECT_EQ(run.code, 2);
    EXPECT_EQ(run.errors, fmt::format("{}: error: found {}, expected complete waves of nve-cosim\n",
                                      file, found));
  }
}

// A changed value is no damage that anybody could see; what is refused has one line that names the
// file, and nothing stays behind.
TEST_F(DamagedWavesTest, ChangedBitsCrashNothing) {
  std::mt19937 random(2);
  int refused = 0;
  constexpr int kHeadBytes = 400;
  for (int i = 0; i < 120; ++i) {
    std::string bytes = bytes_;
    const size_t place = random() % (i % 2 == 0 ? kHeadBytes : bytes.size());
    bytes[place] = static_cast<char>(bytes[place] ^ (1 << random() % 8));
    if (i % 4 == 1)
      std::fill_n(bytes.begin() + place, std::min<size_t>(50, bytes.size() - place), 0);
    const ToolResult run = Diff(bytes, i % 3 == 0);
    ASSERT_THAT(run.code, ::testing::AnyOf(0, 1, 2)) << "damage " << i << ": " << run.Text();
    if (run.code != 2) continue;
    ++refused;
    EXPECT_THAT(run.errors, HasSubstr(folder_ / "bad.fst"));
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
  }
  EXPECT_GT(refused, 10);
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "")) {
    EXPECT_THAT(entry.path().filename().string(),
                ::testing::AnyOf("good.fst", "bad.fst", "stdout", "stderr"));
  }
}

TEST_F(DamagedWavesTest, CutFilesAreDamaged) {
  for (size_t size = 340; size < bytes_.size(); size += bytes_.size() / 20) {
    ExpectDamaged(Diff(bytes_.substr(0, size)));
  }
  ExpectDamaged(Diff(bytes_.substr(0, bytes_.size() - 1), true));
}

TEST_F(DamagedWavesTest, MissingSignalsAreDamage) {
  std::string bytes = bytes_;
  bytes[56] = 99;  // the lowest byte of the number of signals
  const ToolResult run = Diff(bytes);
  ExpectDamaged(run);
  EXPECT_THAT(run.errors, HasSubstr("found 100 signals instead of 99"));
}

}  // namespace
}  // namespace nve
