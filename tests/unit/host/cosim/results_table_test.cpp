// SPDX-License-Identifier: Apache-2.0
// The table of a run for people.
#include "host/cosim/results_table.hpp"

#include <gmock/gmock.h>

namespace nve {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

RunResult Result() {
  RunResult result;
  result.total.emplace();
  result.total->name = "total";
  result.total->macs = 50;
  result.total->cycles = 20;
  result.total->mac_per_cycle = 2.5;
  result.layers = {*result.total};
  result.layers[0].name = "L1";
  result.states = Named<int64_t>{{"idle", 4}, {"repeat", 16}};
  result.dma = Named<DmaOfRun>{{"mm2s", {1, 8}}, {"s2mm", {2, 16}}};
  result.platform_cycles = 24;
  result.cycles_per_second = 1000;
  return result;
}

TEST(ResultsTable, HasLayersStatesDmaAndSpeed) {
  RunResult result = Result();
  const std::string text = ResultsTable(result);
  EXPECT_THAT(text, HasSubstr("\nL1 "));
  EXPECT_THAT(text, HasSubstr(" 2.50 "));
  EXPECT_THAT(text, HasSubstr("\ncycles by state: idle 4 repeat 16\nDMA: in 1 descriptors 8 bytes, "
                              "out 2 descriptors 16 bytes\n"));
  EXPECT_THAT(text, EndsWith("\nlockstep: off, 24 cycles, 1000 cycles/s\n"));
  result.lockstep.value = {24, 0, 0, 1000, {}};
  EXPECT_THAT(ResultsTable(result),
              EndsWith("\nlockstep: 24 cycles compared, 0 mismatches, cycle delta 0, 1000 "
                       "cycles/s\n"));
}

}  // namespace
}  // namespace nve
