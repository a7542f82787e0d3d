// SPDX-License-Identifier: Apache-2.0
// How the watchers of a DMA's rules report: the name of the DMA, the cycle and the text.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace nve {

class DmaRuleContext {
 public:
  explicit DmaRuleContext(std::string name) : name_(std::move(name)) {}

  /// RuleBroken: `rule` is broken at `place`, a port or channel of the DMA.
  [[noreturn]] void Break(const char* rule, const char* place, const std::string& found,
                          const std::string& allowed) const;

  uint64_t now = 0;  ///< the cycle

 private:
  std::string name_;
};

}  // namespace nve
