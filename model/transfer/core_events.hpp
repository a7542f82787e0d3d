// SPDX-License-Identifier: Apache-2.0
// When a program moves stream words, counted in advancing cycles (docs/isa.md, section 8): the
// demand the transfer model feeds.
#pragma once

#include <cstdint>
#include <vector>

#include "program/binary.hpp"

namespace nve::transfer {

/// An instruction that takes a word, gives one, or both.
struct CoreEvent {
  int64_t gap = 0;     ///< advancing cycles between the event before it (or the begin) and this one
  bool in = false;     ///< takes a word of the input stream
  bool ahead = false;  ///< and needs the one behind it too (`wr even`)
  bool out = false;    ///< gives a word to the output stream
};

/// A part of a program: its events, and the advancing cycles after the last.
struct CorePart {
  std::vector<CoreEvent> events;
  int64_t tail = 0;
};

/// Initial part, every pass of the repeated part and final part of one run.
class CoreProgram {
 public:
  explicit CoreProgram(const Program& program);

  int64_t size() const { return size_; }
  /// Parts of a run: initial, passes, final.
  int64_t parts() const { return passes_ + 2; }
  const CorePart& Part(int64_t index) const;

 private:
  int64_t size_;
  int64_t passes_;
  int64_t iterations_;
  int64_t extra_;
  CorePart initial_;
  CorePart final_;
  CorePart repeated_[2][2];  // without and with stream writes, without and with outputs
};

}  // namespace nve::transfer
