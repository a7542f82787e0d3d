// The AXI4-Stream rules on both streams of a core, watched from its probe.
//
// Of the stream into the core VALID, READY and data are seen, of the stream out of it TLAST too;
// all words are full. The soft reset of the core may withdraw its word on offer. The core offers
// what is in its output FIFO at once; what its source has is told by those who know it.
#pragma once

#include <cstdint>
#include <string>

#include "host/platform/axi_checker.hpp"
#include "nve_arch.hpp"

namespace nve {

class CoreStreams {
 public:
  /// `name` is the core's, for messages; `timeout` is for words of the source that are due.
  explicit CoreStreams(const std::string& name, uint64_t timeout = AxiLimits{}.timeout);

  /// A cycle outside the pin reset, with all pins in place. `due`: the source of the stream into
  /// the core has a word for it. CheckFailed when a rule is broken.
  void Step(const arch::ProbeInputs& in, const arch::Probe& out, uint64_t now, bool due = false);

  /// A cycle in the pin reset.
  void StepReset(const arch::ProbeInputs& in, const arch::Probe& out, uint64_t now) {
    into_core_.StepReset(in.s_tvalid != 0, now);
    out_of_core_.StepReset(out.m_tvalid != 0, now);
  }

  /// The source of the stream into the core is being reset and may withdraw its word.
  void SourceReset() { into_core_.Forget(); }

 private:
  AxiStreamChecker into_core_;
  AxiStreamChecker out_of_core_;
};

}  // namespace nve
