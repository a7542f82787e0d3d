// SPDX-License-Identifier: Apache-2.0
// The pins of one AXI4 port and of one AXI4-Stream port in one clock cycle.
#pragma once
#include <cstdint>

#include "host/axi/axi.hpp"

namespace nve::dma_test {

/// Both sides of a port.
struct AxiPort : AxiMaster, AxiSlave {};

inline const AxiMaster& master_of(const AxiPort& port) { return port; }
inline const AxiSlave& slave_of(const AxiPort& port) { return port; }

struct AxisPort {
  bool valid = false, ready = false, last = false;
  uint64_t data = 0;
  unsigned keep = 0;
};

}  // namespace nve::dma_test
