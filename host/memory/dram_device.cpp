// SPDX-License-Identifier: Apache-2.0
// Constraints between DDR3 commands: see dram_device.hpp.
#include "host/memory/dram_device.hpp"

namespace nve {
namespace {

uint64_t After(uint64_t now, int clocks) { return now + static_cast<uint64_t>(clocks); }

void Raise(uint64_t& limit, uint64_t value) { limit = std::max(limit, value); }

}  // namespace

DramDevice::DramDevice(const DramTiming& timing)
    : t_(timing), banks_(static_cast<size_t>(timing.banks)) {}

uint64_t DramDevice::ReadyToRefresh() const {
  uint64_t ready = 0;
  for (const Bank& bank : banks_) Raise(ready, bank.activate);
  return ready;
}

bool DramDevice::AnyOpen() const {
  return std::any_of(banks_.begin(), banks_.end(),
                     [](const Bank& bank) { return bank.row != kClosed; });
}

uint64_t DramDevice::ReadyToPrechargeAll() const {
  uint64_t ready = 0;
  for (const Bank& bank : banks_) {
    if (bank.row != kClosed) Raise(ready, bank.precharge);
  }
  return ready;
}

void DramDevice::Activate(int bank, int64_t row, uint64_t now) {
  Bank& b = At(bank);
  b.row = row;
  Raise(b.column, After(now, t_.rcd));
  Raise(b.precharge, After(now, t_.ras));
  Raise(b.activate, After(now, t_.rc));
  Raise(activate_, After(now, t_.rrd));
  four_activates_[next_of_four_] = After(now, t_.faw);
  next_of_four_ = (next_of_four_ + 1) % four_activates_.size();
}

void DramDevice::Precharge(int bank, uint64_t now) {
  At(bank).row = kClosed;
  Raise(At(bank).activate, After(now, t_.rp));
}

void DramDevice::PrechargeAll(uint64_t now) {
  for (int bank = 0; bank < t_.banks; ++bank) {
    if (OpenRow(bank) != kClosed) Precharge(bank, now);
  }
}

uint64_t DramDevice::Read(int bank, uint64_t now) {
  Raise(read_, After(now, std::max(t_.ccd, t_.bl)));
  Raise(write_, After(now, t_.cl + t_.bl + 2 - t_.cwl));
  Raise(At(bank).precharge, After(now, t_.rtp));
  return After(now, t_.cl + t_.bl);
}

uint64_t DramDevice::Write(int bank, uint64_t now) {
  Raise(write_, After(now, std::max(t_.ccd, t_.bl)));
  Raise(read_, After(now, t_.cwl + t_.bl + t_.wtr));
  Raise(At(bank).precharge, After(now, t_.cwl + t_.bl + t_.wr));
  return After(now, t_.cwl + t_.bl);
}

void DramDevice::Refresh(uint64_t now) {
  for (Bank& bank : banks_) Raise(bank.activate, After(now, t_.rfc));
}

}  // namespace nve
