// SPDX-License-Identifier: Apache-2.0
// Which master of which tile is attached to which memory port.
#include "host/platform/tile_ports.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <set>

namespace nve {
namespace {

// Drives nothing.
class IdleTile : public TileModel {
 public:
  IdleTile() { sg_bytes_ = 4; }
  void Drive(const TileInputs& /*in*/) override {}
  void Step() override {}
  void SetWaves(const WaveOptions& /*waves*/) override {}

 protected:
  void HoldReset(const InReset& /*in_reset*/) override {}
};

std::vector<std::unique_ptr<Tile>> IdleTiles(int count) {
  std::vector<std::unique_ptr<Tile>> tiles;
  for (int i = 0; i < count; ++i) {
    tiles.push_back(std::make_unique<Tile>(std::make_unique<IdleTile>(), false, Fault{}));
  }
  return tiles;
}

struct Attachment {
  bool shared = false;          // by the masters of a tile
  uint64_t cores_per_port = 1;  // tiles that share
};

// The name CTest shows.
void PrintTo(const Attachment& attachment, std::ostream* out) {
  *out << (attachment.shared ? "shared" : "separate") << "_by_" << attachment.cores_per_port;
}

constexpr size_t kTiles = 5;

class TilePortsTest : public ::testing::TestWithParam<Attachment> {
 protected:
  static MemoryConfig Config() {
    MemoryConfig config;
    config.board.shared_port = GetParam().shared;
    config.board.cores_per_port = GetParam().cores_per_port;
    return config;
  }

  static size_t GroupOf(size_t tile) { return tile / GetParam().cores_per_port; }

  MemoryConfig config_ = Config();
  MemoryArray memory_{4096};
  std::unique_ptr<MemoryModel> model_ = MakeMemoryModel(config_, 100);
  std::vector<std::unique_ptr<Tile>> tiles_ = IdleTiles(kTiles);
  TilePorts ports_{tiles_, memory_, *model_, config_.board};
};

TEST_P(TilePortsTest, EveryMasterHasAPlaceOfItsOwn) {
  EXPECT_EQ(ports_.size(), (GroupOf(kTiles - 1) + 1) * (GetParam().shared ? 1 : kTilePorts));
  std::set<std::pair<const AxiPort*, int>> places;
  for (size_t tile = 0; tile < kTiles; ++tile) {
    for (size_t port = 0; port < kTilePorts; ++port) {
      const TilePorts::Connection& connection = ports_.Of(tile, port);
      places.emplace(connection.port, connection.master);
      EXPECT_EQ(connection.port == ports_.Of(tile, TilePort::kSg).port,
                GetParam().shared || port == 0);
      for (size_t other = 0; other < kTiles; ++other) {
        EXPECT_EQ(connection.port == ports_.Of(other, port).port, GroupOf(other) == GroupOf(tile));
      }
    }
  }
  EXPECT_EQ(places.size(), kTiles * kTilePorts);
}

TEST_P(TilePortsTest, NothingMovesWithoutARequest) {
  ports_.Watch(100, true);
  ports_.Inject({});
  for (uint64_t cycle = 0; cycle < 5; ++cycle) {
    EXPECT_FALSE(ports_.Step(cycle, [](size_t tile) { return tile == 0; }));
    EXPECT_FALSE(ports_.Of(1, TilePort::kMm2s).out().rvalid);
    EXPECT_FALSE(ports_.Of(1, TilePort::kMm2s).monitor().ReadsOpen());
  }
}

TEST_P(TilePortsTest, EveryTileIsAskedOnceACycle) {
  std::vector<int> asked(kTiles);
  ports_.Step(0, [&](size_t tile) {
    ++asked[tile];
    return true;
  });
  EXPECT_EQ(asked, std::vector<int>(kTiles, 1));
}

INSTANTIATE_TEST_SUITE_P(SharedOrNot, TilePortsTest,
                         ::testing::Values(Attachment{false, 1}, Attachment{true, 1},
                                           Attachment{false, 2}, Attachment{true, 2},
                                           Attachment{true, 16}));

}  // namespace
}  // namespace nve
