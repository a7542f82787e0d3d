// SPDX-License-Identifier: Apache-2.0
// Memory configuration files: what is read, what is refused.
#include <gmock/gmock.h>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "host/memory/memory_config.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

class ConfigTest : public ::testing::Test {
 protected:
  MemoryConfig Read(const std::string& text) {
    const TestFolder folder;
    WriteFileAtomically(folder / "memory.json", text);
    return LoadMemoryConfig(folder / "memory.json");
  }

  std::string ErrorsOf(const std::string& text) {
    try {
      Read(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(ConfigTest, NamesStandForDefaults) {
  EXPECT_EQ(LoadMemoryConfig("fixed").read_latency, 20);
  EXPECT_EQ(LoadMemoryConfig("bank").dram.device, "DDR3-1066F");
}

TEST_F(ConfigTest, FilesChangeWhatTheyName) {
  const MemoryConfig config = Read(R"({"model": "bank", "batch_bursts": 8, "read_path_ns": 99.5,
      "dram": {"device": "DDR3-2133M", "bus_bits": 64, "gigabits": 4, "cl": 12}})");
  EXPECT_EQ(config.batch_bursts, 8);
  EXPECT_EQ(config.read_path_ns, 99.5);
  EXPECT_EQ(config.write_queue, MemoryConfig{}.write_queue);
  EXPECT_EQ(config.dram.rcd, 13);
  EXPECT_EQ(config.dram.cl, 12);
  EXPECT_EQ(config.dram.bus_bytes, 8);
  EXPECT_EQ(config.dram.rfc, 278);
}

TEST_F(ConfigTest, AllProblemsOfAFileAreReported) {
  const std::string errors = ErrorsOf(R"({"model": "bank", "read_latency": 3, "batch_bursts": 0,
      "pair_mb_s": "fast", "colour": 1,
      "dram": {"device": "DDR5", "bus_bits": 8, "cl": 0.5, "faw": 1000000, "cas": 3, "refi": 50}})");
  for (const char* part :
       {"member \"read_latency\": has no effect with model bank, only with fixed",
        "member \"batch_bursts\": found 0, allowed: whole numbers 1 to 1024",
        "member \"pair_mb_s\": found \"fast\", allowed: numbers 1 to 1000000",
        "member \"colour\": unknown, allowed: ",
        "member \"dram.device\": found \"DDR5\", allowed: DDR3-1050, DDR3-1066F, DDR3-2133M",
        "member \"dram.bus_bits\": found 8, allowed: 16, 32, 64",
        "member \"dram.cl\": found 0.5, allowed: whole numbers",
        "member \"dram.faw\": found 1000000, allowed: whole numbers 1 to 256",
        "member \"dram.cas\": unknown, allowed: ",
        "member \"dram.refi\": found 50, allowed: more than rfc + rp"}) {
    EXPECT_THAT(errors, HasSubstr(part));
  }
}

TEST_F(ConfigTest, TheBoardIsReadBesideTheMemory) {
  EXPECT_EQ(LoadMemoryConfig("bank").board, Board{}) << "a ZedBoard";
  const Board board = Read(R"({"model": "bank", "dram": {"bus_bits": 64}, "board":
      {"memory_mb": 1024, "reserved_mb": 16, "ports": "shared", "cores_per_port": 4, "acceptance": 32,
       "dma_base": "0x80000000", "core_base": "0x90000000"}})")
                          .board;
  EXPECT_EQ(board.memory_bytes, 0x40000000U);
  EXPECT_EQ(board.reserved_bytes, 0x1000000U);
  EXPECT_TRUE(board.shared_port);
  EXPECT_EQ(board.cores_per_port, 4U);
  EXPECT_EQ(board.acceptance, 32U);
  EXPECT_EQ(board.dma_base, 0x80000000U);
  EXPECT_EQ(board.core_base, 0x90000000U);
  EXPECT_EQ(board.row_bytes, 8192U) << "twice that of 32 bits";
  EXPECT_EQ(board.banks, 8U);
}

TEST_F(ConfigTest, AllProblemsOfABoardAreReported) {
  const std::string errors = ErrorsOf(R"({"board": {"memory_mb": 1, "reserved_mb": "x", "ports": 2,
      "cores_per_port": 17, "acceptance": 3, "dma_base": 5, "core_base": "0x40400001", "rows": 1}})");
  for (const char* part :
       {"board.memory_mb\": found 1, allowed: whole numbers 2 to 4095",
        "board.reserved_mb\": found \"x\", allowed: whole numbers 0 to 4094",
        "board.ports\": found 2, allowed: separate, shared",
        "board.cores_per_port\": found 17, allowed: whole numbers 1 to 16",
        "board.acceptance\": found 3, allowed: whole numbers 16 to 64",
        "board.dma_base\": found 5, allowed: \"0x...\" below 2^32, a multiple of 0x10000",
        "board.core_base\": found \"0x40400001\", allowed: ",
        "board.rows\": unknown, allowed: memory_mb, reserved_mb, ports"}) {
    EXPECT_THAT(errors, HasSubstr(part));
  }
  EXPECT_THAT(ErrorsOf(R"({"board": 3})"), HasSubstr("allowed: an object"));
}

TEST_F(ConfigTest, AreasOfABoardDoNotOverlap) {
  EXPECT_THAT(ErrorsOf(R"({"board": {"memory_mb": 2048}})"),
              HasSubstr("board.dma_base\": found 0x40400000, allowed: from the end of the memory"));
  EXPECT_THAT(ErrorsOf(R"({"board": {"core_base": "0x40500000", "dma_base": "0x404f0000"}})"),
              HasSubstr("0x100000 from dma_base"));
  EXPECT_THAT(ErrorsOf(R"({"board": {"core_base": "0xfff10000"}})"), HasSubstr("found 0xfff10000"));
  EXPECT_THAT(ErrorsOf(R"({"board": {"memory_mb": 8, "reserved_mb": 8}})"),
              HasSubstr("found 8, allowed: less than memory_mb, 8"));
}

TEST_F(ConfigTest, WrongFilesAreRefused) {
  EXPECT_THAT(ErrorsOf("[1]"), HasSubstr("found no object"));
  EXPECT_THAT(ErrorsOf("{"), HasSubstr("memory.json:"));
  EXPECT_THAT(ErrorsOf(R"({"model": "fixed", "read_latency": 3, "read_latency": 4})"),
              HasSubstr("member \"read_latency\": found twice"));
  EXPECT_THAT(ErrorsOf(R"({"model": "fast"})"),
              HasSubstr("member \"model\": found \"fast\", allowed: ideal, fixed, tso, bank"));
  EXPECT_THAT(ErrorsOf(R"({"dram": {}})"),
              HasSubstr("member \"dram\": has no effect with model fixed"));
  EXPECT_THAT(ErrorsOf(R"({"model": "bank", "dram": 3})"), HasSubstr("allowed: an object"));
  EXPECT_THROW(LoadMemoryConfig("no/such/file.json"), InputError);
}

// What a result file says can be used again.
TEST_F(ConfigTest, EffectiveValuesAreThoseOfTheModel) {
  for (const std::string& name : MemoryModelNames()) {
    const nlohmann::ordered_json json = MemoryConfigJson(LoadMemoryConfig(name));
    EXPECT_EQ(json["model"], name);
    EXPECT_EQ(json.contains("read_latency"), name == "fixed");
    EXPECT_EQ(json.contains("dram"), name == "bank");
  }
  EXPECT_EQ(MemoryConfigJson(LoadMemoryConfig("bank"))["dram"]["cl"], 7);
}

}  // namespace
}  // namespace nve
