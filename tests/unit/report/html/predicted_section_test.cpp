// SPDX-License-Identifier: Apache-2.0
// Predicted cycles in pages.
#include "report/html/predicted_section.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/html/report_page.hpp"
#include "tests/unit/report/some_prediction.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(PredictedSection, SaysWhereNumbersComeFrom) {
  ReportedResults results = testing::SomeResults();
  results.predictions[0].file.predicted->layers[1].feeds[1].second.cycles += 6;
  const std::string text = PredictedSection(results).Finished();
  EXPECT_THAT(text, HasSubstr("Elapsed cycles, predicted by p and measured in r, feed mover"));
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/predicted/layers/1/feeds/mover/cycles\">246<"));
  EXPECT_THAT(text, HasSubstr("data-source=\"1#/layers/1/elapsed_cycles\">240<"));
  EXPECT_THAT(text, HasSubstr(">+6<"));
  EXPECT_THAT(text, HasSubstr(">+2.50 %<"));
  EXPECT_THAT(text, HasSubstr("<summary>By what the core did</summary>"));
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/command\">nvec a.xml --predict<"));
  EXPECT_THAT(text, Not(HasSubstr("Warning")));
}

TEST(PredictedSection, IsThereWithPredictionsOnly) {
  ReportedResults results = testing::SomeResults();
  EXPECT_THAT(ReportPage(results, PictureChoice::kNetwork),
              HasSubstr("Written by nve-report from p.json, r.json."));
  results.predictions.clear();
  EXPECT_TRUE(PredictedSection(results).Empty());
  EXPECT_THAT(ReportPage(results, PictureChoice::kNetwork), Not(HasSubstr("id=\"predicted\"")));
}

TEST(PredictedSection, WarnsOfOtherWorkAndOtherFeeds) {
  ReportedResults results = testing::SomeResults();
  results.runs[0].result.feed = "ideal";
  results.runs[0].result.machine.name = "nve8";
  const std::string text = PredictedSection(results).Finished();
  EXPECT_THAT(text, HasSubstr("<p class=\"warning\">Warning: r: found machine 'nve8'"));
  EXPECT_THAT(text, HasSubstr("<p class=\"warning\">Warning: r: found feed 'ideal'"));
  EXPECT_THAT(text, Not(HasSubstr("<table")));
}

TEST(PredictedSection, RunsBehindPredictionsAreComparedAsEver) {
  ReportedResults results = testing::SomeResults();
  results.runs.push_back(testing::SomeRun(2, "later"));
  results.runs[1].result.layers[0].cycles = 121;
  const std::string page = ReportPage(results, PictureChoice::kNetwork);
  EXPECT_THAT(page, HasSubstr("Changes are in percent of r."));
  EXPECT_THAT(page, HasSubstr("<td class=\"number\" data-source=\"1#/layers/0/cycles\">110</td>"));
  EXPECT_THAT(page, HasSubstr("data-source=\"2#/layers/0/cycles\">121</td>"
                              "<td class=\"number worse\" data-source=\"= 100 * ( "
                              "2#/layers/0/cycles - 1#/layers/0/cycles ) / 1#/layers/0/cycles\">"
                              "+10.0 %</td>"));
}

TEST(PredictedSection, NamesWithMarkupAreText) {
  const std::string evil = "<script>alert(1)</script>\"' ]]>";
  ReportedResults results = testing::SomeResults();
  ReportedPrediction& prediction = results.predictions[0];
  prediction.label = prediction.path = evil;
  prediction.file.command = prediction.file.arch = evil;
  for (LayerOfPrediction& layer : prediction.file.predicted->layers) layer.name = evil;
  for (LayerOfRun& layer : results.runs[0].result.layers) layer.name = evil;
  prediction.file.predicted->total.feeds[1].first = evil;
  prediction.file.predicted->layers[0].feeds[1].first = evil;
  prediction.file.predicted->memory["model"] = evil;
  results.runs[0].result.feed = evil;
  const std::string text = PredictedSection(results).Finished();
  EXPECT_THAT(text, Not(HasSubstr("<script")));
  EXPECT_THAT(text, HasSubstr("&lt;script&gt;alert(1)"));
  EXPECT_THAT(text, HasSubstr("feeds/%3Cscript%3E"));
}

}  // namespace
}  // namespace nve
