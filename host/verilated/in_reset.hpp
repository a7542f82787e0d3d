// SPDX-License-Identifier: Apache-2.0
// Who watches a model while its pin reset lasts.
#pragma once

#include <functional>

namespace nve {

/// Called in every clock cycle of a pin reset, when the model shows that cycle.
using InReset = std::function<void()>;

}  // namespace nve
