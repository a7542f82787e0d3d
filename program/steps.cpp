// SPDX-License-Identifier: Apache-2.0
// Walking the loop nests of transfers.
#include "program/steps.hpp"

namespace nve {
namespace {

void Visit(const Transfer& transfer, std::vector<int64_t>* indices,
           const std::function<void(const Piece&)>& visit) {
  if (!transfer.IsLoop()) {
    int64_t offset = transfer.offset;
    for (size_t depth = 0; depth < indices->size() && depth < transfer.strides.size(); ++depth) {
      offset += (*indices)[depth] * transfer.strides[depth];
    }
    visit({transfer.object, offset, transfer.bytes});
    return;
  }
  indices->push_back(0);
  for (int64_t index = 0; index < transfer.count; ++index) {
    indices->back() = index;
    for (const Transfer& inner : transfer.body) Visit(inner, indices, visit);
  }
  indices->pop_back();
}

}  // namespace

void ForEachPiece(const std::vector<Transfer>& transfers,
                  const std::function<void(const Piece&)>& visit) {
  std::vector<int64_t> indices;
  for (const Transfer& transfer : transfers) Visit(transfer, &indices, visit);
}

int64_t TotalBytes(const std::vector<Transfer>& transfers) {
  int64_t total = 0;
  for (const Transfer& transfer : transfers) {
    total += transfer.IsLoop() ? transfer.count * TotalBytes(transfer.body) : transfer.bytes;
  }
  return total;
}

std::set<int> CoresOf(const Steps& steps) {
  std::set<int> cores;
  for (const AnyStep& step : steps) {
    if (const auto* run = std::get_if<RunStep>(&step)) cores.insert(run->core);
  }
  return cores;
}

}  // namespace nve
