// SPDX-License-Identifier: Apache-2.0
// Predicted cycles against the golden model.
#include "compiler/report/cycles.hpp"

#include <filesystem>

#include "model/golden/core.hpp"
#include "model/sim/step_runner.hpp"
#include "program/settings.hpp"
#include "tests/unit/compiler/report/report_fixture.hpp"

namespace nve {
namespace {

using testing::CompileFile;
using testing::kNetworks;

/// A core whose input stream always has a word, from reset on, and whose output is always taken.
class AlwaysFed {
 public:
  explicit AlwaysFed(std::vector<uint64_t> words) : words_(std::move(words)) {}

  void Write(uint32_t offset, uint32_t data) {
    arch::ProbeInputs in{};
    in.reg_write = 1;
    in.reg_waddr = offset;
    in.reg_wdata = data;
    Step(in);
  }

  /// Cycles until the core is idle again.
  int64_t Busy() {
    int64_t cycles = 0;
    while (Step({}).state != static_cast<uint32_t>(arch::State::kIdle)) ++cycles;
    return cycles;
  }

 private:
  arch::Probe Step(arch::ProbeInputs in) {
    in.m_tready = 1;
    in.s_tvalid = next_ < words_.size() ? 1 : 0;
    if (in.s_tvalid != 0) {
      in.s_tdata[0] = static_cast<uint32_t>(words_[next_]);
      in.s_tdata[1] = static_cast<uint32_t>(words_[next_] >> 32);
    }
    const arch::Probe probe = core_.Evaluate(in);
    if (in.s_tvalid != 0 && probe.s_tready != 0) ++next_;
    core_.Commit(in);
    return probe;
  }

  GoldenCore core_;
  std::vector<uint64_t> words_;
  size_t next_ = 0;
};

void Start(AlwaysFed& core, const Program& program, int runs, uint32_t load) {
  for (const arch::Register& reg : arch::kRegisters) {
    if (program.settings.count(reg.name) != 0) {
      core.Write(reg.offset, SettingOf(program.settings, reg.name));
    }
  }
  core.Write(arch::kRegRuns.offset, static_cast<uint32_t>(runs));
  core.Write(arch::kRegControl.offset, arch::kControlStart | load);
}

void ExpectExact(const Program& program, int runs) {
  SCOPED_TRACE(program.name);
  const int64_t data = WordsPerRun(program, kCodesOfAnyMachine).in * runs;
  std::vector<uint64_t> words = program.code;
  words.resize(program.code.size() + static_cast<size_t>(2 * data));
  AlwaysFed core(std::move(words));
  Start(core, program, runs, arch::kControlLoad);
  EXPECT_EQ(core.Busy(), CyclesOfStart(program, runs, StartLoad::kProgram));
  Start(core, program, runs, 0);
  EXPECT_EQ(core.Busy(), CyclesOfStart(program, runs, StartLoad::kNothing));
}

template <typename Check>
void ForSmallNetworks(const Check& check) {
  for (const auto& entry : std::filesystem::directory_iterator(kNetworks + "small")) {
    for (const CompilerPasses& passes : Presets()) {
      SCOPED_TRACE(entry.path().filename().string() + " " + passes.name);
      check(CompileFile("small/" + entry.path().filename().string(), passes.name));
    }
  }
}

TEST(Cycles, AreExactWithAStreamThatAlwaysHasAWord) {
  ForSmallNetworks([](const CompileResult& result) {
    for (const Program& program : result.binary.programs) {
      ExpectExact(program, 1);
      ExpectExact(program, 3);
    }
  });
}

TEST(Cycles, AreThoseOfTheSimulator) {
  ForSmallNetworks([](const CompileResult& result) {
    StepRunner runner(result.binary);
    runner.Run({});
    const std::vector<int64_t> predicted = PredictedCycles(result.binary);
    ASSERT_EQ(predicted.size(), runner.layers().size());
    for (size_t layer = 0; layer < predicted.size(); ++layer) {
      const RunStatistics& measured = runner.layers()[layer];
      EXPECT_EQ(measured.input_stalls, 0);
      EXPECT_EQ(measured.output_stalls, 0);
      EXPECT_EQ(measured.cycles, predicted[layer]);
    }
  });
}

TEST(Cycles, PartsAddUp) {
  for (const std::string prologue : {"kernel-only", "explicit"}) {
    for (const CompilerPasses& preset : Presets()) {
      SCOPED_TRACE(prologue + " " + preset.name);
      CompileOptions options;
      options.passes = preset;
      options.passes.explicit_prologue = prologue == "explicit";
      const Network network = LoadNetwork(kNetworks + "small/two_layers.xml");
      const CompileResult result = Compile(network, SeededWeights(network, 1), options);
      const std::vector<CycleParts> parts = PartsOfCycles(result.binary, result.schedules);
      const std::vector<int64_t> predicted = PredictedCycles(result.binary);
      ASSERT_EQ(parts.size(), predicted.size());
      for (size_t layer = 0; layer < parts.size(); ++layer) {
        EXPECT_EQ(parts[layer].Total(), predicted[layer]);
        EXPECT_GE(parts[layer].above_bound, 0);
        EXPECT_GE(parts[layer].ramps, 0);
      }
    }
  }
}

TEST(Cycles, PartsAreThoseOfTheBusiestCore) {
  for (const int cores : {2, 3}) {
    CompileOptions options;
    options.cores = cores;
    const Network network = LoadNetwork(kNetworks + "small/two_layers.xml");
    const CompileResult result = Compile(network, SeededWeights(network, 1), options);
    const std::vector<CycleParts> parts = PartsOfCycles(result.binary, result.schedules);
    const std::vector<int64_t> busiest = BusiestCoreCycles(result.binary);
    const std::vector<int64_t> all = PredictedCycles(result.binary);
    ASSERT_EQ(parts.size(), busiest.size());
    for (size_t layer = 0; layer < parts.size(); ++layer) {
      EXPECT_EQ(parts[layer].Total(), busiest[layer]);
      EXPECT_LE(busiest[layer], all[layer]);
    }
  }
}

// One map of 18 x 22, two strips, II 10: 3 coefficient words and two columns of three words before
// the repeated part, one extra pass.
TEST(Cycles, PartsOfTheFilter) {
  const CompileResult result = CompileFile("small/filter3x3.xml", "default");
  const CycleParts parts = PartsOfCycles(result.binary, result.schedules)[0];
  const int64_t runs = 2;
  EXPECT_EQ(parts.bound, runs * 22 * 10);
  EXPECT_EQ(parts.above_bound, 0);
  EXPECT_EQ(parts.initial, runs * (3 + 2 * 3));
  EXPECT_EQ(parts.ramps, runs * 10);
  EXPECT_EQ(parts.program_load, kTableWords + 9 + 10 + 1);
}

}  // namespace
}  // namespace nve
