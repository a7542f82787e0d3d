// SPDX-License-Identifier: Apache-2.0
// The earliest event of all tiles: see transfer_machine.hpp.
#include "model/transfer/transfer_machine.hpp"

#include <algorithm>
#include <utility>

namespace nve::transfer {

TransferMachine::TransferMachine(const DmaProfile& profile, const MemoryConfig& memory,
                                 double clock_mhz, const arch::Sizes& sizes, size_t tiles)
    : memory_(memory, clock_mhz),
      ports_of_tile_(PortsOfTile(memory.board.shared_port)),
      next_(tiles, kUnknown) {
  for (size_t tile = 0; tile < tiles; ++tile) {
    const int first_port = static_cast<int>(tile) * ports_of_tile_;
    tiles_.push_back(
        std::make_unique<StepModel>(profile, memory_, first_port, memory.board, sizes));
  }
}

void TransferMachine::Begin(size_t tile, const CoreProgram& program, StepWork work) {
  tiles_[tile]->Begin(program, std::move(work));
  next_[tile] = tiles_[tile]->Next();
  known_lines_ += tiles_[tile]->KnownLines();
}

template <typename GoOn>
void TransferMachine::Change(size_t tile, const GoOn& go_on) {
  StepModel& model = *tiles_[tile];
  const int before = model.KnownLines();
  go_on(model);
  next_[tile] = model.Next();
  known_lines_ += model.KnownLines() - before;
}

bool TransferMachine::Waiting() const {
  return std::ranges::any_of(tiles_, [](const auto& tile) { return tile->Waiting(); });
}

void TransferMachine::CollectAnswers() {
  answered_.clear();
  for (const int port : memory_.AnsweredPorts()) {
    answered_.push_back(static_cast<size_t>(port / ports_of_tile_));
  }
  std::ranges::sort(answered_);  // the lowest tile goes on first
  answered_.erase(std::unique(answered_.begin(), answered_.end()), answered_.end());
  for (const size_t tile : answered_) {
    if (tiles_[tile]->Answered()) Change(tile, [](StepModel& model) { model.Collect(); });
  }
}

bool TransferMachine::Advance(Cycle limit) {
  const auto earliest = std::ranges::min_element(next_);
  const bool event = *earliest < limit;
  if (!event && !Waiting()) return false;
  if (memory_.RunUntil(std::min(*earliest, limit))) {
    CollectAnswers();
    return true;
  }
  if (!event) return false;
  Change(static_cast<size_t>(earliest - next_.begin()), [](StepModel& model) { model.Commit(); });
  return true;
}

}  // namespace nve::transfer
