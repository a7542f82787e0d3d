// SPDX-License-Identifier: Apache-2.0
// Traffic generators: see traffic.hpp.
#include "tests/unit/host/memory/traffic.hpp"

#include <deque>
#include <random>

namespace nve::testing {
namespace {

constexpr int kBeatBytes = 8;
constexpr uint64_t kRegion = uint64_t{32} << 20;

// One direction of one port.
class Generator {
 public:
  Generator(const Traffic& traffic, int port, bool write)
      : traffic_(traffic),
        port_(port * traffic.port_step),
        write_(write),
        // Not all of them at the same bank at first.
        base_(kRegion * static_cast<uint64_t>(2 * port + (write ? 1 : 0)) +
              uint64_t{4096} * static_cast<uint64_t>(2 * port + (write ? 1 : 0))),
        random_(static_cast<uint64_t>(2 * port + (write ? 1 : 0))) {}

  void Step(MemoryModel& model, uint64_t now) {
    if (write_) {
      StepWrite(model, now);
    } else {
      StepRead(model, now);
    }
  }

  uint64_t bytes() const { return beats_ * kBeatBytes; }

 private:
  uint64_t Room() const { return static_cast<uint64_t>(traffic_.outstanding) - bursts_.size(); }

  MemoryBurst NewBurst() {
    const auto bytes = static_cast<uint64_t>(traffic_.beats * kBeatBytes);
    const uint64_t number = traffic_.random ? random_() % (kRegion / bytes) : count_++;
    return {.port = port_,
            .write = write_,
            .address = base_ + number * bytes % kRegion,
            .beats = traffic_.beats,
            .beat_bytes = kBeatBytes};
  }

  void StepRead(MemoryModel& model, uint64_t now) {
    if (!bursts_.empty() && bursts_.front().ready_cycle <= now) {
      ++beats_;
      if (++beat_ == traffic_.beats) {
        beat_ = 0;
        bursts_.pop_front();
      }
    }
    if (Room() == 0) return;
    bursts_.push_back(NewBurst());
    model.Read(bursts_.back(), now);
  }

  void StepWrite(MemoryModel& model, uint64_t now) {
    if (!bursts_.empty() && bursts_.front().ready_cycle <= now) bursts_.pop_front();
    if (beat_ == 0 && Room() == 0) return;
    ++beats_;
    if (++beat_ < traffic_.beats) return;
    beat_ = 0;
    bursts_.push_back(NewBurst());
    model.Write(bursts_.back(), now);
  }

  const Traffic& traffic_;
  int port_;
  bool write_;
  uint64_t base_;
  std::mt19937_64 random_;
  std::deque<MemoryBurst> bursts_;
  int beat_ = 0;
  uint64_t count_ = 0;
  uint64_t beats_ = 0;
};

}  // namespace

TrafficResult RunTraffic(const MemoryConfig& config, const Traffic& traffic) {
  const auto model = MakeMemoryModel(config, traffic.clock_mhz);
  std::vector<Generator> generators;
  for (int port = 0; port < traffic.ports; ++port) {
    if (traffic.reads) generators.emplace_back(traffic, port, false);
    if (traffic.writes) generators.emplace_back(traffic, port, true);
  }
  for (uint64_t now = 0; now < traffic.cycles; ++now) {
    for (Generator& generator : generators) generator.Step(*model, now);
    model->Tick(now);
  }
  TrafficResult result;
  uint64_t bytes = 0;
  for (const Generator& generator : generators) bytes += generator.bytes();
  result.megabytes_per_second =
      static_cast<double>(bytes) * traffic.clock_mhz / static_cast<double>(traffic.cycles);
  result.peak = config.dram.PeakMegabytesPerSecond();
  result.statistics = model->Statistics();
  return result;
}

double CyclesPerLoneRead(const MemoryConfig& config, double clock_mhz, int beats, uint64_t stride) {
  const auto model = MakeMemoryModel(config, clock_mhz);
  constexpr int kBursts = 2000;
  uint64_t now = 0;
  for (int i = 0; i < kBursts; ++i) {
    MemoryBurst burst = {.address = static_cast<uint64_t>(i) * stride % kRegion,
                         .beats = beats,
                         .beat_bytes = kBeatBytes};
    model->Read(burst, now);
    while (burst.ready_cycle > now) model->Tick(now++);
    for (int beat = 0; beat < beats; ++beat) model->Tick(now++);
  }
  return static_cast<double>(now) / kBursts;
}

}  // namespace nve::testing
