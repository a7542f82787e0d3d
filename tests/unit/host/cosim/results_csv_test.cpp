// SPDX-License-Identifier: Apache-2.0
// Tables of results: one column per number, whatever a line has of them.
#include "host/cosim/results_csv.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

LayerOfRun Layer(const std::string& name, int64_t cycles) {
  LayerOfRun layer;
  layer.name = name;
  layer.cycles = cycles;
  return layer;
}

TEST(ResultsCsv, HasALinePerLayerAndProgram) {
  RunResult result;
  result.layers = {Layer("L1", 7), Layer("a \"b\", c", 8)};
  result.layers[0].macs = 5;
  result.layers[0].mac_per_cycle = 9.5;
  result.layers[0].waterfall = Named<int64_t>{{"latency", 5}};
  AxiPortOfRun port;
  port.read.emplace();
  port.read->bytes = 3;
  port.read->latency = {{"20", 1}};
  result.layers[0].axi = Named<AxiPortOfRun>{{"mm2s", port}};
  result.programs = {Layer("L1.p0", 9)};
  result.programs->front().steps = 2;
  result.total = Layer("total", 15);
  EXPECT_EQ(ResultsCsv(result),
            "kind,name,macs,cycles,mac_per_cycle,words_in,words_out,stalls.input,stalls.output,"
            "waterfall.latency,axi.mm2s.read.bursts,axi.mm2s.read.bytes,axi.mm2s.read.address_wait,"
            "axi.mm2s.read.most_open,steps\n"
            "layer,L1,5,7,9.5,0,0,0,0,5,0,3,0,0,\n"
            "layer,\"a \"\"b\"\", c\",,8,,0,0,0,0,,,,,,\n"
            "program,L1.p0,,9,,0,0,0,0,,,,,,2\n"
            "total,total,,15,,0,0,0,0,,,,,,\n");
}

}  // namespace
}  // namespace nve
