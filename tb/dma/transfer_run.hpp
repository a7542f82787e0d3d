// SPDX-License-Identifier: Apache-2.0
// Transfers of both channels at random, and all that can be seen of them.
#pragma once
#include "mover_bench.hpp"

namespace nve::dma_test {

constexpr unsigned kCount = 12;  // descriptors of a channel
constexpr uint32_t kSend = 0x1000, kReceive = 0x8000;

// What can be seen of a run but for its cycles.
struct Seen {
  std::vector<Bytes> packets;
  Bytes target;
  std::vector<uint32_t> statuses;
  std::array<uint32_t, 2> channel_status{};
};

struct Run {
  Seen seen;
  uint64_t cycles = 0;
};

// Packets in one descriptor and in several, of any length, both ways.
template <class Bench>
void PlainTransfers(Bench& b) {
  uint32_t address = 0x1000;
  Bytes packet;
  for (unsigned i = 0; i < kCount; i++) {
    const bool end = i == kCount - 1 || b.rng() % 3 != 0;
    const unsigned words = 1 + b.rng() % 40;
    const unsigned less = end ? b.rng() % b.kBytes : 0;
    b.Descriptor(kSend + 64 * i, kSend + 64 * (i + 1), address,
                 (words * b.kBytes - less) | (end ? kEof : 0));
    const unsigned room = (1 + b.rng() % 40) * b.kBytes;
    b.Descriptor(kReceive + 64 * i, kReceive + 64 * (i + 1), address, room);
    const Bytes data = b.RandomBytes(end ? 1 + b.rng() % room : room);
    packet.insert(packet.end(), data.begin(), data.end());
    if (end) {
      b.send(packet);
      packet.clear();
    }
    address += 2048 - b.kBytes * (b.rng() % 40);
  }
}

// Rows of many columns and steps; every fourth descriptor loads a list of maps for those behind.
inline void RowsTransfers(MoverBench& b) {
  for (unsigned i = 0; i < kCount; i++) {
    const uint32_t out = kSend + 64 * i, in = kReceive + 64 * i;
    if (i % 4 == 0) {
      std::vector<uint32_t> bases(8);
      for (uint32_t& base : bases) base = b.rng() % 0x8000 * 8;
      b.list(out, out + 64, 0x10000 + 256 * i, bases);
      b.list(in, in + 64, 0x10000 + 256 * i, bases);
      continue;
    }
    Rows r;
    r.buffer = b.rng() % 0x1000 * 8;
    r.bytes = 8 + b.rng() % 4 * 8;
    r.columns = 1 + b.rng() % 3;
    r.stride = b.rng() % 0x200 * 8;
    r.steps = 1 + b.rng() % 2;
    r.step_stride = b.rng() % 0x800 * 8;
    r.maps = b.rng() % 4;
    b.rows(out, out + 64, r, kEof);
    b.rows(in, in + 64, r);
    b.send(b.RandomBytes(r.total()));
  }
}

template <class Bench>
Run RunTransfers(Bench& b) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    b.Write(ch, kCur, ch == kMm2s ? kSend : kReceive);
    b.Write(ch, kCr, kRun | kIoc | 1u << 16);
  }
  // The second half is given out while the first is on its way.
  for (const unsigned last : {kCount / 2 - 1, kCount - 1}) {
    b.Write(kMm2s, kTail, kSend + 64 * last);
    b.Write(kS2mm, kTail, kReceive + 64 * last);
  }
  Run result;
  for (const Channel ch : {kMm2s, kS2mm}) {
    while ((b.Read(ch, kSr) & kIdle) == 0) {
    }
    result.seen.channel_status[ch] = b.Read(ch, kSr);
  }
  for (unsigned i = 0; i < kCount; i++) {
    result.seen.statuses.push_back(b.status(kSend + 64 * i));
    result.seen.statuses.push_back(b.status(kReceive + 64 * i));
  }
  result.seen.packets = b.packets();
  result.seen.target = b.target.bytes;
  result.cycles = b.cycle;
  return result;
}

// All transfers have come to their end.
inline void ExpectComplete(const Seen& seen) {
  EXPECT_FALSE(seen.packets.empty());
  for (const uint32_t status : seen.statuses) EXPECT_EQ(status & kCmplt, kCmplt);
}

inline void ExpectSame(const Seen& now, const Seen& before) {
  EXPECT_EQ(now.packets, before.packets);
  EXPECT_TRUE(now.target == before.target);
  EXPECT_EQ(now.statuses, before.statuses);
  EXPECT_EQ(now.channel_status, before.channel_status);
}

}  // namespace nve::dma_test
