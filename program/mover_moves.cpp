// SPDX-License-Identifier: Apache-2.0
// Loop nests as moves: see mover_moves.hpp.
#include "program/mover_moves.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

namespace nve {
namespace {

int64_t StrideOf(const Transfer& leaf, size_t depth) {
  return depth < leaf.strides.size() ? leaf.strides[depth] : 0;
}

// Whether each base is `distance` behind the one before.
bool FollowEachOther(const std::vector<uint32_t>& bases, int64_t distance) {
  return std::ranges::adjacent_find(bases, [distance](uint32_t a, uint32_t b) {
           return int64_t{b} - a != distance;
         }) == bases.end();
}

// The same columns of one map: a leaf, or several of one object at a constant distance.
struct Columns {
  MemoryObject object;
  int64_t offset = 0;
  int64_t bytes = 0;
  int64_t count = 1;
  int64_t stride = 0;
  std::vector<int64_t> strides;  // of the loops around it

  bool Like(const Columns& other) const {
    return offset == other.offset && bytes == other.bytes && count == other.count &&
           stride == other.stride && strides == other.strides;
  }
};

Columns ColumnsOf(const Transfer& leaf) {
  return {leaf.object, leaf.offset, leaf.bytes, 1, 0, leaf.strides};
}

// Consecutive leaves of one object joined.
std::vector<Columns> Join(std::span<const Transfer> leaves) {
  std::vector<Columns> joined;
  for (const Transfer& leaf : leaves) {
    Columns* last = joined.empty() ? nullptr : &joined.back();
    const bool same = last != nullptr && last->object == leaf.object && last->bytes == leaf.bytes &&
                      last->strides == leaf.strides;
    const int64_t distance =
        same ? leaf.offset - (last->offset + (last->count - 1) * last->stride) : 0;
    if (!same || distance <= 0 || (last->count > 1 && distance != last->stride)) {
      joined.push_back(ColumnsOf(leaf));
      continue;
    }
    last->stride = distance;
    ++last->count;
  }
  return joined;
}

class Builder {
 public:
  explicit Builder(const MemoryLayout& layout) : layout_(layout) {}

  MoverMoves Build(const std::vector<Transfer>& transfers) {
    Visit(transfers, 0, {});
    return std::move(moves_);
  }

 private:
  using Indices = std::vector<int64_t>;  // of the loops around

  void Visit(std::span<const Transfer> transfers, size_t depth, const Indices& indices) {
    for (size_t i = 0; i < transfers.size();) {
      if (!transfers[i].IsLoop()) {
        AddPiece(transfers[i], indices);
        ++i;
      } else if (const size_t taken = AddLoops(transfers.subspan(i), depth, indices); taken > 0) {
        i += taken;
      } else {
        Unroll(transfers[i], depth, indices);
        ++i;
      }
    }
  }

  void Unroll(const Transfer& loop, size_t depth, Indices indices) {
    indices.push_back(0);
    for (int64_t index = 0; index < loop.count; ++index) {
      indices.back() = index;
      Visit(loop.body, depth + 1, indices);
    }
  }

  int64_t OffsetOf(int64_t offset, const std::vector<int64_t>& strides, const Indices& indices) {
    for (size_t depth = 0; depth < indices.size() && depth < strides.size(); ++depth) {
      offset += indices[depth] * strides[depth];
    }
    return offset;
  }

  void AddPiece(const Transfer& leaf, const Indices& indices) {
    if (leaf.bytes == 0) return;
    const auto offset = static_cast<uint64_t>(OffsetOf(leaf.offset, leaf.strides, indices));
    moves_.moves.push_back({.address = layout_.AddressOf(leaf.object) + offset,
                            .bytes = static_cast<uint64_t>(leaf.bytes)});
  }

  static bool OnlyLeaves(const Transfer& loop) {
    return std::none_of(loop.body.begin(), loop.body.end(),
                        [](const Transfer& t) { return t.IsLoop() || t.bytes == 0; });
  }

  // How many of the transfers, loops of pieces from the first on, became one move.
  size_t AddLoops(std::span<const Transfer> transfers, size_t depth, const Indices& indices) {
    const Transfer& loop = transfers.front();
    if (!OnlyLeaves(loop)) return 0;
    if (loop.body.size() > 1) return AddSteps(loop, depth, indices) ? 1 : 0;
    // Loops over one piece each: the loop counts the columns.
    std::vector<Columns> maps;
    for (const Transfer& next : transfers) {
      if (!next.IsLoop() || next.body.size() != 1 || !OnlyLeaves(next)) break;
      Columns columns = ColumnsOf(next.body.front());
      columns.count = next.count;
      columns.stride = StrideOf(next.body.front(), depth);
      if (!maps.empty() && !columns.Like(maps.front())) break;
      maps.push_back(std::move(columns));
    }
    // There may be more steps than columns.
    if (maps.size() == 1) return AddSteps(loop, depth, indices) ? 1 : 0;
    return Add(maps, 1, 0, indices) ? maps.size() : 0;
  }

  bool AddSteps(const Transfer& loop, size_t depth, const Indices& indices) {
    const std::vector<Columns> maps = Join(loop.body);
    const bool alike = std::all_of(maps.begin(), maps.end(),
                                   [&](const Columns& c) { return c.Like(maps.front()); });
    if (!alike) return false;
    const Transfer& leaf = loop.body.front();
    return Add(maps, loop.count, StrideOf(leaf, depth), indices);
  }

  bool Add(const std::vector<Columns>& maps, int64_t steps, int64_t step_stride,
           const Indices& indices) {
    const Columns& first = maps.front();
    const auto offset = static_cast<uint64_t>(OffsetOf(first.offset, first.strides, indices));
    dma::Move move = {.address = offset,
                      .bytes = static_cast<uint64_t>(first.bytes),
                      .columns = static_cast<uint32_t>(first.count),
                      .column_stride = static_cast<uint32_t>(first.stride),
                      .steps = static_cast<uint32_t>(steps),
                      .step_stride = static_cast<uint32_t>(step_stride)};
    if (maps.size() == 1) {
      move.address += layout_.AddressOf(first.object);
    } else {
      std::vector<uint32_t> bases;
      bases.reserve(maps.size());
      for (const Columns& map : maps) {
        bases.push_back(static_cast<uint32_t>(layout_.AddressOf(map.object)));
      }
      const uint64_t together = bases.size() * move.bytes;
      if (first.count == 1 && FollowEachOther(bases, first.bytes) &&
          together <= dma::kColumnBytesMax) {
        move.address += bases.front();
        move.bytes = together;
        Push(move);
        return true;
      }
      const std::optional<size_t> at = PlaceInList(bases);
      if (!at) return false;
      move.maps = static_cast<uint32_t>(bases.size());
      move.first_map = static_cast<uint32_t>(*at);
    }
    Push(move);
    return true;
  }

  // Columns of one map that lie one behind the other are a block.
  void Push(dma::Move move) {
    const uint64_t whole = move.TotalBytes();
    const bool columns = move.columns == 1 || move.column_stride == move.bytes;
    const bool steps = move.steps == 1 || move.step_stride == move.columns * move.bytes;
    if (move.maps == 0 && columns && steps && whole <= dma::kMaxLength) {
      move = {.address = move.address, .bytes = whole};
    }
    moves_.moves.push_back(move);
  }

  // The bases in the list already, or behind what is there.
  std::optional<size_t> PlaceInList(const std::vector<uint32_t>& bases) {
    std::vector<uint32_t>& list = moves_.list;
    const auto found = std::search(list.begin(), list.end(), bases.begin(), bases.end());
    if (found != list.end()) return static_cast<size_t>(std::distance(list.begin(), found));
    if (list.size() + bases.size() > dma::kListEntries) return std::nullopt;
    list.insert(list.end(), bases.begin(), bases.end());
    return list.size() - bases.size();
  }

  const MemoryLayout& layout_;
  MoverMoves moves_;
};

}  // namespace

MoverMoves MoverMovesOf(const std::vector<Transfer>& transfers, const MemoryLayout& layout) {
  return Builder(layout).Build(transfers);
}

}  // namespace nve
