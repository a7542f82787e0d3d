// SPDX-License-Identifier: Apache-2.0
// A bus between driver and platform on which something happens: at a cycle, or to what the driver
// writes.
#pragma once

#include <functional>
#include <utility>

#include "host/driver/bus.hpp"

namespace nve {

class TamperBus : public Bus {
 public:
  explicit TamperBus(Bus& bus) : bus_(bus) {}

  /// Calls `what`, once, as soon as the processor is free in or after cycle `cycle`. It may throw.
  void At(uint64_t cycle, std::function<void()> what) {
    event_cycle_ = cycle;
    event_ = std::move(what);
  }

  /// Called with every register write before it is made; may change its value.
  void OnWrite(std::function<void(uint64_t address, uint32_t& value)> change) {
    change_ = std::move(change);
  }

  /// From now on nothing happens.
  void Clear() {
    event_ = nullptr;
    change_ = nullptr;
  }

  BusResponse Read32(uint64_t address, uint32_t& value) override {
    Happen();
    return bus_.Read32(address, value);
  }
  BusResponse Write32(uint64_t address, uint32_t value) override {
    Happen();
    if (change_) change_(address, value);
    return bus_.Write32(address, value);
  }
  std::span<uint8_t> Memory(uint64_t address, uint64_t bytes) override {
    return bus_.Memory(address, bytes);
  }
  uint64_t AllocateMemory(uint64_t bytes, uint64_t alignment) override {
    return bus_.AllocateMemory(bytes, alignment);
  }
  uint64_t WaitInterrupt(uint64_t lines, uint64_t timeout_cycles) override;
  void SpendCopyTime(uint64_t bytes) override { bus_.SpendCopyTime(bytes); }
  uint64_t Now() override { return bus_.Now(); }

 private:
  void Happen() {
    if (event_ && bus_.Now() >= event_cycle_) std::exchange(event_, nullptr)();
  }

  Bus& bus_;
  uint64_t event_cycle_ = 0;
  std::function<void()> event_;
  std::function<void(uint64_t, uint32_t&)> change_;
};

}  // namespace nve
