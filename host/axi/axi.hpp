// SPDX-License-Identifier: Apache-2.0
// The signals of the AXI interfaces between tiles, memory and processor. Every struct holds
// registered outputs of one side: its values of cycle t depend only on what happened before cycle
// t.
#pragma once

#include <cstdint>

namespace nve {

/// xRESP codes.
inline constexpr uint8_t kAxiOkay = 0;
inline constexpr uint8_t kAxiSlaveError = 2;
inline constexpr uint8_t kAxiDecodeError = 3;

/// SLVERR or DECERR.
constexpr bool IsAxiError(uint8_t response) {
  return response == kAxiSlaveError || response == kAxiDecodeError;
}

/// AxBURST codes.
inline constexpr uint8_t kAxiBurstFixed = 0;
inline constexpr uint8_t kAxiBurstIncr = 1;

/// AxCACHE "normal memory, not cacheable, bufferable" and AxPROT "unprivileged, secure, data".
inline constexpr uint8_t kAxiCacheBufferable = 3;
inline constexpr uint8_t kAxiProtData = 0;

/// What an AXI4 master drives. Ports without a read or write channel leave it 0.
struct AxiMaster {
  bool arvalid = false;
  uint32_t araddr = 0;
  uint8_t arlen = 0;
  uint8_t arsize = 0;
  uint8_t arburst = 0;
  uint8_t arcache = kAxiCacheBufferable;
  uint8_t arprot = kAxiProtData;
  bool rready = false;
  bool awvalid = false;
  uint32_t awaddr = 0;
  uint8_t awlen = 0;
  uint8_t awsize = 0;
  uint8_t awburst = 0;
  uint8_t awcache = kAxiCacheBufferable;
  uint8_t awprot = kAxiProtData;
  bool wvalid = false;
  uint64_t wdata = 0;
  uint8_t wstrb = 0;
  bool wlast = false;
  bool bready = false;
};

/// What the memory side drives.
struct AxiSlave {
  bool arready = false;
  bool rvalid = false;
  uint64_t rdata = 0;
  uint8_t rresp = 0;
  bool rlast = false;
  bool awready = false;
  bool wready = false;
  bool bvalid = false;
  uint8_t bresp = 0;
};

/// What the processor drives towards one register block.
struct AxiLiteMaster {
  bool awvalid = false;
  uint32_t awaddr = 0;
  bool wvalid = false;
  uint32_t wdata = 0;
  bool bready = false;
  bool arvalid = false;
  uint32_t araddr = 0;
  bool rready = false;
};

/// What a register block drives.
struct AxiLiteSlave {
  bool awready = false;
  bool wready = false;
  bool bvalid = false;
  uint8_t bresp = 0;
  bool arready = false;
  bool rvalid = false;
  uint32_t rdata = 0;
  uint8_t rresp = 0;
};

/// What the pins of an AXI4-Stream have beside TVALID, TREADY and data.
struct AxiStreamFlags {
  uint8_t keep = 0;
  bool last = false;
};

}  // namespace nve
