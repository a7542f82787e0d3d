#include "compiler/buffer/emit.hpp"

#include "compiler/program/settings.hpp"

namespace nve {
namespace {

void SetMemory(MemSlot& slot, const Operation& operation, const MemSlot& address) {
  slot = address;
  slot.op = operation.kind == OpKind::kRd ? arch::MemOp::kRd : arch::MemOp::kWr;
}

void SetOperation(Instruction& instruction, const Operation& operation,
                  const Allocation& allocation) {
  switch (operation.kind) {
    case OpKind::kRd:
    case OpKind::kWr: {
      MemSlot& slot = operation.slot == Slot::kMemA ? instruction.mema : instruction.memb;
      SetMemory(slot, operation, AddressOf(allocation, operation.ref, /*rotating=*/true));
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

uint16_t CoefficientOf(const CoefficientLabel& label, const LayerWeights& weights, int output,
                       int kernel_width) {
  switch (label.kind) {
    case CoefficientLabel::Kind::kBias:
      return static_cast<uint16_t>(weights.bias[output]);
    case CoefficientLabel::Kind::kWeight:
      return static_cast<uint16_t>(
          weights.w[output][label.input][label.ky * kernel_width + label.kx]);
    case CoefficientLabel::Kind::kNone:
      break;
  }
  return 0;
}

}  // namespace

std::vector<uint64_t> EmitCode(const Schedule& schedule, const Allocation& allocation) {
  std::vector<uint64_t> code;
  for (const Operation& write : schedule.initial) {
    Instruction instruction;
    SetMemory(instruction.mema, write, AddressOf(allocation, write.ref, /*rotating=*/false));
    code.push_back(Encode(instruction));
  }
  std::vector<Instruction> repeated(schedule.length);
  for (const Placed& placed : schedule.operations) {
    SetOperation(repeated[placed.cycle], placed.operation, allocation);
  }
  for (const Instruction& instruction : repeated) code.push_back(Encode(instruction));
  return code;
}

std::vector<uint64_t> EmitCoefficients(const std::vector<CoefficientWordLabels>& labels,
                                       const LayerWeights& weights, int output, int kernel_width) {
  std::vector<uint64_t> words;
  for (const CoefficientWordLabels& word_labels : labels) {
    uint64_t word = 0;
    for (int k = 0; k < arch::kRwEntries; ++k) {
      const uint64_t value = CoefficientOf(word_labels[k], weights, output, kernel_width);
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
  settings["STRIDE"] = u32(layer.stride_y);
  settings["BIAS_SHIFT"] = u32(weights.bias_shift);
  settings["ACT_SHIFT"] = u32(weights.act_shift);
  settings["AGU_INC1"] = u32(allocation.Inc());
  settings["AGU_TOGGLE1"] = u32(allocation.Toggle());
  return settings;
}

}  // namespace nve
