// SPDX-License-Identifier: Apache-2.0
// Reports of broken rules: see dma_rule_context.hpp.
#include "host/axi/dma_rule_context.hpp"

#include "host/axi/rule_broken.hpp"

namespace nve {

void DmaRuleContext::Break(const char* rule, const char* place, const std::string& found,
                           const std::string& allowed) const {
  throw RuleBroken({"DMA", rule, name_ + ' ' + place, now, found, allowed});
}

}  // namespace nve
