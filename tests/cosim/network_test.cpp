// Small networks from description to pixels: compiler, driver, DMA, core, lockstep, reference.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>

#include "tests/cosim/cosim_fixture.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

class NetworkTest : public CosimTest, public ::testing::WithParamInterface<std::string> {
 protected:
  void CompileIt() {
    Compile(fmt::format("{}/networks/small/{}.xml", NVE_SOURCE_DIR, GetParam()), "");
  }
  void ExpectBitExact(const std::string& options) {
    const ToolResult run = RunChecked(options);
    EXPECT_EQ(run.code, 0) << run.Text();
    EXPECT_THAT(run.Text(), HasSubstr("output: bit-exact, "));
    EXPECT_GT(Json()["lockstep"]["cycles"], 0);
    EXPECT_EQ(Json()["lockstep"]["mismatches"], 0);
    EXPECT_EQ(Json()["lockstep"]["cycle_delta"], 0);
  }
};

TEST_P(NetworkTest, IsBitExactWithGatheredFeed) {
  ASSERT_NO_FATAL_FAILURE(CompileIt());
  ExpectBitExact("--feed gathered");
}

TEST_P(NetworkTest, IsBitExactWithPiecesAndSlowMemory) {
  ASSERT_NO_FATAL_FAILURE(CompileIt());
  ExpectBitExact("--feed pieces --memory-latency 70");
}

INSTANTIATE_TEST_SUITE_P(Small, NetworkTest,
                         ::testing::Values<std::string>("filter3x3", "filter5x5", "mix1x1",
                                                        "padded", "stride2_4x4_fused",
                                                        "stride2_6x6", "two_layers"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace nve
