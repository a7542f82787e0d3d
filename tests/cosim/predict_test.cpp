// SPDX-License-Identifier: Apache-2.0
// The transfer model against the simulation: small networks, every feed, memory and port
// arrangement. Networks of a few thousand cycles, so that constants count as much as rates, among
// them random ones of 1x1 windows, whose short rows saturate the memory.
#include "model/transfer/predict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "base/files/files.hpp"
#include "base/files/output_file.hpp"
#include "model/transfer/driver_times.hpp"
#include "tests/cosim/cosim_fixture.hpp"

namespace nve {
namespace {

struct Platform {
  std::string options;  // of nve-cosim
  transfer::TransferOptions transfer;
};

Platform PlatformOf(const std::string& memory, int latency, bool shared) {
  Platform platform;
  platform.transfer.memory = LoadMemoryConfig(memory);
  platform.transfer.memory.board.shared_port = shared;
  platform.options =
      fmt::format("--memory {} --memory-ports {}", memory, shared ? "shared" : "separate");
  if (memory == "fixed") {
    platform.transfer.memory.read_latency = latency;
    platform.options += fmt::format(" --memory-latency {}", latency);
  }
  return platform;
}

std::vector<Platform> Platforms(const std::string& memory, const std::vector<int>& latencies) {
  std::vector<Platform> platforms;
  for (const int latency : latencies) {
    for (const bool shared : {false, true})
      platforms.push_back(PlatformOf(memory, latency, shared));
  }
  return platforms;
}

class PredictRun : public CosimTest {
 protected:
  // Elapsed cycles of every layer.
  std::vector<int64_t> Measure(const Platform& platform, const std::string& feed) {
    const ToolResult run = Run(fmt::format("--no-lockstep --json {} --feed {} {}", Path("r.json"),
                                           feed, platform.options));
    EXPECT_EQ(run.code, 0) << run.Text();
    const nlohmann::json json = Json();
    std::vector<int64_t> cycles;
    for (const nlohmann::json& layer : json["layers"]) cycles.push_back(layer["elapsed_cycles"]);
    return cycles;
  }

  // Every layer and mode to the cycle.
  void ExpectExact(const Platform& platform) {
    const std::vector<transfer::LayerPrediction> predicted =
        PredictTransfers(ReadBinary(Path("f.nve")), platform.transfer);
    for (size_t f = 0; f < kFeedNames.size(); ++f) {
      const std::vector<int64_t> measured = Measure(platform, kFeedNames[f]);
      ASSERT_EQ(measured.size(), predicted.size());
      for (size_t i = 0; i < measured.size(); ++i) {
        const int64_t cycles = predicted[i].feeds[f].Elapsed();
        EXPECT_EQ(cycles, measured[i])
            << platform.options << ", " << kFeedNames[f] << ", " << predicted[i].name;
      }
    }
  }
};

class PredictTest : public PredictRun, public ::testing::WithParamInterface<std::string> {
 protected:
  void CompileIt(const std::string& options = "") {
    Compile(fmt::format("{}/networks/small/{}.xml", NVE_SOURCE_DIR, GetParam()), options);
  }
};

TEST_P(PredictTest, FixedMemory) {
  ASSERT_NO_FATAL_FAILURE(CompileIt());
  for (const Platform& platform : Platforms("fixed", {3, 20, 70})) {
    ExpectExact(platform);
  }
}

TEST_P(PredictTest, BankMemory) {
  ASSERT_NO_FATAL_FAILURE(CompileIt("--vectors horizontal"));
  for (const Platform& platform : Platforms("bank", {0})) ExpectExact(platform);
}

TEST_P(PredictTest, OtherMemories) {
  ASSERT_NO_FATAL_FAILURE(CompileIt());
  for (const char* memory : {"ideal", "tso"}) {
    for (const Platform& platform : Platforms(memory, {0})) ExpectExact(platform);
  }
}

// Where only fixed times are added up nothing is left over.
TEST_P(PredictTest, FixedMemoryToTheCycle) {
  ASSERT_NO_FATAL_FAILURE(CompileIt());
  Platform platform = PlatformOf("fixed", 31, true);
  platform.options +=
      " --write-latency 9 --register-cycles 7 --interrupt-cycles 100 --copy-mb-s 300 "
      "--max-descriptor 512";
  platform.transfer.memory.write_latency = 9;
  platform.transfer.register_cycles = 7;
  platform.transfer.interrupt_cycles = 100;
  platform.transfer.copy_mb_s = 300;
  platform.transfer.max_descriptor_bytes = 512;
  ExpectExact(platform);
}

// Responses so late that a shared port has all the writes under way that it can have.
TEST_P(PredictTest, LateResponsesToTheCycle) {
  ASSERT_NO_FATAL_FAILURE(CompileIt("--vectors horizontal"));
  for (const int latency : {60, 100, 1000}) {
    Platform platform = PlatformOf("fixed", 20, true);
    platform.options += fmt::format(" --write-latency {}", latency);
    platform.transfer.memory.write_latency = latency;
    ExpectExact(platform);
  }
}

// Several machines on one memory and one processor.
TEST_P(PredictTest, SeveralCoresToTheCycle) {
  for (const int cores : {2, 3}) {
    ASSERT_NO_FATAL_FAILURE(CompileIt(fmt::format("--vectors horizontal --cores {}", cores)));
    for (const char* memory : {"fixed", "tso"}) {
      ExpectExact(PlatformOf(memory, 20, cores == 2));
    }
    ExpectExact(PlatformOf("bank", 0, cores == 3));
  }
}

// `maps` copies of a picture: little to compute, much to write.
std::string Copies(int height, int width, int maps) {
  std::string text = fmt::format(
      "<convNetDescriptor name=\"copies\" layerCount=\"1\"><layerDescriptor idx=\"0\">"
      "<outHeight>{}</outHeight><outWidth>{}</outWidth>"
      "<kernelHeight>1</kernelHeight><kernelWidth>1</kernelWidth>"
      "<subHeight>1</subHeight><subWidth>1</subWidth><outCount>{}</outCount>",
      height, width, maps);
  for (int i = 0; i < maps; ++i) text += fmt::format("<outNet idx=\"{}\" cnt=\"1\">0</outNet>", i);
  return text + "</layerDescriptor></convNetDescriptor>";
}

// Where the DRAM binds, commands of a descriptor wait for the end of others.
TEST_F(PredictRun, ManyOpenDescriptorsOfSeveralCoresToTheCycle) {
  WriteFileAtomically(Path("copies.xml"), Copies(158, 30, 5));
  for (const int cores : {2, 3}) {
    ASSERT_NO_FATAL_FAILURE(
        Compile(Path("copies.xml"), fmt::format("--half-vectors always --cores {}", cores)));
    ExpectExact(PlatformOf("bank", 0, false));
  }
}

// Where the DRAM binds, a shared port has all the bursts under way that it can have: a descriptor's
// address and a buffer's wait for it side by side.
TEST_F(PredictRun, ASharedPortOfSeveralCoresToTheCycle) {
  struct Case {
    int height = 0, width = 0, maps = 0, cores = 0;
  };
  for (const Case& c : {Case{124, 33, 5, 2}, Case{144, 32, 4, 3}, Case{122, 40, 4, 4}}) {
    WriteFileAtomically(Path("copies.xml"), Copies(c.height, c.width, c.maps));
    ASSERT_NO_FATAL_FAILURE(
        Compile(Path("copies.xml"), fmt::format("--half-vectors always --cores {}", c.cores)));
    ExpectExact(PlatformOf("bank", 0, true));
  }
}

// Cores that end while the processor prepares others, and wait for it.
TEST_F(PredictRun, ASlowProcessorOfManyCoresToTheCycle) {
  ASSERT_NO_FATAL_FAILURE(Compile(NVE_SOURCE_DIR "/networks/face_detection.xml",
                                  "--fit 96x96 --vectors horizontal --cores 6"));
  Platform platform = PlatformOf("fixed", 20, false);
  platform.options += " --register-cycles 40 --interrupt-cycles 300";
  platform.transfer.register_cycles = 40;
  platform.transfer.interrupt_cycles = 300;
  ExpectExact(platform);
}

// How often the driver polls until the reset has ended depends on the time of an access. Only the
// phase of refreshes tells it from the cycles of a layer.
TEST_F(PredictRun, TheResetBeforeTheFirstStep) {
  ASSERT_NO_FATAL_FAILURE(Compile(NVE_SOURCE_DIR "/networks/small/filter3x3.xml", ""));
  for (const int cycles : {0, 1, 2, 3, 4, 5, 6, 7, 8, 20}) {
    Platform platform = PlatformOf("fixed", 20, true);
    platform.options += fmt::format(" --register-cycles {}", cycles);
    platform.transfer.register_cycles = cycles;
    const int64_t layer = Measure(platform, "contiguous").at(0);
    EXPECT_EQ(Json()["platform_cycles"].get<int64_t>() - layer,
              transfer::DriverTimes(platform.transfer).Reset())
        << cycles;
  }
}

// One layer of a few maps and 1x1 windows.
std::string RandomMix(uint32_t seed) {
  std::mt19937 random(seed);
  const auto pick = [&](uint32_t least, uint32_t most) {
    return least + static_cast<uint32_t>(random() % (most - least + 1));
  };
  const uint32_t maps = pick(1, 5);
  const uint32_t outputs = pick(1, 4);
  std::string text = fmt::format(
      "<convNetDescriptor name=\"mix\" layerCount=\"1\"><layerDescriptor idx=\"0\">"
      "<outHeight>{}</outHeight><outWidth>{}</outWidth>"
      "<kernelHeight>1</kernelHeight><kernelWidth>1</kernelWidth>"
      "<subHeight>1</subHeight><subWidth>1</subWidth><outCount>{}</outCount>",
      pick(3, 40), pick(3, 40), outputs);
  for (uint32_t i = 0; i < outputs; ++i) {
    std::vector<uint32_t> inputs(maps);
    std::iota(inputs.begin(), inputs.end(), 0U);
    std::shuffle(inputs.begin(), inputs.end(), random);
    inputs.resize(pick(1, maps));
    std::sort(inputs.begin(), inputs.end());
    text += fmt::format("<outNet idx=\"{}\" cnt=\"{}\">{}</outNet>", i, inputs.size(),
                        fmt::join(inputs, ","));
  }
  return text + "</layerDescriptor></convNetDescriptor>";
}

// Memories beside the default: docs/memory.md's example, and parameters far from it.
const std::vector<std::string> kOtherBanks = {
    R"("batch_bursts": 8, "dram": {"device": "DDR3-2133M", "bus_bits": 64, "gigabits": 4})",
    R"("pair_mb_s": 100)",
    R"("dram": {"bus_bits": 16})",
    R"("dram": {"tck_ps": 20000})",
    R"("batch_bursts": 1, "read_queue": 2, "write_queue": 1)",
    R"("batch_bursts": 64, "read_path_ns": 0, "write_path_ns": 0)",
};

class RandomMixTest : public PredictRun, public ::testing::WithParamInterface<uint32_t> {
 protected:
  void CompileIt(const std::string& vectors) {
    WriteFileAtomically(Path("mix.xml"), RandomMix(GetParam()));
    Compile(Path("mix.xml"), "--vectors " + vectors);
  }
  std::string WriteBank(const std::string& parameters) const {
    WriteFileAtomically(Path("m.json"), fmt::format(R"({{"model": "bank", {}}})", parameters));
    return Path("m.json");
  }
};

TEST_P(RandomMixTest, EveryMemory) {
  for (const char* vectors : {"vertical", "horizontal"}) {
    ASSERT_NO_FATAL_FAILURE(CompileIt(vectors));
    for (const Platform& platform : Platforms("fixed", {20})) ExpectExact(platform);
    for (const char* memory : {"tso", "bank"}) {
      for (const Platform& platform : Platforms(memory, {0})) ExpectExact(platform);
    }
  }
}

// Each with vertical vectors for two seeds and with horizontal ones for the other two.
TEST_P(RandomMixTest, OtherBanks) {
  const std::vector<std::string> vectors = {"vertical", "horizontal"};
  for (size_t way = 0; way < vectors.size(); ++way) {
    ASSERT_NO_FATAL_FAILURE(CompileIt(vectors[way]));
    for (size_t bank = (way + GetParam()) % 2; bank < kOtherBanks.size(); bank += 2) {
      for (const Platform& platform : Platforms(WriteBank(kOtherBanks[bank]), {0})) {
        ExpectExact(platform);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomMixTest, ::testing::Range(1U, 5U));

// Its last layer has 1x1 windows, in several runs.
TEST_F(PredictRun, PicturesOfTheFaceDetector) {
  for (const char* options :
       {"--fit 96x96 --vectors vertical", "--fit 120x160 --vectors horizontal"}) {
    ASSERT_NO_FATAL_FAILURE(Compile(NVE_SOURCE_DIR "/networks/face_detection.xml", options));
    for (const Platform& platform : Platforms("fixed", {20})) ExpectExact(platform);
    for (const Platform& platform : Platforms("bank", {0})) ExpectExact(platform);
  }
}

// Another memory size, reserved area, address map and row: places and times move, the prediction
// with them.
TEST_F(PredictRun, AnotherBoard) {
  ASSERT_NO_FATAL_FAILURE(Compile(NVE_SOURCE_DIR "/networks/small/two_layers.xml", ""));
  for (const char* model : {"fixed", "bank"}) {
    const std::string file = Path("board.json");
    const bool bank = std::string(model) == "bank";
    WriteFileAtomically(file, fmt::format(R"({{"model": "{}",{} "board": {{"memory_mb": 64,
        "reserved_mb": 3, "ports": "shared", "acceptance": 24, "dma_base": "0x10000000",
        "core_base": "0x20000000"}}}})",
                                          model, bank ? R"("dram": {"bus_bits": 64},)" : ""));
    Platform platform{.options = "--memory " + file, .transfer = {}};
    platform.transfer.memory = LoadMemoryConfig(file);
    ExpectExact(platform);
  }
}

// What a port has under way decides when the next address is taken, most of all with rows of many
// maps that several cores ask for at once.
TEST_F(PredictRun, BurstsUnderWay) {
  ASSERT_NO_FATAL_FAILURE(
      Compile(NVE_SOURCE_DIR "/networks/filter3x3.xml", "--fit 64x96 --cores 4 --partition ofm"));
  for (const char* model : {"tso", "bank"}) {
    for (const int acceptance : {16, 17, 32, 64}) {
      const std::string file = Path("board.json");
      WriteFileAtomically(file, fmt::format(R"({{"model": "{}", "board": {{"acceptance": {}}}}})",
                                            model, acceptance));
      Platform platform{.options = "--memory " + file, .transfer = {}};
      platform.transfer.memory = LoadMemoryConfig(file);
      ExpectExact(platform);
    }
  }
}

// Programs, partitions and layouts as the search has chosen them.
TEST_F(PredictRun, TheBestPlan) {
  ASSERT_NO_FATAL_FAILURE(Compile(NVE_SOURCE_DIR "/networks/face_detection.xml",
                                  "--fit 96x96 --cores 3 --plan best --predict --memory bank"));
  for (const Platform& platform : Platforms("fixed", {20})) ExpectExact(platform);
  for (const Platform& platform : Platforms("bank", {0})) ExpectExact(platform);
}

// The tool says what the library computes.
TEST_F(CosimTest, NvecPrintsPredictions) {
  ASSERT_NO_FATAL_FAILURE(
      Compile(NVE_SOURCE_DIR "/networks/small/two_layers.xml",
              "--predict --memory-ports shared --memory-latency 33 --json " + Path("p.json")));
  const nlohmann::json json = nlohmann::json::parse(ReadFileText(Path("p.json")));
  const nlohmann::json& predicted = json["predicted"];
  EXPECT_EQ(predicted["memory"]["read_latency"], 33);
  EXPECT_EQ(predicted["memory_ports"], "shared");
  const std::vector<transfer::LayerPrediction> layers =
      PredictTransfers(ReadBinary(Path("f.nve")), PlatformOf("fixed", 33, true).transfer);
  int64_t mover = 0;
  for (size_t i = 0; i < layers.size(); ++i) {
    const nlohmann::json& feeds = predicted["layers"][i]["feeds"];
    for (size_t f = 0; f < kFeedNames.size(); ++f) {
      EXPECT_EQ(feeds[kFeedNames[f]]["cycles"], layers[i].feeds[f].Elapsed());
    }
    mover += feeds["mover"]["cycles"].get<int64_t>();
  }
  EXPECT_EQ(predicted["total"]["feeds"]["mover"]["cycles"], mover);
}

TEST_F(CosimTest, NvecRefusesLatenciesOfOtherMemories) {
  const std::string network = NVE_SOURCE_DIR "/networks/small/two_layers.xml";
  const ToolResult run = RunTool("nvec " + network + " --predict --memory bank --memory-latency 3");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.errors, ::testing::HasSubstr("belong to model fixed: found model bank"));
  EXPECT_EQ(RunTool("nvec " + network + " --memory bank --report").code, 2);
}

INSTANTIATE_TEST_SUITE_P(Small, PredictTest,
                         ::testing::Values("filter3x3", "mix1x1", "padded", "stride2_4x4_fused",
                                           "two_layers"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace nve
