// Plain copies of the pins of one AXI4 port and one AXI4-Stream port in one clock cycle.
#pragma once
#include <cstdint>

namespace nve::dma_test {

struct AxiPort {
  bool arvalid = false, arready = false;
  uint32_t araddr = 0;
  unsigned arlen = 0, arsize = 0, arburst = 1, arcache = 3, arprot = 0;
  bool rvalid = false, rready = false, rlast = false;
  uint64_t rdata = 0;
  unsigned rresp = 0;
  bool awvalid = false, awready = false;
  uint32_t awaddr = 0;
  unsigned awlen = 0, awsize = 0, awburst = 1, awcache = 3, awprot = 0;
  bool wvalid = false, wready = false, wlast = false;
  uint64_t wdata = 0;
  unsigned wstrb = 0;
  bool bvalid = false, bready = false;
  unsigned bresp = 0;
};

struct AxisPort {
  bool valid = false, ready = false, last = false;
  uint64_t data = 0;
  unsigned keep = 0;
};

}  // namespace nve::dma_test
