// SPDX-License-Identifier: Apache-2.0
// Stream rules of a core: see core_streams.hpp.
#include "host/axi/core_streams.hpp"

namespace nve {
namespace {

constexpr int kWordBytes = static_cast<int>(arch::kWordBytes);
constexpr uint64_t kOutputTimeout = 0;  // TVALID is high in every cycle with a word in the FIFO

uint64_t Word(const uint32_t (&halves)[2]) { return uint64_t{halves[1]} << 32 | halves[0]; }

bool IsSoftReset(const arch::ProbeInputs& in) {
  return in.reg_write != 0 && in.reg_waddr == arch::kRegControl.offset &&
         (in.reg_wdata & arch::kControlReset) != 0;
}

}  // namespace

CoreStreams::CoreStreams(const std::string& name, uint64_t timeout, NullBytes null_bytes)
    : into_core_(name + " stream into the core", kWordBytes, timeout, null_bytes),
      out_of_core_(name + " stream out of the core", kWordBytes, kOutputTimeout) {}

void CoreStreams::Step(const arch::ProbeInputs& in, const arch::Probe& out, uint64_t now,
                       const CoreSource& source) {
  into_core_.Step(in.s_tvalid != 0, out.s_tready != 0,
                  {Word(in.s_tdata), source.flags.keep, source.flags.last}, now, source.due);
  out_of_core_.Step(out.m_tvalid != 0, in.m_tready != 0,
                    {Word(out.m_tdata), kWholeWord, out.m_tlast != 0}, now, out.out_level != 0);
  if (IsSoftReset(in)) out_of_core_.Forget();
}

}  // namespace nve
