// SPDX-License-Identifier: Apache-2.0
// At least: what software sees of a run's end. How soon DMASR and the interrupt follow the response
// to the last status.
#include "at_least.hpp"

namespace nve::dma_test {
namespace {

template <class Model>
class AtLeastStatus : public AtLeast<Model> {
 protected:
  using B = Bench<Model>;
  static constexpr unsigned kLatency = 40;

  // Resets the DMA and runs one descriptor until its status is in memory. Returns the cycle of the
  // response.
  static uint64_t RunOne(B& b, Channel ch) {
    b.SoftReset();
    b.latency(3, 3, kLatency, 3);
    b.Chain(0x1000, 1, 0x2000, 0, AtLeast<Model>::kWord);
    if (ch == kS2mm) b.send(b.RandomBytes(AtLeast<Model>::kWord));
    b.Start(ch, 0x1000, kIoc);
    b.Write(ch, kTail, 0x1000);
    EXPECT_TRUE(b.RunUntil([&] { return b.status(0x1000) != 0; }));
    return std::max(b.sg.writes.back().cycle, b.sg.write_ends.back()) + kLatency;
  }
};
TYPED_TEST_SUITE(AtLeastStatus, AtLeastModels);

// A read whose address is taken two cycles behind the response shows Idle, or Halted in a channel
// that was stopped; the packet's interrupt is shown in the first.
TYPED_TEST(AtLeastStatus, IdleAndHaltedFollowTheLastResponse) {
  Bench<TypeParam> b;
  for (const Channel ch : {kMm2s, kS2mm}) {
    for (const uint32_t state : {kIdle, kHalted}) {
      for (const unsigned after : {0u, 1u, 2u}) {
        const uint64_t response = this->RunOne(b, ch);
        if (state == kHalted) b.Write(ch, kCr, 1u << 16 | kIoc);
        b.Run(response + after - b.cycle);
        EXPECT_EQ(b.Read(ch, kSr) & (kIoc | kIdle | kHalted),
                  (after >= 1 ? kIoc : 0) | (after == 2 ? state : 0))
            << name(ch) << ", read " << after << " behind the response";
      }
    }
  }
}

// The line rises two cycles behind the response.
TYPED_TEST(AtLeastStatus, InterruptFollowsTheLastResponse) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    Bench<TypeParam> b;
    const auto& line = ch == kMm2s ? b.model->mm2s_introut : b.model->s2mm_introut;
    const uint64_t response = this->RunOne(b, ch);
    ASSERT_TRUE(b.RunUntil([&] { return line != 0; }));
    EXPECT_EQ(b.cycle - response, 2u) << name(ch);
  }
}

}  // namespace
}  // namespace nve::dma_test
