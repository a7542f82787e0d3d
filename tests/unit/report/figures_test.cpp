// Figures against the published ones, and the report's text and JSON.
#include "compiler/report/figures.hpp"

#include "compiler/report/preset_ladder.hpp"
#include "compiler/report/report_json.hpp"
#include "compiler/report/report_text.hpp"
#include "tests/unit/report/report_fixture.hpp"

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
      const PublishedFigures& published = layer.published->scopes2015;
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
  const auto mean = [](const std::string& key, PublishedFigures PublishedLayer::*source) {
    const Network network = LoadNetwork(testing::kNetworks + key + ".xml");
    std::vector<WeightedRate> rates;
    for (size_t l = 0; l < network.layers.size(); ++l) {
      rates.push_back(
          {*(FindPublished(key)->layers[l].*source).mac_per_instr, network.layers[l].Macs()});
    }
    return WeightedMean(rates);
  };
  EXPECT_NEAR(mean("face_detection", &PublishedLayer::manual), 13.6, 0.05);
  EXPECT_NEAR(mean("face_detection", &PublishedLayer::thesis2016), 13.7, 0.05);
  EXPECT_NEAR(mean("speed_sign", &PublishedLayer::manual), 14.86, 0.015);
  EXPECT_NEAR(mean("speed_sign", &PublishedLayer::thesis2016), 15.45, 0.015);
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

TEST(Figures, TwoWaysToSumUpRates) {
  const std::vector<WeightedRate> rates = {{4, 100}, {16, 300}};
  EXPECT_DOUBLE_EQ(WeightedMean(rates), 13);
  EXPECT_DOUBLE_EQ(TotalRate(rates), 400 / (25 + 18.75));
}

TEST(Figures, HalfVectorsCountTheirWordsTwiceFor16Rows) {
  const LayerFigures half = FiguresOfFile("small/mix1x1.xml", "default").layers[0];
  ASSERT_EQ(half.report.outputs_per_iteration, 8);
  EXPECT_EQ(half.data_words_per_16_rows, 2 * half.report.data_words_per_strip);
  const LayerFigures full = FiguresOfFile("small/mix1x1.xml", "O3").layers[0];
  ASSERT_EQ(full.report.outputs_per_iteration, 16);
  EXPECT_EQ(full.data_words_per_16_rows, full.report.data_words_per_strip);
}

TEST(ReportJson, HasTheKeysOfEveryLayer) {
  const auto json = ReportJson(FiguresOfFile("small/two_layers.xml", "O2"));
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
}

TEST(ReportText, ShowsPublishedColumnsOnlyWhereThereAreSome) {
  const std::string own = ReportText(FiguresOfFile("small/filter3x3.xml", "default"));
  EXPECT_EQ(own.find("manual"), std::string::npos) << own;
  EXPECT_NE(own.find("optimal"), std::string::npos) << own;
  EXPECT_EQ(own.find("mean"), std::string::npos) << "a single layer needs no sum\n" << own;
  if (!IsThesisMachine()) GTEST_SKIP() << "published figures are of the thesis's machine";
  const std::string speed_sign = ReportText(FiguresOfFile("speed_sign.xml", "scopes2015"));
  for (const char* text : {"manual", "SCOPES", "thesis", "ours", "16 rows", "15.45", "202744",
                           "one word per column", "+180"}) {
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

Network OneByOne(int inputs) {
  Layer layer;
  layer.name = "L1";
  layer.kernel_height = layer.kernel_width = 1;
  layer.out_width = layer.out_height = 20;
  OutputMap output;
  for (int input = 0; input < inputs; ++input) output.inputs.push_back(input);
  layer.outputs = {output};
  return {"1x1", {layer}};
}

TEST(PresetLadder, LeavesOutPresetsThatRefuseTheNetwork) {
  // Full vectors need about 3.3 cycles per input of a 1x1 window, half vectors 1.3 (port A).
  const Network network = OneByOne(arch::kInstructionWords * 2 / 5);
  const PresetLadder ladder = CompileLadder(network, SeededWeights(network, 1), {});
  ASSERT_EQ(ladder.presets.size(), 1u);
  EXPECT_EQ(ladder.presets[0].preset, "default");
  ASSERT_EQ(ladder.refused.size(), Presets().size() - 1);
  EXPECT_EQ(ladder.refused[0].first, "O0");
  EXPECT_NE(ladder.refused[0].second.find("instructions"), std::string::npos);
  EXPECT_EQ(LadderJson(ladder)["refused"].size(), ladder.refused.size());
  const Network wider = OneByOne(arch::kInstructionWords);
  EXPECT_THROW(CompileLadder(wider, SeededWeights(wider, 1), {}), InputError);
}

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

TEST(PresetLadder, CsvHasALinePerSourceAndLayer) {
  const Network network = LoadNetwork(testing::kNetworks + "filter3x3.xml");
  const std::string csv = LadderCsv(CompileLadder(network, SeededWeights(network, 1), {}));
  const std::vector<std::string> lines = Split(csv, '\n');
  ASSERT_EQ(lines.size(), 1 + 3 + Presets().size() + 1) << csv;
  EXPECT_EQ(lines.back(), "");
  const std::vector<std::string> columns = {"source",          "layer",
                                            "mac_per_instr",   "data_words_per_16_rows",
                                            "rows_per_strip",  "data_words_per_strip",
                                            "code_words",      "programs",
                                            "loads",           "ii",
                                            "bound",           "certificate",
                                            "predicted_cycles"};
  EXPECT_EQ(Split(lines[0], ','), columns);
  for (size_t k = 1; k + 1 < lines.size(); ++k) {
    EXPECT_EQ(Split(lines[k], ',').size(), columns.size()) << lines[k];
  }
  EXPECT_EQ(lines[1], "manual,L1,14.3900,6401,,,21,1,,,,,");
  const std::vector<std::string> plain = Split(lines[4], ',');
  EXPECT_EQ(plain[0], "O0");
  EXPECT_EQ(plain[9], "14");
  EXPECT_EQ(plain[10], "10");
  EXPECT_EQ(plain[11], "gap");
  // 45 strips of 9 initial instructions and 1279 passes, 23 instructions to load, a first fetch.
  EXPECT_EQ(plain[12], std::to_string(23 + 1 + 45 * (9 + 1279 * 14)));
}

}  // namespace
}  // namespace nve
