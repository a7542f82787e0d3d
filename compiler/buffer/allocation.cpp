#include "compiler/buffer/allocation.hpp"

namespace nve {

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

MemSlot RepeatedAddress(const Allocation& allocation, const WordRef& ref, int stage) {
  if (ref.kind == WordRef::Kind::kCoefficients) return InitialAddress(allocation, ref);
  // In its first pass an operation of stage k works for iteration -k.
  const int from = (ref.column - stage * allocation.stride_x) % allocation.columns;
  const int column = from < 0 ? from + allocation.columns : from;
  MemSlot slot;
  slot.offset = allocation.AreaOf(ref.input) + ref.word +
                column % allocation.stride_x * allocation.words_per_column;
  slot.update = column / allocation.stride_x * allocation.Inc();
  slot.mode = kPixelMode;
  return slot;
}

}  // namespace nve
