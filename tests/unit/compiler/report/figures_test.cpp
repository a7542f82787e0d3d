// SPDX-License-Identifier: Apache-2.0
// Figures against the published ones, and the report's text and JSON.
#include "compiler/report/figures.hpp"

#include "compiler/report/compiled_layers.hpp"
#include "compiler/report/metrics.hpp"
#include "compiler/report/report_text.hpp"
#include "report/result/result_json.hpp"
#include "tests/unit/compiler/report/report_fixture.hpp"

namespace nve {
namespace {

using testing::CompileFile;
using testing::FiguresOfFile;
using testing::IsThesisMachine;

TEST(Published, ScopesPresetMovesThePublishedWordsInThePublishedPrograms) {
  if (!IsThesisMachine()) GTEST_SKIP() << "published figures are of the thesis's machine";
  for (const PublishedNetwork& network : PublishedNetworks()) {
    const NetworkFigures figures = FiguresOfFile(network.key + ".xml", "scopes2015");
    ASSERT_EQ(figures.layers.size(), network.layers.size());
    for (size_t l = 0; l < network.layers.size(); ++l) {
      SCOPED_TRACE(network.key + " " + network.layers[l].name);
      const LayerFigures& layer = figures.layers[l];
      ASSERT_EQ(layer.published, &FindPublished(network.key)->layers[l]);
      const CodeFigures& published = layer.published->scopes2015;
      const bool misprint = !layer.published->note.empty();
      EXPECT_EQ(layer.data_words_per_16_rows, misprint ? 50565 : published.data_words);
      EXPECT_EQ(layer.report.programs, published.programs);
    }
  }
}

TEST(Published, DefaultPresetReachesTheBounds) {
  if (!IsThesisMachine()) GTEST_SKIP() << "published figures are of the thesis's machine";
  const std::vector<std::pair<std::string, std::vector<int>>> intervals = {
      {"filter3x3", {10}},
      {"face_detection", {168, 400, 518, 18}},
      {"speed_sign", {252, 2520, 16080, 101}}};
  for (const auto& [key, expected] : intervals) {
    SCOPED_TRACE(key);
    std::vector<int> found;
    for (const LayerFigures& layer : FiguresOfFile(key + ".xml", "default").layers) {
      found.push_back(layer.report.ii);
      EXPECT_EQ(CertificateName(layer), "optimal");
    }
    EXPECT_EQ(found, expected);
  }
}

// Table 5 of the thesis rounds to one or two digits, and so did its weights.
TEST(Published, MeansAreThoseOfTable5) {
  const auto mean = [](const std::string& key, const Source& source) {
    NetworkFigures figures;
    const Network network = LoadNetwork(testing::kNetworks + key + ".xml");
    for (size_t l = 0; l < network.layers.size(); ++l) {
      LayerFigures layer;
      layer.macs = network.layers[l].Macs();
      layer.published = &FindPublished(key)->layers[l];
      figures.layers.push_back(layer);
    }
    return *MeanFigures(source, figures).mac_per_instr;
  };
  const auto& [manual, scopes, thesis] = kPublishedSources;
  EXPECT_NEAR(mean("face_detection", manual), 13.6, 0.05);
  EXPECT_NEAR(mean("face_detection", thesis), 13.7, 0.05);
  EXPECT_NEAR(mean("speed_sign", manual), 14.86, 0.015);
  EXPECT_NEAR(mean("speed_sign", thesis), 15.45, 0.015);
}

// MAC/instr and code size as printed, from the intervals taken from them and the words that our
// schedules of the same preset write before the repeated part.
TEST(Published, IntervalsFollowFromWhatIsPrinted) {
  if (!IsThesisMachine()) GTEST_SKIP() << "published figures are of the thesis's machine";
  for (const PublishedNetwork& network : PublishedNetworks()) {
    const NetworkFigures scopes = FiguresOfFile(network.key + ".xml", "scopes2015");
    const NetworkFigures thesis = FiguresOfFile(network.key + ".xml", "O3");
    for (size_t l = 0; l < network.layers.size(); ++l) {
      const PublishedLayer& layer = network.layers[l];
      SCOPED_TRACE(network.key + " " + layer.name);
      const auto initial = [](const LayerFigures& ours) {
        return static_cast<double>(ours.report.code_words - ours.report.ii);
      };
      EXPECT_EQ(layer.scopes2015.code_words, *layer.scopes2015.ii + initial(scopes.layers[l]));
      const double width = layer.out_width;
      const double macs = static_cast<double>(thesis.layers[l].macs) / layer.out_height * 16;
      EXPECT_NEAR(*layer.thesis2016.mac_per_instr,
                  macs / (width * *layer.thesis2016.ii + initial(thesis.layers[l])), 0.0055);
    }
  }
}

TEST(Published, BelongToALayersGeometry) {
  CompileResult result = CompileFile("small/filter3x3.xml", "default");
  EXPECT_EQ(FiguresOf(result, "default").layers[0].published, nullptr);
  result.binary.network = "3x3 Filter";
  EXPECT_EQ(FiguresOf(result, "default").layers[0].published, nullptr);
  LayerInfo& info = result.binary.layers[0];
  info.out_width = 1278;
  info.out_height = 718;
  EXPECT_EQ(FiguresOf(result, "default").layers[0].published,
            FindPublished("filter3x3")->layers.data());
}

LayerFigures LayerOf(double mac_per_instr, int64_t words, int programs, int64_t macs) {
  LayerFigures layer;
  layer.report.mac_per_instr = mac_per_instr;
  layer.report.programs = programs;
  layer.data_words_per_16_rows = words;
  layer.macs = macs;
  return layer;
}

TEST(Figures, TwoWaysToSumThemUp) {
  NetworkFigures figures;
  figures.layers = {LayerOf(4, 1000, 3, 100), LayerOf(16, 600, 1, 300)};
  const CodeFigures mean = MeanFigures(kOurs, figures);
  EXPECT_EQ(mean.mac_per_instr, 13);
  EXPECT_EQ(mean.data_words, 700);
  EXPECT_EQ(mean.programs, 1.5);
  const CodeFigures total = TotalFigures(kOurs, figures);
  EXPECT_EQ(total.mac_per_instr, 400 / (25 + 18.75));
  EXPECT_EQ(total.data_words, 1600);
  EXPECT_EQ(total.programs, 4);
}

TEST(Figures, HaveNoSumIfALayerHasNoFigure) {
  NetworkFigures figures;
  figures.layers = {LayerOf(4, 1000, 3, 100), LayerOf(16, 600, 1, 300)};
  figures.layers[0].published = FindPublished("filter3x3")->layers.data();
  const Source& manual = kPublishedSources[0];
  EXPECT_EQ(FiguresFrom(manual, figures.layers[0]).code_words, 21);
  EXPECT_EQ(MeanFigures(manual, figures).code_words, std::nullopt);
  EXPECT_EQ(TotalFigures(manual, figures).mac_per_instr, std::nullopt);
}

TEST(Figures, HalfVectorsCountTheirWordsTwiceFor16Rows) {
  const LayerFigures half = FiguresOfFile("small/mix1x1.xml", "default").layers[0];
  ASSERT_EQ(half.report.outputs_per_iteration, 8);
  EXPECT_EQ(half.data_words_per_16_rows, 2 * half.report.data_words_per_strip);
  const LayerFigures full = FiguresOfFile("small/mix1x1.xml", "O3").layers[0];
  ASSERT_EQ(full.report.outputs_per_iteration, 16);
  EXPECT_EQ(full.data_words_per_16_rows, full.report.data_words_per_strip);
}

TEST(CompiledLayers, HasTheKeysOfEveryLayer) {
  const auto json = ResultJson(CompiledLayers(FiguresOfFile("small/two_layers.xml", "O2")));
  ASSERT_EQ(json["layers"].size(), 2u);
  for (const auto& layer : json["layers"]) {
    for (const char* key :
         {"name", "ii", "outputs_per_iteration", "bound", "mac_per_instr", "data_words_per_strip",
          "data_words_per_16_rows", "code_words", "programs", "loads", "optimal",
          "predicted_cycles", "certificate", "per_program"}) {
      EXPECT_TRUE(layer.contains(key)) << key;
    }
    for (const char* key : {"vmac", "wreg", "ireg", "mema", "memb", "register_path"}) {
      EXPECT_TRUE(layer["bounds"].contains(key)) << key;
    }
    EXPECT_EQ(layer["certificate"] == "optimal", layer["optimal"].get<bool>());
  }
  // Two maps of two 5x5 inputs: per map 50 macs and a set rb; per column five image operations.
  const auto& bounds = json["layers"][1]["bounds"];
  EXPECT_EQ(bounds["vmac"], 2 * (2 * 25 + 1));
  EXPECT_EQ(bounds["wreg"], 2 * (2 * 25 + 1));
  EXPECT_EQ(bounds["ireg"], 2 * 2 * 25);
  EXPECT_EQ(bounds["register_path"], 0);  // the ladder does not search it
  int64_t code = 0;
  for (const auto& layer : json["layers"]) code += layer["code_words"].get<int64_t>();
  EXPECT_EQ(json["total"]["code_words"], code);
  EXPECT_GT(json["mean"]["mac_per_instr"], 0);
  EXPECT_TRUE(json["total"]["published"].empty());
}

TEST(CompiledLayers, HasThePublishedFiguresAndTheirSums) {
  if (!IsThesisMachine()) GTEST_SKIP() << "published figures are of the thesis's machine";
  const auto json = ResultJson(CompiledLayers(FiguresOfFile("face_detection.xml", "scopes2015")));
  const auto& l2 = json["layers"][1]["published"];
  EXPECT_EQ(l2["manual"]["data_words_per_16_rows"], 72784);
  EXPECT_EQ(l2["scopes2015"]["mac_per_instr"], 10.35);
  EXPECT_EQ(l2["scopes2015"]["code_words"], 658);
  EXPECT_EQ(l2["thesis2016"]["ii"], 424);
  EXPECT_FALSE(l2["thesis2016"].contains("programs"));
  EXPECT_EQ(json["total"]["programs"], 6);
  EXPECT_EQ(json["total"]["published"]["manual"]["programs"], 30);
  EXPECT_EQ(json["total"]["published"]["scopes2015"]["data_words_per_16_rows"], 74328);
  EXPECT_NEAR(json["mean"]["published"]["thesis2016"]["mac_per_instr"], 13.7, 0.05);
}

TEST(ReportText, ShowsPublishedColumnsOnlyWhereThereAreSome) {
  const std::string own = ReportText(FiguresOfFile("small/filter3x3.xml", "default"));
  EXPECT_EQ(own.find("manual"), std::string::npos) << own;
  EXPECT_NE(own.find("optimal"), std::string::npos) << own;
  EXPECT_EQ(own.find("mean"), std::string::npos) << "a single layer needs no sum\n" << own;
  if (!IsThesisMachine()) GTEST_SKIP() << "published figures are of the thesis's machine";
  const std::string speed_sign = ReportText(FiguresOfFile("speed_sign.xml", "scopes2015"));
  // The totals of data words, code words and programs among them.
  for (const char* text : {"manual", "SCOPES", "thesis", "ours", "16 rows", "15.45", "202744",
                           "one word per column", "+180", "908339", "930533", "33608", " 98"}) {
    EXPECT_NE(speed_sign.find(text), std::string::npos) << text << '\n' << speed_sign;
  }
}

TEST(ReportText, SaysThatVectorsAreHorizontal) {
  CompileResult result = CompileFile("small/filter3x3.xml", "default");
  EXPECT_EQ(ReportText(FiguresOf(result, "default")).find("horizontal"), std::string::npos);
  result.binary.vectors = Vectors::kHorizontal;
  EXPECT_NE(ReportText(FiguresOf(result, "default")).find("horizontal"), std::string::npos);
}

TEST(ReportText, ShowsEveryProgramsBounds) {
  const std::string text = ProgramsText(FiguresOfFile("small/two_layers.xml", "O0"));
  for (const char* word : {"L1.p2", "L2.p1", "VMAC", "WREG", "IREG", "MEMA", "MEMB"}) {
    EXPECT_NE(text.find(word), std::string::npos) << word << '\n' << text;
  }
  EXPECT_EQ(text.find("registers"), std::string::npos) << "nothing searched\n" << text;
  EXPECT_NE(ProgramsText(FiguresOfFile("small/two_layers.xml", "default")).find("registers"),
            std::string::npos);
}

}  // namespace
}  // namespace nve
