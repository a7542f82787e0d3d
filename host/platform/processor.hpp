// SPDX-License-Identifier: Apache-2.0
// The processor of the platform: a SystemC thread that runs driver code on a Bus of real register
// accesses.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <systemc>

#include "host/driver/bus.hpp"
#include "host/driver/processor_options.hpp"
#include "host/platform/fabric.hpp"
#include "program/board.hpp"

namespace nve {

class Processor : public sc_core::sc_module, private Bus {
 public:
  SC_HAS_PROCESS(Processor);
  /// Register accesses pass `registers` cycle by cycle; memory is the array itself: of the time the
  /// processor spends in memory only that of copying pixels is modelled. `board` says what is
  /// reserved.
  Processor(const sc_core::sc_module_name& name, Fabric& fabric, RegisterBus& registers,
            MemoryArray& memory, const Fault& fault, const ProcessorOptions& options,
            const Board& board);

  const ProcessorOptions& options() const { return options_; }

  /// What the processor does, once, from the first cycle on. It may throw; the clock stops then.
  void SetProgram(std::function<void(Bus&)> program) { program_ = std::move(program); }

  /// What the program threw, or null.
  std::exception_ptr failure() const { return failure_; }
  bool finished() const { return finished_; }

 private:
  void Run();

  BusResponse Read32(uint64_t address, uint32_t& value) override;
  BusResponse Write32(uint64_t address, uint32_t value) override;
  std::span<uint8_t> Memory(uint64_t address, uint64_t bytes) override;
  uint64_t AllocateMemory(uint64_t bytes, uint64_t alignment) override;
  uint64_t WaitInterrupt(uint64_t lines, uint64_t timeout_cycles) override;
  void SpendCopyTime(uint64_t bytes) override;
  uint64_t Now() override { return fabric_.cycle(); }

  Fabric& fabric_;
  RegisterBus& registers_;
  MemoryArray& memory_;
  Fault fault_;
  ProcessorOptions options_;
  Board board_;
  uint64_t free_;            // first byte not allocated
  uint32_t mm2s_first_ = 0;  // last CURDESC written to MM2S of the tile of kCutStream
  std::function<void(Bus&)> program_;
  std::exception_ptr failure_;
  bool finished_ = false;
};

}  // namespace nve
