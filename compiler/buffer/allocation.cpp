// SPDX-License-Identifier: Apache-2.0
#include "compiler/buffer/allocation.hpp"

namespace nve {
namespace {

/// Place in the circular area of what an iteration calls column `ref.column`.
int PlaceOf(const Allocation& allocation, const WordRef& ref, int iteration) {
  const int64_t column = ref.column + int64_t{iteration} * allocation.stride_x;
  const auto place = static_cast<int>(column % allocation.columns);
  return place < 0 ? place + allocation.columns : place;
}

}  // namespace

Allocation AllocateBuffer(const Schedule& schedule) {
  const Window& window = schedule.shape.window;
  return {static_cast<int>(schedule.coefficient_words.size()), window.WordsPerColumn(),
          schedule.BufferColumns(), window.stride_x, schedule.shape.inputs};
}

MemSlot InitialAddress(const Allocation& allocation, const WordRef& ref) {
  MemSlot slot;
  if (ref.kind == WordRef::Kind::kCoefficients) {
    slot.offset = ref.index;
    return slot;
  }
  slot.offset = allocation.AreaOf(ref.input) + ref.column * allocation.words_per_column + ref.word;
  return slot;
}

MemSlot RepeatedAddress(const Allocation& allocation, const WordRef& ref, int iteration) {
  if (ref.kind == WordRef::Kind::kCoefficients) return InitialAddress(allocation, ref);
  const int column = PlaceOf(allocation, ref, iteration);
  MemSlot slot;
  slot.offset = allocation.AreaOf(ref.input) + ref.word +
                column % allocation.stride_x * allocation.words_per_column;
  slot.update = column / allocation.stride_x * allocation.Inc();
  slot.mode = kPixelMode;
  return slot;
}

MemSlot FixedAddress(const Allocation& allocation, WordRef ref, int iteration) {
  if (ref.kind == WordRef::Kind::kPixels) ref.column = PlaceOf(allocation, ref, iteration);
  return InitialAddress(allocation, ref);
}

}  // namespace nve
