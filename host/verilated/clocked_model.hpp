// SPDX-License-Identifier: Apache-2.0
// A Verilated model with one clock and one reset, whatever its pins are: held in reset, clocked,
// finished. Include only where verilated.h may be seen.
#pragma once

#include <memory>

#include "host/verilated/verilated_model.hpp"

namespace nve {

/// `Top` is the Verilated class; its clock is clk_i, its reset, active low, rst_ni. No output of
/// the RTL depends on an input in the same cycle, so Rise() does all the work of a cycle.
template <typename Top>
class ClockedModel {
 public:
  /// With a seed other than 0, what the model's build leaves to chance starts with random values.
  explicit ClockedModel(int random_seed = 0)
      : own_(std::make_unique<ModelContext>(random_seed)), context_(*own_), top_(&context_) {}
  /// In a context of the caller's, which outlives this.
  explicit ClockedModel(VerilatedContext& context) : context_(context), top_(&context) {}
  ~ClockedModel() { FinishModel(top_, context_); }
  ClockedModel(const ClockedModel&) = delete;
  ClockedModel& operator=(const ClockedModel&) = delete;

  Top& operator*() { return top_; }
  const Top& operator*() const { return top_; }
  Top* operator->() { return &top_; }
  const Top* operator->() const { return &top_; }
  VerilatedContext& context() { return context_; }

  /// The edge at which registers take their inputs; outputs are those of the next cycle then.
  void Rise() {
    top_.clk_i = 1;
    top_.eval();
  }
  /// Makes the next rising edge possible.
  void Fall() {
    top_.clk_i = 0;
    top_.eval();
  }

  /// Calls `cycle`, which clocks the model, in each of `cycles` cycles of reset. The reset works
  /// from its falling edge on: at a clock edge before it the memories, which have none, would
  /// still be written as the registers happen to stand.
  template <typename Cycle>
  void HoldReset(int cycles, Cycle cycle) {
    Fall();
    for (const bool level : {true, false}) {
      top_.rst_ni = level;
      top_.eval();
    }
    for (int i = 0; i < cycles; ++i) cycle();
    top_.rst_ni = 1;
    top_.eval();
  }

 private:
  std::unique_ptr<ModelContext> own_;
  VerilatedContext& context_;
  Top top_;
};

}  // namespace nve
