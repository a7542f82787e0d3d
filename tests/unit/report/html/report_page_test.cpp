// SPDX-License-Identifier: Apache-2.0
// Whole pages, and pictures in them.
#include "report/html/report_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libxml/parser.h>

#include "base/files/files.hpp"
#include "base/images/images.hpp"
#include "report/html/embedded_pictures.hpp"
#include "report/html/page_frame.hpp"
#include "report/html/page_style.hpp"
#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/report/some_run.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

void ExpectWellFormed(const std::string& page) {
  xmlDoc* document =
      xmlReadMemory(page.data(), static_cast<int>(page.size()), "page", nullptr, XML_PARSE_NONET);
  EXPECT_NE(document, nullptr);
  xmlFreeDoc(document);
}

TEST(ReportPage, AsksForNothing) {
  const std::string page =
      ReportPage({.runs = {testing::SomeRun()}, .predictions = {}}, PictureChoice::kNetwork);
  ExpectWellFormed(page);
  EXPECT_THAT(page, HasSubstr("default-src 'none'; img-src data:; style-src 'unsafe-inline'"));
  for (const char* text : {"<script", "http:", "https:", "src=\"/", "@import", "<link"}) {
    EXPECT_THAT(page, Not(HasSubstr(text))) << text;
  }
  EXPECT_THAT(std::string(kPageStyle), HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(std::string(kPageStyle), HasSubstr("@media print"));
}

TEST(ReportPage, SaysTheFaultAndTheWarnings) {
  ReportedRun run = testing::SomeRun();
  EXPECT_THAT(ReportPage({.runs = {run}, .predictions = {}}, PictureChoice::kNetwork),
              Not(HasSubstr("put in on purpose")));
  run.result.fault = "mute-memory";
  run.result.warnings = std::vector<std::string>{"another seed"};
  const std::string page = ReportPage({.runs = {run}, .predictions = {}}, PictureChoice::kNetwork);
  EXPECT_THAT(page, HasSubstr("with the fault <span data-source=\"0#/fault\">mute-memory</span> "
                              "put in on purpose."));
  EXPECT_THAT(page, HasSubstr("<p class=\"warning\">Warning: <span data-source=\"0#/warnings/0\">"
                              "another seed</span>.</p>"));
}

TEST(FramedPage, HasATitleThatIsText) {
  Html body;
  body.Element("body", "b");
  const std::string page = FramedPage("<i>", body);
  ExpectWellFormed(page);
  EXPECT_THAT(page, HasSubstr("<title>&lt;i&gt; \u2013 NVE</title>"));
  EXPECT_THAT(page, ::testing::EndsWith("<body>b</body></html>\n"));
}

TEST(ReportPage, NamesWithMarkupAreText) {
  const std::string evil = "<script>alert(1)</script>\"' onload=x &amp; ]]>";
  ReportedRun run = testing::FailedRun();
  run.label = evil;
  run.path = evil;
  run.result.network = run.result.input = run.result.command = evil;
  run.result.layers[0].name = run.result.layers[1].name = evil;
  run.result.failure->text = run.result.mismatch->differences[0].signal = evil;
  run.result.states = Named<int64_t>{{evil, 1}};
  run.result.total->waterfall->emplace_back(evil, 7);
  run.result.memory->config[evil] = evil;
  run.result.pictures = std::vector<Picture>{{"input", evil}};
  ReportedRun other = run;
  other.number = 1;
  for (const auto& runs : {std::vector{run}, std::vector{run, other}}) {
    const std::string page = ReportPage({.runs = runs, .predictions = {}}, PictureChoice::kAll);
    ExpectWellFormed(page);
    EXPECT_THAT(page, Not(HasSubstr("<script")));
    EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)"));
  }
}

class Pictures : public ::testing::Test {
 protected:
  Pictures() {
    FeatureMaps maps(1, 2, 3);
    WritePng(folder_ / "a.png", maps);
    WritePng(folder_ / "same.png", maps);
  }

  ReportedRun Run(size_t number, const std::vector<Picture>& pictures) const {
    ReportedRun run = testing::SomeRun(number, number == 0 ? "old" : "new");
    run.path = folder_ / "r.json";
    run.result.pictures = pictures;
    return run;
  }

  TestFolder folder_;
};

TEST_F(Pictures, AreEmbeddedOnceEach) {
  const std::vector<ReportedRun> runs = {Run(0, {{"input", "a.png"}, {"L1", "a.png"}}),
                                         Run(1, {{"input", "same.png"}})};
  const auto pictures = ReadPictures(runs, PictureChoice::kNetwork);
  ASSERT_EQ(pictures.size(), 1u) << "layers' maps on demand only";
  EXPECT_THAT(pictures[0].labels, ::testing::ElementsAre("old", "new"));
  EXPECT_EQ(pictures[0].width, 3);
  EXPECT_EQ(pictures[0].height, 2);
  EXPECT_EQ(ReadPictures(runs, PictureChoice::kAll).size(), 2u);
  const std::string text = PictureSection(runs, PictureChoice::kNetwork).Finished();
  EXPECT_THAT(text, HasSubstr("<img src=\"data:image/png;base64,iVBORw0KGgo"));
  EXPECT_THAT(text, HasSubstr("alt=\"input of old, new\""));
}

TEST_F(Pictures, OfSeveralMapsHaveTheirNumbers) {
  const auto pictures =
      ReadPictures({Run(0, {{"input", "a.png"}, {"output", "a.png"}, {"output", "same.png"}})},
                   PictureChoice::kNetwork);
  ASSERT_EQ(pictures.size(), 3u) << "two maps of one content are two";
  EXPECT_EQ(pictures[0].name, "input");
  EXPECT_EQ(pictures[1].name, "output map 0");
  EXPECT_EQ(pictures[2].name, "output map 1");
}

TEST_F(Pictures, WhatIsNoneIsToldInItsPlace) {
  WriteFileAtomically(folder_ / "no.png", "no picture");
  const auto pictures =
      ReadPictures({Run(0, {{"input", "gone.png"}, {"output", "no.png"}, {"output", "."}})},
                   PictureChoice::kNetwork);
  ASSERT_EQ(pictures.size(), 3u);
  EXPECT_THAT(pictures[0].problem, HasSubstr("gone.png: there is no such file"));
  EXPECT_THAT(pictures[1].problem, HasSubstr("no.png: it cannot be shown"));
  EXPECT_THAT(pictures[2].problem, HasSubstr("there is no such file"));
  ReportedRun none = testing::SomeRun();
  EXPECT_THAT(PictureSection({none}, PictureChoice::kNetwork).Finished(),
              HasSubstr("The result names no pictures."));
}

TEST_F(Pictures, LieWhereTheResultDoes) {
  EXPECT_EQ(PicturePath(Run(0, {}), {"input", "a.png"}), folder_ / "a.png");
  ReportedRun here = testing::SomeRun();
  EXPECT_EQ(PicturePath(here, {"input", "../x.png"}), "../x.png");
}

}  // namespace
}  // namespace nve
