// SPDX-License-Identifier: Apache-2.0
// Which summaries tell of a success.
#include "report/html/file_verdict.hpp"

#include <gmock/gmock.h>

namespace nve {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

std::string LineOf(const char* text) { return FileVerdict(Json::parse(text), 1).Finished(); }

TEST(FileVerdict, OfASuccessIsGreen) {
  for (const char* text : {R"({"schema": "nve-cases", "totals": {"failed": 0, "problems": []}})",
                           R"({"schema": "nve-formal", "proofs": [{"steps": [{"ok": true}]}]})",
                           R"({"schema": "nve-coverage", "findings": []})"}) {
    EXPECT_THAT(LineOf(text), HasSubstr("<p class=\"verdict right\"><strong>Passed</strong>."));
  }
}

TEST(FileVerdict, SaysWhatFailed) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"schema": "nve-zoo", "failed": 2})", "<span data-source=\"1#/failed\">2</span> failed."},
      {R"({"schema": "nve-cases", "totals": {"failed": 0, "not_conducted": 3}})",
       "\"1#/totals/not_conducted\">3</span> were not conducted."},
      {R"({"schema": "nve-fuzz", "targets": {"a": {"problems": ["it fell"]}}, "problems": []})",
       "<span data-source=\"1#/targets/a/problems/0\">it fell</span>."},
      {R"({"schema": "nve-coverage", "findings": ["a", "b", "c", "d"]})", "And more, see below."},
      {R"({"schema": "nve-formal", "proofs": [{"steps": [{"step": "cover", "ok": false}]}]})",
       "\"1#/proofs/0/steps/0/step\">cover</span> is not as it must be."}};
  for (const auto& [text, words] : cases) {
    EXPECT_THAT(LineOf(text), HasSubstr("verdict wrong\"><strong>Failed</strong>."));
    EXPECT_THAT(LineOf(text), HasSubstr(words));
  }
}

TEST(FileVerdict, OfWhatJudgesNothingThereIsNone) {
  EXPECT_EQ(LineOf(R"({"schema": "nve-sweep", "failed": 2})"), "");
  EXPECT_EQ(LineOf(R"({"schema": "nve-zoo"})"), "");
}

}  // namespace
}  // namespace nve
