// SPDX-License-Identifier: Apache-2.0
// The kept inputs of the fuzz targets, through the same functions in an ordinary build.
#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files/files.hpp"
#include "tb/fuzz/targets.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve::fuzz {
namespace {

std::vector<std::filesystem::path> Corpus(const Target& target) {
  const std::filesystem::path folder =
      std::filesystem::path(NVE_SOURCE_DIR) / "tb/fuzz/corpus" / target.name;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry);
  std::sort(files.begin(), files.end());
  return files;
}

// What a target lets out, or "". Tools inside it print, which nobody wants to see.
std::string Problem(const Target& target, const std::vector<uint8_t>& bytes) {
  std::string problem;
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  try {
    target.run(bytes);
  } catch (const std::exception& error) {
    problem = error.what();
  }
  testing::internal::GetCapturedStdout();
  testing::internal::GetCapturedStderr();
  return problem;
}

class FuzzReplay : public testing::TestWithParam<Target> {};

TEST_P(FuzzReplay, KeepsItsPromisesForEveryKeptInput) {
  const std::vector<std::filesystem::path> files = Corpus(GetParam());
  ASSERT_GE(files.size(), 10u);
  // Targets write to the working folder.
  const TestFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder / "");
  for (const std::filesystem::path& file : files) {
    const std::vector<uint8_t> bytes = ReadFileBytes(file);
    EXPECT_EQ(Problem(GetParam(), bytes), "") << file;
  }
  std::filesystem::current_path(before);
}

INSTANTIATE_TEST_SUITE_P(Targets, FuzzReplay, testing::ValuesIn(kTargets),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace nve::fuzz

// SystemC's library, which the options bring, has a main function of its own.
int main(int argc, char* argv[]) {
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
