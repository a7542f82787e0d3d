// SPDX-License-Identifier: Apache-2.0
// Bins of the row generators: see rows_bins.hpp. A descriptor is counted when it is loaded.
#include "tb/coverage/rows_bins.hpp"

#include <array>
#include <string>

#include "host/driver/dma_descriptors.hpp"
#include "tb/coverage/bins.hpp"
#include "tb/coverage/model_wire.hpp"

namespace nve::coverage {
namespace {

using Names = BinGrid::Names;

const Names kRowChannels = {"mm2s", "s2mm"};
const Names kRowStates = {"idle", "rows", "list", "last"};
const Names kNumbers = {"0", "1", "2 to 15", "16 or more", "most"};
constexpr uint64_t kMostColumns = (1u << 13) - 1;
constexpr uint64_t kMostRowBytes = dma::kColumnBytesMax / 8 * 8;
constexpr uint64_t kListBytes = dma::kListEntries * sizeof(uint32_t);

size_t NumberColumn(uint64_t number, uint64_t most) {
  if (number == most) return 4;
  if (number < 2) return number;
  return number < 16 ? 2 : 3;
}

// Of whole words, not 0.
const Names kRowLengths = {"8 bytes",           "16 to 120 bytes",    "128 bytes",
                           "136 to 4088 bytes", "4096 bytes or more", "most"};
size_t LengthColumn(uint64_t bytes, uint64_t most) {
  if (bytes == most) return 5;
  if (bytes == 8) return 0;
  if (bytes < 128) return 1;
  if (bytes == 128) return 2;
  return bytes < 4096 ? 3 : 4;
}

// One row generator.
class Rows {
 public:
  Rows(const ModelCounters& model, const std::string& scope)
      : state_(model, scope, "state_q"),
        clear_(model, scope, "clear_i"),
        load_(model, scope, "load"),
        list_(model, scope, "list"),
        unfit_(model, scope, "unfit"),
        buffer_(model, scope, "buffer"),
        length_(model, scope, "length"),
        vsize_(model, scope, "vsize"),
        steps_(model, scope, "steps"),
        first_(model, scope, "first"),
        count_(model, scope, "count") {}

  Wire state_, clear_, load_, list_, unfit_, buffer_, length_, vsize_, steps_, first_, count_;
  size_t before_ = 0;
  bool clear_before_ = false;
};

class RowsSampler : public Sampler {
 public:
  RowsSampler(const ModelCounters& model, const std::string& scope)
      : no_reset_(model, scope, "rst_ni"),
        rows_{Rows(model, scope + ".gen_channel[0].gen_mover.u_rows"),
              Rows(model, scope + ".gen_channel[1].gen_mover.u_rows")} {}

  void Sample() override {
    const bool reset = no_reset_() == 0;
    for (size_t c = 0; c < rows_.size(); ++c) {
      Rows& rows = rows_[c];
      if (reset) {
        if (!in_reset_) pin_reset_.Hit(c, rows.before_);
        rows.before_ = 0;
        rows.clear_before_ = false;
        continue;
      }
      CountState(c);
      if (rows.load_() == 0 || rows.clear_() != 0) continue;
      CountRefused(c);
      if (rows.unfit_() == 0) CountDescriptor(c);
    }
    in_reset_ = reset;
  }

 private:
  void CountState(size_t c) {
    Rows& rows = rows_[c];
    const auto state = static_cast<size_t>(rows.state_());
    if (rows.clear_before_) {
      stopped_.Hit(c, rows.before_);
    } else if (state != rows.before_) {
      arcs_.Hit(4 * c + rows.before_, state);
    }
    rows.before_ = state;
    rows.clear_before_ = rows.clear_() != 0;
  }

  void CountDescriptor(size_t c) {
    const Rows& rows = rows_[c];
    const uint64_t length = rows.length_();
    if (rows.list_() != 0) {
      lists_.Hit(c, LengthColumn(length, kListBytes));
      return;
    }
    numbers_.Hit(3 * c, NumberColumn(rows.vsize_(), kMostColumns));
    if (rows.vsize_() == 0) return;
    numbers_.Hit(3 * c + 1, NumberColumn(rows.steps_(), dma::kStepsMax));
    numbers_.Hit(3 * c + 2, NumberColumn(rows.count_(), dma::kListEntries));
    lengths_.Hit(c, LengthColumn(length & dma::kColumnBytesMax, kMostRowBytes));
  }

  // Every reason, whether or not it is the only one.
  void CountRefused(size_t c) {
    const Rows& rows = rows_[c];
    const uint64_t length = rows.length_();
    if (rows.list_() != 0) {
      refused_.HitIf(length == 0, c, 0);
      refused_.HitIf(length % 8 != 0, c, 1);
      refused_.HitIf(rows.buffer_() % 8 != 0, c, 2);
      refused_.HitIf(rows.first_() % 2 != 0, c, 3);
      refused_.HitIf(rows.first_() + length / 4 > dma::kListEntries, c, 4);
    } else if (rows.vsize_() != 0) {
      refused_.HitIf((length & dma::kColumnBytesMax) == 0, c, 5);
      refused_.HitIf(length % 8 != 0, c, 6);
      refused_.HitIf(rows.count_() != 0 && rows.first_() + rows.count_() > dma::kListEntries, c, 7);
    }
  }

  Wire no_reset_;
  std::array<Rows, 2> rows_;
  bool in_reset_ = true;

  BinGrid numbers_{
      "dma rows",
      {"mm2s VSIZE", "mm2s STEPS", "mm2s maps", "s2mm VSIZE", "s2mm STEPS", "s2mm maps"},
      kNumbers};
  BinGrid lengths_{"dma row of", kRowChannels, kRowLengths};
  // A list ends before 4096 bytes.
  BinGrid lists_{"dma list of", kRowChannels, kRowLengths,
                 [](size_t, size_t column) { return column != 4; }};
  BinGrid refused_{"dma rows refused",
                   kRowChannels,
                   {"list of no bytes", "list of a part of a word", "list inside a word",
                    "list from an odd entry", "list beyond the last entry", "row of no bytes",
                    "row of a part of a word", "maps beyond the last entry"}};
  BinGrid arcs_{"dma rows arc",
                {"mm2s idle", "mm2s rows", "mm2s list", "mm2s last", "s2mm idle", "s2mm rows",
                 "s2mm list", "s2mm last"},
                {"to idle", "to rows", "to list", "to last"},
                [](size_t from, size_t to) {
                  static constexpr std::array<uint32_t, 4> kArcs = {0b0110, 0b1000, 0b1000, 0b0001};
                  return (kArcs[from % 4] >> to & 1) != 0;
                }};
  BinGrid stopped_{"dma rows stopped in", kRowChannels, kRowStates};
  BinGrid pin_reset_{"dma pin reset in rows state", kRowChannels, kRowStates};
};

}  // namespace

std::unique_ptr<Sampler> MakeRowsSampler(const ModelCounters& model) {
  for (const std::string scope : {"nve_dma", "nve_top.u_dma"}) {
    if (model.Has(scope + ".gen_channel[0].gen_mover.u_rows")) {
      return std::make_unique<RowsSampler>(model, scope);
    }
  }
  return nullptr;
}

}  // namespace nve::coverage
