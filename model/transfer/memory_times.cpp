// Answers of the memory models: see memory_times.hpp.
#include "model/transfer/memory_times.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>

#include "compiler/support/diagnostics.hpp"
#include "host/memory/dram_device.hpp"

namespace nve::transfer {
namespace {

class FixedTimes : public MemoryTimes {
 public:
  FixedTimes(int read, int write) : read_(read), write_(write) {}
  Cycle Answer(const MemoryAccess& access, Cycle now) override {
    return now + (access.write ? write_ : read_);
  }

 private:
  int read_;
  int write_;
};

/// The way between port and memory, the same for both models behind a fabric.
class FabricTimes {
 public:
  FabricTimes(const MemoryConfig& config, double clock_mhz)
      : cycle_ns_(1e3 / clock_mhz),
        read_half_ns_(config.read_path_ns / 2),
        write_half_ns_(config.write_path_ns / 2) {}
  double ThereNs(Cycle now, bool write) const {
    return static_cast<double>(now) * cycle_ns_ + HalfNs(write);
  }
  Cycle BackAt(double ns, bool write) const {
    return static_cast<Cycle>(std::ceil((ns + HalfNs(write)) / cycle_ns_));
  }

 private:
  double HalfNs(bool write) const { return write ? write_half_ns_ : read_half_ns_; }
  double cycle_ns_;
  double read_half_ns_;
  double write_half_ns_;
};

class TsoTimes : public MemoryTimes {
 public:
  TsoTimes(const MemoryConfig& config, double clock_mhz)
      : config_(config), fabric_(config, clock_mhz) {}
  Cycle Answer(const MemoryAccess& access, Cycle now) override {
    const auto bytes = static_cast<double>(access.bytes);
    const double begin = std::max(free_ns_, fabric_.ThereNs(now, access.write));
    free_ns_ = begin + std::ceil(bytes / config_.burst_bytes) * config_.cas_ns +
               bytes / config_.bandwidth_mb_s * 1e3;
    // Writes are posted.
    return fabric_.BackAt(access.write ? begin : free_ns_, access.write);
  }

 private:
  MemoryConfig config_;
  FabricTimes fabric_;
  double free_ns_ = 0;
};

class BankTimes : public MemoryTimes {
 public:
  BankTimes(const MemoryConfig& config, double clock_mhz)
      : config_(config),
        fabric_(config, clock_mhz),
        clock_ns_(config.dram.tck_ps / 1e3),
        device_(config.dram),
        refresh_due_(static_cast<uint64_t>(config.dram.refi)) {}

  Cycle Answer(const MemoryAccess& access, Cycle now) override {
    const double there = std::max(0.0, fabric_.ThereNs(now, access.write));
    const auto arrival = static_cast<uint64_t>(std::ceil(there / clock_ns_));
    ++events_.bursts;
    ServeWrites(arrival);
    if (access.write) {
      writes_.push_back({access, arrival});
      // Posted: the response waits for the way only.
      return fabric_.BackAt(static_cast<double>(arrival) * clock_ns_, true);
    }
    const uint64_t end = Serve(access, arrival);
    double& pair_free = pair_free_ns_[access.port / config_.ports_per_pair];
    const double transfer = static_cast<double>(access.bytes) / config_.pair_mb_s * 1e3;
    pair_free = std::max(static_cast<double>(end) * clock_ns_, pair_free + transfer);
    return fabric_.BackAt(pair_free, false);
  }

  MemoryEvents events() const override { return events_; }

 private:
  void Refresh() {
    uint64_t at = refresh_due_;
    if (device_.AnyOpen()) {
      at = std::max(at, device_.ReadyToPrechargeAll());
      device_.PrechargeAll(at);
    }
    device_.Refresh(std::max(at, device_.ReadyToRefresh()));
    refresh_due_ += static_cast<uint64_t>(config_.dram.refi);
    ++events_.refreshes;
  }

  void Turn(bool write) {
    if (write == writing_) return;
    writing_ = write;
    ++events_.turnarounds;
    served_ = 0;
    // The controller does not look at the other direction's rows before.
    row_begin_ = last_command_ + 1;
    gap_end_ = device_.BusReady(write) + static_cast<uint64_t>(config_.turnaround_gap_clocks);
  }

  // The writes whose turn comes before a burst that arrives in `now`: none as long as reads wait,
  // unless a batch of them is over.
  void ServeWrites(uint64_t now) {
    while (!writes_.empty()) {
      const Waiting& write = writes_.front();
      const bool over = writing_ || served_ >= config_.batch_bursts;
      if (!over && now <= std::max(last_command_ + 1, write.arrival)) return;
      if (writing_ && write.arrival > last_command_ + 1 && now <= write.arrival) return;
      Serve(write.access, write.arrival);
      writes_.pop_front();
    }
  }

  // Column command after column command; the clock after the last data.
  uint64_t Serve(const MemoryAccess& access, uint64_t arrival) {
    while (refresh_due_ <= std::max(arrival, last_command_)) Refresh();
    Turn(access.write);
    ++served_;
    const auto page_bytes = static_cast<uint64_t>(config_.dram.page_bytes);
    const auto banks = static_cast<uint64_t>(config_.dram.banks);
    const auto block = static_cast<uint64_t>(config_.dram.AccessBytes());
    const uint64_t last = access.address + static_cast<uint64_t>(access.bytes) - 1;
    uint64_t end = arrival;
    for (uint64_t at = access.address / block * block; at <= last;) {
      const uint64_t page = at / page_bytes;
      const auto bank = static_cast<int>(page % banks);
      const bool open =
          OpenRow(bank, static_cast<int64_t>(page / banks), std::max(arrival, row_begin_));
      const uint64_t clock = std::max(
          {arrival, device_.ReadyForColumn(bank, access.write), gap_end_, last_command_ + 1});
      if (!open || clock >= refresh_due_) {
        Refresh();
        continue;
      }
      end = access.write ? device_.Write(bank, clock) : device_.Read(bank, clock);
      last_command_ = clock;
      at += block;
    }
    if (access.write) {
      // Parts of a clock add up until they are one.
      write_gap_ = write_gap_ - std::floor(write_gap_) + config_.write_gap_clocks;
      gap_end_ = last_command_ + static_cast<uint64_t>(config_.dram.ccd) +
                 static_cast<uint64_t>(write_gap_);
    }
    return end;
  }

  // False if a refresh comes first.
  bool OpenRow(int bank, int64_t row, uint64_t from) {
    if (device_.OpenRow(bank) == row) return true;
    if (device_.OpenRow(bank) != DramDevice::kClosed) {
      const uint64_t clock = std::max(from, device_.ReadyToPrecharge(bank));
      if (clock >= refresh_due_) return false;
      device_.Precharge(bank, clock);
    }
    const uint64_t clock = std::max(from, device_.ReadyToActivate(bank));
    if (clock >= refresh_due_) return false;
    device_.Activate(bank, row, clock);
    ++events_.row_misses;
    return true;
  }

  struct Waiting {
    MemoryAccess access;
    uint64_t arrival = 0;
  };

  MemoryConfig config_;
  FabricTimes fabric_;
  double clock_ns_;
  DramDevice device_;
  uint64_t refresh_due_;
  std::deque<Waiting> writes_;
  bool writing_ = false;
  int served_ = 0;  // bursts since the last change of direction
  uint64_t gap_end_ = 0;
  double write_gap_ = 0;
  uint64_t last_command_ = 0;
  uint64_t row_begin_ = 0;
  std::map<int, double> pair_free_ns_;
  MemoryEvents events_;
};

}  // namespace

MemoryEvents& MemoryEvents::operator+=(const MemoryEvents& other) {
  bursts += other.bursts;
  row_misses += other.row_misses;
  turnarounds += other.turnarounds;
  refreshes += other.refreshes;
  return *this;
}

MemoryEvents MemoryEvents::operator-(const MemoryEvents& earlier) const {
  return {bursts - earlier.bursts, row_misses - earlier.row_misses,
          turnarounds - earlier.turnarounds, refreshes - earlier.refreshes};
}

std::unique_ptr<MemoryTimes> MakeMemoryTimes(const MemoryConfig& config, double clock_mhz) {
  if (config.model == "ideal") return std::make_unique<FixedTimes>(1, 1);
  if (config.model == "fixed") {
    return std::make_unique<FixedTimes>(config.read_latency, config.write_latency);
  }
  if (config.model == "tso") return std::make_unique<TsoTimes>(config, clock_mhz);
  NVE_CHECK(config.model == "bank", "unknown memory model " + config.model);
  return std::make_unique<BankTimes>(config, clock_mhz);
}

}  // namespace nve::transfer
