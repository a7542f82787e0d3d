// SPDX-License-Identifier: Apache-2.0
// A plan small enough to read: two maps of 4 x 4 to two, 3 x 3 kernels, one input channel and two
// rows a tile.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "planner/ir/read_ir.hpp"

namespace nve::planner {

inline constexpr const char* kSmallPlan = R"([info]
INPUT(1,2,4,4)
WEIGHT(2,2,3,3)
OUTPUT(1,2,4,4)
[var]
IN_MEM_0(16)
WT_MEM_0(18)
OT_MEM_0(16)
INPUT_0[0](1,1,3,4)
INPUT_1[4](1,1,3,4)
INPUT_2[16](1,1,3,4)
INPUT_3[20](1,1,3,4)
WEIGHT_0[0](2,1,3,3)
WEIGHT_1[9](2,1,3,3)
OUTPUT_0[0](1,2,2,4)
OUTPUT_1[8](1,2,2,4)
[text]
LOAD WT_MEM_0 WEIGHT_0
LOAD IN_MEM_0 INPUT_0
CONV OUTPUT_0 INPUT_0 WEIGHT_0 1 (1,1,1,0)
STORE OUTPUT_0 OT_MEM_0
LOAD IN_MEM_0 INPUT_1
CONV OUTPUT_1 INPUT_1 WEIGHT_0 1 (1,1,0,1)
LOAD WT_MEM_0 WEIGHT_1
LOAD IN_MEM_0 INPUT_3
CONV OUTPUT_1 INPUT_3 WEIGHT_1 1 (1,1,0,1)
STORE OUTPUT_1 OT_MEM_0
LOAD IN_MEM_0 INPUT_2
LOAD OT_MEM_0 OUTPUT_0
CONV OUTPUT_0 INPUT_2 WEIGHT_1 1 (1,1,1,0)
STORE OUTPUT_0 OT_MEM_0
)";

/// The small plan with one text in place of another.
inline std::string Edited(const std::string& from, const std::string& to) {
  std::string text = kSmallPlan;
  return text.replace(text.find(from), from.size(), to);
}

/// The errors of a text as a file t.ir, without the file's name.
inline std::vector<std::string> Reported(const std::string& text) {
  std::vector<std::string> lines;
  try {
    ParseIr(text, "t.ir");
  } catch (const InputError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      lines.push_back(ToString(diagnostic).substr(std::string("t.ir:").size()));
    }
  }
  return lines;
}

/// One edit of the small plan, and all that is reported of it.
struct BrokenPlan {
  const char* from;
  const char* to;
  std::vector<std::string> reported;
};
inline void ExpectReported(const std::vector<BrokenPlan>& plans) {
  for (const BrokenPlan& plan : plans) {
    EXPECT_EQ(Reported(Edited(plan.from, plan.to)), plan.reported) << plan.from << " " << plan.to;
  }
}

}  // namespace nve::planner
