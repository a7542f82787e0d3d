// SPDX-License-Identifier: Apache-2.0
// Executes the steps of a binary on cores with ideal streams and a functional memory, one step
// after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "model/sim/core_runner.hpp"
#include "program/memory_image.hpp"
#include "report/result/use_result.hpp"

namespace nve {

using CoreFactory = std::function<std::unique_ptr<SteppedCore>()>;
std::unique_ptr<SteppedCore> MakeGoldenCore();

/// What a core has done.
struct CoreWork {
  RunStatistics statistics;
  std::set<int> layers;  ///< of which it has run programs
};

class StepRunner {
 public:
  /// `binary` must outlive the runner. The coefficient words are in the memory already.
  /// The cores are golden models unless `make_core` makes others.
  explicit StepRunner(const Binary& binary, CoreFactory make_core = MakeGoldenCore);

  MemoryImage& memory() { return memory_; }

  /// Executes all steps. `observer` may be empty; it is called in every counted cycle.
  void Run(const CoreRunner::Observer& observer);

  /// Statistics of every layer; a binary without layers has one entry.
  const std::vector<RunStatistics>& layers() const { return layers_; }

  /// By number of the core, those that the steps use.
  const std::map<int, CoreWork>& cores() const { return work_; }

  /// When each layer ran, in counted cycles. One step runs after the other, so no core is named.
  const std::vector<LayerSpan>& spans() const { return spans_; }

  /// Core 0; other cores exist only if the steps use them.
  const SteppedCore& core();

 private:
  CoreRunner& Core(int number);
  void AddSpan(int layer, int64_t cycles);

  const Binary& binary_;
  CoreFactory make_core_;
  std::vector<uint8_t> bytes_;
  MemoryImage memory_;
  std::map<int, std::unique_ptr<CoreRunner>> cores_;
  std::vector<RunStatistics> layers_;
  std::map<int, CoreWork> work_;
  std::vector<LayerSpan> spans_;
  uint64_t cycles_ = 0;
};

}  // namespace nve
