// SPDX-License-Identifier: Apache-2.0
// One rank of DDR3 devices: which command may be given when. Open rows and the constraints between
// commands (JESD79-3), all in DRAM clocks.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "host/memory/dram_timing.hpp"

namespace nve {

class DramDevice {
 public:
  static constexpr int64_t kClosed = -1;

  explicit DramDevice(const DramTiming& timing);

  int64_t OpenRow(int bank) const { return At(bank).row; }
  bool AnyOpen() const;

  /// First clock in which the command may be given, as far as is known now. The caller sees to it
  /// that the bank is in the right state.
  uint64_t ReadyToActivate(int bank) const {
    return std::max({At(bank).activate, activate_, four_activates_[next_of_four_]});
  }
  uint64_t ReadyToPrecharge(int bank) const { return At(bank).precharge; }
  uint64_t ReadyToPrechargeAll() const;
  uint64_t ReadyForColumn(int bank, bool write) const {
    return std::max(At(bank).column, BusReady(write));
  }
  uint64_t BusReady(bool write) const { return write ? write_ : read_; }
  /// All banks closed and recovered.
  uint64_t ReadyToRefresh() const;

  void Activate(int bank, int64_t row, uint64_t now);
  void Precharge(int bank, uint64_t now);
  void PrechargeAll(uint64_t now);
  /// The clock after the last data on the bus.
  uint64_t Read(int bank, uint64_t now);
  uint64_t Write(int bank, uint64_t now);
  void Refresh(uint64_t now);

 private:
  struct Bank {
    int64_t row = kClosed;
    uint64_t activate = 0;  // first clock of the next command of each kind
    uint64_t precharge = 0;
    uint64_t column = 0;
  };
  Bank& At(int bank) { return banks_[static_cast<size_t>(bank)]; }
  const Bank& At(int bank) const { return banks_[static_cast<size_t>(bank)]; }

  DramTiming t_;
  std::vector<Bank> banks_;
  uint64_t activate_ = 0;
  uint64_t read_ = 0;
  uint64_t write_ = 0;
  std::array<uint64_t, 4> four_activates_{};  // first clock after tFAW of the last four
  size_t next_of_four_ = 0;                   // the oldest of them
};

}  // namespace nve
