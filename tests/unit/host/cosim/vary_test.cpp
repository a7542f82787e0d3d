// SPDX-License-Identifier: Apache-2.0
// Parameters that are varied: what is read, what is refused, and what it changes.
#include "host/cosim/vary.hpp"

#include <gmock/gmock.h>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "report/vary/vary_result.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

template <typename Task>
std::string ProblemOf(const Task& task) {
  try {
    task();
    return "none";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(Vary, EveryCombinationTheLastFastest) {
  const auto parameters =
      ParseVary({"memory.batch_bursts=1,2", "board.ports=separate,shared"}, {}, "t");
  const std::vector<VaryPoint> points = PointsOf(parameters);
  ASSERT_EQ(points.size(), 4U);
  EXPECT_EQ(ToText(points[1]), "memory.batch_bursts=1 board.ports=shared");
  EXPECT_EQ(ToText(points[2]), "memory.batch_bursts=2 board.ports=separate");
  EXPECT_EQ(ValueAt(points[2], "board.ports"), "separate");
  EXPECT_FALSE(ValueAt(points[2], "board.acceptance"));
  EXPECT_EQ(PointsOf({}).size(), 1U);
}

TEST(Vary, AllThatIsWrongIsTold) {
  const auto parse = [] {
    ParseVary({"speed=1", "memory.x=1,1", "dma.y=", "dma.y=3"}, {"dma.y"}, "t");
  };
  EXPECT_THAT(ProblemOf(parse),
              AllOf(HasSubstr("t: error: --vary: found parameter 'speed', allowed: memory.NAME"),
                    HasSubstr("dma.y"), HasSubstr("found 1 of memory.x twice"),
                    HasSubstr("found an empty value of dma.y"), HasSubstr("found dma.y twice"),
                    HasSubstr("found 4 parameters, allowed: one or two")));
}

TEST(Vary, ChangesTheMemory) {
  const MemoryConfig config =
      MemoryAt("bank", {{"memory.batch_bursts", "4"}, {"board.ports", "shared"}}, "t");
  EXPECT_EQ(config.model, "bank");
  EXPECT_EQ(config.batch_bursts, 4);
  EXPECT_TRUE(config.board.shared_port);
  EXPECT_EQ(MemoryAt("bank", {{"memory.dram.cl", "9"}}, "t").dram.cl, 9);
  EXPECT_EQ(MemoryAt("fixed", {{"memory.model", "tso"}, {"memory.cas_ns", "2.5"}}, "t").cas_ns,
            2.5);
  EXPECT_EQ(MemoryAt("bank", {{"processor.copy_mb_s", "4"}}, "t").batch_bursts,
            MemoryConfig{}.batch_bursts);
}

TEST(Vary, KeepsWhatTheMemorysFileSays) {
  const TestFolder folder;
  WriteFileAtomically(folder / "m.json",
                      R"({"model": "bank", "read_queue": 7, "dram": {"cl": 8}})");
  const MemoryConfig config =
      MemoryAt(folder / "m.json", {{"memory.dram.rcd", "9"}, {"memory.batch_bursts", "3"}}, "t");
  EXPECT_EQ(config.read_queue, 7);
  EXPECT_EQ(config.dram.cl, 8);
  EXPECT_EQ(config.dram.rcd, 9);
  EXPECT_EQ(config.batch_bursts, 3);
}

TEST(Vary, RefusesWhatTheMemoryDoesNotHave) {
  const auto at = [](const std::string& memory, const std::string& name, const std::string& value) {
    return ProblemOf([&] { MemoryAt(memory, {{name, value}}, "t"); });
  };
  EXPECT_THAT(at("bank", "memory.batch_burst", "4"), HasSubstr("unknown, allowed: model, dram"));
  EXPECT_THAT(at("fixed", "memory.batch_bursts", "4"), HasSubstr("only with bank"));
  EXPECT_THAT(at("bank", "memory.batch_bursts", "0"),
              HasSubstr("allowed: whole numbers 1 to 1024"));
  EXPECT_THAT(at("bank", "memory.batch_bursts", "04x"), HasSubstr("found \"04x\", allowed: whole"));
  EXPECT_THAT(at("bank", "board.ports", "few"), HasSubstr("allowed: separate, shared"));
  EXPECT_THAT(at("bank", "memory.model.x", "few"), HasSubstr("allowed: "));
  EXPECT_THAT(at("bank", "memory.batch_bursts.x", "3"), HasSubstr("allowed: whole numbers"));
  EXPECT_THAT(at("nosuch.json", "memory.batch_bursts", "3"), HasSubstr("nosuch.json"));
}

TEST(Vary, TellsTheProblemsOfAllPointsOnce) {
  const auto points = PointsOf(ParseVary({"memory.batch_bursts=0,4,-1", "memory.x=1,2"}, {}, "t"));
  const std::string text = ProblemOf(
      [&] { CheckPoints(points, {[](const VaryPoint& point) { MemoryAt("bank", point, "t"); }}); });
  EXPECT_THAT(text, AllOf(HasSubstr("found 0,"), HasSubstr("found \"-1\","), HasSubstr("unknown")));
  EXPECT_EQ(std::ranges::count(text, '\n'), 2) << text;
}

TEST(Vary, ChangesTheProcessor) {
  ProcessorOptions processor;
  SetProcessor({{"processor.copy_mb_s", "2.5"}, {"processor.interrupt_cycles", "7"}}, "t",
               processor);
  EXPECT_EQ(processor.copy_mb_s, 2.5);
  EXPECT_EQ(processor.interrupt_cycles, 7U);
  SetProcessor({{"processor.register_cycles", "3"}}, "t", processor);
  EXPECT_EQ(processor.register_cycles, 3U);
  const auto wrong = [&] {
    SetProcessor({{"processor.copy_mb_s", "0"}, {"processor.register_cycles", "x"}}, "t",
                 processor);
  };
  EXPECT_THAT(ProblemOf(wrong), AllOf(HasSubstr("processor.copy_mb_s: found '0', allowed: 0.1 to"),
                                      HasSubstr("processor.register_cycles: found 'x'")));
}

}  // namespace
}  // namespace nve
