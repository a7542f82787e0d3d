// SPDX-License-Identifier: Apache-2.0
// What nve-cosim refuses: every message names the tool or file, what was found and what is allowed.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "base/arrays/arrays.hpp"
#include "base/files/files.hpp"
#include "tests/cosim/cosim_fixture.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class OptionsTest : public CosimTest {
 protected:
  void ExpectRefusal(const std::string& options, const std::string& message) {
    const ToolResult run = Run(options);
    EXPECT_EQ(run.code, 2) << run.Text();
    EXPECT_THAT(run.errors, StartsWith(message)) << options;
    EXPECT_EQ(run.output, "");
  }
};

TEST_F(OptionsTest, NumbersHaveRanges) {
  Make(18, 22);
  ExpectRefusal("--max-descriptor=12",
                "nve-cosim: error: --max-descriptor: found '12', allowed: multiples of 8\n");
  const std::string huge = "99999999999999999999";
  const std::string most = "9223372036854775807";
  for (const auto& [option, allowed] :
       {std::pair<std::string, std::string>{"max-cycles", "1 to " + most},
        {"watchdog", "1 to " + most},
        {"memory-latency", "1 to 1000000"},
        {"write-latency", "1 to 1000000"},
        {"max-descriptor", "8 to 8388600"},
        {"cores", "1 to 16"}}) {
    for (const std::string& value : {huge, std::string("0"), std::string("-1"), std::string("1e3"),
                                     std::string("5 "), std::string("0x10")}) {
      const bool digits = value == huge || value == "0";
      ExpectRefusal(
          fmt::format("'--{}={}'", option, value),
          fmt::format("nve-cosim: error: --{}: found '{}', allowed: {}{}\n", option, value, allowed,
                      digits ? "" : ", in decimal digits and nothing else"));
    }
  }
  ExpectRefusal(
      "--reference n.xml --seed " + huge,
      fmt::format("nve-cosim: error: --seed: found '{}', allowed: 0 to {}\n", huge, most));
  EXPECT_EQ(Run("--cores 002 --memory-latency 010").code, 0);
}

TEST_F(OptionsTest, ChosenCoresAreThoseOfThePlatform) {
  Make(34, 22, 2);
  const std::string allowed = "found 2, allowed: 0 to 1, a core of this platform; see --cores";
  ExpectRefusal("--wave-core 2 --wave " + Path("w.fst"),
                "nve-cosim: error: --wave-core: " + allowed);
  ExpectRefusal("--fault probe --fault-core 2", "nve-cosim: error: --fault-core: " + allowed);
  ExpectRefusal("--wave-core 1", "nve-cosim: error: --wave-core: found 1 without waves, allowed: ");
  ExpectRefusal("--fault-core 1", "nve-cosim: error: --fault-core");
  ExpectRefusal("--fault-core 16 --fault probe",
                "nve-cosim: error: --fault-core: found '16', allowed: 0 to 15");
  EXPECT_EQ(Run("--cores 3 --fault probe --fault-core 2").code, 1) << "no effect on an idle core";
}

TEST_F(OptionsTest, WrongParametersAreToldAtOnce) {
  Make(18, 22);
  ExpectRefusal("--vary speed=1 --vary memory.x=1,1",
                "nve-cosim: error: --vary: found parameter 'speed', allowed: memory.NAME and "
                "board.NAME (docs/memory.md), dma.profile, dma.max_descriptor, ");
  EXPECT_THAT(Run("--vary speed=1 --vary memory.x=1,1").errors,
              HasSubstr("found 1 of memory.x twice"));
  const ToolResult run =
      Run("--memory bank --vary memory.batch_bursts=0,4,5000 --vary processor.copy_mb_s=0 --json " +
          Path("v.json"));
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.errors, HasSubstr("processor.copy_mb_s: found '0', allowed: 0.1 to"));
  EXPECT_THAT(run.errors, HasSubstr("found 0, allowed: whole numbers 1 to 1024"));
  EXPECT_THAT(run.errors, HasSubstr("found 5000, allowed: whole numbers 1 to 1024"));
  EXPECT_FALSE(std::filesystem::exists(Path("v.json")));
  ExpectRefusal(
      "--vary dma.max_descriptor=12",
      "nve-cosim: error: --vary: dma.max_descriptor: found '12', allowed: multiples of 8");
  ExpectRefusal("--vary dma.profile=axi_dma --feed mover", "nve-cosim: error: --feed mover needs");
  ExpectRefusal("--vary dma.profile=mover --output x",
                "nve-cosim: error: --vary runs the network again and again for its cycles: found "
                "--output; leave it out");
  ExpectRefusal("--chart x.svg", "nve-cosim: error: --chart");
}

TEST_F(OptionsTest, NamesAreListed) {
  Make(18, 22);
  ExpectRefusal("--fault nonsense",
                "nve-cosim: error: --fault: found 'nonsense', allowed: list, sg-slverr, ");
  ExpectRefusal("--memory nonsense",
                "nve-cosim: error: --memory: found 'nonsense', allowed: ideal, fixed, "
                "tso, bank, or a file that exists\n");
  ExpectRefusal("--feed nonsense",
                "nve-cosim: error: --feed: found 'nonsense', allowed: contiguous, reordered, "
                "column, mover, ideal\n");
}

TEST_F(OptionsTest, WaveWindowIsARange) {
  Make(18, 22);
  for (const char* cycles : {"9:1", "x", ":", ":5", "1:2:3", "1-2", "1:99999999999999999999"}) {
    ExpectRefusal(fmt::format("--wave {} '--wave-window={}'", Path("w.fst"), cycles),
                  fmt::format("nve-cosim: error: --wave-window: found '{}', allowed: FIRST:LAST, "
                              "FIRST: or one cycle, FIRST not above LAST, which is at most "
                              "18446744073709551615\n",
                              cycles));
  }
  ExpectRefusal("--wave-window 1:2", "nve-cosim: error: --wave-window requires --wave\n");
  ExpectRefusal("--wave a.fst --wave-on-mismatch b.fst",
                "nve-cosim: error: --wave excludes --wave-on-mismatch\n");
}

TEST_F(OptionsTest, WaveFileMustBeWritable) {
  Make(18, 22);
  WriteFileAtomically(Path("old"), std::string_view("old"));
  ExpectRefusal("--wave " + Path("old") + "/w.fst",
                fmt::format("nve-cosim: error: --wave: found '{}/w.fst', allowed: a file that can "
                            "be written; this one cannot: Not a directory\n",
                            Path("old")));
  ExpectRefusal("--wave " + Path("old") + " --cores 0", "nve-cosim: error: --cores: ");
  EXPECT_EQ(ReadFileText(Path("old")), "old");
  EXPECT_EQ(Run("--wave " + Path("new/folder/w.fst")).code, 0);
  const ToolResult netlist = Run("--wave " + Path("w.fst"), "nve-cosim-netlist");
  EXPECT_EQ(netlist.code, 2);
  EXPECT_EQ(netlist.errors,
            "nve-cosim-netlist: error: --wave: the netlist writes no waves, use nve-cosim\n");
}

TEST_F(OptionsTest, SomeGoTogetherOnly) {
  Make(18, 22);
  ExpectRefusal("--seed 1", "nve-cosim: error: --seed requires --reference\n");
  ExpectRefusal("--reference " + Path("n.xml"), "nve-cosim: error: --reference: found no weights");
  ExpectRefusal("--fault probe --no-lockstep",
                "nve-cosim: error: --fault probe is seen by lockstep");
  for (const char* rate : {"nan", "inf", "0", "-1", "1e3", "1e9", "fast"}) {
    ExpectRefusal(
        fmt::format("--feed reordered --copy-mb-s={}", rate),
        fmt::format("nve-cosim: error: --copy-mb-s: found '{}', allowed: 0.1 to 1000000, such as "
                    "2.5\n",
                    rate));
  }
  ExpectRefusal("--compare-speed --wave " + Path("w.fst"),
                "nve-cosim: error: --compare-speed runs all steps twice to compare speeds: "
                "found --wave; leave it out");
  ExpectRefusal("--json " + Path("x.npy"),
                Path("x.npy") + ": error: given as --input and as --json");
  ExpectRefusal("--json ''", "nve-cosim: error: --json: found an empty name");
  const ToolResult nothing = RunTool("nve-cosim");
  EXPECT_EQ(nothing.code, 2);
  EXPECT_EQ(nothing.errors,
            "nve-cosim: error: binary: found none, a compiled network is needed\n"
            "Try 'nve-cosim --help'.\n");
}

// A memory that is silent for as long as the watchdog waits would look like a standstill.
TEST_F(OptionsTest, LatenciesStayBelowTheWatchdog) {
  Make(18, 22);
  const auto refusal = [](const std::string& name, int found, int most) {
    return fmt::format(
        "nve-cosim: error: {}: found {} cycles, allowed: less than {}, those of --watchdog, which "
        "takes such a silence for a standstill\n",
        name, found, most);
  };
  ExpectRefusal("--memory-latency 1000000", refusal("--memory-latency", 1'000'000, 100'000));
  ExpectRefusal("--write-latency 100000", refusal("--write-latency", 100'000, 100'000));
  ExpectRefusal("--watchdog 300 --memory-latency 300", refusal("--memory-latency", 300, 300));
  ExpectRefusal("--watchdog 15 --memory-latency 1",
                refusal("write_latency of --memory fixed", 15, 15));
  WriteFileAtomically(Path("slow.json"),
                      std::string_view(R"({"model": "tso", "read_path_ns": 100000})"));
  ExpectRefusal("--watchdog 10000 --memory " + Path("slow.json"),
                refusal("read_path_ns of --memory " + Path("slow.json"), 10'000, 10'000));
  const ToolResult longest = Run("--watchdog 300 --memory-latency 299 --write-latency 299");
  EXPECT_EQ(longest.code, 0) << longest.Text();
  const std::string patient = "--watchdog 200000 --memory-latency 150000";
  const ToolResult stopped = Run(patient + " --max-cycles 1000");
  EXPECT_EQ(stopped.code, 1) << stopped.Text();
  EXPECT_THAT(stopped.Text(), HasSubstr("the limit of 1000 cycles is reached"));
}

TEST_F(OptionsTest, LatenciesOfASweepStayBelowTheRulesTimeout) {
  WriteFileAtomically(Path("slow.json"),
                      std::string_view(R"({"model": "fixed", "write_latency": 100001})"));
  const ToolResult run = RunTool("nve-sweep --sizes 8 --memory " + Path("slow.json"));
  EXPECT_EQ(run.code, 2) << run.Text();
  EXPECT_THAT(run.errors,
              StartsWith("nve-sweep: error: write_latency of --memory " + Path("slow.json") +
                         ": found 100001 cycles, allowed: at most 100000, "));
  EXPECT_EQ(run.output, "");
}

TEST_F(OptionsTest, TooFewCoresAreRefused) {
  Make(64, 20, 4);
  ExpectRefusal("--cores 2",
                fmt::format("nve-cosim: error: --cores: found 2, allowed: 4 to 16, the "
                            "steps of {} use 4 cores\n",
                            Path("f.nve")));
}

TEST_F(OptionsTest, PictureIsBlamedForItsSize) {
  Make(18, 22);
  const std::string checked = fmt::format("--reference {} --seed {}", Path("n.xml"), kSeed);
  WriteNpy(Path("x.npy"), NpyArray::From({8, 8}, std::vector<uint8_t>(64)));
  ExpectRefusal("", Path("x.npy") +
                        ": error: too small: needed 1 map of 24 x 20 pixels (width x "
                        "height), found 1 of 8 x 8\n");
  ExpectRefusal(checked,
                fmt::format("{}: error: too small: {} needs 1 map of 24 x 20 pixels (width "
                            "x height), found 1 of 8 x 8\n",
                            Path("x.npy"), Path("n.xml")));
  // A picture of one plane for a network that reads three
  Compile(fmt::format("{}/networks/small/mix1x1.xml", NVE_SOURCE_DIR), "");
  WriteNpy(Path("x.npy"), NpyArray::From({500, 500}, std::vector<uint8_t>(500 * 500)));
  const ToolResult run = Run(checked);
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.errors, StartsWith(Path("x.npy") + ": error: too small: "));
  EXPECT_THAT(run.errors, HasSubstr("found 1 of 500 x 500"));
}

TEST_F(OptionsTest, DamagedFilesAreNamed) {
  Make(18, 22);
  WriteFileAtomically(Path("x.npy"), std::string_view("no array"));
  ExpectRefusal("", Path("x.npy") + ": error: ");
  WriteFileAtomically(Path("f.nve"), std::string_view("no binary"));
  ExpectRefusal("", Path("f.nve") + ": error: ");
}

}  // namespace
}  // namespace nve
