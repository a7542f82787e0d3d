// SPDX-License-Identifier: Apache-2.0
// What an unfinished file leaves is removed when its tool ends.
#include "base/files/leftovers.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "base/cli/tool_main.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

TEST(Leftovers, AreRemovedWhenAToolFails) {
  const TestFolder folder;
  const std::string file = folder / "file.tmp";
  const auto fail = [&]() -> int {
    RememberLeftover(file);
    WriteFileAtomically(file, std::string_view("some"));
    throw InputError("no more");
  };
  const char* words[] = {"nve-tool"};
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(RunTool(
                1, words, [](CLI::App&) {}, fail),
            kExitUsage);
  ::testing::internal::GetCapturedStderr();
  EXPECT_FALSE(std::filesystem::exists(file));
  ForgetLeftover(file);
}

}  // namespace
}  // namespace nve
