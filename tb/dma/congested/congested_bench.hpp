// SPDX-License-Identifier: Apache-2.0
// A bench of the DMA with congestors in it, and with stalls at its ports too.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "congestor.hpp"
#include "tb/dma/stall_bench.hpp"
#include "tb/dma/transfer_run.hpp"

namespace nve::dma_test {

inline constexpr uint32_t kCongestedSeeds = 12;
inline const Congestion kNoCongestion;
inline const Congestion kAnywhere = {.where = Congestion::Where::kAnywhere};

// The congestors come first: the model asks for them in its first evaluation.
template <class Model, class Base = Bench<Model>>
class CongestedBench : public Congestors, public StallBench<Model, Base> {
 public:
  CongestedBench(const Congestion& congestion, StallProfile profile, uint32_t seed)
      : Congestors(congestion, Mix(seed, kSalt)), StallBench<Model, Base>(profile, seed) {
    this->hold = [this, stall = this->hold](AxiPort& g, AxiPort& r, AxiPort& w) {
      if (offers_.size() == kLongestRun) throw std::runtime_error("the transfers do not end");
      stall(g, r, w);
      const Model& m = *this->model;
      offers_.push_back(static_cast<uint8_t>(m.m_axi_sg_arvalid | m.m_axi_sg_awvalid << 1 |
                                             m.m_axi_mm2s_arvalid << 2 | m.m_axis_mm2s_tvalid << 3 |
                                             m.m_axi_s2mm_awvalid << 4 | m.m_axi_s2mm_wvalid << 5 |
                                             m.s_axis_s2mm_tready << 6 | m.mm2s_introut << 7));
    };
  }

  // What the DMA offers in every cycle: VALID of its requests and words, TREADY, an interrupt.
  const std::vector<uint8_t>& offers() const { return offers_; }

 private:
  static constexpr size_t kLongestRun = 100'000;
  static constexpr uint64_t kSalt = 0x686F6C64;

  std::vector<uint8_t> offers_;
};

struct CongestedRun {
  Run run;
  std::map<std::string, uint64_t> held;  // cycles of each side
  std::vector<uint8_t> offers;
};

// `transfers` puts descriptors and words into a bench.
template <class Bench, class Transfers>
CongestedRun RunCongested(const Congestion& congestion, StallProfile profile, uint32_t seed,
                          const Transfers& transfers) {
  Bench b(congestion, profile, seed);
  transfers(b);
  CongestedRun result;
  result.run = RunTransfers(b);
  result.held = b.CyclesHeld();
  result.offers = b.offers();
  return result;
}

}  // namespace nve::dma_test
