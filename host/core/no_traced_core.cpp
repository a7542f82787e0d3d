// SPDX-License-Identifier: Apache-2.0
// For tools whose RTL is not that of this tree: no core that writes waves.
#include "host/core/core_model.hpp"

namespace nve {

std::unique_ptr<CoreModel> MakeTracedRtlCore(const WaveOptions& /*waves*/) { return nullptr; }

}  // namespace nve
