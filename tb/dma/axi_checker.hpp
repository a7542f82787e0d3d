// The platform's rule checkers on the pins of the DMA bench: what they find is collected, so that a
// test can go on and fail at its end.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "axi_port.hpp"
#include "compiler/support/diagnostics.hpp"
#include "host/platform/axi_checker.hpp"

namespace nve::dma_test {

// Broken rules, the first few.
class Findings {
 public:
  std::vector<std::string> errors;

 protected:
  template <class Step>
  void collect(Step step) {
    try {
      step();
    } catch (const CheckFailed& broken) {
      if (errors.size() < 20) errors.emplace_back(broken.what());
    }
  }
};

class PortChecker : public Findings {
 public:
  PortChecker(const std::string& name, unsigned bytes)
      : bytes_(bytes), checker_(name, int(bytes), limits_) {}

  bool check_strobes_full = false;  // no partial word inside a burst

  void observe(uint64_t cycle, const AxiPort& p, bool in_reset, unsigned acceptance) {
    limits_.acceptance = acceptance;
    const AxiMaster master = master_of(p);
    const AxiSlave slave = slave_of(p);
    collect([&] {
      if (in_reset) {
        checker_.StepReset(master, slave, cycle);
      } else {
        checker_.Step(master, slave, cycle);
      }
    });
    if (check_strobes_full && p.wvalid && !p.wlast && p.wstrb != (1u << bytes_) - 1) {
      errors.push_back("A10: partial word inside a burst in cycle " + std::to_string(cycle));
    }
  }

  bool quiet() const { return checker_.Done(); }

 private:
  static AxiMaster master_of(const AxiPort& p) {
    return {.arvalid = p.arvalid,
            .araddr = p.araddr,
            .arlen = uint8_t(p.arlen),
            .arsize = uint8_t(p.arsize),
            .arburst = uint8_t(p.arburst),
            .rready = p.rready,
            .awvalid = p.awvalid,
            .awaddr = p.awaddr,
            .awlen = uint8_t(p.awlen),
            .awsize = uint8_t(p.awsize),
            .awburst = uint8_t(p.awburst),
            .wvalid = p.wvalid,
            .wdata = p.wdata,
            .wstrb = uint8_t(p.wstrb),
            .wlast = p.wlast,
            .bready = p.bready};
  }
  static AxiSlave slave_of(const AxiPort& p) {
    return {.arready = p.arready,
            .rvalid = p.rvalid,
            .rdata = p.rdata,
            .rresp = uint8_t(p.rresp),
            .rlast = p.rlast,
            .awready = p.awready,
            .wready = p.wready,
            .bvalid = p.bvalid,
            .bresp = uint8_t(p.bresp)};
  }

  unsigned bytes_;
  AxiLimits limits_ = {.timeout = 1000};
  AxiChecker checker_;
};

// The register port, whose master is the test.
class RegisterChecker : public Findings {
 public:
  template <class Model>
  void observe(uint64_t cycle, const Model& m, bool in_reset) {
    const AxiLiteMaster master = {.awvalid = bool(m.s_axi_lite_awvalid),
                                  .awaddr = m.s_axi_lite_awaddr,
                                  .wvalid = bool(m.s_axi_lite_wvalid),
                                  .wdata = m.s_axi_lite_wdata,
                                  .bready = bool(m.s_axi_lite_bready),
                                  .arvalid = bool(m.s_axi_lite_arvalid),
                                  .araddr = m.s_axi_lite_araddr,
                                  .rready = bool(m.s_axi_lite_rready)};
    const AxiLiteSlave slave = {.awready = bool(m.s_axi_lite_awready),
                                .wready = bool(m.s_axi_lite_wready),
                                .bvalid = bool(m.s_axi_lite_bvalid),
                                .bresp = uint8_t(m.s_axi_lite_bresp),
                                .arready = bool(m.s_axi_lite_arready),
                                .rvalid = bool(m.s_axi_lite_rvalid),
                                .rdata = m.s_axi_lite_rdata,
                                .rresp = uint8_t(m.s_axi_lite_rresp)};
    collect([&] {
      if (in_reset) {
        checker_.StepReset(master, slave, cycle);
      } else {
        checker_.Step(master, slave, cycle);
      }
    });
  }

 private:
  AxiLimits limits_ = {.timeout = 1000};
  AxiLiteChecker checker_{"registers", limits_};
};

class StreamChecker : public Findings {
 public:
  StreamChecker(const std::string& name, unsigned bytes) : checker_(name, int(bytes)) {}

  void observe(uint64_t cycle, const AxisPort& p, bool in_reset) {
    collect([&] {
      if (in_reset) {
        checker_.StepReset(p.valid, cycle);
      } else {
        checker_.Step(p.valid, p.ready, {p.data, uint8_t(p.keep), p.last}, cycle);
      }
    });
  }

  // After a soft reset a waiting word may disappear.
  void forget() { checker_.Forget(); }

 private:
  AxiStreamChecker checker_;
};

}  // namespace nve::dma_test
