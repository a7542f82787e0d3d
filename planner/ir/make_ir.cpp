// SPDX-License-Identifier: Apache-2.0
// Steps of each position: see make_ir.hpp.
//
// Each position is one CONV. Before it stand the STORE of a partial sum that makes room, then LOADs
// in the order of figure 7.1, weights first. Behind it stands the STORE of an output tile that is
// complete.
#include "planner/ir/make_ir.hpp"

#include <fmt/format.h>

#include "base/diagnostics/diagnostics.hpp"
#include "planner/ir/loop_order.hpp"
#include "planner/ir/slots.hpp"
#include "planner/ir/tile_grid.hpp"
#include "planner/mapping/kept.hpp"

namespace nve::planner {
namespace {

void CheckMapping(const LayerShape& layer, const Mapping& mapping, const Hardware& hardware) {
  const SourceLocation place = {"", 0, fmt::format("plan of '{}'", layer.name)};
  Diagnostics diagnostics;
  const struct {
    const char* loop;
    int64_t tile;
    int64_t least;
    int64_t most;
  } loops[] = {{"OC", mapping.tile.oc, 1, layer.GroupOutputs()},
               {"IC", mapping.tile.ic, 1, layer.GroupInputs()},
               {"OH", mapping.tile.oh, 1, layer.oh},
               {"OW", mapping.tile.ow, 1, layer.ow},
               {"KH", mapping.tile.kh, layer.kh, layer.kh},
               {"KW", mapping.tile.kw, layer.kw, layer.kw}};
  for (const auto& loop : loops) {
    if (loop.tile >= loop.least && loop.tile <= loop.most) continue;
    diagnostics.Error(place, fmt::format("found {} tile {}, allowed: {} to {}", loop.loop,
                                         loop.tile, loop.least, loop.most));
  }
  if (mapping.outermost == Innermost(mapping.flow)) {
    diagnostics.Error(place, "found the flow's innermost loop outermost, allowed: the others");
  }
  diagnostics.ThrowIfErrors();
  const Words needs = TileWords(layer, mapping.tile, Convention::kStored);
  if (!Fits(needs, hardware)) {
    diagnostics.Error(place,
                      fmt::format("found tiles of {}, {} and {} words of input, weight and "
                                  "output, allowed: at most {}, {} and {}",
                                  needs.input, needs.weight, needs.output, hardware.InputWords(),
                                  hardware.WeightWords(), hardware.OutputWords()));
  }
  const TripCounts trips = TripCountsOf(layer, mapping.tile);
  // Each factor is at most 2^32, and a layer's work at most kMostWork
  const int64_t convs = layer.groups * trips.n * trips.c * trips.h;
  if (convs > kMostConvs) {
    diagnostics.Error(
        place, fmt::format("found {} tiles to compute, allowed: at most {}", convs, kMostConvs));
  }
  diagnostics.ThrowIfErrors();
}

class Maker {
 public:
  Maker(const LayerShape& layer, const Mapping& mapping, const Hardware& hardware,
        const IrOptions& options)
      : layer_(layer),
        grid_(layer, mapping.tile),
        positions_(PositionsOf(layer, mapping, options.keep_tiles)),
        tile_words_(TileWords(layer, mapping.tile, Convention::kStored)) {
    ir_.tiles = grid_.Tiles();
    const Words slots = options.keep_tiles ? SlotsOf(tile_words_, hardware) : Words{1, 1, 1};
    const std::array<int64_t, 3> counts = {slots.input, slots.weight, slots.output};
    for (const IrTensor tensor : kIrTensors) {
      const auto i = static_cast<size_t>(tensor);
      ir_.tensors[i].sizes = SizesOf(layer, tensor);
      ir_.memories.push_back({tensor, 0, hardware.mem_words[i]});
      slots_.push_back(SlotsFor(tensor, static_cast<size_t>(counts[i])));
    }
    started_.resize(ir_.TilesOf(IrTensor::kOutput).size());
  }

  PlanIr Make() && {
    for (const LoopPosition& at : positions_) AddPosition(at);
    return std::move(ir_);
  }

 private:
  Slots SlotsFor(IrTensor tensor, size_t slots) const {
    std::vector<size_t> uses;
    uses.reserve(positions_.size());
    for (const LoopPosition& at : positions_) uses.push_back(grid_.NumberOf(tensor, at));
    return {slots, std::move(uses), ir_.TilesOf(tensor).size()};
  }

  // The memories stand in the order of the tensors.
  IrPlace PlaceOf(IrTensor tensor, size_t slot) const {
    const std::array<int64_t, 3> words = {tile_words_.input, tile_words_.weight,
                                          tile_words_.output};
    const auto i = static_cast<size_t>(tensor);
    return {i, static_cast<int64_t>(slot) * words[i]};
  }

  void Add(const decltype(IrStep::action)& action) { ir_.steps.push_back({action}); }

  void AddLoad(IrTensor tensor, const LoopPosition& at, const Slots::Found& found) {
    if (found.was_there) return;
    Add(LoadStep{PlaceOf(tensor, found.slot), {tensor, grid_.NumberOf(tensor, at)}});
  }

  void AddPosition(const LoopPosition& at) {
    const Slots::Found input = slots_[0].Next();
    const Slots::Found weight = slots_[1].Next();
    const Slots::Found output = slots_[2].Next();
    const IrPlace sums = PlaceOf(IrTensor::kOutput, output.slot);
    const size_t tile = grid_.NumberOf(IrTensor::kOutput, at);
    if (output.gone) Add(StoreStep{*output.gone, sums});
    AddLoad(IrTensor::kWeight, at, weight);
    AddLoad(IrTensor::kInput, at, input);
    const bool starts = !started_[tile];
    started_[tile] = true;
    if (!starts) AddLoad(IrTensor::kOutput, at, output);
    Add(ConvStep{tile, grid_.NumberOf(IrTensor::kInput, at), grid_.NumberOf(IrTensor::kWeight, at),
                 layer_.stride_h, layer_.stride_w, grid_.PaddingOf(at),
                 starts ? std::optional<IrPlace>(sums) : std::nullopt});
    if (output.is_last) Add(StoreStep{tile, sums});
  }

  const LayerShape& layer_;
  TileGrid grid_;
  std::vector<LoopPosition> positions_;
  Words tile_words_;
  PlanIr ir_;
  std::vector<Slots> slots_;   // of input, weight, output
  std::vector<bool> started_;  // output tiles
};

}  // namespace

PlanIr MakeIr(const LayerShape& layer, const Mapping& mapping, const Hardware& hardware,
              const IrOptions& options) {
  CheckMapping(layer, mapping, hardware);
  return Maker(layer, mapping, hardware, options).Make();
}

}  // namespace nve::planner
