// SPDX-License-Identifier: Apache-2.0
// Model files: what is read, and that every problem is told at once.
#include "report/readout/model_file.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Json SignModel() {
  return {{"schema", "nve-model"},
          {"schema_version", 1},
          {"name", "speed_sign"},
          {"kind", "detect"},
          {"network", "network.xml"},
          {"weights", "weights.npz"},
          {"classes", {"sign"}},
          {"window", {32, 30}},
          {"step", {4, 2}},
          {"threshold", 200},
          {"overlap", 0.25},
          {"scales", {1.0, 0.667}},
          {"input", {{"value_of_pixel", "pixel / 255"}}},
          {"box", {{"rows", 27}, {"columns", 26}}},
          {"provenance", {{"seed", 1}}}};
}

std::string ProblemsOf(const Json& json) {
  const TestFolder folder;
  WriteJson(folder / "model.json", json);
  try {
    ReadModelFile(folder / "model.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ModelFile, HasEveryMember) {
  const TestFolder folder;
  WriteJson(folder / "m/model.json", SignModel());
  const ModelFile model = ReadModelFile(folder / "m/model.json");
  EXPECT_EQ(model.name, "speed_sign");
  EXPECT_EQ(model.kind, ReadOutKind::kDetect);
  EXPECT_EQ(model.network, folder / "m/network.xml");
  EXPECT_EQ(model.weights, folder / "m/weights.npz");
  EXPECT_THAT(model.classes, ElementsAre("sign"));
  EXPECT_EQ(model.window, (RowsAndColumns{32, 30}));
  EXPECT_EQ(model.step, (RowsAndColumns{4, 2}));
  EXPECT_EQ(model.threshold, 200);
  EXPECT_EQ(model.overlap, 0.25);
  EXPECT_THAT(model.scales, ElementsAre(1.0, 0.667));
  EXPECT_EQ(model.box, (RowsAndColumns{27, 26}));
}

TEST(ModelFile, HasStandardsForWhatIsLeftOut) {
  const TestFolder folder;
  Json json = SignModel();
  json["kind"] = "classify";
  for (const char* name : {"threshold", "overlap", "scales", "input", "box", "provenance"}) {
    json.erase(name);
  }
  WriteJson(folder / "model.json", json);
  const ModelFile model = ReadModelFile(folder / "model.json");
  EXPECT_EQ(model.kind, ReadOutKind::kClassify);
  EXPECT_THAT(model.scales, ElementsAre(1.0));
  EXPECT_EQ(model.box, model.window);
}

struct Damage {
  const char* name;
  std::function<void(Json&)> change;
  const char* text;
};

std::vector<Damage> Damages() {
  return {
      {"schema", [](Json& j) { j["schema"] = "nve-run"; }, "found \"nve-run\", allowed: nve-model"},
      {"schema_version", [](Json& j) { j["schema_version"] = 2; }, "found 2, allowed: 1"},
      {"name", [](Json& j) { j["name"] = ""; }, "found \"\", allowed: a text"},
      {"kind", [](Json& j) { j["kind"] = "guess"; }, "allowed: classify, detect, heat"},
      {"network", [](Json& j) { j.erase("network"); }, "found none, but it is needed"},
      {"weights", [](Json& j) { j["weights"] = 3; }, "found 3, allowed: a text"},
      {"classes",
       [](Json& j) {
         j["classes"] = {"a", "b", "a"};
       },
       "found \"a\" twice"},
      {"window", [](Json& j) { j["window"] = {32}; }, "allowed: [rows, columns]"},
      {"step",
       [](Json& j) {
         j["step"] = {0, 2};
       },
       "found 0, allowed: whole numbers 1 to 1024"},
      {"threshold", [](Json& j) { j["threshold"] = 256; },
       "found 256, allowed: whole numbers 0 to"},
      {"overlap", [](Json& j) { j["overlap"] = 1.5; }, "found 1.5, allowed: numbers 0 to 1"},
      {"scales",
       [](Json& j) {
         j["scales"] = {1.0, 0, 1.0};
       },
       "found 0, allowed: numbers 0.01"},
      {"box",
       [](Json& j) {
         j["box"] = {{"rows", 33}, {"columns", 1}};
       },
       "at most those of the"},
      {"treshold", [](Json& j) { j["treshold"] = 1; }, "unknown, allowed: schema,"}};
}

TEST(ModelFile, NamesTheMemberOfEachProblem) {
  for (const Damage& damage : Damages()) {
    Json json = SignModel();
    damage.change(json);
    const std::string problems = ProblemsOf(json);
    EXPECT_THAT(problems, HasSubstr(std::string("member \"") + damage.name)) << damage.name;
    EXPECT_THAT(problems, HasSubstr(damage.text)) << damage.name;
  }
}

TEST(ModelFile, TellsAllProblemsAtOnce) {
  Json json = SignModel();
  for (const Damage& damage : Damages()) damage.change(json);
  const std::string problems = ProblemsOf(json);
  for (const Damage& damage : Damages()) EXPECT_THAT(problems, HasSubstr(damage.text));
}

TEST(ModelFile, SurvivesDamage) {
  const std::string text = JsonText(SignModel());
  const TestFolder folder;
  ExpectSurvivesDamage({text.begin(), text.end()}, 300, [&](const std::vector<uint8_t>& bytes) {
    WriteFileAtomically(folder / "model.json", bytes);
    ReadModelFile(folder / "model.json");
  });
}

TEST(ModelFile, IsAnObject) { EXPECT_THAT(ProblemsOf(Json::array()), HasSubstr("found no model")); }

}  // namespace
}  // namespace nve
