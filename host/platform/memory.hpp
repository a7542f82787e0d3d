// The DDR memory: its bytes, and the model of its timing behind an interface.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace nve {

/// Bytes at addresses 0 to size() - 1, all 0 at first. Pages that were never written cost nothing.
class MemoryArray {
 public:
  explicit MemoryArray(uint64_t bytes);

  uint64_t size() const { return size_; }
  bool Contains(uint64_t address, uint64_t bytes) const {
    return address <= size_ && bytes <= size_ - address;
  }
  /// The bytes at `address`; the range must be contained.
  std::span<uint8_t> At(uint64_t address, uint64_t bytes) {
    return {bytes_.get() + address, bytes};
  }

 private:
  struct Free {
    void operator()(uint8_t* bytes) const { std::free(bytes); }
  };
  uint64_t size_;
  std::unique_ptr<uint8_t[], Free> bytes_;
};

/// A burst on its way through the memory.
struct MemoryBurst {
  static constexpr uint64_t kNever = UINT64_MAX;
  int port = 0;  ///< number of the AXI port it came from
  bool write = false;
  uint64_t address = 0;
  int beats = 0;
  int beat_bytes = 0;
  /// First cycle in which R (or, for a write, B) may be valid; set by the model at any time.
  uint64_t ready_cycle = kNever;
};

/// When the memory answers. Bursts of one port are answered in the order they came, reads and
/// writes apart, at most one beat per cycle and port.
class MemoryModel {
 public:
  virtual ~MemoryModel() = default;

  /// A read address was accepted in cycle `now`. The burst stays at its place until it is answered.
  virtual void Read(MemoryBurst& burst, uint64_t now) = 0;

  /// The last data beat of a write was accepted in cycle `now`.
  virtual void Write(MemoryBurst& burst, uint64_t now) = 0;

  /// Called at the end of every cycle if NeedsTick.
  virtual void Tick(uint64_t now);
  virtual bool NeedsTick() const { return false; }
};

struct MemoryTiming {
  int read_latency = 20;   ///< cycles from the AR handshake to the first R beat
  int write_latency = 15;  ///< cycles from the last W handshake to B
};

/// Names MakeMemoryModel knows.
std::vector<std::string> MemoryModelNames();

/// "fixed": every burst takes the same time. InputError for an unknown name or a latency below 1.
std::unique_ptr<MemoryModel> MakeMemoryModel(const std::string& name, const MemoryTiming& timing);

}  // namespace nve
