// SPDX-License-Identifier: Apache-2.0
// Versions and kinds of files, and their problems.
#include "report/result/result_json.hpp"

#include <gtest/gtest.h>

#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "report/result/run_result.hpp"
#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/report/some_run.hpp"

namespace nve {
namespace {

TEST(ReportedFiles, OlderOnesHaveTheirVersion) {
  const TestFolder folder;
  nlohmann::ordered_json json = RunJson(testing::SomeResult());
  for (const char* key : {"schema", "schema_version", "tool", "command", "machine"})
    json.erase(key);
  WriteJson(folder / "r.json", json);
  EXPECT_EQ(ReadRun(folder / "r.json").schema_version, 0);
}

TEST(ReportedFiles, OfOtherKindsAreRefused) {
  const TestFolder folder;
  nlohmann::ordered_json json = RunJson(testing::SomeResult());
  const auto expect = [&](const std::string& text) {
    WriteJson(folder / "r.json", json);
    ExpectInputError([&] { ReadRun(folder / "r.json"); }, text);
  };
  json["schema_version"] = 2;
  expect("found schema_version 2, allowed: 1 to 1");
  json["schema"] = "nve-sweep";
  expect("found schema \"nve-sweep\", allowed: nve-run");
  json.erase("lockstep");
  expect("found no result of a run");
  WriteFileAtomically(folder / "r.json", R"({"lockstep": [)");
  ExpectInputError([&] { ReadRun(folder / "r.json"); }, "r.json");
}

}  // namespace
}  // namespace nve
