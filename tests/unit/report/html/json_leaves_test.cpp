// SPDX-License-Identifier: Apache-2.0
// Leaves of JSON with their names and pointers.
#include "report/html/json_leaves.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

TEST(JsonLeaves, AllInTheirOrder) {
  const nlohmann::ordered_json json = {{"model", "bank"}, {"gap", 1.75}, {"dram", {{"a/b", 4}}},
                                       {"on", true},      {"list", {7}}, {"none", nullptr}};
  const auto leaves = LeavesOf(ResultPlace<nlohmann::ordered_json>(json, "1#/m"), "memory");
  ASSERT_EQ(leaves.size(), 6u);
  EXPECT_EQ(leaves[0].name, "memory.model");
  EXPECT_EQ(leaves[0].value.text, "bank");
  EXPECT_EQ(leaves[1].value.text, "1.75");
  EXPECT_TRUE(leaves[1].value.number);
  EXPECT_EQ(leaves[2].name, "memory.dram.a/b");
  EXPECT_EQ(leaves[2].value.source, "1#/m/dram/a~1b");
  EXPECT_EQ(leaves[3].value.text, "yes");
  EXPECT_EQ(leaves[4].value.source, "1#/m/list/0");
  EXPECT_EQ(leaves[5].value.text, "none");
}

}  // namespace
}  // namespace nve
