// SPDX-License-Identifier: Apache-2.0
// Executes run steps on one core with ideal streams: an input word is offered in every
// cycle, the output is always taken. Register writes take a cycle of the model each but are not
// counted. The activation table comes over the stream.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/sim/stepped_core.hpp"
#include "program/binary.hpp"
#include "program/start_load.hpp"

namespace nve {

/// What happened in the cycles in which the core was not idle.
struct RunStatistics {
  int64_t cycles = 0;
  int64_t load_cycles = 0;    ///< of these, in states table and load
  int64_t input_stalls = 0;   ///< cycles with stall = input
  int64_t output_stalls = 0;  ///< cycles with stall = output
  int64_t instruction_words = 0;
  int64_t words_in = 0;   ///< stream words taken, table and instructions included
  int64_t words_out = 0;  ///< stream words sent
  RunStatistics& operator+=(const RunStatistics& other);
};

class CoreRunner {
 public:
  /// Called in every counted cycle, with the probe of that cycle.
  using Observer = std::function<void(const arch::Probe&)>;

  /// `binary` must outlive the runner.
  CoreRunner(const Binary& binary, std::unique_ptr<SteppedCore> core)
      : binary_(binary), core_(std::move(core)) {}

  /// Runs a program `runs` times on `input`, all words of all runs; loads it and its table first if
  /// the core does not hold them. Appends the output words to `output`.
  RunStatistics Run(int program, int runs, std::span<const uint64_t> input,
                    std::vector<uint64_t>* output, const Observer& observer);

  const SteppedCore& core() const { return *core_; }

 private:
  // The input stream offers `word` in the same cycle.
  void WriteRegister(uint32_t offset, uint32_t data, std::optional<uint64_t> word = {});
  std::vector<uint64_t> LoadedWords(const Program& program, StartLoad load) const;
  void Configure(const Program& program, int runs, size_t output_words);

  const Binary& binary_;
  std::unique_ptr<SteppedCore> core_;
  CoreContents contents_;
};

}  // namespace nve
