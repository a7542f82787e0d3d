// SPDX-License-Identifier: Apache-2.0
// Files of runs: read as they were written, also by earlier versions.
#include "report/result/run_result.hpp"

#include <gmock/gmock.h>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

RunResult Failed() {
  RunResult result;
  result.network = "n";
  result.failure.emplace();
  result.failure->kind = kRuleFailure;
  result.failure->cycle.value = 7;
  result.failure->rule = {"AXI", "A8", "tile 0 mm2s", 7, "x", "y"};
  result.mismatch.emplace();
  result.mismatch->inputs.s_tdata = "0x01";
  result.mismatch->writer = kWriterNever;
  return result;
}

TEST(RunResult, IsReadAsItWasWritten) {
  const TestFolder folder;
  const nlohmann::ordered_json json = RunJson(Failed());
  WriteFileAtomically(folder / "r.json", json.dump());
  EXPECT_EQ(RunJson(ReadRun(folder / "r.json")), json);
  EXPECT_EQ(json["failure"]["rule"]["place"], "tile 0 mm2s");
  EXPECT_TRUE(json["mismatch"]["producer"].is_null());
}

TEST(RunResult, OldComparisonsOfSpeedsAreRead) {
  const TestFolder folder;
  WriteFileAtomically(folder / "r.json", R"({"network": "n", "binary": "b", "input": "i",
      "cycles": 9, "with_probes": 10, "without_probes": 20, "ratio": 0.5, "lockstep": null})");
  const RunResult result = ReadRun(folder / "r.json");
  ASSERT_TRUE(result.speed);
  EXPECT_EQ(result.speed->of, "probes");
  EXPECT_EQ(result.speed->ratio, 0.5);
}

TEST(RunResult, OldFailuresAreRead) {
  const TestFolder folder;
  WriteFileAtomically(folder / "r.json", R"({"network": "n", "lockstep": null, "failure":
      {"text": "x", "cycle": null, "cores": [], "seed": "", "reproduce": "run it"}})");
  EXPECT_EQ(ReadRun(folder / "r.json").failure->reproduce, "run it");
}

TEST(RunResult, OtherFilesAreRefused) {
  const TestFolder folder;
  WriteFileAtomically(folder / "r.json", R"({"network": "n", "layers": []})");
  try {
    ReadRun(folder / "r.json");
    ADD_FAILURE() << "a compile.json was read";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("found no result of a run"));
  }
}

TEST(RunResult, ProblemsNameTheirPlace) {
  const TestFolder folder;
  nlohmann::ordered_json json = RunJson({});
  json["pictures"] = {{{"role", "input"}, {"file", "i.png"}}, {{"role", "output"}}};
  WriteFileAtomically(folder / "r.json", json.dump());
  try {
    ReadRun(folder / "r.json");
    ADD_FAILURE() << "a picture without a file was read";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("/pictures/1>: found no file"));
  }
}

TEST(RunResult, PicturesAreNamedFromTheFolderOfTheFile) {
  const std::vector<std::string> files = {"out/maps/o.npy", "out/maps/o.png"};
  const auto name = [&](const std::string& json) {
    const std::vector<Picture> pictures = PicturesOf("output", files, json);
    EXPECT_EQ(pictures.size(), 1U);
    return pictures.front().file;
  };
  EXPECT_EQ(name("out/r.json"), "maps/o.png");
  EXPECT_EQ(name("r.json"), "out/maps/o.png");
  EXPECT_EQ(name("other/r.json"), "../out/maps/o.png");
  for (const char* nowhere : {"", "-"}) EXPECT_EQ(name(nowhere), "out/maps/o.png");
}

}  // namespace
}  // namespace nve
