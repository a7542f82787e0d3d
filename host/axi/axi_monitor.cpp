// SPDX-License-Identifier: Apache-2.0
// Counting on AXI channels: see axi_monitor.hpp.
#include "host/axi/axi_monitor.hpp"

#include <algorithm>
#include <numeric>
#include <string>

namespace nve {
namespace {

void Count(AxiSideCounts& counts, AxiCycle kind) { ++counts.cycles[static_cast<size_t>(kind)]; }

void CountLatency(AxiSideCounts& counts, uint64_t cycles) {
  ++counts.latency[std::min<uint64_t>(cycles, AxiSideCounts::kLatencyBins - 1)];
}

void FillIdle(AxiSideCounts& counts, uint64_t cycles) {
  counts.cycles[static_cast<size_t>(AxiCycle::kIdle)] =
      cycles - std::accumulate(counts.cycles.begin(), counts.cycles.end() - 1, uint64_t{0});
}

}  // namespace

AxiSideCounts& AxiSideCounts::operator+=(const AxiSideCounts& other) {
  for (size_t i = 0; i < kAxiCycles; ++i) cycles[i] += other.cycles[i];
  for (size_t i = 0; i < kLatencyBins; ++i) latency[i] += other.latency[i];
  bursts += other.bursts;
  bytes += other.bytes;
  address_wait += other.address_wait;
  most_open = std::max(most_open, other.most_open);
  return *this;
}

AxiSideCounts AxiSideCounts::operator-(const AxiSideCounts& earlier) const {
  AxiSideCounts difference = *this;
  for (size_t i = 0; i < kAxiCycles; ++i) difference.cycles[i] -= earlier.cycles[i];
  for (size_t i = 0; i < kLatencyBins; ++i) difference.latency[i] -= earlier.latency[i];
  difference.bursts -= earlier.bursts;
  difference.bytes -= earlier.bytes;
  difference.address_wait -= earlier.address_wait;
  return difference;
}

AxiSideOfRun ResultOf(const AxiSideCounts& counts) {
  AxiSideOfRun result = {.cycles = {},
                         .bursts = counts.bursts,
                         .bytes = counts.bytes,
                         .address_wait = counts.address_wait,
                         .most_open = counts.most_open,
                         .latency = {}};
  for (size_t i = 0; i < kAxiCycles; ++i) {
    result.cycles.emplace_back(kAxiCycleNames[i], counts.cycles[i]);
  }
  for (size_t i = 0; i < AxiSideCounts::kLatencyBins; ++i) {
    if (counts.latency[i] > 0) result.latency.emplace_back(std::to_string(i), counts.latency[i]);
  }
  return result;
}

AxiCounts& AxiCounts::operator+=(const AxiCounts& other) {
  read += other.read;
  write += other.write;
  return *this;
}

AxiCounts AxiCounts::operator-(const AxiCounts& earlier) const {
  return {read - earlier.read, write - earlier.write};
}

AxiCounts AxiMonitor::Counts(uint64_t cycles) const {
  AxiCounts counts = counts_;
  FillIdle(counts.read, cycles);
  FillIdle(counts.write, cycles);
  return counts;
}

void AxiMonitor::ObserveRead(const AxiMaster& master, const AxiSlave& slave, int bus_bytes,
                             uint64_t now) {
  AxiSideCounts& counts = counts_.read;
  const bool beat = slave.rvalid && master.rready;
  if (beat) {
    Count(counts, AxiCycle::kBeat);
    counts.bytes += static_cast<uint64_t>(bus_bytes);
    if (first_beat_) CountLatency(counts, now - reads_.front());
    first_beat_ = slave.rlast;
    if (slave.rlast) reads_.pop_front();
  } else if (slave.rvalid) {
    Count(counts, AxiCycle::kSlowSink);
  } else if (!reads_.empty()) {
    Count(counts, AxiCycle::kStall);
  } else if (master.arvalid) {
    Count(counts, AxiCycle::kAddress);
  }
  if (!master.arvalid) return;
  if (!slave.arready) {
    ++counts.address_wait;
    return;
  }
  ++counts.bursts;
  reads_.push_back(now);
  counts.most_open = std::max<uint64_t>(counts.most_open, reads_.size());
}

void AxiMonitor::ObserveWrite(const AxiMaster& master, const AxiSlave& slave, int bus_bytes,
                              uint64_t now) {
  AxiSideCounts& counts = counts_.write;
  if (master.wvalid && slave.wready) {
    Count(counts, AxiCycle::kBeat);
    counts.bytes += static_cast<uint64_t>(bus_bytes);
  } else if (writes_ > 0) {
    Count(counts, master.wvalid ? AxiCycle::kSlowSink : AxiCycle::kStall);
  } else if (!responses_.empty()) {
    Count(counts, AxiCycle::kResponse);
  } else if (master.awvalid) {
    Count(counts, AxiCycle::kAddress);
  }
  if (slave.bvalid && master.bready) {
    CountLatency(counts, now - responses_.front());
    responses_.pop_front();
  }
  if (master.wvalid && slave.wready && master.wlast) {
    --writes_;
    responses_.push_back(now);
  }
  if (!master.awvalid) return;
  if (!slave.awready) {
    ++counts.address_wait;
    return;
  }
  ++counts.bursts;
  ++writes_;
  const auto open = static_cast<uint64_t>(std::max<int64_t>(writes_, 0)) + responses_.size();
  counts.most_open = std::max(counts.most_open, open);
}

}  // namespace nve
