// SPDX-License-Identifier: Apache-2.0
// Wave files of co-simulations in a folder of their own, and nve-diff on them.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "base/files/files.hpp"
#include "tests/build_folder.hpp"
#include "tests/cosim/cosim_fixture.hpp"

namespace nve {

class WaveTest : public CosimTest {
 protected:
  /// A file of the test's folder.
  nlohmann::json ReadJsonFile(const std::string& name) const {
    return nlohmann::json::parse(ReadFileText(Path(name)));
  }

  /// nve-diff of two wave files, which writes d.json.
  ToolResult Diff(const std::string& a, const std::string& b) const {
    return RunTool(fmt::format("nve-diff {} {} --json {}", Path(a), Path(b), Path("d.json")));
  }

  /// The cycles that are told of a file are those it has. Returns what is told.
  nlohmann::json ExpectCyclesOf(const std::string& name) const {
    const nlohmann::json told = ReadJsonFile(name + ".json");
    const ToolResult same = Diff(name, name);
    EXPECT_EQ(same.code, 0) << same.Text();
    EXPECT_EQ(ReadJsonFile("d.json")["first_cycle"], told["first_cycle"]);
    EXPECT_EQ(ReadJsonFile("d.json")["last_cycle"], told["last_cycle"]);
    return told;
  }

  /// nve-cosim with a signal before its first cycle, while it waits for its picture. What it says
  /// goes to the file `log`.
  ToolResult RunSignalled(const std::string& options) const {
    return RunTool(
        fmt::format("nve-cosim --version >/dev/null; trap '' USR1; rm -f {3}/in.npy; "
                    "mkfifo {3}/in.npy; {0}/bin/nve-cosim {1} --input {3}/in.npy --json {3}/r.json "
                    "{4} >{3}/table 2>{3}/log & p=$!; exec 9>{3}/in.npy; kill -USR1 $p; "
                    "cat {2} >&9; exec 9>&-; wait $p",
                    kBuildFolder, Path("f.nve"), Path("x.npy"), Path("."), options));
  }

  /// A shell's command, run in a folder.
  ToolResult RunIn(const std::string& folder, const std::string& command) const {
    return RunTool(fmt::format("nve-cosim --version >/dev/null; cd {} && {}", folder, command));
  }
};

}  // namespace nve
