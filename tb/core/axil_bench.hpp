// SPDX-License-Identifier: Apache-2.0
// Drives nve_top through the AXI4-Lite port of the core; the rules of docs/dma.md are watched in
// every cycle.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "Vnve_top.h"
#include "base/diagnostics/diagnostics.hpp"
#include "host/axi/axi_checker.hpp"
#include "host/verilated/clocked_model.hpp"
#include "tb/step_port.hpp"

namespace nve::test {

constexpr int kOkay = 0, kSlvErr = 2;

class AxiLiteBench {
 public:
  /// `timeout`: cycles in which the port must take and answer.
  explicit AxiLiteBench(uint64_t timeout) : limits_{.timeout = timeout} {
    top_.HoldReset(1, [&] {
      top_.Rise();
      top_.Fall();
      Check();
    });
    Step();  // nothing is VALID in the first cycle
  }
  AxiLiteBench(const AxiLiteBench&) = delete;
  AxiLiteBench& operator=(const AxiLiteBench&) = delete;

  void Step() {
    Check();
    top_.Rise();
    top_.Fall();
    ++cycle_;
  }

  std::vector<std::string> broken_;  ///< rules of docs/dma.md, at the end of a test none

 private:
  void Check() {
    const Vnve_top& pins = *top_;
    const AxiLiteMaster master = {.awvalid = pins.s_axi_ctrl_awvalid != 0,
                                  .awaddr = pins.s_axi_ctrl_awaddr,
                                  .wvalid = pins.s_axi_ctrl_wvalid != 0,
                                  .wdata = pins.s_axi_ctrl_wdata,
                                  .bready = pins.s_axi_ctrl_bready != 0,
                                  .arvalid = pins.s_axi_ctrl_arvalid != 0,
                                  .araddr = pins.s_axi_ctrl_araddr,
                                  .rready = pins.s_axi_ctrl_rready != 0};
    const AxiLiteSlave slave = {.awready = pins.s_axi_ctrl_awready != 0,
                                .wready = pins.s_axi_ctrl_wready != 0,
                                .bvalid = pins.s_axi_ctrl_bvalid != 0,
                                .bresp = pins.s_axi_ctrl_bresp,
                                .arready = pins.s_axi_ctrl_arready != 0,
                                .rvalid = pins.s_axi_ctrl_rvalid != 0,
                                .rdata = pins.s_axi_ctrl_rdata,
                                .rresp = pins.s_axi_ctrl_rresp};
    try {
      StepPort(checker_, master, slave, !pins.rst_ni, static_cast<uint64_t>(cycle_));
    } catch (const CheckFailed& rule) {
      broken_.emplace_back(rule.what());
    }
  }

  AxiLimits limits_;
  AxiLiteChecker checker_{"the registers", limits_};

 protected:
  ClockedModel<Vnve_top> top_;
  int cycle_ = 0;
};

}  // namespace nve::test
