#include "compiler/buffer/emit.hpp"

#include <algorithm>

#include "compiler/program/settings.hpp"

namespace nve {
namespace {

void SetMemory(MemSlot& slot, const Operation& operation, const MemSlot& address) {
  slot = address;
  slot.op = operation.kind == OpKind::kRd ? arch::MemOp::kRd : arch::MemOp::kWr;
}

// How a stream word of a separated column is written (docs/isa.md, section 6): pairs of words
// become even and odd pixels, a last single word is split in itself.
arch::WrPart PartOf(const Window& window, const WordRef& ref) {
  if (!window.Separated() || ref.kind != WordRef::Kind::kPixels) return arch::WrPart::kPlain;
  if (ref.word % 2 == 1) return arch::WrPart::kOdd;
  return ref.word + 1 < window.WordsPerColumn() ? arch::WrPart::kEven : arch::WrPart::kBoth;
}

void SetOperation(Instruction& instruction, const Placed& placed, const Schedule& schedule,
                  const Allocation& allocation) {
  const Operation& operation = placed.operation;
  switch (operation.kind) {
    case OpKind::kRd:
    case OpKind::kWr: {
      MemSlot& slot = operation.slot == Slot::kMemA ? instruction.mema : instruction.memb;
      SetMemory(slot, operation, RepeatedAddress(allocation, operation.ref, placed.stage));
      if (operation.kind == OpKind::kWr) {
        instruction.mema_part = PartOf(schedule.shape.window, operation.ref);
      }
      break;
    }
    case OpKind::kSetRw:
      instruction.wreg = arch::WregOp::kSet;
      break;
    case OpKind::kShRw:
      instruction.wreg = arch::WregOp::kSh;
      break;
    case OpKind::kSetRi:
      instruction.ireg = arch::IregOp::kSet;
      break;
    case OpKind::kSetshRi:
      instruction.ireg = arch::IregOp::kSetsh;
      break;
    case OpKind::kSetshHiRi:
      instruction.ireg = arch::IregOp::kSetshHi;
      break;
    case OpKind::kShRi:
      instruction.ireg = arch::IregOp::kSh;
      break;
    case OpKind::kSetRb:
      instruction.vmac = arch::VmacOp::kSetrb;
      break;
    case OpKind::kMac:
      instruction.vmac = arch::VmacOp::kMac;
      break;
    case OpKind::kAct:
      instruction.act = arch::ActOp::kAct;
      instruction.act_half = operation.half == 0 ? arch::ActHalf::kLo : arch::ActHalf::kHi;
      break;
  }
}

/// Value of a label. Weights are stored per output map in the order of its own input list.
uint16_t CoefficientOf(const CoefficientLabel& label, const ProgramShape& shape,
                       const LayerWeights& weights, const std::vector<int>& outputs) {
  if (label.kind == CoefficientLabel::Kind::kNone) return 0;
  const auto output = static_cast<size_t>(outputs[static_cast<size_t>(label.output)]);
  if (label.kind == CoefficientLabel::Kind::kBias)
    return static_cast<uint16_t>(weights.bias[output]);
  const std::vector<int>& inputs = shape.inputs_of_output[static_cast<size_t>(label.output)];
  const auto input = std::find(inputs.begin(), inputs.end(), label.input) - inputs.begin();
  const int tap = label.ky * shape.window.width + label.kx;
  return static_cast<uint16_t>(
      weights.w[output][static_cast<size_t>(input)][static_cast<size_t>(tap)]);
}

}  // namespace

std::vector<uint64_t> EmitCode(const Schedule& schedule, const Allocation& allocation) {
  std::vector<uint64_t> code;
  for (const Operation& write : schedule.initial) {
    Instruction instruction;
    SetMemory(instruction.mema, write, InitialAddress(allocation, write.ref));
    instruction.mema_part = PartOf(schedule.shape.window, write.ref);
    code.push_back(Encode(instruction));
  }
  std::vector<Instruction> repeated(schedule.length);
  for (const Placed& placed : schedule.operations) {
    SetOperation(repeated[placed.cycle], placed, schedule, allocation);
  }
  for (const Instruction& instruction : repeated) code.push_back(Encode(instruction));
  return code;
}

std::vector<uint64_t> EmitCoefficients(const Schedule& schedule, const LayerWeights& weights,
                                       const std::vector<int>& outputs) {
  std::vector<uint64_t> words;
  for (const CoefficientWordLabels& labels : schedule.coefficient_words) {
    uint64_t word = 0;
    for (int k = 0; k < arch::kRwEntries; ++k) {
      const uint64_t value =
          CoefficientOf(labels[static_cast<size_t>(k)], schedule.shape, weights, outputs);
      word |= value << (k * arch::kWeightBits);
    }
    words.push_back(word);
  }
  return words;
}

Settings EmitSettings(const Schedule& schedule, const Allocation& allocation, const Layer& layer,
                      const LayerWeights& weights) {
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  Settings settings = DefaultSettings(static_cast<size_t>(schedule.Instructions()));
  settings["REPEAT_FIRST"] = u32(schedule.InitialInstructions());
  settings["ITERATIONS"] = u32(layer.out_width);
  settings["EXTRA"] = u32(schedule.extra);
  settings["STRIDE"] = u32(schedule.shape.window.LaneStride());
  settings["BIAS_SHIFT"] = u32(weights.bias_shift);
  settings["ACT_SHIFT"] = u32(weights.act_shift);
  settings["AGU_INC1"] = u32(allocation.Inc());
  settings["AGU_TOGGLE1"] = u32(allocation.Toggle());
  return settings;
}

}  // namespace nve
