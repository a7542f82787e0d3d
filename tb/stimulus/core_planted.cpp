// SPDX-License-Identifier: Apache-2.0
// The cores of an nve-random with a planted bug: whether waves are asked for or not, the build that
// can write them, so that one model per bug is enough.
#include "host/core/core_model.hpp"

namespace nve {

std::unique_ptr<CoreModel> MakeRtlCore() { return MakeTracedRtlCore({}); }

}  // namespace nve
