// SPDX-License-Identifier: Apache-2.0
// A unit that is there has to have every signal that its bins are counted from.
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "tb/coverage/model_counters.hpp"

namespace nve::coverage {
namespace {

// What a model with one signal of that path and name says against its samplers; nothing if it is
// content.
std::string ComplaintOf(const char* scope, const char* name) {
  const std::array<Signal, 1> signals = {{{scope, name, 0, sizeof(uint64_t)}}};
  const ModelType type = {"model", signals.data(), signals.size(), 0};
  const uint64_t root = 0;
  try {
    const ModelCounters counters(type, &root, nullptr);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(Sampler, AModelWithoutTheUnitsHasNone) { EXPECT_EQ(ComplaintOf("nve_fifo", "level_q"), ""); }

TEST(Sampler, AMissingSignalIsNamed) {
  for (const std::string scope : {"nve_core", "nve_top.u_core"}) {
    const std::string complaint = ComplaintOf(scope.c_str(), "rst_ni");
    EXPECT_NE(complaint.find("found no signal " + scope + ".probe_"), std::string::npos)
        << complaint;
  }
  for (const std::string scope : {"nve_dma", "nve_top.u_dma"}) {
    const std::string complaint = ComplaintOf(scope.c_str(), "rst_ni");
    EXPECT_NE(complaint.find("found no signal " + scope + ".u_fetch.state_q "), std::string::npos)
        << complaint;
    const std::string rows =
        ComplaintOf((scope + ".gen_channel[0].gen_mover.u_rows").c_str(), "state_q");
    EXPECT_NE(rows.find("found no signal " + scope + ".rst_ni"), std::string::npos) << rows;
  }
}

}  // namespace
}  // namespace nve::coverage
