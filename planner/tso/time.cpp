// SPDX-License-Identifier: Apache-2.0
// Times of convolutions: see time.hpp.
#include "planner/tso/time.hpp"

namespace nve::planner::tso {
namespace {

constexpr double kThousand = 1000;

double Number(int64_t whole) { return static_cast<double>(whole); }

}  // namespace

int64_t TileMacCycles(const LayerShape& layer, const CoreTile& tile, const Npu& npu) {
  return tile.n * tile.m * Trips(tile.r * tile.c * layer.kh * layer.kw, npu.macs);
}

double TileMacMicroseconds(const LayerShape& layer, const CoreTile& tile, const Npu& npu) {
  return Number(TileMacCycles(layer, tile, npu)) / (npu.frequency * kThousand);
}

double MacMicroseconds(const LayerShape& layer, const Partition& partition, const CoreTile& tile,
                       const Npu& npu, Reading reading) {
  const int64_t maps = Trips(layer.GroupInputs(), tile.n) * Trips(layer.ow, tile.c);
  const double tile_mac = TileMacMicroseconds(layer, tile, npu);
  if (reading == Reading::kPrinted) {
    const int64_t tiles = Trips(layer.oc, tile.m) * maps * Trips(layer.oh, tile.r);
    return Number(tiles) * tile_mac / Number(npu.tlts);
  }
  const Slice slice = SliceOf(layer, partition);
  return Number(RoundsOf(slice, tile, npu) * maps * Trips(slice.rows, tile.r)) * tile_mac;
}

double TransferMicroseconds(int64_t bytes, int64_t bursts, const Npu& npu, Model model) {
  const double transfer = Number(bytes) / (npu.bandwidth * kThousand);
  if (model == Model::kNoBurst) return transfer;
  return transfer + Number(bursts) * (npu.cas / kThousand);
}

double DramMicroseconds(const PerTensor& transfers, const PerTensor& bytes, const PerTensor& bursts,
                        const Npu& npu, Model model) {
  return Number(transfers.in) * TransferMicroseconds(bytes.in, bursts.in, npu, model) +
         Number(transfers.w) * TransferMicroseconds(bytes.w, bursts.w, npu, model) +
         Number(transfers.out) * TransferMicroseconds(bytes.out, bursts.out, npu, model);
}

}  // namespace nve::planner::tso
