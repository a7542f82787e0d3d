#include "compiler/buffer/allocation.hpp"

namespace nve {

Allocation AllocateBuffer(const Schedule& schedule) {
  return {static_cast<int>(schedule.coefficient_words.size()), schedule.window.WordsPerColumn(),
          schedule.window.BufferColumns(), schedule.window.stride_x, schedule.inputs};
}

MemSlot AddressOf(const Allocation& allocation, const WordRef& ref, bool rotating) {
  MemSlot slot;
  if (ref.kind == WordRef::Kind::kCoefficients) {
    slot.offset = ref.index;
    return slot;
  }
  const int area = allocation.coefficient_words + ref.input * allocation.Toggle();
  if (!rotating) {
    slot.offset = area + ref.column * allocation.words_per_column + ref.word;
    return slot;
  }
  slot.offset = area + ref.word + ref.column % allocation.stride_x * allocation.words_per_column;
  slot.update = ref.column / allocation.stride_x * allocation.Inc();
  slot.mode = kPixelMode;
  return slot;
}

}  // namespace nve
