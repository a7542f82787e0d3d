// The bench of a tile watches the rules from descriptor to status.
#include "tests/coverage/tile_bench.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "host/driver/dma_descriptors.hpp"
#include "host/driver/dma_registers.hpp"
#include "tests/coverage/wrong_tile.hpp"
#include "tests/unit/platform/broken_rule.hpp"

namespace nve {
namespace {

using namespace dma;
using testing::BrokenRule;

TEST(TileBench, WrongStatusIsFound) {
  TileBench bench(std::make_unique<WrongTile>(MakeTile(), ChangeStatusBytes), 20);
  constexpr uint32_t kDescriptor = 0x1000;  // of no bytes
  bench.SetHalf(kDescriptor + 4 * kWordControl, kStartOfFrame | kEndOfFrame);
  bench.SetHalf(kDescriptor + 4 * kWordStatus, 0);
  bench.WriteDma(kMm2sBase + kCurrent, kDescriptor);
  bench.WriteDma(kMm2sBase + kControl, kControlRun);
  bench.WriteDma(kMm2sBase + kTail, kDescriptor);
  EXPECT_THAT(BrokenRule([&] { bench.Cycles(1000); }),
              ::testing::HasSubstr("DMA rule D5 broken at the DMA mm2s"));
}

}  // namespace
}  // namespace nve
