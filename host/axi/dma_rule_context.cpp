// SPDX-License-Identifier: Apache-2.0
// Reports of broken rules: see dma_rule_context.hpp.
#include "host/axi/dma_rule_context.hpp"

#include <fmt/format.h>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {

void DmaRuleContext::Break(const char* rule, const char* place, const std::string& found,
                           const std::string& allowed) const {
  throw CheckFailed(fmt::format("DMA rule {} broken at {} {} in cycle {}: found {}, allowed: {}",
                                rule, name_, place, now, found, allowed));
}

}  // namespace nve
