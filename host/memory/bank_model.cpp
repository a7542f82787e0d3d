// The `bank` model: see bank_model.hpp. The way between port and controller takes a constant time,
// half of it in each direction; pairs of ports share a port of the controller, whose rate limits
// their reads.
#include "host/memory/bank_model.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "host/memory/dram_controller.hpp"

namespace nve {
namespace {

class BankModel : public MemoryModel {
 public:
  BankModel(const MemoryConfig& config, double clock_mhz)
      : config_(config),
        cycle_ps_(1e6 / clock_mhz),
        tck_ps_(config.dram.tck_ps),
        controller_(
            config,
            [this](void* tag, uint64_t clock, const MemoryWaits& waits) {
              Return(tag, clock, waits);
            },
            [this](void* tag, uint64_t clock) { Taken(tag, clock); }) {}

  void Tick(uint64_t now) override {
    controller_.RunUntil(static_cast<uint64_t>(static_cast<double>(now + 1) * cycle_ps_ / tck_ps_));
  }
  bool NeedsTick() const override { return true; }

 private:
  void TakeRead(MemoryBurst& burst, uint64_t now) override {
    controller_.Read(Arriving(burst, now, config_.read_path_ns));
  }
  void TakeWrite(MemoryBurst& burst, uint64_t now) override {
    controller_.Write(Arriving(burst, now, config_.write_path_ns));
  }
  DramStatistics OfDram() const override { return controller_.statistics(); }

  static constexpr double kPsPerNs = 1000;

  DramController::Burst Arriving(MemoryBurst& burst, uint64_t now, double path_ns) const {
    const double there = static_cast<double>(now) * cycle_ps_ + path_ns / 2 * kPsPerNs;
    return {.arrival = static_cast<uint64_t>(std::ceil(there / tck_ps_)),
            .port = burst.port / config_.ports_per_pair,
            .address = burst.address,
            .bytes = burst.Bytes(),
            .tag = &burst};
  }

  uint64_t CycleAt(double ps) const { return static_cast<uint64_t>(std::ceil(ps / cycle_ps_)); }

  void Return(void* tag, uint64_t clock, const MemoryWaits& waits) {
    auto& burst = *static_cast<MemoryBurst*>(tag);
    double& pair_free = pair_free_ps_[burst.port / config_.ports_per_pair];
    const double transfer = static_cast<double>(burst.Bytes()) / config_.pair_mb_s * 1e6;
    const double done = std::max(static_cast<double>(clock) * tck_ps_, pair_free + transfer);
    pair_free = done;
    burst.ready_cycle = CycleAt(done + config_.read_path_ns / 2 * kPsPerNs);
    for (size_t i = 0; i < kMemoryWaits; ++i) {
      burst.waits[i] = static_cast<uint64_t>(static_cast<double>(waits[i]) * tck_ps_ / cycle_ps_);
    }
  }

  // Writes are posted: the response does not wait for the device.
  void Taken(void* tag, uint64_t clock) {
    auto& burst = *static_cast<MemoryBurst*>(tag);
    burst.ready_cycle =
        CycleAt(static_cast<double>(clock) * tck_ps_ + config_.write_path_ns / 2 * kPsPerNs);
  }

  const MemoryConfig config_;
  const double cycle_ps_;
  const double tck_ps_;
  DramController controller_;
  std::map<int, double> pair_free_ps_;
};

}  // namespace

std::unique_ptr<MemoryModel> MakeBankModel(const MemoryConfig& config, double clock_mhz) {
  return std::make_unique<BankModel>(config, clock_mhz);
}

}  // namespace nve
