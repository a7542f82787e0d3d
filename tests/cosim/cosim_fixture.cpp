// Set-up of the co-simulation tests: see cosim_fixture.hpp.
#include "tests/cosim/cosim_fixture.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <random>

#include "compiler/frontend/network_xml.hpp"
#include "compiler/support/arrays.hpp"
#include "compiler/support/files.hpp"
#include "tests/cosim/figure17_binary.hpp"

namespace nve {

void CosimTest::SetUp() {
  const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
  std::string name = fmt::format("{}.{}", info->test_suite_name(), info->name());
  for (char& c : name) c = c == '/' ? '.' : c;
  folder_ = std::string(NVE_BINARY_DIR) + "/cosim_tests/" + name;
  std::filesystem::remove_all(folder_);
  std::filesystem::create_directories(folder_);
}

// What a failed test worked on stays for a look.
void CosimTest::TearDown() {
  if (!HasFailure()) std::filesystem::remove_all(folder_);
}

void CosimTest::Make(int out_height, int out_width, int cores, Feed feed) {
  const Network network = Figure17Network(out_height, out_width);
  WriteBinary(Path("f.nve"), Figure17Binary(network, SeededWeights(network, kSeed), cores, feed));
  WritePicture(network);
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

void CosimTest::Compile(const std::string& network, const std::string& options) {
  std::filesystem::copy_file(network, Path("n.xml"));
  WritePicture(LoadNetwork(network));
  const ToolRun run = RunBuiltTool(
      "nvec", fmt::format("{} --seed {} -o {} {}", Path("n.xml"), kSeed, Path("f.nve"), options));
  ASSERT_EQ(run.exit_code, 0) << run.text;
}

void CosimTest::WritePicture(const Network& network) {
  const int maps = network.InputMaps();
  const int height = network.InputHeight();
  const int width = network.InputWidth();
  std::mt19937 random(1);
  std::vector<uint8_t> pixels(static_cast<size_t>(maps) * height * width);
  for (uint8_t& pixel : pixels) pixel = static_cast<uint8_t>(random());
  WriteNpy(Path("x.npy"), NpyArray::From({maps, height, width}, pixels));
}

ToolRun CosimTest::Run(const std::string& options) {
  return RunBuiltTool("nve-cosim",
                      fmt::format("{} --input {} {}", Path("f.nve"), Path("x.npy"), options));
}

ToolRun CosimTest::RunChecked(const std::string& options) {
  return Run(fmt::format("--reference {} --seed {} --json {} {}", Path("n.xml"), kSeed,
                         Path("r.json"), options));
}

nlohmann::json CosimTest::Json() const {
  return nlohmann::json::parse(ReadFileText(Path("r.json")));
}

}  // namespace nve
