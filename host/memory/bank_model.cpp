// The `bank` model: see bank_model.hpp. The way between port and controller takes a constant time,
// half of it in each direction; pairs of ports share a port of the controller, whose rate limits
// what they read and what they write.
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

  void Tick(uint64_t now) override { controller_.RunUntil(ClocksBefore(now + 1)); }
  bool NeedsTick() const override { return true; }

  std::optional<uint64_t> RunToAnswer(uint64_t end) override {
    const std::optional<uint64_t> clock = controller_.RunToAnswer(ClocksBefore(end));
    if (!clock) return std::nullopt;
    auto cycle = static_cast<uint64_t>(static_cast<double>(*clock) * tck_ps_ / cycle_ps_);
    while (ClocksBefore(cycle + 1) <= *clock) ++cycle;
    return cycle;
  }

  std::optional<MovedBytes> Moved(uint64_t now) const override {
    return controller_.Moved(static_cast<double>(now) * cycle_ps_ / tck_ps_);
  }

 private:
  void TakeRead(MemoryBurst& burst, uint64_t now) override {
    controller_.Read(Arriving(burst, HalfWay(now, config_.read_path_ns)));
  }
  void TakeWrite(MemoryBurst& burst, uint64_t now) override {
    controller_.Write(
        Arriving(burst, ThroughPair(write_free_ps_, burst, HalfWay(now, config_.write_path_ns))));
  }
  DramStatistics OfDram() const override { return controller_.statistics(); }

  static constexpr double kPsPerNs = 1000;

  // By pair, when its last data were through.
  using Free = std::map<int, double>;

  // Clocks that begin and end before cycle `now`.
  uint64_t ClocksBefore(uint64_t now) const {
    return static_cast<uint64_t>(static_cast<double>(now) * cycle_ps_ / tck_ps_);
  }

  int PairOf(const MemoryBurst& burst) const { return burst.port / config_.ports_per_pair; }

  double HalfWay(uint64_t now, double path_ns) const {
    return static_cast<double>(now) * cycle_ps_ + path_ns / 2 * kPsPerNs;
  }

  // When the data that come at `ps` are through the port of the controller.
  double ThroughPair(Free& free, const MemoryBurst& burst, double ps) const {
    double& last = free[PairOf(burst)];
    last = std::max(ps, last + static_cast<double>(burst.Bytes()) / config_.pair_mb_s * 1e6);
    return last;
  }

  DramController::Burst Arriving(MemoryBurst& burst, double ps) const {
    return {.arrival = static_cast<uint64_t>(std::ceil(ps / tck_ps_)),
            .port = PairOf(burst),
            .address = burst.address,
            .bytes = burst.Bytes(),
            .tag = &burst};
  }

  uint64_t CycleAt(double ps) const { return static_cast<uint64_t>(std::ceil(ps / cycle_ps_)); }

  void Return(void* tag, uint64_t clock, const MemoryWaits& waits) {
    auto& burst = *static_cast<MemoryBurst*>(tag);
    const double done = ThroughPair(read_free_ps_, burst, static_cast<double>(clock) * tck_ps_);
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
  Free read_free_ps_;
  Free write_free_ps_;
};

}  // namespace

std::unique_ptr<MemoryModel> MakeBankModel(const MemoryConfig& config, double clock_mhz) {
  return std::make_unique<BankModel>(config, clock_mhz);
}

}  // namespace nve
