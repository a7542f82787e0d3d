// SPDX-License-Identifier: Apache-2.0
// Set-up of the co-simulation tests: see cosim_fixture.hpp.
#include "tests/cosim/cosim_fixture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "base/arrays/arrays.hpp"
#include "base/files/files.hpp"
#include "convnet/network_xml.hpp"
#include "report/result/run_result.hpp"
#include "tests/build_folder.hpp"
#include "tests/cosim/figure17_binary.hpp"

namespace nve {

void CosimTest::Make(int out_height, int out_width, int cores, Feed feed) {
  const Network network = Figure17Network(out_height, out_width);
  WriteBinary(Path("f.nve"), Figure17Binary(network, SeededWeights(network, kSeed), cores, feed));
  WritePicture(network, 1);
  const auto tag = [](const char* name, int value) {
    return fmt::format("<{0}>{1}</{0}>", name, value);
  };
  WriteFileAtomically(
      Path("n.xml"),
      "<convNetDescriptor name=\"figure 17\" layerCount=\"1\"><layerDescriptor idx=\"0\">" +
          tag("outHeight", out_height) + tag("outWidth", out_width) + tag("kernelHeight", 3) +
          tag("kernelWidth", 3) + tag("subHeight", 1) + tag("subWidth", 1) + tag("outCount", 1) +
          "<outNet idx=\"0\" cnt=\"1\">0</outNet></layerDescriptor></convNetDescriptor>");
}

void CosimTest::Compile(const std::string& network, const std::string& options, int pictures) {
  WriteFileAtomically(Path("n.xml"), ReadFileText(network));
  WritePicture(LoadNetwork(network), pictures);
  const ToolResult run = RunTool(
      fmt::format("nvec {} --seed {} -o {} {}", Path("n.xml"), kSeed, Path("f.nve"), options));
  ASSERT_EQ(run.code, 0) << run.Text();
}

void CosimTest::WritePicture(const Network& network, int pictures) {
  const int maps = network.InputMaps() * pictures;
  const int height = network.InputHeight();
  const int width = network.InputWidth();
  std::mt19937 random(1);
  std::vector<uint8_t> pixels(static_cast<size_t>(maps) * height * width);
  for (uint8_t& pixel : pixels) pixel = static_cast<uint8_t>(random());
  WriteNpy(Path("x.npy"), NpyArray::From({maps, height, width}, pixels));
}

ToolResult CosimTest::Run(const std::string& options, const std::string& tool) {
  return RunTool(fmt::format("{} {} --input {} {}", tool, Path("f.nve"), Path("x.npy"), options));
}

ToolResult CosimTest::RunChecked(const std::string& options, const std::string& tool) {
  return Run(fmt::format("--reference {} --seed {} --json {} {}", Path("n.xml"), kSeed,
                         Path("r.json"), options),
             tool);
}

void CosimTest::ExpectReproduces(const ToolResult& run) const {
  const std::string report = run.Text();
  const std::string before = "  reproduce: " + std::string(kBuildFolder) + "/bin/";
  const size_t at = report.find(before);
  ASSERT_NE(at, std::string::npos) << report;
  // The end of the program's output and the report are followed by a newline each.
  EXPECT_LE(std::count(run.errors.begin(), run.errors.end(), '\n'), 41) << report;
  const size_t command = at + before.size();
  const ToolResult again = RunTool(report.substr(command, report.find('\n', command) - command));
  EXPECT_EQ(again.code, run.code);
  EXPECT_EQ(again.errors, run.errors);
}

nlohmann::json CosimTest::Json() const {
  nlohmann::json json = nlohmann::json::parse(ReadFileText(Path("r.json")));
  EXPECT_EQ(json["schema_version"], RunResult::kVersion);
  // Reading refuses keys that the schema has not, and values of another kind.
  EXPECT_EQ(nlohmann::json(RunJson(ReadRun(Path("r.json")))), json);
  return json;
}

}  // namespace nve
