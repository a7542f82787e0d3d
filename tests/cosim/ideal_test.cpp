// SPDX-License-Identifier: Apache-2.0
// --feed ideal: the core alone, its streams never wait. Lockstep finds what it finds on the
// platform.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "tests/build_folder.hpp"
#include "tests/cosim/cosim_fixture.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

TEST_F(CosimTest, IdealFeedTakesTheCoresOwnCycles) {
  Make(40, 30);
  ASSERT_EQ(RunChecked("").code, 0);
  const nlohmann::json platform = Json();
  EXPECT_EQ(platform["feed"], "contiguous") << "that of all steps";
  const ToolResult run = RunChecked("--feed ideal");
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_THAT(run.output, HasSubstr("cycles/s; feed ideal\n"));
  EXPECT_THAT(run.output, HasSubstr("output: bit-exact, 1200 pixels"));
  const nlohmann::json ideal = Json();
  EXPECT_EQ(ideal["feed"], "ideal");
  EXPECT_EQ(ideal["cores"][0]["busy"], ideal["total"]["cycles"]);
  EXPECT_EQ(ideal["lockstep"]["mismatches"], 0);
  EXPECT_EQ(ideal["lockstep"]["cycle_delta"], 0);
  EXPECT_EQ(ideal["total"]["stalls"], nlohmann::json({{"input", 0}, {"output", 0}}));
  EXPECT_EQ(ideal["total"]["words_in"], platform["total"]["words_in"]);
  EXPECT_LT(ideal["total"]["cycles"], platform["total"]["cycles"]);
  EXPECT_GT(ideal["lockstep"]["cycles"], ideal["total"]["cycles"]);
  // The golden model alone takes as many.
  ASSERT_EQ(RunTool(fmt::format("nve-sim {} --input {} --output {} --json {}", Path("f.nve"),
                                Path("x.npy"), Path("sim"), Path("r.json")))
                .code,
            0);
  EXPECT_EQ(Json()["total"], ideal["total"]);
  EXPECT_EQ(Json()["tool"], "nve-sim");
  EXPECT_EQ(Json()["cores"], ideal["cores"]);
  EXPECT_EQ(Json()["use"], ideal["use"]);
  EXPECT_EQ(Json()["schedules"], ideal["schedules"]);
  EXPECT_EQ(platform["schedules"], ideal["schedules"]);
  EXPECT_EQ(ideal["use"]["cycles"], ideal["total"]["cycles"]);
  // The same words of local memory move, whatever waits.
  for (const char* port : {"local_a", "local_b"}) {
    EXPECT_GT(ideal["use"]["cores"][0]["series"][port]["total"], 0);
    EXPECT_EQ(ideal["use"]["cores"][0]["series"][port]["total"],
              platform["use"]["cores"][0]["series"][port]["total"]);
  }
  EXPECT_EQ(Json()["pictures"][0]["file"], "sim/output.png");
}

TEST_F(CosimTest, IdealFeedRunsWithoutLockstep) {
  Make(18, 22);
  const ToolResult run = RunChecked("--feed ideal --no-lockstep");
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_THAT(run.output, HasSubstr("lockstep: off, "));
  EXPECT_TRUE(Json()["lockstep"].is_null());
}

TEST_F(CosimTest, IdealFeedDealsStepsToCores) {
  Make(64, 40, 4);
  const ToolResult run = RunChecked("--feed ideal");
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_THAT(run.output, HasSubstr("output: bit-exact, 2560 pixels"));
}

TEST_F(CosimTest, IdealFeedReportsMismatches) {
  Make(64, 40, 4);
  const ToolResult run = RunChecked("--feed ideal --fault probe --dump-layers " + Path("maps"));
  EXPECT_EQ(run.code, 1);
  for (const std::string& part :
       {std::string("lockstep mismatch: core 0 cycle "), std::string(": accu[8] differs"),
        std::string("layer L1, program L1.p0, run 0"),
        fmt::format("reproduce: {}/bin/nve-cosim {} --input {} --feed ideal --reference {} "
                    "--seed 7 --fault probe\n",
                    kBuildFolder, Path("f.nve"), Path("x.npy"), Path("n.xml"))}) {
    EXPECT_THAT(run.errors, HasSubstr(part));
  }
  ExpectReproduces(run);
  const nlohmann::json json = Json();
  EXPECT_EQ(json["feed"], "ideal");
  EXPECT_EQ(json["lockstep"]["mismatches"], 1);
  EXPECT_EQ(json["mismatch"]["program"], "L1.p0");
  EXPECT_EQ(json["failure"]["kind"], "mismatch");
  EXPECT_EQ(json["failure"]["cycle"], json["mismatch"]["cycle"]);
  EXPECT_EQ(json["failure"]["reproduce"], json["mismatch"]["reproduce"]);
  EXPECT_EQ(json["mismatch"]["differences"][0]["signal"], "accu");
  EXPECT_FALSE(std::filesystem::exists(Path("maps")));
}

TEST_F(CosimTest, IdealFeedRefusesOptionsOfThePlatform) {
  Make(18, 22);
  for (const std::string option :
       {"--cores 2", "--max-cycles 5", "--watchdog 7", "--max-descriptor 64", "--memory-latency 3",
        "--write-latency 3", "--fault cut-stream"}) {
    const ToolResult run = Run("--feed ideal " + option);
    EXPECT_EQ(run.code, 2) << option;
    const std::string found =
        option.starts_with("--fault") ? option : option.substr(0, option.find(' '));
    EXPECT_THAT(run.errors,
                HasSubstr("nve-cosim: error: --feed ideal runs the core without DMA, memory and "
                          "processor: found " +
                          found + ", which belongs to them; leave it out\n"));
  }
  const ToolResult netlist = Run("--feed ideal", "nve-cosim-netlist");
  EXPECT_EQ(netlist.code, 2);
  EXPECT_THAT(netlist.errors, HasSubstr("nve-cosim-netlist: error: --feed ideal: this tool has no "
                                        "core to run alone, use nve-cosim\n"));
}

}  // namespace
}  // namespace nve
