// SPDX-License-Identifier: Apache-2.0
// The processor model: see processor.hpp.
#include "host/platform/processor.hpp"

#include <fmt/format.h>

#include "host/driver/dma_registers.hpp"
#include "host/platform/address_map.hpp"

namespace nve {
namespace {

// The driver recurses over nested transfers; SystemC's default of 64 KB is short for that.
constexpr size_t kStackBytes = size_t{1} << 20;

}  // namespace

Processor::Processor(const sc_core::sc_module_name& name, Fabric& fabric, RegisterBus& registers,
                     MemoryArray& memory, const Fault& fault, const ProcessorOptions& options,
                     const Board& board)
    : sc_module(name),
      fabric_(fabric),
      registers_(registers),
      memory_(memory),
      fault_(fault),
      options_(options),
      board_(board),
      free_(board.reserved_bytes) {
  SC_THREAD(Run);
  set_stack_size(kStackBytes);
}

void Processor::Run() {
  try {
    program_(*this);
  } catch (...) {
    failure_ = std::current_exception();
  }
  finished_ = true;
  fabric_.Finish();
}

BusResponse Processor::Read32(uint64_t address, uint32_t& value) {
  registers_.Begin(false, address, 0);
  fabric_.WaitAccess();
  fabric_.WaitCycles(options_.register_cycles, false);
  value = registers_.data();
  return registers_.response();
}

BusResponse Processor::Write32(uint64_t address, uint32_t value) {
  if (fault_.kind == Fault::Kind::kCutStream) {
    const uint64_t mm2s = TileAddressOf(board_, fault_.tile).dma_base + dma::kMm2sBase;
    if (address == mm2s + dma::kCurrent) mm2s_first_ = value;
    if (address == mm2s + dma::kTail) value = mm2s_first_;
  }
  registers_.Begin(true, address, value);
  fabric_.WaitAccess();
  fabric_.WaitCycles(options_.register_cycles, false);
  return registers_.response();
}

std::span<uint8_t> Processor::Memory(uint64_t address, uint64_t bytes) {
  if (!memory_.Contains(address, bytes)) {
    throw DriverError(fmt::format("memory 0x{:x} to 0x{:x} is outside the {} MB of the platform",
                                  address, address + bytes, memory_.size() >> 20));
  }
  return memory_.At(address, bytes);
}

uint64_t Processor::AllocateMemory(uint64_t bytes, uint64_t alignment) {
  const uint64_t address = (free_ + alignment - 1) & ~(alignment - 1);
  if (!memory_.Contains(address, bytes)) {
    throw DriverError(fmt::format("out of memory: {} bytes asked for, {} MB in all, {} MB used",
                                  bytes, memory_.size() >> 20, free_ >> 20));
  }
  free_ = address + bytes;
  return address;
}

void Processor::SpendCopyTime(uint64_t bytes) {
  fabric_.WaitCycles(options_.CopyCycles(bytes, fabric_.clock_mhz()), true);
}

uint64_t Processor::WaitInterrupt(uint64_t lines, uint64_t timeout_cycles) {
  const uint64_t risen = fabric_.WaitInterrupt(lines, timeout_cycles);
  if (risen != 0) fabric_.WaitCycles(options_.interrupt_cycles, false);
  return risen;
}

}  // namespace nve
