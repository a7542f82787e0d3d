// SPDX-License-Identifier: Apache-2.0
// Congested transfers that are broken off in their midst, by a soft reset or by RS = 0: the same
// transfers from their beginning, congested too, are then those of a model that had none before.
// Nothing is left of what was held.
#include <Vdma32.h>
#include <Vdma64.h>
#include <Vdmafast.h>
#include <Vmover.h>

#include "congested_bench.hpp"

namespace nve::dma_test {
namespace {

// Both channels, with the first half of the descriptors.
template <class Bench>
void Start(Bench& b) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    const uint32_t first = ch == kMm2s ? kSend : kReceive;
    b.Write(ch, kCur, first);
    b.Write(ch, kCr, kRun | kIoc | 1u << 16);
    b.Write(ch, kTail, first + 64 * (kCount / 2 - 1));
  }
}

// The rules from descriptor to status take a soft reset for over when the ports have been quiet for
// 16 cycles. With a FIFO held they are quiet before, so the checker cannot judge the reset itself;
// it goes on from its end.
template <class Bench>
void SoftReset(Bench& b) {
  EXPECT_TRUE(b.descriptor_checker.errors.empty());
  b.SoftReset();
  const AxiPort quiet;
  b.descriptor_checker.errors.clear();
  b.descriptor_checker.Observe(b.cycle, *b.model, {&quiet, &quiet, &quiet}, {}, {}, true);
}

// What has not ended by then is left.
template <class Bench>
void Stop(Bench& b) {
  for (const Channel ch : {kMm2s, kS2mm}) b.Write(ch, kCr, 0);
  for (const Channel ch : {kMm2s, kS2mm}) EXPECT_TRUE(b.wait(ch, kSr, kHalted, kHalted));
  b.Withdraw();
  b.received.clear();
}

template <class Bench, class Transfers, class BreakOff>
void ExpectEqualAfter(const Transfers& transfers, const BreakOff& break_off) {
  uint32_t broken_off = 0;
  for (uint32_t seed = 1; seed <= kCongestedSeeds; seed++) {
    SCOPED_TRACE(seed);
    const Run plain =
        RunCongested<Bench>(kNoCongestion, StallProfile::kAlways, seed, transfers).run;
    Bench b(kAnywhere, StallProfile::kAlways, seed);
    transfers(b);
    Start(b);
    b.Run(1 + b.rng() % plain.cycles);
    if ((b.Read(kMm2s, kSr) & b.Read(kS2mm, kSr) & kIdle) == 0) broken_off++;
    break_off(b);
    b.rng.seed(seed);
    transfers(b);
    const Run now = RunTransfers(b);
    ExpectSame(now.seen, plain.seen);
  }
  EXPECT_GT(broken_off, kCongestedSeeds / 2);
}

constexpr auto kPlain = [](auto& b) { PlainTransfers(b); };
constexpr auto kSoftReset = [](auto& b) { SoftReset(b); };
constexpr auto kStop = [](auto& b) { Stop(b); };

template <class Model>
class CongestedDma : public ::testing::Test {};
using Models = ::testing::Types<Vdma32, Vdma64, Vdmafast, Vmover>;
TYPED_TEST_SUITE(CongestedDma, Models);

TYPED_TEST(CongestedDma, IsAsNewAfterASoftReset) {
  ExpectEqualAfter<CongestedBench<TypeParam>>(kPlain, kSoftReset);
}

TYPED_TEST(CongestedDma, RunsAgainAfterAStop) {
  ExpectEqualAfter<CongestedBench<TypeParam>>(kPlain, kStop);
}

using CongestedMoverBench = CongestedBench<Vmover, MoverBench>;

TEST(CongestedMover, IsAsNewAfterASoftReset) {
  ExpectEqualAfter<CongestedMoverBench>(RowsTransfers, kSoftReset);
}

TEST(CongestedMover, RunsAgainAfterAStop) {
  ExpectEqualAfter<CongestedMoverBench>(RowsTransfers, kStop);
}

}  // namespace
}  // namespace nve::dma_test
