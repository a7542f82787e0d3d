// SPDX-License-Identifier: Apache-2.0
// The platform's rule checkers on the pins of the DMA bench: what they find is collected, so that a
// test can go on and fail at its end.
#pragma once
#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "axi_port.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "host/axi/axi_checker.hpp"
#include "host/axi/dma_rules.hpp"
#include "tb/step_port.hpp"

namespace nve::dma_test {

// Cycles in which a slave must take and answer, and a word that is due must be offered.
inline constexpr uint64_t kLongestWait = 1000;

// Broken rules, the first few.
class Findings {
 public:
  std::vector<std::string> errors;

 protected:
  template <class Step>
  void Collect(Step step) {
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
      : bytes_(bytes), checker_(name, static_cast<int>(bytes), limits_) {}

  bool check_strobes_full = false;  // no partial word inside a burst

  void Observe(uint64_t cycle, const AxiPort& p, bool in_reset, unsigned acceptance) {
    limits_.acceptance = acceptance;
    Collect([&] { StepPort(checker_, master_of(p), slave_of(p), in_reset, cycle); });
    if (check_strobes_full && p.wvalid && !p.wlast && p.wstrb != (1u << bytes_) - 1) {
      errors.push_back("A10: partial word inside a burst in cycle " + std::to_string(cycle));
    }
  }

  bool quiet() const { return checker_.Done(); }

 private:
  unsigned bytes_;
  AxiLimits limits_ = {.timeout = kLongestWait};
  AxiChecker checker_;
};

template <class Model>
AxiLiteMaster RegisterMasterOf(const Model& m) {
  return {.awvalid = bool(m.s_axi_lite_awvalid),
          .awaddr = m.s_axi_lite_awaddr,
          .wvalid = bool(m.s_axi_lite_wvalid),
          .wdata = m.s_axi_lite_wdata,
          .bready = bool(m.s_axi_lite_bready),
          .arvalid = bool(m.s_axi_lite_arvalid),
          .araddr = m.s_axi_lite_araddr,
          .rready = bool(m.s_axi_lite_rready)};
}
template <class Model>
AxiLiteSlave RegisterSlaveOf(const Model& m) {
  return {.awready = bool(m.s_axi_lite_awready),
          .wready = bool(m.s_axi_lite_wready),
          .bvalid = bool(m.s_axi_lite_bvalid),
          .bresp = static_cast<uint8_t>(m.s_axi_lite_bresp),
          .arready = bool(m.s_axi_lite_arready),
          .rvalid = bool(m.s_axi_lite_rvalid),
          .rdata = m.s_axi_lite_rdata,
          .rresp = static_cast<uint8_t>(m.s_axi_lite_rresp)};
}

// The register port, whose master is the test.
class RegisterChecker : public Findings {
 public:
  template <class Model>
  void Observe(uint64_t cycle, const Model& m, bool in_reset) {
    Collect([&] { StepPort(checker_, RegisterMasterOf(m), RegisterSlaveOf(m), in_reset, cycle); });
  }

 private:
  AxiLimits limits_ = {.timeout = kLongestWait};
  AxiLiteChecker checker_{"registers", limits_};
};

class StreamChecker : public Findings {
 public:
  StreamChecker(const std::string& name, unsigned bytes)
      : checker_(name, static_cast<int>(bytes), kLongestWait) {}

  // `due`: the source has a word.
  void Observe(uint64_t cycle, const AxisPort& p, bool in_reset, bool due) {
    Collect([&] {
      if (in_reset) {
        checker_.StepReset(p.valid, cycle);
      } else {
        checker_.Step(p.valid, p.ready, {p.data, static_cast<uint8_t>(p.keep), p.last}, cycle, due);
      }
    });
  }

  // After a soft reset a waiting word may disappear.
  void Forget() { checker_.Forget(); }

 private:
  AxiStreamChecker checker_;
};

// The rules from descriptor to status. What follows the first that is broken tells nothing.
class DescriptorChecker : public Findings {
 public:
  explicit DescriptorChecker(const DmaShape& shape) : rules_("the DMA", shape) {}

  // Ports by TilePort; `out` is the stream of MM2S, `in` that of S2MM.
  template <class Model>
  void Observe(uint64_t cycle, const Model& m, const std::array<const AxiPort*, kTilePorts>& ports,
               const AxisPort& out, const AxisPort& in, bool in_reset) {
    if (in_reset) rules_.Reset();
    if (in_reset || !errors.empty()) return;
    std::array<AxiMaster, kTilePorts> masters;
    std::array<AxiSlave, kTilePorts> slaves;
    for (size_t p = 0; p < ports.size(); p++) {
      masters[p] = *ports[p];
      slaves[p] = *ports[p];
    }
    Collect([&] {
      rules_.Step({.register_master = RegisterMasterOf(m),
                   .register_slave = RegisterSlaveOf(m),
                   .masters = masters,
                   .slaves = slaves,
                   .mm2s_taken = out.valid && out.ready,
                   .s2mm_taken = in.valid && in.ready,
                   .mm2s = WordOf(out),
                   .s2mm = WordOf(in)},
                  cycle);
    });
  }

  // MM2S has a word for its stream.
  bool OwesWord() const { return errors.empty() && rules_.owes_word(); }

 private:
  static DmaWord WordOf(const AxisPort& p) {
    return {.bytes = static_cast<uint32_t>(std::popcount(p.keep)), .last = p.last};
  }

  DmaRules rules_;
};

}  // namespace nve::dma_test
