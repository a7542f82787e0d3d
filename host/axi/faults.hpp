// SPDX-License-Identifier: Apache-2.0
// Faults a run can inject, by name, to show what host and tools say about them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/board.hpp"

namespace nve {

/// Ports of a tile, also the index in its arrays.
enum class TilePort { kSg = 0, kMm2s = 1, kS2mm = 2 };
inline constexpr int kTilePorts = 3;
inline constexpr const char* kTilePortNames[] = {"sg", "mm2s", "s2mm"};

/// What goes wrong, in one tile. The default is nothing.
struct Fault {
  enum class Kind {
    kNone,
    kResponse,       ///< burst `index` of `port` in the given direction is answered with `response`
    kDescriptor,     ///< `word` of descriptor fetch `index` reads as (word & and_mask) ^ xor_mask
    kMute,           ///< `port` accepts no read address
    kLateLast,       ///< read `index` of `port` has no RLAST, against the AXI rules
    kEarlyResponse,  ///< write `index` of `port` is answered before its data, against the AXI rules
    kCutStream,      ///< TAILDESC of MM2S is written with the first descriptor
    kUnmapped,       ///< the driver looks for the core where nothing is
    kProbe,  ///< one accumulator bit of the RTL's probe is inverted in advancing cycle `index`
  };
  Kind kind = Kind::kNone;
  TilePort port = TilePort::kMm2s;
  bool write = false;
  uint8_t response = 0;
  int beat = -1;  ///< kResponse of a read: only this beat, modulo those of the burst; -1: all
  int64_t index = 0;
  bool packets = false;  ///< only accesses to descriptors that begin a packet are counted
  int word = 0;
  uint32_t and_mask = 0xFFFFFFFF;
  uint32_t xor_mask = 0;
  int tile = 0;  ///< the one of it
};

struct NamedFault {
  const char* name;
  const char* text;
  Fault fault;
};

/// All faults --fault knows; some leave the memory of `board`.
std::vector<NamedFault> NamedFaults(const Board& board = {});

/// The fault of a name. InputError with the nearest name if there is none.
Fault FaultByName(const std::string& name, const Board& board = {});

}  // namespace nve
