// SPDX-License-Identifier: Apache-2.0
// What checking costs: speeds of nve-cosim with and without it, next to each other. Ratios of
// single runs scatter by a tenth on a machine that does other things, so all of them are of several
// runs, and these tests run alone in `make regress`, not among those of `make test`.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/cosim/cosim_fixture.hpp"

namespace nve {
namespace {

// Processor time of all children so far, their own included.
double ChildrenSeconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

class SpeedTest : public CosimTest {
 protected:
  double SecondsOf(const std::string& options) {
    const double start = ChildrenSeconds();
    EXPECT_EQ(Run(options).code, 0);
    return ChildrenSeconds() - start;
  }

  // Median of `ratio` in the reports of five runs.
  double Ratio(const std::string& options) {
    std::vector<double> ratios;
    for (int i = 0; i < 5; ++i) {
      const ToolResult run = Run(options + " --json " + Path("r.json"));
      EXPECT_EQ(run.code, 0) << run.Text();
      if (run.code != 0) return 0;
      ratios.push_back(Json()["speed"]["ratio"]);
    }
    std::sort(ratios.begin(), ratios.end());
    fmt::print("{}: {:.2f}\n", options, fmt::join(ratios, " "));
    return ratios[2];
  }
};

TEST_F(SpeedTest, LockstepCostsLittle) {
  Make(160, 400);
  EXPECT_GE(Ratio("--compare-speed"), 0.6);
  EXPECT_EQ(Json()["speed"]["of"], "lockstep");
  EXPECT_EQ(Json()["lockstep"]["mismatches"], 0);
}

TEST_F(SpeedTest, ProbesCostLittle) {
  Make(320, 800);  // long enough that the ratio is steady
  EXPECT_GE(Ratio("--compare-probes --feed column --memory bank"), 0.85);
  EXPECT_GE(Ratio("--compare-probes --feed mover --no-lockstep"), 0.85);
}

TEST_F(SpeedTest, UseOverTimeCostsLittle) {
  Make(320, 800);
  EXPECT_GE(Ratio("--compare-use --feed column --memory bank"), 0.97);
  EXPECT_GE(Ratio("--compare-use --feed mover --no-lockstep"), 0.97);
  EXPECT_EQ(Json()["speed"]["of"], "use");
}

TEST_F(SpeedTest, GoldenModelAloneIsMuchFaster) {
  Make(160, 400);
  ASSERT_EQ(RunChecked("").code, 0);
  const double lockstep = Json()["lockstep"]["cycles_per_second"];
  const ToolResult run =
      RunTool(fmt::format("nve-sim {} --input {} --output {} --json {}", Path("f.nve"),
                          Path("x.npy"), Path("out"), Path("r.json")));
  ASSERT_EQ(run.code, 0) << run.Text();
  const double golden = Json()["cycles_per_second"];
  fmt::print("golden / lockstep: {:.1f}\n", golden / lockstep);
  EXPECT_GE(golden / lockstep, 5);
}

// A snapshot every 262144 cycles against none: the
// shortest of each, in turn, since whatever else the machine does only adds to either.
TEST_F(SpeedTest, SnapshotsCostLittle) {
  Make(720, 1280);
  double plain = 1e9;
  double ready = 1e9;
  for (int i = 0; i < 12; ++i) {
    plain = std::min(plain, SecondsOf(""));
    ready = std::min(ready, SecondsOf("--wave-on-mismatch " + Path("m.fst")));
  }
  fmt::print("plain {:.3f} s, ready for waves {:.3f} s, ratio {:.3f}\n", plain, ready,
             ready / plain);
  EXPECT_LE(ready / plain, 1.05);
}

}  // namespace
}  // namespace nve
