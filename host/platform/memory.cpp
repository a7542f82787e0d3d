// Memory contents and timing models: see memory.hpp.
#include "host/platform/memory.hpp"

#include <fmt/format.h>

#include <new>

#include "compiler/support/diagnostics.hpp"

namespace nve {
namespace {

class FixedMemoryModel : public MemoryModel {
 public:
  explicit FixedMemoryModel(const MemoryTiming& timing) : timing_(timing) {}
  void Read(MemoryBurst& burst, uint64_t now) override {
    burst.ready_cycle = now + static_cast<uint64_t>(timing_.read_latency);
  }
  void Write(MemoryBurst& burst, uint64_t now) override {
    burst.ready_cycle = now + static_cast<uint64_t>(timing_.write_latency);
  }

 private:
  MemoryTiming timing_;
};

}  // namespace

MemoryArray::MemoryArray(uint64_t bytes)
    : size_(bytes), bytes_(static_cast<uint8_t*>(std::calloc(bytes, 1))) {
  if (bytes_ == nullptr) throw std::bad_alloc();
}

void MemoryModel::Tick(uint64_t) {}

std::vector<std::string> MemoryModelNames() { return {"fixed"}; }

std::unique_ptr<MemoryModel> MakeMemoryModel(const std::string& name, const MemoryTiming& timing) {
  if (timing.read_latency < 1 || timing.write_latency < 1) {
    throw InputError(fmt::format("memory latencies are {} and {} cycles, must be at least 1",
                                 timing.read_latency, timing.write_latency));
  }
  if (name == "fixed") return std::make_unique<FixedMemoryModel>(timing);
  throw InputError(fmt::format("unknown memory model '{}', there is: fixed", name));
}

}  // namespace nve
