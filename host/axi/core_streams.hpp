// SPDX-License-Identifier: Apache-2.0
// The AXI4-Stream rules on both streams of a core, watched from its probe.
//
// The probe shows VALID, READY and data of the stream into the core, and TLAST too of the stream
// out of it, whose words are full. The soft reset of the core may withdraw its word on offer. The
// core offers what is in its output FIFO at once. Those who know the source of the other stream
// tell what it has, and its TLAST and TKEEP.
#pragma once

#include <cstdint>
#include <string>

#include "host/axi/axi.hpp"
#include "host/axi/axi_checker.hpp"
#include "nve_isa.hpp"

namespace nve {

/// TKEEP of a word without null bytes.
inline constexpr uint8_t kWholeWord = (1U << arch::kWordBytes) - 1;

/// What the core's probe does not show of the source of the stream into it.
struct CoreSource {
  bool due = false;                             ///< it has a word
  AxiStreamFlags flags = {.keep = kWholeWord};  ///< of the word on offer
};

class CoreStreams {
 public:
  /// `name` is the core's, for messages; `timeout` and `null_bytes` are of the stream into it:
  /// how long a word may be due, and where null bytes may be.
  explicit CoreStreams(const std::string& name, uint64_t timeout = AxiLimits{}.timeout,
                       NullBytes null_bytes = NullBytes::kBehindPackets);

  /// A cycle outside the pin reset, with all pins in place. CheckFailed when a rule is broken.
  void Step(const arch::ProbeInputs& in, const arch::Probe& out, uint64_t now,
            const CoreSource& source = {});

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
