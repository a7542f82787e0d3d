// SPDX-License-Identifier: Apache-2.0
// What nve-cosim measures: times of the processor, uses of cycles, timelines and tables.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>

#include "base/files/files.hpp"
#include "program/start_load.hpp"
#include "tests/cosim/cosim_fixture.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

// Reordering costs what copying all words in and out costs, and nothing else differs.
TEST_F(CosimTest, ReorderingTakesTheTimeOfCopying) {
  Make(40, 30);
  ASSERT_EQ(RunChecked("--feed contiguous").code, 0);
  const nlohmann::json contiguous = Json()["total"];
  ASSERT_EQ(RunChecked("--feed reordered --copy-mb-s 50").code, 0);
  const nlohmann::json reordered = Json()["total"];
  EXPECT_EQ(Json()["processor"]["copy_mb_s"], 50);
  const auto cycles = [](const nlohmann::json& words) { return words.get<int64_t>() * 8 * 2; };
  // Loaded, not copied; the last cycle of loading takes no word.
  const int64_t code = reordered["waterfall"]["load"].get<int64_t>() - 1;
  EXPECT_EQ(
      reordered["elapsed_cycles"].get<int64_t>() - contiguous["elapsed_cycles"].get<int64_t>(),
      cycles(reordered["words_in"]) - code * 8 * 2 + cycles(reordered["words_out"]));
  EXPECT_EQ(reordered["cycles"], contiguous["cycles"]);
}

// Every access costs the same, so the difference to a run without is a multiple of their number.
TEST_F(CosimTest, RegisterAccessesTakeTheirTime) {
  Make(18, 22);
  const auto elapsed = [&](const std::string& options) {
    EXPECT_EQ(RunChecked(options).code, 0);
    return Json()["total"]["elapsed_cycles"].get<int64_t>();
  };
  const int64_t none = elapsed("");
  const int64_t accesses = elapsed("--register-cycles 1") - none;
  EXPECT_GT(accesses, 20);
  EXPECT_NEAR(elapsed("--register-cycles 10") - none, 10 * accesses, 2 * accesses);
  // Those of the first interrupts pass while the others are waited for.
  EXPECT_GT(elapsed("--interrupt-cycles 50"), none);
}

// A START that loads the table takes at most 150 cycles longer than one that does not. By registers
// an access of 5 cycles writes an entry. Waits for the first data may hide behind the table's
// words.
TEST_F(CosimTest, TableComesByStreamOrByRegisters) {
  Make(18, 22);
  for (const std::string feed : {"contiguous", "reordered", "column", "mover"}) {
    const auto total = [&](const std::string& options) {
      EXPECT_EQ(RunChecked(fmt::format("--feed {} {}", feed, options)).code, 0);
      EXPECT_EQ(Json()["reference"]["bit_exact"], true);
      return Json()["total"];
    };
    const nlohmann::json stream = total("");
    const nlohmann::json registers = total("--table registers");
    const auto difference = [&](const char* key) {
      return registers[key].get<int64_t>() - stream[key].get<int64_t>();
    };
    EXPECT_EQ(difference("words_in"), -kTableWords) << feed;
    EXPECT_LE(5 * arch::kActEntries - difference("elapsed_cycles"), 150) << feed;
  }
}

// What starves the core is what the feed is short of.
TEST_F(CosimTest, WaterfallsNameTheReason) {
  Make(40, 300);
  const auto waterfall = [&](const std::string& options) {
    EXPECT_EQ(RunChecked(options).code, 0);
    return Json()["total"]["waterfall"];
  };
  const nlohmann::json column = waterfall("--feed column");
  EXPECT_GT(column["descriptors"], column["bound"]);
  EXPECT_EQ(column["row"], 0);
  EXPECT_GT(waterfall("--feed column --memory bank")["row"], 0);
  const nlohmann::json mover = waterfall("--feed mover");
  EXPECT_LT(mover["descriptors"], 100);
  EXPECT_GT(waterfall("--feed reordered")["copy"], 1000);
}

// The core's track holds every cycle of the run once, the table the numbers of the JSON.
// What is counted over time is what ports and steps count.
TEST_F(CosimTest, UseOverTimeAddsUp) {
  Make(40, 300, 2, Feed::kColumn);
  ASSERT_EQ(RunChecked("--memory bank").code, 0);
  const nlohmann::json json = Json();
  const nlohmann::json& use = json["use"];
  EXPECT_EQ(use["cycles"], json["platform_cycles"]);
  ASSERT_EQ(use["cores"].size(), 2U);
  std::map<std::string, uint64_t> totals;
  for (const nlohmann::json& core : use["cores"]) {
    for (const auto& [name, series] : core["series"].items()) {
      SCOPED_TRACE(name);
      const auto bins = series["bins"].get<std::vector<uint64_t>>();
      EXPECT_EQ(bins.size(),
                (use["cycles"].get<uint64_t>() - 1) / use["bin_cycles"].get<uint64_t>() + 1);
      EXPECT_LE(bins.size(), 2000U);
      EXPECT_EQ(std::accumulate(bins.begin(), bins.end(), uint64_t{0}), series["total"]);
      const uint64_t full = series["capacity"].get<uint64_t>() * use["bin_cycles"].get<uint64_t>();
      EXPECT_LE(*std::max_element(bins.begin(), bins.end()), full);
      totals[name] += series["total"].get<uint64_t>();
    }
  }
  const nlohmann::json& axi = json["total"]["axi"];
  EXPECT_EQ(totals["mm2s_read"], axi["mm2s"]["read"]["cycles"]["beat"]);
  EXPECT_EQ(totals["s2mm_write"], axi["s2mm"]["write"]["cycles"]["beat"]);
  EXPECT_EQ(totals["sg_read"], axi["sg"]["read"]["cycles"]["beat"]);
  EXPECT_EQ(totals["sg_write"], axi["sg"]["write"]["cycles"]["beat"]);
  EXPECT_GT(totals["input_fifo"], 0U);
  EXPECT_GT(totals["output_fifo"], 0U);
  uint64_t spans = 0;
  for (const nlohmann::json& span : use["layers"]) spans += span["cycles"].get<uint64_t>();
  EXPECT_EQ(use["layers"].size(), 2U) << "one for each core";
  EXPECT_GT(spans, use["cycles"]);
}

TEST_F(CosimTest, VariedRunsAreThoseOfTheOptions) {
  Make(18, 22);
  ASSERT_EQ(Run("--memory-latency 40 --json " + Path("r.json")).code, 0);
  const nlohmann::json once = Json();
  const ToolResult run =
      Run("--vary memory.read_latency=20,40 --vary processor.register_cycles=0,9 "
          "--json " +
          Path("v.json") + " --csv " + Path("v.csv"));
  ASSERT_EQ(run.code, 0) << run.Text();
  EXPECT_THAT(run.output, HasSubstr("memory.read_latency=40 processor.register_cycles=9"));
  const nlohmann::json varied = nlohmann::json::parse(ReadFileText(Path("v.json")));
  EXPECT_EQ(varied["parameters"][1], "processor.register_cycles");
  ASSERT_EQ(varied["rows"].size(), 4U);
  const auto total = [&](size_t row) {
    return varied["rows"][row]["layers"].back()["elapsed_cycles"].get<int64_t>();
  };
  EXPECT_EQ(varied["rows"][2]["values"]["memory.read_latency"], "40");
  EXPECT_EQ(total(2), once["total"]["elapsed_cycles"]);
  EXPECT_LT(total(0), total(2));
  EXPECT_LT(total(2), total(3));
  EXPECT_EQ(Run("--vary memory.read_latency=20,40 --list").output,
            "memory.read_latency=20\nmemory.read_latency=40\n");
  // What goes wrong is told with its values, and nothing is written.
  const ToolResult stopped =
      Run("--vary memory.read_latency=20,40 --max-cycles 50 --json " + Path("w.json"));
  EXPECT_EQ(stopped.code, 1);
  EXPECT_THAT(stopped.errors, HasSubstr("memory.read_latency=40: "));
  EXPECT_THAT(stopped.errors, HasSubstr("the limit of 50 cycles"));
  EXPECT_FALSE(std::filesystem::exists(Path("w.json")));
}

TEST_F(CosimTest, TimelineAndTableAreWritten) {
  Make(40, 30);
  const ToolResult run =
      RunChecked("--feed column --timeline " + Path("t.json") + " --csv " + Path("t.csv"));
  ASSERT_EQ(run.code, 0) << run.Text();
  const nlohmann::json timeline = nlohmann::json::parse(ReadFileText(Path("t.json")));
  std::map<int, double> microseconds;  // by track
  int reads = 0;
  std::map<std::string, int> descriptors;  // by category
  for (const nlohmann::json& event : timeline["traceEvents"]) {
    if (event["ph"] == "X") microseconds[event["tid"]] += event["dur"].get<double>();
    if (event["ph"] != "b") continue;
    const std::string name = event["name"];
    reads += event["cat"] == "mm2s read" ? 1 : 0;
    if (name.rfind("descriptor", 0) == 0) ++descriptors[event["cat"]];
  }
  const nlohmann::json total = Json()["total"];
  EXPECT_NEAR(microseconds[1] * 100, total["elapsed_cycles"].get<double>(), 0.5);  // layers
  EXPECT_NEAR(microseconds[2] * 100, total["elapsed_cycles"].get<double>(), 0.5);  // programs
  EXPECT_NEAR(microseconds[3] * 100, Json()["platform_cycles"].get<double>(), 0.5);
  EXPECT_EQ(reads, total["axi"]["mm2s"]["read"]["bursts"]);
  EXPECT_EQ(descriptors.size(), 2U);
  EXPECT_EQ(descriptors["mm2s descriptors"], Json()["dma"]["mm2s"]["descriptors"]);
  EXPECT_EQ(descriptors["s2mm descriptors"], Json()["dma"]["s2mm"]["descriptors"]);
  const std::string table = ReadFileText(Path("t.csv"));
  EXPECT_THAT(table, HasSubstr("kind,name,"));
  for (const auto& [name, cycles] : total["waterfall"].items()) {
    EXPECT_THAT(table, HasSubstr("waterfall." + name)) << cycles;
  }
  EXPECT_THAT(table, HasSubstr("\nprogram,"));
}

// It has no layers: its cycles belong to the program and the total.
TEST_F(CosimTest, HandWrittenProgramsRun) {
  const std::string source = std::string(NVE_SOURCE_DIR) + "/networks/examples/hand_written.nvs";
  ASSERT_EQ(RunTool("nve-as " + source + " -o " + Path("h.nve")).code, 0);
  const ToolResult run = RunTool(fmt::format("nve-cosim {} --input {}/images/street.png --json {}",
                                             Path("h.nve"), NVE_SOURCE_DIR, Path("r.json")));
  EXPECT_EQ(run.code, 0) << run.Text();
  const nlohmann::json json = Json();
  EXPECT_TRUE(json["layers"].empty());
  EXPECT_EQ(json["programs"][0]["cycles"], json["total"]["cycles"]);
  EXPECT_GT(json["total"]["cycles"], 900);
  EXPECT_EQ(json["total"]["macs"], 9216);
  EXPECT_GT(json["total"]["gops"], 0);
}

}  // namespace
}  // namespace nve
