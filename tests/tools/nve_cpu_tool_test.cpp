// SPDX-License-Identifier: Apache-2.0
// nve-cpu as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json/json_file.hpp"
#include "tests/tools/tool_run.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using testing::ToolFolder;
using testing::ToolResult;

const std::string kSource = NVE_SOURCE_DIR;
const std::string kPicture = " --input " + kSource + "/images/street.png";
const std::string kShort = " --stream-mib 1 --repeat 2";
const std::string kTwoLayers = "nve-cpu " + kSource + "/networks/small/two_layers.xml";

TEST(NveCpuTest, TableJsonAndCsv) {
  const ToolFolder folder;
  const ToolResult result = folder.Run(kTwoLayers + kPicture + kShort + " --seed 3 --json " +
                                       folder / "r.json" + " --csv " + folder / "r.csv");
  ASSERT_EQ(result.code, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("output: auto and hand bit-exact, "));
  const nlohmann::ordered_json json = ReadJson(folder / "r.json");
  EXPECT_THAT(result.output, HasSubstr("target: " + json["target"]["isa"].get<std::string>()));
  EXPECT_TRUE(json["bit_exact"].get<bool>());
  ASSERT_EQ(json["layers"].size(), 2u);
  const double vector = json["roofs"]["vector_gops"]["median"];
  const double stream = json["roofs"]["stream_gb_s"]["median"];
  for (const auto& layer : json["layers"]) {
    const double attainable = std::min(vector, stream * layer["ops_per_byte"].get<double>());
    EXPECT_DOUBLE_EQ(layer["attainable_gops"].get<double>(), attainable);
    const double gops = layer["hand"]["gops"];
    EXPECT_DOUBLE_EQ(layer["hand"]["of_attainable"].get<double>(), gops / attainable);
    EXPECT_DOUBLE_EQ(layer["speed_up"].get<double>(), layer["auto"]["seconds"].get<double>() /
                                                          layer["hand"]["seconds"].get<double>());
  }
  const std::string csv = ReadFileText(folder / "r.csv");
  EXPECT_EQ(csv.substr(0, csv.find(',')), "layer");
  EXPECT_THAT(csv, HasSubstr("\nL2,"));
  EXPECT_THAT(csv, HasSubstr("\ntotal,"));
}

TEST(NveCpuTest, OneLayerAlone) {
  const ToolFolder folder;
  const ToolResult result =
      folder.Run(kTwoLayers + kPicture + kShort + " --layers 2 --json " + folder / "r.json");
  ASSERT_EQ(result.code, 0) << result.errors;
  const nlohmann::ordered_json json = ReadJson(folder / "r.json");
  ASSERT_EQ(json["layers"].size(), 1u);
  EXPECT_EQ(json["layers"][0]["name"], "L2");
  EXPECT_EQ(json["total"]["macs"], json["layers"][0]["macs"]);
}

// Arguments that are refused, and what the message must say.
TEST(NveCpuTest, WrongInput) {
  const std::pair<std::string, std::string> cases[] = {
      {kTwoLayers + kShort, "--input"},
      {kTwoLayers + kPicture + " --layers 2-3", "allowed: FIRST-LAST within 1-2"},
      {kTwoLayers + kPicture + " --layers x", "FIRST-LAST"},
      {kTwoLayers + kPicture + " --repeat 0", "allowed: 1 to 10000"},
      {kTwoLayers + kPicture + " --stream-mib 0", "allowed: 1 to 16384"},
      {kTwoLayers + kPicture + " --seed 1 --weights w.npz", "--weights"},
      {kTwoLayers + kPicture + " --weights no.npz", "no.npz"},
      {kTwoLayers + kPicture + " --json same --csv same", "same"},
      {"nve-cpu no.xml" + kPicture, "no.xml"},
      {"nve-cpu " + kSource + "/networks/scopes2015_listing1.xml" + kPicture, "street.png"}};
  for (const auto& [command, text] : cases) {
    const ToolFolder folder;
    const ToolResult result = folder.Run(command);
    EXPECT_EQ(result.code, 2) << command << "\n" << result.Text();
    EXPECT_THAT(result.errors, HasSubstr(text)) << command;
  }
}

}  // namespace
}  // namespace nve
