// SPDX-License-Identifier: Apache-2.0
// Tables of results: one column per number, whatever a line has of them.
#include "host/cosim/results_csv.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

TEST(ResultsCsv, HasALinePerLayerAndProgram) {
  const auto results = nlohmann::ordered_json::parse(R"({
      "layers": [{"name": "L1", "macs": 7, "axi": {"read": {"bytes": 3, "latency": {"20": 1}}},
                  "waterfall": {"latency": 5}},
                 {"name": "a \"b\", c", "macs": 8}],
      "programs": [{"name": "L1.p0", "cycles": 9.5}],
      "total": {"name": "total", "macs": 15}})");
  EXPECT_EQ(ResultsCsv(results),
            "kind,name,macs,axi.read.bytes,waterfall.latency,cycles\n"
            "layer,L1,7,3,5,\n"
            "layer,\"a \"\"b\"\", c\",8,,,\n"
            "program,L1.p0,,,,9.5\n"
            "total,total,15,,,\n");
}

}  // namespace
}  // namespace nve
