// SPDX-License-Identifier: Apache-2.0
// One function per slot operation of docs/isa.md, section 6, and the two pipelines that move when
// the machine advances.
//
// Each function updates its own registers in place from the values it finds. The registers of one
// cycle all change at one edge, so the caller runs consumers before producers: ACT, result
// pipeline, VMAC, WREG and IREG, ports, and reads of the local buffer before writes.
//
// The functions are inline because they are the cycle loop of the simulator.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "model/golden/state.hpp"
#include "model/golden/words.hpp"
#include "nve_arch.hpp"

namespace nve::golden {

// The image register as docs/isa.md, section 6, uses it: a vector is one word of each port and as
// wide as the lanes; `setsh` appends one word behind the pixels that the lanes see.
static_assert(arch::kLanes == 2 * arch::kWordPixels);
inline constexpr int kRiUsedStride1 = arch::kLanes - 1 + arch::kWordPixels;
inline constexpr int kRiUsedStride2 = 2 * arch::kLanes - 1 + arch::kWordPixels;
static_assert(arch::kRiEntries == (arch::kMaxStride == 2 ? kRiUsedStride2 : kRiUsedStride1));
static_assert(arch::kRwEntries * sizeof(uint16_t) == sizeof(uint64_t));

// ---- Ports --------------------------------------------------------------------------------------

/// Second half of a read: the outputs take the words read in the last advancing cycle. A port
/// without a new read finds the same word again. `rd` of the same cycle then fills the first half.
inline void MovePorts(Registers& reg) {
  StoreWord(reg.probe.port_a, reg.read_a);
  StoreWord(reg.probe.port_b, reg.read_b);
  reg.probe.read_a = 0;
  reg.probe.read_b = 0;
}

/// MEMA `rd`, first half.
inline void MemaRd(Machine& machine, uint32_t address) {
  machine.reg.read_a = machine.mem.local[address];
  machine.reg.probe.read_a = 1;
}

/// MEMB `rd`, first half.
inline void MembRd(Machine& machine, uint32_t address) {
  machine.reg.read_b = machine.mem.local[address];
  machine.reg.probe.read_b = 1;
}

/// Four pixels of `word`, every second one from pixel `first` on, in the low half of the result.
inline uint64_t EverySecondPixel(uint64_t word, int first) {
  uint64_t pixels = 0;
  for (int k = 0; k < arch::kWordPixels / 2; ++k) {
    const uint64_t pixel = word >> (arch::kPixelBits * (2 * k + first)) & 0xFF;
    pixels |= pixel << (arch::kPixelBits * k);
  }
  return pixels;
}

/// What MEMA `wr` writes: the oldest word of the input FIFO, or pixels of it as the part says.
inline uint64_t WordToWrite(const Registers& reg, arch::WrPart part) {
  constexpr int kHalfWord = arch::kWordBits / 2;
  const uint64_t word = reg.input.Front();
  if constexpr (arch::kSplit == 0) return word;
  switch (part) {
    case arch::WrPart::kPlain:
      break;
    case arch::WrPart::kEven:
      return EverySecondPixel(word, 0) | EverySecondPixel(reg.input.Second(), 0) << kHalfWord;
    case arch::WrPart::kOdd:
      return reg.probe.odd | EverySecondPixel(word, 1) << kHalfWord;
    case arch::WrPart::kBoth:
      return EverySecondPixel(word, 0) | EverySecondPixel(word, 1) << kHalfWord;
  }
  return word;
}

/// MEMA `wr`: the word goes to the local buffer; `wr even` keeps the odd pixels of what it took.
inline void MemaWr(Machine& machine, uint32_t address, arch::WrPart part) {
  machine.mem.local[address] = WordToWrite(machine.reg, part);
  if constexpr (arch::kSplit != 0) {
    if (part == arch::WrPart::kEven) {
      machine.reg.probe.odd = static_cast<uint32_t>(EverySecondPixel(machine.reg.input.Front(), 1));
    }
  }
  machine.reg.input.Pop();
}

/// MEMB `wr` of the activation output that was valid at the start of the cycle.
inline void MembWr(Machine& machine, uint32_t address, uint64_t act_out) {
  machine.mem.local[address] = act_out;
}

// ---- WREG ---------------------------------------------------------------------------------------

/// `set rw`
inline void WregSet(arch::Probe& reg) { std::memcpy(reg.rw, reg.port_a, sizeof reg.port_a); }

/// `sh rw`
inline void WregShift(arch::Probe& reg) {
  for (int k = 0; k < arch::kRwEntries - 1; ++k) reg.rw[k] = reg.rw[k + 1];
  reg.rw[arch::kRwEntries - 1] = 0;
}

// ---- IREG ---------------------------------------------------------------------------------------

/// `set ri` with STRIDE = 1: one vector of neighbouring pixels.
inline void IregSet1(arch::Probe& reg) {
  std::memcpy(&reg.ri[0], reg.port_a, sizeof reg.port_a);
  std::memcpy(&reg.ri[arch::kWordPixels], reg.port_b, sizeof reg.port_b);
}

/// `set ri` with STRIDE = 2: the new vector enters the upper half, the former one moves down.
template <int kMaxStride>
inline void IregSet2(arch::Probe& reg) {
  static_assert(kMaxStride == 2 && arch::kRiEntries == kRiUsedStride2);
  std::memcpy(&reg.ri[0], &reg.ri[arch::kLanes], arch::kLanes);
  std::memcpy(&reg.ri[arch::kLanes], reg.port_a, sizeof reg.port_a);
  std::memcpy(&reg.ri[arch::kLanes + arch::kWordPixels], reg.port_b, sizeof reg.port_b);
}

/// `setsh ri`; kUsed is the number of entries the stride uses.
template <int kUsed>
inline void IregSetShift(arch::Probe& reg) {
  constexpr int kShifted = kUsed - arch::kWordPixels;
  std::memmove(&reg.ri[0], &reg.ri[1], kShifted);
  std::memcpy(&reg.ri[kShifted], reg.port_b, sizeof reg.port_b);
}

/// `setsh ri hi`: the upper half of port B's output follows the vector, then zeros.
inline void IregSetShiftHigh(arch::Probe& reg) {
  constexpr int kShifted = kRiUsedStride1 - arch::kWordPixels;
  constexpr int kHalf = arch::kWordPixels / 2;
  std::memmove(&reg.ri[0], &reg.ri[1], kShifted);
  std::memcpy(&reg.ri[kShifted], &reg.port_b[1], kHalf);
  std::memset(&reg.ri[kShifted + kHalf], 0, kHalf);
}

/// `sh ri`; kUsed is the number of entries the stride uses.
template <int kUsed>
inline void IregShift(arch::Probe& reg) {
  std::memmove(&reg.ri[0], &reg.ri[1], kUsed - 1);
  reg.ri[kUsed - 1] = 0;
}

// ---- VMAC ---------------------------------------------------------------------------------------

/// `mac`; the sums wrap modulo 2^32, hence unsigned. The product of two 16-bit factors is exact in
/// 32 bits, and narrow factors let the compiler use 16-bit multipliers.
template <int kStride>
inline void VmacMac(arch::Probe& reg) {
  const auto weight = static_cast<int16_t>(reg.rw[0]);
  for (int lane = 0; lane < arch::kLanes; ++lane) {
    const int16_t pixel = reg.ri[kStride * lane];
    reg.accu[lane] += static_cast<uint32_t>(weight * pixel);
  }
}

/// Table address of a finished sum (docs/isa.md, section 3): round, shift, saturate. 64 bits hold
/// the sum and the rounding term exactly.
inline uint16_t TableAddress(uint32_t accu, uint32_t act_shift) {
  constexpr int64_t kHalf = arch::kActEntries / 2;
  const int64_t round = act_shift == 0 ? 0 : int64_t{1} << (act_shift - 1);
  const int64_t index = (static_cast<int32_t>(accu) + round) >> act_shift;
  return static_cast<uint16_t>(std::clamp(index, -kHalf, kHalf - 1) + kHalf);
}

/// rw[0] as bias, aligned with the products.
inline uint32_t AlignedBias(uint16_t rw0, uint32_t bias_shift) {
  const auto bias = static_cast<uint32_t>(int32_t{static_cast<int16_t>(rw0)});
  return bias << bias_shift;
}

/// `set rb`: the old sums enter the result pipeline, the bias starts the new ones.
inline void VmacSetrb(Registers& reg, const Settings& settings) {
  arch::Probe& probe = reg.probe;
  for (int lane = 0; lane < arch::kLanes; ++lane) {
    reg.stage1[lane] = TableAddress(probe.accu[lane], settings.act_shift);
  }
  reg.stage1_filled = true;
  std::fill_n(probe.accu, arch::kLanes, AlignedBias(probe.rw[0], settings.bias_shift));
}

/// One step of the result pipeline; `set rb` of the same cycle then fills its first stage.
inline void MoveSums(Registers& reg) {
  std::copy_n(reg.probe.stage2, arch::kLanes, reg.probe.result);
  std::copy_n(reg.stage1.begin(), arch::kLanes, reg.probe.stage2);
  reg.stage1_filled = false;
}

// ---- ACT ----------------------------------------------------------------------------------------

/// `act`: looks up the lanes of one half.
inline void Act(Machine& machine, arch::ActHalf half) {
  arch::Probe& probe = machine.reg.probe;
  const uint16_t* addresses = probe.result + (half == arch::ActHalf::kHi ? arch::kActLanes : 0);
  uint64_t word = 0;
  for (int k = 0; k < arch::kActLanes; ++k) {
    const uint64_t pixel = machine.mem.table[addresses[k]];
    word |= pixel << (arch::kPixelBits * k);
  }
  StoreWord(probe.act_out, word);
}

}  // namespace nve::golden
