// SPDX-License-Identifier: Apache-2.0
// Values and results of a run in one row.
#include "report/html/varied_table.hpp"

#include <gmock/gmock.h>

#include "report/result/result_json.hpp"
#include "report/result/vary_file.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

TEST(VariedTable, HasValuesAndCyclesInOneRow) {
  VaryResult vary;
  vary.parameters = {"a.b"};
  for (const char* value : {"1", "2"}) {
    vary.rows.push_back({{{"a.b", value}}, {{"L1", 3, 4}, {"total", 5, 6}}});
  }
  const std::string text = VariedTable(ResultJson(vary), 0, 2).Finished();
  EXPECT_THAT(text, HasSubstr("<th scope=\"row\" data-source=\"0#/rows/1/values/a.b\">2</th><td "
                              "class=\"number\" "
                              "data-source=\"0#/rows/1/layers/0/elapsed_cycles\">4</td><td "
                              "class=\"number\" "
                              "data-source=\"0#/rows/1/layers/1/elapsed_cycles\">6</td></tr>"));
  EXPECT_TRUE(VariedTable({{"schema", "nve-sweep"}}, 0, 2).Empty());
}

}  // namespace
}  // namespace nve
