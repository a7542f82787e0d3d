// SPDX-License-Identifier: Apache-2.0
// What schemas allow beyond one type: null, several types.
#include "report/result/schema_check.hpp"

#include <gmock/gmock.h>

#include "report/result/file_kinds.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

std::string ProblemsOf(const Json& schema, const Json& json) {
  Diagnostics problems;
  CheckBySchema(schema, json, "f", problems);
  std::string text;
  for (const Diagnostic& problem : problems.all()) text += ToString(problem) + '\n';
  return text;
}

TEST(SchemaCheck, NullAndSeveralTypes) {
  const Json plan = SchemaOf("plan")["properties"]["layers"]["items"]["properties"];
  const Json layer = SchemaOf("roofline")["properties"]["layers"]["items"]["properties"];
  const Json schema = {{"type", "object"},
                       {"properties", {{"zhang", plan["zhang"]}, {"strips", layer["strips"]}}}};
  EXPECT_EQ(ProblemsOf(schema, {{"zhang", nullptr}, {"strips", "all"}}), "");
  EXPECT_EQ(ProblemsOf(schema, {{"zhang", 4}, {"strips", 4}}), "");
  EXPECT_THAT(ProblemsOf(schema, {{"zhang", "x"}}),
              HasSubstr("found \"x\", allowed: a whole number"));
  EXPECT_THAT(ProblemsOf(schema, {{"strips", true}}),
              HasSubstr("found true, allowed: a whole number or a text"));
  EXPECT_THAT(ProblemsOf(schema, 7), HasSubstr("f: error: the file: found 7, allowed: an object"));
}

}  // namespace
}  // namespace nve
