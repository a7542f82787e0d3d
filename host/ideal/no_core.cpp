// For tools whose hardware is not the RTL of this tree: no core to run alone.
#include "compiler/support/diagnostics.hpp"
#include "host/ideal/lockstep_core.hpp"

namespace nve {

std::unique_ptr<SteppedCore> MakeIdealCore(bool /*lockstep*/,
                                           std::function<MismatchContext()> /*context*/,
                                           IdealStatistics& /*statistics*/) {
  throw InputError(
      "--feed ideal: this variant of nve-cosim has no core to run alone; use nve-cosim");
}

}  // namespace nve
