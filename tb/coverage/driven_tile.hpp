// SPDX-License-Identifier: Apache-2.0
// A tile whose DMA moves descriptors and buffers anywhere in 2^32 bytes, driven as a driver does
// it: what the core takes and gives is compared with the memory, word by word, and every status is
// read back.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <ios>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "host/driver/dma_descriptors.hpp"
#include "host/driver/dma_registers.hpp"
#include "tb/coverage/tile_bench.hpp"

namespace nve::dma {

inline constexpr uint32_t kDelay = 255u << 24;
inline constexpr int kDelayCycles = 256 * 125;  // the longest interrupt delay
inline constexpr uint32_t kLongest = kLengthMax & ~7u;
inline constexpr uint32_t kIterations = 65535;  // the most

// Where the words of a descriptor lie, in their order.
struct Piece {
  uint32_t descriptor = 0;
  std::vector<uint32_t> words;
  uint32_t list_bytes = 0;  // of a descriptor that loads a list
};

// Rows of maps whose bases a LIST descriptor brings.
struct RowShape {
  uint32_t columns = 1;
  uint32_t steps = 1;
  uint32_t maps = 2;
  uint32_t row_words = 1;
  uint32_t stride = 8;
  uint32_t first = 0;  // entry of the list
  uint32_t list_bytes = 8;

  uint32_t words() const { return maps * columns * steps * row_words; }
};

class DrivenTile {
 public:
  DrivenTile(bool mover, uint64_t seed)
      : DrivenTile(mover, mover ? MakeMoverTile() : MakeTile(), seed) {}
  DrivenTile(bool mover, std::unique_ptr<TileModel> model, uint64_t seed)
      : mover_(mover), bench_(std::move(model), seed) {}

  ~DrivenTile() { EXPECT_FALSE(bench_.lockstep().mismatch().has_value()); }

  TileBench& bench() { return bench_; }
  void EndTransfersByReset(bool end) { end_by_reset_ = end; }
  // Of each transfer, 0: few, sometimes more.
  void AtMostPieces(uint32_t most) { most_pieces_ = most; }

  // Both channels begin with descriptors at random; the caller says what becomes of them.
  void Begin(uint32_t control_word, bool garbage) {
    for (const uint32_t base : {kS2mmBase, kMm2sBase}) {
      const uint32_t descriptor = Anywhere(64);
      const uint32_t buffer = garbage && !mover_ ? Anywhere(1) : Anywhere(8);
      Describe(descriptor, Anywhere(64), buffer, control_word);
      if (garbage && mover_) {
        bench_.SetHalf(descriptor + 0x08, Anywhere(1));
        for (const uint32_t at : {0x14u, 0x20u, 0x24u, 0x28u}) {
          bench_.SetHalf(descriptor + at, static_cast<uint32_t>(bench_.draw().Bits()));
        }
      }
      bench_.WriteDma(base + kCurrent, descriptor);
      bench_.WriteDma(base + kControl, kControlRun | 1u << kControlThresholdLsb);
      bench_.WriteDma(base + kTail, descriptor);
    }
  }

  // Soft resets of DMA and core, as a driver does them.
  void Stop() {
    bench_.WriteDma(kMm2sBase + kControl, kControlReset);
    int cycles = 0;
    while ((bench_.ReadDma(kMm2sBase + kControl) & kControlReset) != 0 && cycles < 1000) ++cycles;
    bench_.WriteCore(arch::kRegControl.offset, arch::kControlReset);
    bench_.Cycles(4);
  }

  // And a transfer that must succeed.
  void Recover() {
    Stop();
    Transfer(3, true, 0);
  }

  // The settings of a program that takes a word and gives one in each of its iterations; the words
  // come from sums.
  void Configure() {
    for (uint32_t k = 0; k < arch::kActEntries; ++k) {
      bench_.WriteCore(arch::kActTableOffset + 4 * k, bench_.draw().Below(256));
    }
    bench_.WriteCore(arch::kRegProgramSize.offset, 2);
    bench_.WriteCore(arch::kRegRepeatFirst.offset, 0);
    bench_.WriteCore(arch::kRegRepeatLast.offset, 1);
    bench_.WriteCore(arch::kRegExtra.offset, 0);
    bench_.WriteCore(arch::kRegRuns.offset, 1);
    bench_.WriteCore(arch::kRegActShift.offset, 18);
    bench_.WriteCore(arch::kRegIrqEnable.offset, 1);
  }

  static std::vector<uint64_t> Code() {
    const auto put = [](const arch::InstructionField& field, uint64_t value) {
      return value << field.lsb;
    };
    return {put(arch::kMemaOp, 2) | put(arch::kMembOp, 1) | put(arch::kWregOp, 1) |
                put(arch::kIregOp, 2) | put(arch::kVmacOp, 2),
            put(arch::kMemaOp, 1) | put(arch::kMembOp, 1) | put(arch::kIregOp, 1) |
                put(arch::kVmacOp, 1) | put(arch::kActOp, 1)};
  }

  // `words` input words through the core, in descriptors at random addresses, and as many back.
  void Transfer(uint32_t words, bool load, uint32_t mode, uint32_t threshold = 1) {
    std::vector<uint64_t> code = load ? Code() : std::vector<uint64_t>{};
    const auto in = Split(words + static_cast<uint32_t>(code.size()), kMm2sBase, mode, 0);
    const auto out =
        Split(words, kS2mmBase, mode, mode == 0 && bench_.draw().OneIn(2) ? kLongest : 0);
    for (size_t k = 0, piece = 0, at = 0; k < code.size(); ++k, ++at) {
      if (at == in[piece].words.size()) at = 0, ++piece;
      bench_.SetWord(in[piece].words[at], code[k]);
    }
    bench_.core_input.clear();
    bench_.core_output.clear();
    bench_.WriteCore(arch::kRegIterations.offset, words);
    bench_.WriteCore(arch::kRegPacketWords.offset, words);
    bench_.WriteCore(arch::kRegControl.offset,
                     arch::kControlStart | (load ? arch::kControlLoad : 0));
    const uint32_t control = kControlRun | kControlIocEnable | kControlErrorEnable | mode;
    for (const auto& [base, pieces] : {std::pair{kS2mmBase, &out}, std::pair{kMm2sBase, &in}}) {
      bench_.WriteDma(base + kCurrent, pieces->front().descriptor);
      bench_.WriteDma(base + kControl, control | threshold << kControlThresholdLsb);
      bench_.WriteDma(base + kTail, pieces->back().descriptor);
    }
    if (mode == kDelay) {
      bench_.Cycles(kDelayCycles + 4000);
      for (const uint32_t base : {kMm2sBase, kS2mmBase}) {
        EXPECT_NE(bench_.ReadDma(base + kStatus) & kStatusDelayIrq, 0u);
      }
    }
    Finish(in, out);
    Compare(in, bench_.core_input, false);
    Compare(out, bench_.core_output, mode == kControlKeyhole);
  }

  // MM2S with the longest descriptor, while the core takes what comes.
  void StartLongest() {
    const uint32_t descriptor = Anywhere(64);
    Describe(descriptor, Anywhere(64), Anywhere(8), kLongest | kStartOfFrame | kEndOfFrame);
    bench_.WriteCore(arch::kRegIterations.offset, kIterations);
    bench_.WriteCore(arch::kRegControl.offset, arch::kControlStart);
    bench_.WriteDma(kMm2sBase + kCurrent, descriptor);
    bench_.WriteDma(kMm2sBase + kControl, kControlRun | 1u << kControlThresholdLsb);
    bench_.WriteDma(kMm2sBase + kTail, descriptor);
  }

  // MM2S with so many bytes, of which the core takes the words; gives the status.
  uint32_t Take(uint32_t bytes) {
    const uint32_t descriptor = Anywhere(64);
    Describe(descriptor, Anywhere(64), Anywhere(8), bytes | kStartOfFrame | kEndOfFrame);
    bench_.WriteCore(arch::kRegIterations.offset, kIterations);
    bench_.WriteCore(arch::kRegControl.offset, arch::kControlStart);
    bench_.WriteDma(kMm2sBase + kCurrent, descriptor);
    bench_.WriteDma(kMm2sBase + kControl, kControlRun | 1u << kControlThresholdLsb);
    bench_.WriteDma(kMm2sBase + kTail, descriptor);
    for (int k = 0; k < 1000 && bench_.Half(descriptor + 0x1C) == 0; ++k) bench_.Cycle();
    return bench_.Half(descriptor + 0x1C);
  }

  // A program that gives a word in every cycle of so many runs, in one packet without an end.
  void StartGiving(uint32_t runs) {
    const uint32_t code = Anywhere(8);
    const std::initializer_list<std::pair<const arch::Register*, uint32_t>> settings = {
        {&arch::kRegProgramSize, 1},          {&arch::kRegRepeatFirst, 0},
        {&arch::kRegRepeatLast, 0},           {&arch::kRegExtra, 0},
        {&arch::kRegIterations, kIterations}, {&arch::kRegRuns, runs},
        {&arch::kRegPacketWords, 0}};
    for (const auto& [reg, value] : settings) bench_.WriteCore(reg->offset, value);
    bench_.WriteCore(arch::kRegControl.offset, arch::kControlStart | arch::kControlLoad);
    for (const uint32_t base : {kS2mmBase, kMm2sBase}) {
      const bool in = base == kMm2sBase;
      const uint32_t descriptor = Anywhere(64);
      Describe(descriptor, Anywhere(64), in ? code : Anywhere(8),
               in ? 8 | kStartOfFrame | kEndOfFrame : kLongest);
      bench_.WriteDma(base + kCurrent, descriptor);
      bench_.WriteDma(base + kControl, kControlRun | 1u << kControlThresholdLsb);
      if (in) bench_.SetWord(code, uint64_t{1} << arch::kActOp.lsb);
      bench_.WriteDma(base + kTail, descriptor);
    }
  }

  RowShape AnyRows() {
    Draw& draw = bench_.draw();
    return {.columns = 1 + draw.Below(3),
            .steps = 1 + draw.Below(3),
            .row_words = 1 + draw.Below(4),
            .stride = 8 * draw.Below(1 << 13),
            .first = 2 * draw.Below(200),
            .list_bytes = 8 * (1 + draw.Below(40))};
  }

  // A LIST descriptor with bases anywhere, then rows of its maps through the core.
  void Rows(const RowShape& shape) {
    const std::array<std::vector<Piece>, 2> pieces = RowPieces(shape);
    std::vector<uint64_t> expected;
    for (const uint32_t address : pieces[0][1].words) expected.push_back(bench_.Word(address));
    StartRows(pieces, shape.words());
    Finish(pieces[0], pieces[1]);
    EXPECT_EQ(bench_.core_input, expected);
    // Rows that lie over each other keep the word written last.
    std::unordered_map<uint32_t, uint64_t> written;
    ASSERT_EQ(bench_.core_output.size(), shape.words());
    for (size_t k = 0; k < shape.words(); ++k)
      written[pieces[1][1].words[k]] = bench_.core_output[k];
    for (const auto& [address, word] : written) EXPECT_EQ(bench_.Word(address), word) << address;
  }

  // The same without an end.
  void BeginRows(const RowShape& shape) { StartRows(RowPieces(shape), shape.words()); }

  // One descriptor of the mover in the channel, with its words at the offsets of PG021; gives the
  // status that it gets.
  uint32_t StatusOf(uint32_t base, uint32_t buffer, uint32_t control, uint32_t columns,
                    uint32_t maps) {
    const uint32_t descriptor = Anywhere(64);
    Describe(descriptor, Anywhere(64), buffer, control);
    bench_.SetHalf(descriptor + 4 * dma::kWordShape, columns << kColumnsLsb);
    bench_.SetHalf(descriptor + 4 * dma::kWordMaps, maps);
    bench_.WriteDma(base + kCurrent, descriptor);
    bench_.WriteDma(base + kControl, kControlRun | 1u << kControlThresholdLsb);
    bench_.WriteDma(base + kTail, descriptor);
    for (int k = 0; k < 1000 && bench_.Half(descriptor + 0x1C) == 0; ++k) bench_.Cycle();
    return bench_.Half(descriptor + 0x1C);
  }

 private:
  // Of both channels, which read and write at different addresses.
  std::array<std::vector<Piece>, 2> RowPieces(const RowShape& shape) {
    std::vector<uint32_t> bases(shape.maps);
    for (uint32_t& base : bases) base = Anywhere(8);
    const uint32_t step_stride = Anywhere(8), buffer = Anywhere(8);
    return {ListAndRows(shape, bases, buffer, step_stride),
            ListAndRows(shape, bases, buffer ^ 0x40000000, step_stride)};
  }

  // A descriptor that loads a list with the bases and one of the rows, in memory.
  std::vector<Piece> ListAndRows(const RowShape& shape, const std::vector<uint32_t>& bases,
                                 uint32_t buffer, uint32_t step_stride) {
    std::vector<Piece> two = {{Anywhere(64), {}, shape.list_bytes}, {Anywhere(64), {}, 0}};
    const uint32_t list = Anywhere(8);
    for (uint32_t k = 0; k < bases.size(); ++k) bench_.SetHalf(list + 4 * k, bases[k]);
    Describe(two[0].descriptor, two[1].descriptor, list, shape.list_bytes | kLoadsList);
    bench_.SetHalf(two[0].descriptor + 4 * dma::kWordMaps, shape.first << kFirstMapLsb);
    const uint32_t rows = two[1].descriptor;
    Describe(rows, Anywhere(64), buffer, 8 * shape.row_words | kStartOfFrame | kEndOfFrame);
    bench_.SetHalf(rows + 4 * dma::kWordShape, shape.columns << kColumnsLsb | shape.stride);
    bench_.SetHalf(rows + 4 * dma::kWordSteps, shape.steps);
    bench_.SetHalf(rows + 4 * dma::kWordStepStride, step_stride);
    bench_.SetHalf(rows + 4 * dma::kWordMaps, shape.first << kFirstMapLsb | shape.maps);
    for (uint32_t step = 0; step < shape.steps; ++step) {
      for (const uint32_t base : bases) {
        for (uint32_t column = 0; column < shape.columns; ++column) {
          const uint32_t row = base + buffer + step * step_stride + column * shape.stride;
          for (uint32_t k = 0; k < shape.row_words; ++k) two[1].words.push_back(row + 8 * k);
        }
      }
    }
    return two;
  }

  void StartRows(const std::array<std::vector<Piece>, 2>& pieces, uint32_t words) {
    bench_.core_input.clear();
    bench_.core_output.clear();
    bench_.WriteCore(arch::kRegIterations.offset, words);
    bench_.WriteCore(arch::kRegPacketWords.offset, words);
    bench_.WriteCore(arch::kRegControl.offset, arch::kControlStart);
    for (const size_t c : {1, 0}) {
      const uint32_t base = c == 0 ? kMm2sBase : kS2mmBase;
      bench_.WriteDma(base + kCurrent, pieces[c][0].descriptor);
      bench_.WriteDma(base + kControl, kControlRun | 1u << kControlThresholdLsb);
      bench_.WriteDma(base + kTail, pieces[c][1].descriptor);
    }
  }

  uint32_t Anywhere(uint32_t alignment) {
    return static_cast<uint32_t>(bench_.draw().Bits()) / alignment * alignment;
  }

  void Describe(uint32_t address, uint32_t next, uint32_t buffer, uint32_t control) {
    for (uint32_t k = 0; k < 64; k += 8)
      bench_.SetWord(address + k, mover_ ? 0 : bench_.draw().Bits());
    bench_.SetHalf(address, next);
    bench_.SetHalf(address + 0x08, buffer);
    bench_.SetHalf(address + 4 * dma::kWordControl, control);
    bench_.SetHalf(address + 0x1C, 0);
  }

  // Words in one to three descriptors; the last has `longest` bytes if that is not 0.
  std::vector<Piece> Split(uint32_t words, uint32_t base, uint32_t mode, uint32_t longest) {
    const uint32_t most = most_pieces_ != 0 ? most_pieces_ : bench_.draw().OneIn(4) ? 12 : 3;
    std::vector<Piece> pieces(1 + bench_.draw().Below(std::min(words, most)));
    for (Piece& piece : pieces) piece.descriptor = Anywhere(64);
    for (size_t k = 0; k < pieces.size(); ++k) {
      const bool last = k + 1 == pieces.size();
      const auto left = static_cast<uint32_t>(pieces.size() - 1 - k);
      const uint32_t count = last ? words : 1 + bench_.draw().Below(words - left);
      const uint32_t buffer = Anywhere(8);
      for (uint32_t w = 0; w < count; ++w) {
        pieces[k].words.push_back(mode == kControlKeyhole ? buffer : buffer + 8 * w);
      }
      words -= count;
      const uint32_t bytes = last && longest != 0 ? longest : 8 * count;
      const uint32_t flags =
          base == kMm2sBase ? (k == 0 ? kStartOfFrame : 0) | (last ? kEndOfFrame : 0) : 0;
      Describe(pieces[k].descriptor, last ? Anywhere(64) : pieces[k + 1].descriptor, buffer,
               bytes | flags);
    }
    return pieces;
  }

  // Until the last descriptor of both channels is complete; then both are stopped.
  void Finish(const std::vector<Piece>& in, const std::vector<Piece>& out) {
    for (const auto* pieces : {&in, &out}) {
      for (const Piece& piece : *pieces) {
        int cycles = 0;
        while ((bench_.Half(piece.descriptor + 0x1C) & kCompleted) == 0 && cycles < 300'000) {
          bench_.Cycle();
          ++cycles;
        }
        const uint32_t status = bench_.Half(piece.descriptor + 0x1C);
        EXPECT_EQ(status >> 28, 8u) << std::hex << status;
        EXPECT_EQ(status & kLengthMax, piece.list_bytes + 8 * piece.words.size());
      }
    }
    for (const uint32_t base : {kMm2sBase, kS2mmBase}) {
      const auto* pieces = base == kMm2sBase ? &in : &out;
      for (int k = 0; k < 1000 && (bench_.ReadDma(base + kStatus) & kStatusIdle) == 0; ++k) {
      }
      EXPECT_EQ(bench_.ReadDma(base + kCurrent), pieces->back().descriptor);
      EXPECT_EQ(bench_.ReadDma(base + kTail), pieces->back().descriptor);
      bench_.WriteDma(base + kStatus, kStatusAllIrqs);
    }
    for (const uint32_t base : {kMm2sBase, kS2mmBase}) {
      bench_.WriteDma(base + kControl, end_by_reset_ && base == kMm2sBase ? kControlReset : 0);
      bench_.Cycles(40);
      EXPECT_NE(bench_.ReadDma(base + kStatus) & kStatusHalted, 0u);
    }
    EXPECT_EQ(bench_.ReadCore(arch::kRegIrq.offset), arch::kIrqDone);
    bench_.WriteCore(arch::kRegIrq.offset, arch::kIrqDone);
  }

  // A word that was written over by a later one of the same address cannot be compared.
  void Compare(const std::vector<Piece>& pieces, const std::vector<uint64_t>& words,
               bool last_only) {
    size_t at = 0;
    for (const Piece& piece : pieces) {
      for (size_t k = 0; k < piece.words.size(); ++k, ++at) {
        ASSERT_LT(at, words.size());
        if (last_only && k + 1 < piece.words.size()) continue;
        EXPECT_EQ(words[at], bench_.Word(piece.words[k])) << at;
      }
    }
    EXPECT_EQ(at, words.size());
  }

  bool mover_;
  bool end_by_reset_ = false;
  uint32_t most_pieces_ = 0;
  TileBench bench_;
};

}  // namespace nve::dma
