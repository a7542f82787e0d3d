// SPDX-License-Identifier: Apache-2.0
// The models without state of the device: ideal, fixed and tso; and the choice among all of them.
#include <algorithm>
#include <cmath>
#include <deque>

#include "base/diagnostics/diagnostics.hpp"
#include "host/memory/bank_model.hpp"
#include "host/memory/memory_model.hpp"

namespace nve {
namespace {

// The same time for every burst. `ideal` is the shortest.
class FixedModel : public MemoryModel {
 public:
  FixedModel(int read_latency, int write_latency)
      : read_latency_(static_cast<uint64_t>(read_latency)),
        write_latency_(static_cast<uint64_t>(write_latency)) {}

 private:
  void TakeRead(MemoryBurst& burst, uint64_t now) override {
    burst.ready_cycle = now + read_latency_;
  }
  void TakeWrite(MemoryBurst& burst, uint64_t now) override {
    burst.ready_cycle = now + write_latency_;
  }

  uint64_t read_latency_;
  uint64_t write_latency_;
};

// The cost function of the TSO planner as a memory: one burst at a time, each CAS + bytes /
// bandwidth, longer ones in several; behind the same fabric as the `bank` model.
class TsoModel : public MemoryModel {
 public:
  TsoModel(const MemoryConfig& config, double clock_mhz)
      : config_(config), cycle_ns_(1e3 / clock_mhz) {}

  std::vector<MovedBytes> Moved(uint64_t now, int /*reader*/, int /*writer*/) const override {
    const double ns = static_cast<double>(now) * cycle_ns_;
    MovedBytes moved = moved_;
    for (const Service& service : services_) {
      const double part = (ns - service.start_ns) / (service.end_ns - service.start_ns);
      moved.Of(service.write) += service.bytes * std::clamp(part, 0.0, 1.0);
    }
    return {moved};
  }

 private:
  // A burst from the beginning of its CAS to its last byte.
  struct Service {
    double start_ns = 0;
    double end_ns = 0;
    double bytes = 0;
    bool write = false;
  };

  void TakeRead(MemoryBurst& burst, uint64_t now) override {
    burst.ready_cycle = CycleAt(Serve(burst, now, config_.read_path_ns) + config_.read_path_ns / 2);
  }
  // Posted, as in the `bank` model: the response waits until the memory takes the burst.
  void TakeWrite(MemoryBurst& burst, uint64_t now) override {
    const double taken = std::max(free_ns_, There(now, config_.write_path_ns));
    Serve(burst, now, config_.write_path_ns);
    burst.ready_cycle = CycleAt(taken + config_.write_path_ns / 2);
  }

  double There(uint64_t now, double path_ns) const {
    return static_cast<double>(now) * cycle_ns_ + path_ns / 2;
  }

  // When the burst is done.
  double Serve(const MemoryBurst& burst, uint64_t now, double path_ns) {
    const auto bytes = static_cast<double>(burst.Bytes());
    const double bursts = std::ceil(bytes / config_.burst_bytes);
    const double start = std::max(free_ns_, There(now, path_ns));
    free_ns_ = start + bursts * config_.cas_ns + bytes / config_.bandwidth_mb_s * 1e3;
    services_.push_back({start, free_ns_, bytes, burst.write});
    for (; services_.front().end_ns <= static_cast<double>(now) * cycle_ns_;
         services_.pop_front()) {
      moved_.Of(services_.front().write) += services_.front().bytes;
    }
    return free_ns_;
  }

  uint64_t CycleAt(double ns) const { return static_cast<uint64_t>(std::ceil(ns / cycle_ns_)); }

  const MemoryConfig config_;
  const double cycle_ns_;
  double free_ns_ = 0;
  std::deque<Service> services_;  // now or later, oldest first
  MovedBytes moved_;              // by those before
};

}  // namespace

nlohmann::ordered_json MemoryStatisticsJson(const MemoryStatistics& statistics) {
  nlohmann::ordered_json json = {{"reads", statistics.reads},
                                 {"writes", statistics.writes},
                                 {"read_bytes", statistics.read_bytes},
                                 {"written_bytes", statistics.written_bytes}};
  if (statistics.clocks == 0) return json;
  json.update(nlohmann::ordered_json{{"clocks", statistics.clocks},
                                     {"column_commands", statistics.column_commands},
                                     {"activates", statistics.activates},
                                     {"conflicts", statistics.conflicts},
                                     {"refreshes", statistics.refreshes},
                                     {"refresh_clocks", statistics.refresh_clocks},
                                     {"turnarounds", statistics.turnarounds}});
  return json;
}

std::unique_ptr<MemoryModel> MakeMemoryModel(const MemoryConfig& config, double clock_mhz) {
  if (config.model == "ideal") return std::make_unique<FixedModel>(1, 1);
  if (config.model == "fixed") {
    return std::make_unique<FixedModel>(config.read_latency, config.write_latency);
  }
  if (config.model == "tso") return std::make_unique<TsoModel>(config, clock_mhz);
  NVE_CHECK(config.model == "bank", "unknown memory model " + config.model);
  return MakeBankModel(config, clock_mhz);
}

}  // namespace nve
