// SPDX-License-Identifier: Apache-2.0
// Everything that can go wrong has a message and an exit code: injected faults, limits, bad input.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <ostream>

#include "arch/build_machine.hpp"
#include "nve_isa.hpp"
#include "tests/build_folder.hpp"
#include "tests/cosim/cosim_fixture.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

struct FaultCase {
  const char* name;
  const char* message;
  const char* with_mover = nullptr;  ///< instead, with --feed mover
};

// The name CTest shows.
void PrintTo(const FaultCase& fault, std::ostream* out) { *out << fault.name; }

class FaultTest : public CosimTest, public ::testing::WithParamInterface<FaultCase> {
 protected:
  static void ExpectKind(const nlohmann::json& failure) {
    const std::string text = failure["text"];
    const bool is_rule = text.starts_with("AXI rule ");
    const bool stood_still = text.starts_with("watchdog: ");
    EXPECT_EQ(failure["kind"], is_rule ? "rule" : stood_still ? "standstill" : "hardware");
    EXPECT_EQ(failure["stood_still"], stood_still);
    ASSERT_EQ(failure.contains("rule"), is_rule);
    if (!is_rule) return;
    const nlohmann::json& rule = failure["rule"];
    EXPECT_EQ(text, fmt::format("AXI rule {} broken at {} in cycle {}: found {}, allowed: {}",
                                rule["rule"].get<std::string>(), rule["place"].get<std::string>(),
                                rule["cycle"].get<int>(), rule["found"].get<std::string>(),
                                rule["allowed"].get<std::string>()));
  }
};

TEST_P(FaultTest, IsReported) {
  Make(18, 22);
  for (const char* feed : {"contiguous", "column", "mover"}) {
    const ToolResult run = Run(fmt::format("--watchdog 20000 --feed {} --fault {} --json {}", feed,
                                           GetParam().name, Path("r.json")));
    EXPECT_EQ(run.code, 1) << feed;
    ExpectKind(Json()["failure"]);
    const bool other = std::string(feed) == "mover" && GetParam().with_mover != nullptr;
    EXPECT_THAT(run.Text(), HasSubstr(other ? GetParam().with_mover : GetParam().message)) << feed;
    EXPECT_THAT(run.errors, HasSubstr("\n  in cycle ")) << feed;
    ExpectReproduces(run);
  }
}

// "DMA 0" and the like of core 0, said of another core.
std::string OfCore(int core, std::string message) {
  for (const std::string part : {"DMA ", "tile ", "core "}) {
    const size_t at = message.find(part + '0');
    if (at != std::string::npos) message.replace(at + part.size(), 1, fmt::format("{}", core));
  }
  return message;
}

TEST_P(FaultTest, IsReportedOfEveryCore) {
  Make(54, 22, 3);
  for (const int core : {1, 2}) {
    const ToolResult run = Run(fmt::format("--watchdog 20000 --fault {} --fault-core {} --json {}",
                                           GetParam().name, core, Path("r.json")));
    EXPECT_EQ(run.code, 1);
    ExpectKind(Json()["failure"]);
    EXPECT_EQ(Json()["fault_core"], core);
    EXPECT_THAT(run.Text(), HasSubstr(OfCore(core, GetParam().message)));
    ExpectReproduces(run);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, FaultTest,
    ::testing::Values(
        FaultCase{"sg-slverr", "SGSlvErr (SLVERR on the descriptor port)"},
        FaultCase{"sg-decerr", "SGDecErr (DECERR on the descriptor port)"},
        FaultCase{"sg-input-slverr", "DMA 0 MM2S: SGSlvErr (SLVERR on the descriptor port)"},
        FaultCase{"sg-input-decerr", "DMA 0 MM2S: SGDecErr (DECERR on the descriptor port)"},
        FaultCase{"sg-write-slverr", "SGSlvErr (SLVERR on the descriptor port)"},
        FaultCase{"sg-write-decerr", "SGDecErr (DECERR on the descriptor port)"},
        FaultCase{"sg-write-output-slverr", "DMA 0 S2MM: SGSlvErr (SLVERR on the descriptor port)"},
        FaultCase{"sg-write-output-decerr", "DMA 0 S2MM: SGDecErr (DECERR on the descriptor port)"},
        FaultCase{"mm2s-slverr", "DMA 0 MM2S: DMASlvErr (SLVERR on the data port)"},
        FaultCase{"mm2s-decerr", "DMA 0 MM2S: DMADecErr (DECERR on the data port)"},
        FaultCase{"s2mm-slverr", "DMA 0 S2MM: DMASlvErr (SLVERR on the data port)"},
        FaultCase{"s2mm-decerr", "DMA 0 S2MM: DMADecErr (DECERR on the data port)"},
        FaultCase{"zero-length",
                  "DMA 0 MM2S: DMAIntErr (descriptor of length 0 or misaligned buffer)"},
        FaultCase{"zero-length-output", "DMA 0 S2MM: DMAIntErr (descriptor of length 0"},
        FaultCase{"misaligned",
                  "DMA 0 MM2S: DMAIntErr (descriptor of length 0 or misaligned buffer)"},
        FaultCase{"misaligned-output", "DMA 0 S2MM: DMAIntErr (descriptor of length 0"},
        FaultCase{"completed", "DMA 0 MM2S: SGIntErr (descriptor already completed)"},
        FaultCase{"completed-output", "DMA 0 S2MM: SGIntErr (descriptor already completed)"},
        FaultCase{"beyond-memory", "DMA 0 MM2S: DMADecErr (DECERR on the data port)"},
        FaultCase{"beyond-memory-output", "DMA 0 S2MM: DMADecErr (DECERR on the data port)"},
        FaultCase{"wild-descriptor", "DMA 0 MM2S: SGDecErr (DECERR on the descriptor port)"},
        FaultCase{"axi-late-last", "AXI rule A8 broken at tile 0 mm2s in cycle "},
        FaultCase{"axi-early-response", "AXI rule A11 broken at tile 0 s2mm in cycle "},
        FaultCase{"axi-exokay", "AXI rule A13 broken at tile 0 mm2s in cycle "},
        FaultCase{"short-input", ": 8 bytes were moved"},
        // Shorter columns take up fewer words; the rest goes to the next descriptor, up to TLAST,
        // which comes if the output FIFO holds the words that nobody takes.
        FaultCase{"short-output", "its output: DMA 0 S2MM is ",
                  arch::BuildSizes().output_fifo_words < 16 ? nullptr : "176 bytes were moved"},
        FaultCase{"cut-stream", "core 0 is in state load, stalled on input, pc 0"},
        FaultCase{"mute-memory", "AXI tile 0 mm2s: AR waits for ARREADY"},
        FaultCase{"unmapped-core", "core 0: read of ID at 0x7f000080 was answered with DECERR"}),
    [](const auto& test) {
      std::string name = test.param.name;
      for (char& c : name) c = c == '-' ? '_' : c;
      return name;
    });

// Half vectors in single pieces: every descriptor has the one word already that the fault leaves.
TEST_F(CosimTest, AFaultWithoutEffectIsReported) {
  Compile(std::string(NVE_SOURCE_DIR) + "/networks/small/mix1x1.xml", "");
  const ToolResult run = RunChecked("--feed column --fault short-output");
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(Json()["failure"]["kind"], "no effect");
  EXPECT_THAT(run.errors, HasSubstr("--fault short-output: no effect"));
  ExpectReproduces(run);
}

// Whatever has found the failure.
TEST_F(CosimTest, FailuresNameTheWorkOfTheCoresAndTheSeedOfTheWeights) {
  Compile(std::string(NVE_SOURCE_DIR) + "/networks/small/mix1x1.xml", "");
  const ToolResult run = Run("--fault mm2s-slverr --json " + Path("r.json"));
  EXPECT_EQ(run.code, 1);
  const nlohmann::json failure = Json()["failure"];
  EXPECT_THAT(failure["text"], HasSubstr("DMA 0 MM2S: DMASlvErr"));
  EXPECT_GT(failure["cycle"], 0);
  ASSERT_EQ(failure["cores"].size(), 1U);
  EXPECT_EQ(failure["cores"][0]["program"], "L1.p0");
  EXPECT_EQ(failure["seed"], "7");
  EXPECT_THAT(run.errors,
              HasSubstr(fmt::format("\n  in cycle {}\n  core 0: layer L1, program L1.p0, "
                                    "run 0, pass 0: strip 1 of ",
                                    failure["cycle"].get<int64_t>())));
  EXPECT_THAT(run.errors, HasSubstr("\n    state table, stall input, pc "));
  EXPECT_THAT(run.errors, HasSubstr("\n  seed 7\n"));
  EXPECT_THAT(run.errors,
              HasSubstr("  reproduce: " + failure["reproduce"].get<std::string>() + "\n"));

  const ToolResult mismatch = Run("--fault probe");
  EXPECT_THAT(mismatch.errors, HasSubstr("; seed 7\n"));
  ExpectReproduces(mismatch);
  const ToolResult early = Run("--fault unmapped-core");
  EXPECT_THAT(early.errors, HasSubstr(", no program in execution\n  seed 7\n"));
  ExpectReproduces(early);
}

// All of 16 cores, in no more lines.
TEST_F(CosimTest, FailuresOfManyCoresAreShort) {
  Make(256, 22, 16);
  const ToolResult run = Run("--watchdog 20000 --fault cut-stream --json " + Path("r.json"));
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.errors, HasSubstr(" more lines, which --json FILE has\n"));
  EXPECT_THAT(Json()["failure"]["text"], HasSubstr("\n  tile 15\n"));
  ExpectReproduces(run);
}

TEST_F(CosimTest, WrongPixelsHaveACommandToo) {
  Make(18, 22);
  for (const std::string feed : {"contiguous", "ideal"}) {
    const ToolResult run = Run(fmt::format("--reference {} --seed 8 --json {} --feed {}",
                                           Path("n.xml"), Path("r.json"), feed));
    EXPECT_EQ(run.code, 1);
    EXPECT_EQ(Json()["failure"]["kind"], "reference");
    EXPECT_EQ(Json()["failure"]["text"], Json()["reference"]["text"]);
    const nlohmann::json first = Json()["reference"]["first"];
    EXPECT_THAT(run.output,
                HasSubstr(fmt::format("first map 0 row {} column {} is {}, expected {}\n",
                                      first["row"].get<int>(), first["column"].get<int>(),
                                      first["got"].get<int>(), first["expected"].get<int>())));
    EXPECT_THAT(run.output, HasSubstr(" pixels differ, first "));
    ExpectReproduces(run);
  }
}

TEST_F(CosimTest, MismatchNamesTheToolThatRan) {
  Make(18, 22);
  for (const std::string tool : {"nve-cosim", "nve-cosim-netlist"}) {
    const ToolResult run = Run("--fault probe --watchdog 5000 --cores 2 --memory-latency 7", tool);
    EXPECT_EQ(run.code, 1);
    EXPECT_THAT(run.errors, HasSubstr(fmt::format(
                                "reproduce: {}/bin/{} {} --input {} "
                                "--memory-latency 7 --cores 2 --watchdog 5000 --fault probe\n",
                                kBuildFolder, tool, Path("f.nve"), Path("x.npy"))));
    ExpectReproduces(run);
  }
}

TEST_F(CosimTest, MismatchReportIsComplete) {
  Make(18, 22);
  const ToolResult run = RunChecked("--fault probe");
  EXPECT_EQ(run.code, 1);
  for (const char* part :
       {"lockstep mismatch: core 0 cycle ", ": accu[8] differs", "layer L1, program L1.p0, run 0",
        "VMAC       accu[8]", "the 16 cycles before it"}) {
    EXPECT_THAT(run.Text(), HasSubstr(part));
  }
  const nlohmann::json json = Json();
  EXPECT_EQ(json["lockstep"]["mismatches"], 1);
  EXPECT_EQ(json["lockstep"]["cycles"], json["mismatch"]["cycle"]);
  EXPECT_EQ(json["failure"]["kind"], "mismatch");
  EXPECT_THAT(run.errors, HasSubstr(json["failure"]["text"].get<std::string>()));
  EXPECT_EQ(json["mismatch"]["writer"], "producer");
  ASSERT_EQ(json["mismatch"]["differences"].size(), 1U);
  const nlohmann::json& difference = json["mismatch"]["differences"][0];
  EXPECT_EQ(difference["slot"], "VMAC");
  EXPECT_EQ(difference["signal"], "accu");
  EXPECT_EQ(difference["element"], 8);
  EXPECT_NE(difference["expected"], difference["got"]);
  ASSERT_EQ(json["mismatch"]["history"].size(), 16U);
  EXPECT_EQ(json["mismatch"]["history"][15]["cycle"], json["mismatch"]["cycle"].get<int64_t>() - 1);
}

// Nothing runs on for the report: it shows each core as it was in the cycle of the limit, which
// lockstep has written down in a run without one.
TEST_F(CosimTest, ALimitShowsTheCycleItNames) {
  Make(18, 22);
  RunChecked("--fault probe");
  const nlohmann::json history = Json()["mismatch"]["history"];
  ASSERT_EQ(history.size(), 16U);
  for (const size_t at : {0U, 5U, 15U}) {
    const nlohmann::json& expected = history[at];
    const auto cycle = expected["cycle"].get<uint64_t>();
    const ToolResult run =
        RunChecked(fmt::format("--max-cycles {} --wave-on-mismatch {}", cycle, Path("m.fst")));
    EXPECT_EQ(run.code, 1);
    const nlohmann::json found = Json();
    EXPECT_EQ(found["platform_cycles"], cycle);
    EXPECT_EQ(found["lockstep"]["cycles"], cycle);
    EXPECT_EQ(found["waves"]["last_cycle"], cycle);
    EXPECT_EQ(found["waves"]["view"], "core");
    EXPECT_EQ(found["failure"]["kind"], "limit");
    EXPECT_EQ(found["failure"]["cycle"], cycle);
    ASSERT_EQ(found["failure"]["cores"].size(), 1U);
    for (const char* key : {"state", "stall", "pc", "instruction"}) {
      EXPECT_EQ(found["failure"]["cores"][0][key], expected[key]) << key << " in " << cycle;
    }
  }
}

TEST_F(CosimTest, LimitsEndTheRun) {
  Make(18, 22);
  const ToolResult limit = Run("--max-cycles 800");
  EXPECT_EQ(limit.code, 1);
  EXPECT_THAT(limit.Text(), HasSubstr("the limit of 800 cycles is reached"));
  EXPECT_THAT(limit.Text(), HasSubstr("\n  in cycle 800\n"));
  ExpectReproduces(limit);
  const ToolResult watchdog = Run("--watchdog 1000 --fault cut-stream");
  EXPECT_EQ(watchdog.code, 1);
  // As long as was asked for, whatever batches of cycles the clock runs in.
  EXPECT_THAT(watchdog.Text(), HasSubstr("watchdog: nothing has moved for 1000 cycles, at "));
  EXPECT_THAT(watchdog.Text(), HasSubstr("state load, stall input, pc 0"));
  EXPECT_THAT(watchdog.Text(), HasSubstr("processor: waits for an interrupt"));
  EXPECT_THAT(watchdog.Text(), HasSubstr(", from which on nothing moved\n"));
  ExpectReproduces(watchdog);
  for (const int cycles : {300, 1000, 5000}) {
    EXPECT_THAT(Run(fmt::format("--watchdog {} --fault mute-memory", cycles)).Text(),
                HasSubstr(fmt::format("watchdog: nothing has moved for {} cycles, at ", cycles)));
  }
}

}  // namespace
}  // namespace nve
