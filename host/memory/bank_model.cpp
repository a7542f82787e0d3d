// SPDX-License-Identifier: Apache-2.0
// The `bank` model: see bank_model.hpp. The way between port and controller takes a constant time,
// half of it in each direction; pairs of ports share a port of the controller, whose rate limits
// what they read and what they write.
#include "host/memory/bank_model.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <vector>

#include "host/memory/dram_controller.hpp"

namespace nve {
namespace {

// The ports of the controller that pairs of ports share, in one direction. Bursts of a pair come in
// the order of their times.
class PairPorts {
 public:
  explicit PairPorts(double mb_s) : ps_per_byte_(1e6 / mb_s) {}

  // When data that come at `ps` are through the port of their pair; known since `now`.
  double Take(int pair, uint64_t bytes, double ps, double now) {
    Port& port = ports_[pair];
    port.Forget(now);
    const double duration = static_cast<double>(bytes) * ps_per_byte_;
    port.free_ps = std::max(ps, port.free_ps + duration);
    port.bursts.push_back({port.free_ps, duration});
    return port.free_ps;
  }

  // Bytes of a pair that are through by `ps`; of a burst on its way a part.
  double Passed(int pair, double ps) const {
    const auto port = ports_.find(pair);
    if (port == ports_.end()) return 0;
    double duration = port->second.forgotten;
    for (const Burst& burst : port->second.bursts) {
      duration += std::clamp(ps - (burst.end - burst.duration), 0.0, burst.duration);
    }
    return duration / ps_per_byte_;
  }

 private:
  struct Burst {
    double end = 0;
    double duration = 0;
  };
  struct Port {
    double free_ps = 0;        // when its last data were through
    std::deque<Burst> bursts;  // that may not be through yet
    double forgotten = 0;      // time that those before took

    void Forget(double ps) {
      while (!bursts.empty() && bursts.front().end <= ps) {
        forgotten += bursts.front().duration;
        bursts.pop_front();
      }
    }
  };

  double ps_per_byte_;
  std::map<int, Port> ports_;
};

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
            [this](void* tag, uint64_t clock) { Taken(tag, clock); }),
        reads_through_(config.pair_mb_s),
        writes_through_(config.pair_mb_s) {}

  void Tick(uint64_t now) override {
    answered_.clear();
    controller_.RunUntil(ClocksBefore(now + 1));
  }
  bool NeedsTick() const override { return true; }

  std::optional<uint64_t> RunToAnswer(uint64_t end) override {
    answered_.clear();
    const std::optional<uint64_t> clock = controller_.RunToAnswer(ClocksBefore(end));
    if (!clock) return std::nullopt;
    auto cycle = static_cast<uint64_t>(static_cast<double>(*clock) * tck_ps_ / cycle_ps_);
    while (ClocksBefore(cycle + 1) <= *clock) ++cycle;
    return cycle;
  }

  std::span<const int> AnsweredPorts() const override { return answered_; }

  // By the DRAM, and through the pairs.
  std::vector<MovedBytes> Moved(uint64_t now, int reader, int writer) const override {
    const double ps = static_cast<double>(now) * cycle_ps_;
    return {controller_.Moved(ps / tck_ps_),
            {.read = reads_through_.Passed(reader / config_.ports_per_pair, ps),
             .written = writes_through_.Passed(writer / config_.ports_per_pair, ps)}};
  }

 private:
  void TakeRead(MemoryBurst& burst, uint64_t now) override {
    controller_.Read(Arriving(burst, HalfWay(now, config_.read_path_ns)));
  }
  void TakeWrite(MemoryBurst& burst, uint64_t now) override {
    const double there = HalfWay(now, config_.write_path_ns);
    const double through = writes_through_.Take(PairOf(burst), burst.Bytes(), there,
                                                static_cast<double>(now) * cycle_ps_);
    controller_.Write(Arriving(burst, through));
  }
  DramStatistics OfDram() const override { return controller_.statistics(); }

  static constexpr double kPsPerNs = 1000;

  // Clocks that begin and end before cycle `now`.
  uint64_t ClocksBefore(uint64_t now) const {
    return static_cast<uint64_t>(static_cast<double>(now) * cycle_ps_ / tck_ps_);
  }

  int PairOf(const MemoryBurst& burst) const { return burst.port / config_.ports_per_pair; }

  double HalfWay(uint64_t now, double path_ns) const {
    return static_cast<double>(now) * cycle_ps_ + path_ns / 2 * kPsPerNs;
  }

  DramController::Burst Arriving(MemoryBurst& burst, double ps) const {
    return {.arrival = static_cast<uint64_t>(std::ceil(ps / tck_ps_)),
            .port = PairOf(burst),
            .address = burst.address,
            .bytes = burst.Bytes(),
            .tag = &burst};
  }

  uint64_t CycleAt(double ps) const { return static_cast<uint64_t>(std::ceil(ps / cycle_ps_)); }

  MemoryBurst& Answered(void* tag) {
    auto& burst = *static_cast<MemoryBurst*>(tag);
    answered_.push_back(burst.port);
    return burst;
  }

  void Return(void* tag, uint64_t clock, const MemoryWaits& waits) {
    MemoryBurst& burst = Answered(tag);
    const double there = static_cast<double>(clock) * tck_ps_;
    const double done = reads_through_.Take(PairOf(burst), burst.Bytes(), there, there);
    burst.ready_cycle = CycleAt(done + config_.read_path_ns / 2 * kPsPerNs);
    for (size_t i = 0; i < kMemoryWaits; ++i) {
      burst.waits[i] = static_cast<uint64_t>(static_cast<double>(waits[i]) * tck_ps_ / cycle_ps_);
    }
  }

  // Writes are posted: the response does not wait for the device.
  void Taken(void* tag, uint64_t clock) {
    MemoryBurst& burst = Answered(tag);
    burst.ready_cycle =
        CycleAt(static_cast<double>(clock) * tck_ps_ + config_.write_path_ns / 2 * kPsPerNs);
  }

  const MemoryConfig config_;
  const double cycle_ps_;
  const double tck_ps_;
  DramController controller_;
  PairPorts reads_through_;
  PairPorts writes_through_;
  std::vector<int> answered_;  // ports, since the last run
};

}  // namespace

std::unique_ptr<MemoryModel> MakeBankModel(const MemoryConfig& config, double clock_mhz) {
  return std::make_unique<BankModel>(config, clock_mhz);
}

}  // namespace nve
