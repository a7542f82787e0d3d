// SPDX-License-Identifier: Apache-2.0
// When a tile is left alone, and that nothing is lost by it: a tile whose state the test chooses.
#include "host/platform/still_tiles.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <utility>

namespace nve {
namespace {

// Idle, but for a register that may count.
class CountingTile : public TileModel {
 public:
  explicit CountingTile(bool says_state) : says_state_(says_state) {
    sg_bytes_ = 4;
    probe_ = words_.data();
    probe_inputs_ = input_words_.data();
  }
  void Drive(const TileInputs& /*in*/) override {}
  void Step() override { count_ += counts ? 1 : 0; }
  void SetWaves(const WaveOptions& /*waves*/) override {}
  std::span<const std::byte> State() const override {
    return says_state_ ? std::as_bytes(std::span(&count_, 1)) : std::span<const std::byte>{};
  }

  bool counts = false;

 protected:
  void HoldReset(const InReset& /*in_reset*/) override {}

 private:
  bool says_state_;
  int count_ = 0;
  std::array<uint32_t, sizeof(arch::Probe) / sizeof(uint32_t)> words_{};
  std::array<uint32_t, sizeof(arch::ProbeInputs) / sizeof(uint32_t)> input_words_{};
};

class StillTilesTest : public ::testing::Test {
 protected:
  void Make(bool says_state) {
    auto model = std::make_unique<CountingTile>(says_state);
    model_ = model.get();
    tiles_.push_back(std::make_unique<Tile>(std::move(model), false, Fault{}));
    ports_.emplace(tiles_, memory_, *memory_model_, config_.board);
    watches_.emplace(tiles_, *ports_, 1000, true);
    still_.emplace(tiles_, *watches_);
  }

  // How many of so many cycles are evaluated.
  int Run(int cycles, bool copying = false) {
    int evaluated = 0;
    for (int i = 0; i < cycles; ++i, ++cycle_) {
      const bool stands = still_->Stands(0, copying);
      if (!stands) {
        ++evaluated;
        still_->Begin(0, copying);
        tiles_[0]->Observe();
        watches_->StepPins(0, cycle_, copying);
      }
      ports_->Step(cycle_, [&](size_t tile) { return still_->stands(tile); });
      if (stands) continue;
      tiles_[0]->Step();
      still_->End(0);
    }
    still_->TellAll();
    return evaluated;
  }

  int64_t Counted(CycleUse use) { return watches_->UsesOf(0)[static_cast<size_t>(use)]; }

  MemoryConfig config_;
  MemoryArray memory_{4096};
  std::unique_ptr<MemoryModel> memory_model_ = MakeMemoryModel(config_, 100);
  std::vector<std::unique_ptr<Tile>> tiles_;
  std::optional<TilePorts> ports_;
  std::optional<TileWatches> watches_;
  std::optional<StillTiles> still_;
  CountingTile* model_ = nullptr;
  uint64_t cycle_ = 0;
};

TEST_F(StillTilesTest, ATileWhoseStateStaysIsLeftAlone) {
  Make(true);
  EXPECT_LT(Run(1000), 100);
  EXPECT_EQ(Run(1000), 0);
  EXPECT_EQ(tiles_[0]->counts().Total(), 2000);
  EXPECT_EQ(Counted(CycleUse::kHost), 2000);
}

TEST_F(StillTilesTest, ARegisterThatCountsKeepsItAwake) {
  Make(true);
  model_->counts = true;
  EXPECT_EQ(Run(1000), 1000);
  model_->counts = false;
  EXPECT_LT(Run(1000), 100);
}

TEST_F(StillTilesTest, ABuildThatDoesNotSayItsStateIsEvaluated) {
  Make(false);
  EXPECT_EQ(Run(1000), 1000);
}

TEST_F(StillTilesTest, ARegisterAccessWakesIt) {
  Make(true);
  Run(500);
  for (bool AxiLiteMaster::*pin :
       {&AxiLiteMaster::awvalid, &AxiLiteMaster::wvalid, &AxiLiteMaster::arvalid,
        &AxiLiteMaster::bready, &AxiLiteMaster::rready}) {
    tiles_[0]->inputs().core.*pin = true;
    EXPECT_EQ(Run(200), 200);
    tiles_[0]->inputs().core.*pin = false;
    tiles_[0]->inputs().dma.*pin = true;
    EXPECT_EQ(Run(10), 10);
    tiles_[0]->inputs().dma.*pin = false;
    EXPECT_LT(Run(500), 100);
  }
  EXPECT_EQ(tiles_[0]->counts().Total(), static_cast<int64_t>(cycle_));
}

TEST_F(StillTilesTest, CyclesOfACopyingProcessorAreItsOwn) {
  Make(true);
  Run(500);
  EXPECT_GT(Run(300, true), 0);
  Run(200);
  EXPECT_EQ(Counted(CycleUse::kCopy), 300);
  EXPECT_EQ(Counted(CycleUse::kHost), 700);
}

}  // namespace
}  // namespace nve
