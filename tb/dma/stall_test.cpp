// SPDX-License-Identifier: Apache-2.0
// The same transfers under every stall profile on every handshake: data, status and descriptors are
// those without stalls.
#include <Vdma32.h>
#include <Vdma64.h>
#include <Vdmafast.h>
#include <Vmover.h>

#include "stall_bench.hpp"
#include "transfer_run.hpp"

namespace nve::dma_test {
namespace {

constexpr uint32_t kSeeds = 12;
// `transfers` puts descriptors and words into a bench.
template <class Bench, class Transfers>
void ExpectEqualUnderAll(uint32_t seed, const Transfers& transfers) {
  Run plain;
  for (size_t profile = 0; profile < kStallProfileNames.size(); profile++) {
    SCOPED_TRACE(kStallProfileNames[profile]);
    Bench b(static_cast<StallProfile>(profile), seed);
    transfers(b);
    const Run now = RunTransfers(b);
    if (profile == 0) {
      plain = now;
      ExpectComplete(now.seen);
      for (const uint32_t status : now.seen.channel_status) {
        EXPECT_EQ(status & (kAllErrors | kIoc | kHalted), kIoc);
      }
      continue;
    }
    ExpectSame(now.seen, plain.seen);
    // A profile that changes nothing would show nothing.
    EXPECT_GT(now.cycles, plain.cycles);
  }
}

template <class Model>
class DmaStalls : public ::testing::Test {};
using Models = ::testing::Types<Vdma32, Vdma64, Vdmafast, Vmover>;
TYPED_TEST_SUITE(DmaStalls, Models);

TYPED_TEST(DmaStalls, ChangeNoTransfer) {
  for (uint32_t seed = 1; seed <= kSeeds; seed++) {
    SCOPED_TRACE(seed);
    ExpectEqualUnderAll<StallBench<TypeParam>>(seed, [](auto& b) { PlainTransfers(b); });
  }
}

TEST(MoverStalls, ChangeNoRows) {
  for (uint32_t seed = 1; seed <= kSeeds; seed++) {
    SCOPED_TRACE(seed);
    ExpectEqualUnderAll<StallBench<Vmover, MoverBench>>(seed, RowsTransfers);
  }
}

}  // namespace
}  // namespace nve::dma_test
