// SPDX-License-Identifier: Apache-2.0
// Runs a built tool and keeps what it said.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/files/files.hpp"
#include "tests/build_folder.hpp"

namespace nve::testing {

struct ToolResult {
  int code = -1;       ///< exit code
  std::string output;  ///< standard output
  std::string errors;  ///< standard error

  std::string Text() const { return output + errors; }
};

/// A fresh folder for one test, removed with the object; what a failed test worked on stays.
class ToolFolder {
 public:
  ToolFolder() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string(test->test_suite_name()) + "." + test->name();
    for (char& c : name) c = c == '/' ? '.' : c;
    path_ = std::filesystem::path(kBuildFolder) / "tool_tests" / name;
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~ToolFolder() {
    if (!::testing::Test::HasFailure()) std::filesystem::remove_all(path_);
  }
  ToolFolder(const ToolFolder&) = delete;
  ToolFolder& operator=(const ToolFolder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

  /// `command` is a tool's name and its arguments, as for a shell.
  ToolResult Run(const std::string& command) const {
    const std::string line = std::string(kBuildFolder) + "/bin/" + command + " >" +
                             *this / "stdout" + " 2>" + *this / "stderr";
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, ReadFileText(*this / "stdout"),
            ReadFileText(*this / "stderr")};
  }

 private:
  std::filesystem::path path_;
};

}  // namespace nve::testing
