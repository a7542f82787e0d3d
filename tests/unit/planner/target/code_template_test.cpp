// SPDX-License-Identifier: Apache-2.0
// Templates are read; what is wrong in one is told by line.
#include "planner/target/code_template.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics/diagnostics.hpp"

namespace nve::planner {
namespace {

using ::testing::ElementsAre;

const std::string kSmall =
    "A comment with {{anything}}.\n@@ head\nhead {{steps}}\n@@ tensor\n@@ memory\n@@ begin\n@@ "
    "load\n"
    "L {{tensor}} {{words}}\n@@ conv\nC\n@@ store\nS\n@@ tail\nend\n";

std::vector<std::string> ProblemsOf(const std::string& text) {
  try {
    ParseTemplate(text, "t");
  } catch (const InputError& error) {
    std::vector<std::string> lines;
    for (const Diagnostic& each : error.diagnostics()) lines.push_back(ToString(each));
    return lines;
  }
  return {};
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(CodeTemplate, SectionsHoldTheirLines) {
  const CodeTemplate parsed = ParseTemplate(kSmall, "t");
  EXPECT_EQ(parsed.sections.at("head"), "head {{steps}}\n");
  EXPECT_EQ(parsed.sections.at("tensor"), "");
  EXPECT_EQ(Filled(parsed.sections.at("load"), {{"tensor", "input"}, {"words", "7"}}),
            "L input 7\n");
}

TEST(CodeTemplate, TemplatesThatAreThereHaveNoProblem) {
  EXPECT_THAT(TemplateNames(), ElementsAre("cpp", "cuda"));
  for (const std::string& name : TemplateNames()) EXPECT_NO_THROW(ReadTemplate(name));
  EXPECT_THROW(ReadTemplate("nothing"), InputError);
}

TEST(CodeTemplate, EveryProblemOfAFileIsTold) {
  EXPECT_THAT(
      ProblemsOf(Replaced(kSmall, "@@ tail", "@@ tali")),
      ElementsAre("t:13: error: found section 'tali', allowed: head, tensor, memory, begin, "
                  "load, conv, store, tail",
                  "t: error: found no section tail, allowed: a line \"@@ tail\""));
  EXPECT_THAT(ProblemsOf(Replaced(kSmall, "@@ store", "@@ conv")),
              ElementsAre("t:11: error: found section conv again, allowed: once",
                          "t: error: found no section store, allowed: a line \"@@ store\""));
  EXPECT_THAT(ProblemsOf(Replaced(Replaced(kSmall, "{{steps}}", "{{oc}}"), "{{tensor}}", "{{")),
              ElementsAre("t:3: error: found {{oc}} in section head, allowed: input_words, "
                          "weight_words, output_words, steps",
                          ::testing::HasSubstr("t:8: error: found {{ {{words}} in section load")));
  EXPECT_THAT(ProblemsOf(Replaced(kSmall, "{{words}}", "{{words")),
              ElementsAre("t:8: error: found {{ without }}, allowed: a placeholder in one line"));
  EXPECT_EQ(ProblemsOf("").size(), kTemplateSections.size());
}

}  // namespace
}  // namespace nve::planner
