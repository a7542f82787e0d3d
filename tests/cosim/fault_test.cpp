// Everything that can go wrong has a message and an exit code: injected faults, limits, bad input.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <ostream>

#include "tests/cosim/cosim_fixture.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

struct FaultCase {
  const char* name;
  const char* message;
};

// The name CTest shows.
void PrintTo(const FaultCase& fault, std::ostream* out) { *out << fault.name; }

class FaultTest : public CosimTest, public ::testing::WithParamInterface<FaultCase> {};

TEST_P(FaultTest, IsReported) {
  Make(18, 22);
  for (const char* feed : {"gathered", "pieces"}) {
    const ToolResult run =
        Run(fmt::format("--watchdog 20000 --feed {} --fault {}", feed, GetParam().name));
    EXPECT_EQ(run.code, 1) << feed;
    EXPECT_THAT(run.Text(), HasSubstr(GetParam().message)) << feed;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, FaultTest,
    ::testing::Values(
        FaultCase{"sg-slverr", "SGSlvErr (SLVERR on the descriptor port)"},
        FaultCase{"sg-decerr", "SGDecErr (DECERR on the descriptor port)"},
        FaultCase{"sg-write-slverr", "SGSlvErr (SLVERR on the descriptor port)"},
        FaultCase{"mm2s-slverr", "DMA 0 MM2S: DMASlvErr (SLVERR on the data port)"},
        FaultCase{"mm2s-decerr", "DMA 0 MM2S: DMADecErr (DECERR on the data port)"},
        FaultCase{"s2mm-slverr", "DMA 0 S2MM: DMASlvErr (SLVERR on the data port)"},
        FaultCase{"s2mm-decerr", "DMA 0 S2MM: DMADecErr (DECERR on the data port)"},
        FaultCase{"zero-length",
                  "DMA 0 MM2S: DMAIntErr (descriptor of length 0 or misaligned buffer)"},
        FaultCase{"misaligned",
                  "DMA 0 MM2S: DMAIntErr (descriptor of length 0 or misaligned buffer)"},
        FaultCase{"completed", "DMA 0 MM2S: SGIntErr (descriptor already completed)"},
        FaultCase{"short-input", "its input: DMA 0 MM2S is "},
        FaultCase{"short-output", "its output: DMA 0 S2MM is "},
        FaultCase{"cut-stream", "core 0 is in state initial, stalled on input, pc 0"},
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
  const ToolResult run = Run("--feed pieces --fault short-output");
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.errors, HasSubstr("--fault short-output: no effect"));
}

TEST_F(CosimTest, MismatchNamesTheToolThatRan) {
  Make(18, 22);
  for (const std::string tool : {"nve-cosim", "nve-cosim-netlist"}) {
    const ToolResult run = Run("--fault probe --cores 2 --memory-latency 7", tool);
    EXPECT_EQ(run.code, 1);
    EXPECT_THAT(run.errors,
                HasSubstr(fmt::format("reproduce: {}/bin/{} {} --input {} "
                                      "--memory-latency 7 --cores 2 --fault probe\n",
                                      NVE_BINARY_DIR, tool, Path("f.nve"), Path("x.npy"))));
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
  ASSERT_EQ(json["mismatch"]["differences"].size(), 1U);
  const nlohmann::json& difference = json["mismatch"]["differences"][0];
  EXPECT_EQ(difference["slot"], "VMAC");
  EXPECT_EQ(difference["signal"], "accu");
  EXPECT_EQ(difference["element"], 8);
  EXPECT_NE(difference["expected"], difference["got"]);
  ASSERT_EQ(json["mismatch"]["history"].size(), 16U);
  EXPECT_EQ(json["mismatch"]["history"][15]["cycle"], json["mismatch"]["cycle"].get<int64_t>() - 1);
}

TEST_F(CosimTest, LimitsEndTheRun) {
  Make(18, 22);
  const ToolResult limit = Run("--max-cycles 5500");
  EXPECT_EQ(limit.code, 1);
  EXPECT_THAT(limit.Text(), HasSubstr("the limit of 5500 cycles is reached"));
  const ToolResult watchdog = Run("--watchdog 1000 --fault cut-stream");
  EXPECT_EQ(watchdog.code, 1);
  EXPECT_THAT(watchdog.Text(), HasSubstr("watchdog: nothing has moved for "));
  EXPECT_THAT(watchdog.Text(), HasSubstr("instruction: wr 0 | - | - | - | - | -"));
  EXPECT_THAT(watchdog.Text(), HasSubstr("processor: waits for an interrupt"));
}

}  // namespace
}  // namespace nve
