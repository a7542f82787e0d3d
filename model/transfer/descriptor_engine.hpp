// SPDX-License-Identifier: Apache-2.0
// The two engines both channels share: one descriptor fetch at a time and one status write-back at
// a time, the channels in turns (rtl/nve_dma_fetch.sv, nve_dma_update.sv).
#pragma once

#include <array>
#include <optional>

#include "model/transfer/input_channel.hpp"
#include "model/transfer/output_channel.hpp"

namespace nve::transfer {

/// MM2S and S2MM.
inline constexpr int kChannels = 2;

class DescriptorEngine {
 public:
  DescriptorEngine(const DmaProfile& profile, ReadPort& reads, WritePort& writes)
      : profile_(profile), reads_(reads), writes_(writes) {}

  /// A new step.
  void Begin(InputChannel& input, uint64_t input_ring, OutputChannel& output, uint64_t output_ring);

  /// Cycle of the next read address, or kUnknown.
  Cycle NextFetch();
  void CommitFetch();

  /// Cycle of the next event of a status write, its address or its word, or kUnknown.
  Cycle NextUpdate();
  void CommitUpdate();

  /// Takes the answers that have become known.
  void Collect();

  /// The channel's interrupt: its last status is written. kUnknown before.
  Cycle Interrupt(int channel) const { return interrupts_[static_cast<size_t>(channel)]; }

 private:
  CommandSource& SourceOf(size_t channel) {
    return channel == 0 ? input_->source() : output_->source();
  }
  Cycle StatusOf(size_t channel) const;
  void Fetched();
  void Updated();
  void BeginUpdate(Cycle now);

  struct Fetch {
    int64_t number = 0;  // of the port's burst
    size_t channel = 0;
    CommandSource::Fetch what;
  };

  DmaProfile profile_;
  ReadPort& reads_;
  WritePort& writes_;
  InputChannel* input_ = nullptr;
  OutputChannel* output_ = nullptr;
  std::array<uint64_t, kChannels> rings_{};
  size_t fetch_turn_ = 0;  // whose turn it is if both want
  Cycle fetch_free_ = 0;
  Cycle fetch_grant_ = 0;            // of the next one: decides whose it is and what
  Cycle fetch_ = 0;                  // its address on the port
  std::optional<Fetch> open_fetch_;  // waits for its words
  size_t update_turn_ = 0;
  Cycle update_free_ = 0;
  Cycle update_ = 0;                    // address of the next one
  size_t writer_ = 0;                   // the channel whose status is or was written
  bool offered_ = false;                // the address of a write waits for the port
  bool writing_ = false;                // it is with the port
  Cycle written_ = 0;                   // its word on the port
  std::optional<int64_t> open_update_;  // the port's burst that waits for its response
  std::array<int64_t, kChannels> updates_{};
  std::array<Cycle, kChannels> interrupts_{};
};

}  // namespace nve::transfer
