// Stream rules of a core: see core_streams.hpp.
#include "host/platform/core_streams.hpp"

namespace nve {
namespace {

constexpr int kWordBytes = static_cast<int>(arch::kWordBytes);
constexpr uint8_t kAllLanes = (1U << kWordBytes) - 1;

uint64_t Word(const uint32_t (&halves)[2]) { return uint64_t{halves[1]} << 32 | halves[0]; }

bool IsSoftReset(const arch::ProbeInputs& in) {
  return in.reg_write != 0 && in.reg_waddr == arch::kRegControl.offset &&
         (in.reg_wdata & arch::kControlReset) != 0;
}

}  // namespace

CoreStreams::CoreStreams(const std::string& name)
    : into_core_(name + " stream into the core", kWordBytes),
      out_of_core_(name + " stream out of the core", kWordBytes) {}

void CoreStreams::Step(const arch::ProbeInputs& in, const arch::Probe& out, uint64_t now) {
  into_core_.Step(in.s_tvalid != 0, out.s_tready != 0, {Word(in.s_tdata), kAllLanes, false}, now);
  out_of_core_.Step(out.m_tvalid != 0, in.m_tready != 0,
                    {Word(out.m_tdata), kAllLanes, out.m_tlast != 0}, now);
  if (IsSoftReset(in)) out_of_core_.Forget();
}

}  // namespace nve
