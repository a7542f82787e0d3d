// SPDX-License-Identifier: Apache-2.0
// The whole path through nve-cosim: processor, DMA, memory, core and golden model, against the
// reference.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "arch/build_machine.hpp"
#include "base/arrays/arrays.hpp"
#include "base/files/output_file.hpp"
#include "tests/build_folder.hpp"
#include "tests/cosim/cosim_fixture.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

TEST_F(CosimTest, OutputIsBitExact) {
  Make(18, 22);
  const ToolResult run = RunChecked("--output " + Path("out"));
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_THAT(run.Text(), HasSubstr("output: bit-exact, 396 pixels"));
  EXPECT_EQ(ReadNpy(Path("out/output.npy")).shape, (std::vector<int64_t>{1, 18, 22}));
  EXPECT_TRUE(std::filesystem::exists(Path("out/output.png")));
  EXPECT_EQ(Json()["pictures"],
            nlohmann::json::parse(R"([{"role": "input", "file": "out/input.png"},
                                      {"role": "output", "file": "out/output.png"}])"));
}

// How the data reach the core must not change them.
class CosimVariantTest : public CosimTest, public ::testing::WithParamInterface<std::string> {};

TEST_P(CosimVariantTest, OutputIsBitExact) {
  Make(40, 30);
  const ToolResult run = RunChecked(GetParam());
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_THAT(run.Text(), HasSubstr("output: bit-exact, 1200 pixels"));
}

INSTANTIATE_TEST_SUITE_P(All, CosimVariantTest,
                         ::testing::Values<std::string>(
                             "--feed column", "--feed contiguous --max-descriptor 64",
                             "--feed reordered --register-cycles 30 --interrupt-cycles 100",
                             "--memory-latency 1 --write-latency 1", "--memory-latency 70",
                             "--memory ideal", "--memory tso", "--memory bank",
                             "--memory-ports shared", "--memory bank --memory-ports shared",
                             "--memory bank --memory-ports shared --feed column", "--feed mover",
                             "--memory bank --memory-ports shared --feed mover",
                             "--dma mover --feed column --cores 2",
                             "--feed column --write-latency 200", "--no-lockstep", "--cores 3"));

// Registers and planes lie where the board's file says; a network that does not fit it is refused.
TEST_F(CosimTest, RunsOnAnotherBoard) {
  Make(18, 22);
  WriteFileAtomically(Path("board.json"),
                      R"({"model": "bank", "dram": {"bus_bits": 64}, "board": {"memory_mb": 16,
      "reserved_mb": 4, "dma_base": "0x1000000", "core_base": "0x2000000"}})");
  const ToolResult run = RunChecked("--cores 2 --memory " + Path("board.json"));
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_EQ(Json()["memory"]["config"]["board"]["core_base"], "0x02000000");
  WriteFileAtomically(Path("board.json"),
                      R"({"board": {"memory_mb": 2, "reserved_mb": 1, "ports": "shared"}})");
  Make(400, 600);
  const ToolResult refused = RunChecked("--memory " + Path("board.json"));
  EXPECT_EQ(refused.code, 2) << refused.Text();
  EXPECT_THAT(refused.errors, HasSubstr("available: 1 MB"));
}

// The steps say how they want their data moved; the platform has the DMA for it.
TEST_F(CosimTest, StepsChooseTheirFeed) {
  Make(18, 22, 1, Feed::kMover);
  const ToolResult run = RunChecked("");
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_EQ(Json()["dma"]["s2mm"]["descriptors"], 2);  // one for each strip
  const ToolResult refused = RunChecked("--dma axi_dma");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.errors, HasSubstr("needs the mover: found --dma axi_dma"));
}

// Every cycle of a step has one use, in each layer, each program and in all.
TEST_P(CosimVariantTest, WaterfallsAddUp) {
  Make(40, 30);
  ASSERT_EQ(RunChecked(GetParam()).code, 0);
  const nlohmann::json json = Json();
  std::vector<nlohmann::json> all(json["layers"].begin(), json["layers"].end());
  all.insert(all.end(), json["programs"].begin(), json["programs"].end());
  all.push_back(json["total"]);
  for (const nlohmann::json& one : all) {
    int64_t sum = 0;
    for (const auto& [name, cycles] : one["waterfall"].items()) {
      EXPECT_GE(cycles, 0) << name;
      if (name != "sum") sum += cycles.get<int64_t>();
    }
    EXPECT_EQ(sum, one["waterfall"]["sum"]);
    EXPECT_EQ(sum, one["step_cycles"]);
    EXPECT_GT(one["waterfall"]["bound"], 0);
    const auto& stalls = one["stalls"];
    EXPECT_EQ(one["waterfall"]["output"], stalls["output"]);
  }
}

TEST_F(CosimTest, SeveralCoresShareTheWork) {
  Make(64, 40, 4);
  const ToolResult run = RunChecked("");
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_THAT(run.Text(), HasSubstr("output: bit-exact, 2560 pixels"));
  EXPECT_EQ(Json()["total"]["steps"], 4);
  const nlohmann::json cores = Json()["cores"];
  ASSERT_EQ(cores.size(), 4U);
  int64_t busy = 0;
  for (const nlohmann::json& core : cores) {
    EXPECT_EQ(core["cycles"], Json()["platform_cycles"]);
    EXPECT_EQ(core["layers"], nlohmann::json({"L1"}));
    busy += core["busy"].get<int64_t>();
  }
  EXPECT_EQ(busy, Json()["total"]["cycles"]);
  EXPECT_EQ(Json()["lockstep"]["cycles"], 4 * Json()["platform_cycles"].get<int64_t>());
}

TEST_F(CosimTest, ReportIsConsistent) {
  Make(18, 22);
  ASSERT_EQ(RunChecked("").code, 0);
  const nlohmann::json json = Json();
  const nlohmann::json& total = json["total"];
  EXPECT_EQ(json["schema"], "nve-run");
  EXPECT_EQ(json["tool"], "nve-cosim");
  EXPECT_EQ(json["machine"]["name"], arch::BuildMachine().name);
  EXPECT_EQ(json["machine"]["arch_id"], fmt::format("0x{:08x}", arch::BuildMachine().id));
  EXPECT_EQ(json["machine"]["lanes"], arch::kLanes);
  const std::string command = json["command"];
  ASSERT_TRUE(command.starts_with(std::string(kBuildFolder) + "/bin/nve-cosim ")) << command;
  EXPECT_EQ(RunTool(command.substr(std::string(kBuildFolder).size() + 5)).code, 0);
  EXPECT_EQ(json["lockstep"]["mismatches"], 0);
  EXPECT_EQ(json["lockstep"]["cycle_delta"], 0);
  EXPECT_EQ(json["lockstep"]["cycles"], json["platform_cycles"]);
  EXPECT_EQ(json["layers"].size(), 1U);
  EXPECT_EQ(json["layers"][0]["name"], "L1");
  EXPECT_EQ(total["macs"], 18 * 22 * 9);
  // Table, 23 instructions, and per run 3 coefficient words and 24 columns of 3 words; 2 runs.
  EXPECT_EQ(total["words_in"], 128 + 23 + 2 * (3 + 24 * 3));
  EXPECT_EQ(total["words_out"], 2 * 22 * 2);
  EXPECT_EQ(json["dma"]["mm2s"]["bytes"], 8 * total["words_in"].get<int64_t>());
  EXPECT_EQ(json["dma"]["s2mm"]["bytes"], 8 * total["words_out"].get<int64_t>());
  const nlohmann::json& states = json["states"];
  EXPECT_GE(states["table"], 128);  // more while it waits for the first words
  EXPECT_LE(states["table"], 128 + total["stalls"]["input"].get<int64_t>());
  EXPECT_EQ(states["table"].get<int64_t>() + states["load"].get<int64_t>() +
                states["initial"].get<int64_t>() + states["repeat"].get<int64_t>() +
                states["final"].get<int64_t>(),
            total["cycles"]);
  EXPECT_EQ(json["reference"]["bit_exact"], true);
}

// Who reads the results must not take a run for a proof that is none.
TEST_F(CosimTest, RunsSayWhatTheyCompared) {
  Make(18, 22);
  const auto compared = [&](const std::string& options) {
    const ToolResult run = Run(fmt::format("{} --json {}", options, Path("r.json")));
    EXPECT_EQ(run.code, 0) << run.Text();
    const nlohmann::json found = Json()["compared"];
    const bool is_nothing = found["cycles"] == 0 && found["pixels"] == 0;
    EXPECT_EQ(run.output.find("compared: nothing, ") != std::string::npos, is_nothing) << options;
    return std::pair(found["cycles"] > 0, found["pixels"].get<int>());
  };
  const std::string reference = fmt::format("--reference {} --seed {}", Path("n.xml"), kSeed);
  for (const std::string feed : {" --feed contiguous", " --feed ideal"}) {
    EXPECT_EQ(compared(feed), std::pair(true, 0));
    EXPECT_EQ(compared(reference + feed), std::pair(true, 18 * 22));
    EXPECT_EQ(compared(reference + feed + " --no-lockstep"), std::pair(false, 18 * 22));
    EXPECT_EQ(compared(feed + " --no-lockstep"), std::pair(false, 0));
  }
}

TEST_F(CosimTest, LockstepChangesNoCycle) {
  Make(18, 22);
  ASSERT_EQ(RunChecked("").code, 0);
  const nlohmann::json with = Json();
  EXPECT_EQ(with["lockstep"]["cycles_per_second"], with["cycles_per_second"]);
  ASSERT_EQ(RunChecked("--no-lockstep").code, 0);
  EXPECT_EQ(Json()["total"], with["total"]);
  EXPECT_EQ(Json()["platform_cycles"], with["platform_cycles"]);
  EXPECT_TRUE(Json()["lockstep"].is_null());
  EXPECT_GT(Json()["cycles_per_second"], 0);
}

TEST_F(CosimTest, NetlistIsBitExactInLockstep) {
  Make(18, 22);
  for (const std::string feed : {"", "--feed column", "--feed mover"}) {
    const ToolResult run = RunChecked(feed, "nve-cosim-netlist");
    if (feed == "--feed mover" && kInMachineFolder) {
      EXPECT_EQ(run.code, 2);
      EXPECT_THAT(run.errors, HasSubstr("--feed mover: found another machine than nve"));
      continue;
    }
    EXPECT_EQ(run.code, 0) << run.Text();
    EXPECT_THAT(run.Text(), HasSubstr("output: bit-exact, 396 pixels"));
    EXPECT_GT(Json()["lockstep"]["cycles"], 1000);
    EXPECT_EQ(Json()["lockstep"]["mismatches"], 0);
  }
}

TEST_F(CosimTest, WrongReferenceIsReported) {
  Make(18, 22);
  const ToolResult run = Run(fmt::format("--reference {} --seed {}", Path("n.xml"), kSeed + 1));
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.Text(), HasSubstr("pixels differ, first map 0 row "));
}

TEST_F(CosimTest, WritesWaves) {
  Make(18, 22);
  const ToolResult run = RunChecked("--wave " + Path("w.fst") + " --wave-window 100:200");
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_EQ(run.errors, "");
  EXPECT_GT(std::filesystem::file_size(Path("w.fst")), 1000U);
}

TEST_F(CosimTest, WavesBeyondTheRunAreReported) {
  Make(18, 22);
  WriteFileAtomically(Path("w.fst"), std::string_view("earlier"));
  const std::string wave = "--json " + Path("r.json") + " --wave " + Path("w.fst");
  const ToolResult run = Run(wave + " --wave-window 900000:900001");
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_EQ(run.errors,
            fmt::format("nve-cosim: warning: --wave-window: found 900000:900001, but waves begin "
                        "with cycle 1 and the run ended with cycle {0}: {1} is not written; {1} is "
                        "of an earlier run\n",
                        Json()["platform_cycles"].get<int64_t>(), Path("w.fst")));
  EXPECT_EQ(ReadFileText(Path("w.fst")), "earlier");
  std::filesystem::remove(Path("w.fst"));
  EXPECT_TRUE(Run(wave + " --wave-window 0:0").errors.ends_with("w.fst is not written\n"));
  EXPECT_FALSE(std::filesystem::exists(Path("w.fst")));
  EXPECT_FALSE(std::filesystem::exists(Path("w.fst.json")));
  const std::string last = std::to_string(Json()["platform_cycles"].get<int64_t>());
  EXPECT_EQ(Run(fmt::format("{} --wave-window {}:", wave, last)).errors, "");
  EXPECT_EQ(Run(wave + " --wave-window 100:900000").errors, "");
  EXPECT_EQ(Run(wave + " --wave-window 100:").errors, "");
}

}  // namespace
}  // namespace nve
