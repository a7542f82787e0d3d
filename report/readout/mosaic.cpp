// SPDX-License-Identifier: Apache-2.0
// Lays pictures out on shelves: see mosaic.hpp.
#include "report/readout/mosaic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"
#include "base/images/images.hpp"
#include "base/round_up.hpp"
#include "report/readout/resample.hpp"

namespace nve {
namespace {

std::string SizeText(int height, int width) { return fmt::format("{}x{}", height, width); }

// Extents of parts next to each other.
struct Sides {
  int64_t height = 0;
  int64_t width = 0;
};

Sides ExtentOf(const std::vector<MosaicPart>& parts) {
  Sides sides;
  for (const MosaicPart& part : parts) {
    sides.height = std::max<int64_t>(sides.height, int64_t{part.row} + part.height);
    sides.width = std::max<int64_t>(sides.width, int64_t{part.column} + part.width);
  }
  return sides;
}

class Shelves {
 public:
  Shelves(const RowsAndColumns& step, int64_t width) : step_(step), width_(width) {}

  void Put(MosaicPart& part) {
    for (Shelf& shelf : shelves_) {
      if (shelf.end + part.width > width_) continue;
      Set(shelf, part);
      return;
    }
    shelves_.push_back({next_row_, 0});
    next_row_ = RoundUp(next_row_ + part.height, int64_t{step_.rows});
    Set(shelves_.back(), part);
  }

 private:
  struct Shelf {
    int64_t row = 0;
    int64_t end = 0;  // where the next part begins
  };

  void Set(Shelf& shelf, MosaicPart& part) const {
    part.row = static_cast<int>(shelf.row);
    part.column = static_cast<int>(shelf.end);
    shelf.end = RoundUp(shelf.end + part.width, int64_t{step_.columns});
  }

  RowsAndColumns step_;
  int64_t width_;
  int64_t next_row_ = 0;
  std::vector<Shelf> shelves_;
};

// Numbers of the parts by falling height.
std::vector<size_t> ByHeight(const std::vector<MosaicPart>& parts) {
  std::vector<size_t> order(parts.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order,
                           [&](size_t a, size_t b) { return parts[a].height > parts[b].height; });
  return order;
}

// The widths to try: the widest part must fit.
std::vector<int64_t> WidthsOf(const std::vector<MosaicPart>& parts,
                              const std::vector<size_t>& order, int step) {
  int64_t widest = 0;
  for (const MosaicPart& part : parts) widest = std::max<int64_t>(widest, part.width);
  std::vector<int64_t> widths = {widest};
  int64_t row = 0;
  for (const size_t at : order) {
    row = RoundUp(row, int64_t{step}) + parts[at].width;
    if (row > widest && row <= kMaxImageSide) widths.push_back(row);
  }
  return widths;
}

// The less, the better: sides that a picture may have come first, then the area.
std::pair<bool, int64_t> CostOf(const std::vector<MosaicPart>& parts) {
  const Sides sides = ExtentOf(parts);
  return {sides.height > kMaxImageSide || sides.width > kMaxImageSide, sides.height * sides.width};
}

void PutOnShelves(std::vector<MosaicPart>& parts, const RowsAndColumns& step) {
  const std::vector<size_t> order = ByHeight(parts);
  std::vector<MosaicPart> best;
  for (const int64_t width : WidthsOf(parts, order, step.columns)) {
    Shelves shelves(step, width);
    std::vector<MosaicPart> tried = parts;
    for (const size_t at : order) shelves.Put(tried[at]);
    if (best.empty() || CostOf(tried) < CostOf(best)) {
      best = std::move(tried);
    }
  }
  parts = std::move(best);
}

int ScaledSide(int side, double scale) { return static_cast<int>(std::floor(side * scale + 0.5)); }

void AddScales(const ModelFile& model, const NamedPicture& named, int number,
               std::vector<MosaicPart>& parts, Diagnostics& problems) {
  const FeatureMaps& picture = named.maps;
  const size_t before = parts.size();
  for (const double scale : model.scales) {
    const int height = ScaledSide(picture.height, scale);
    const int width = ScaledSide(picture.width, scale);
    if (height < model.window.rows || width < model.window.columns) continue;
    parts.push_back({number, scale, 0, 0, height, width});
  }
  if (parts.size() > before) return;
  problems.Error({named.name, 0, ""},
                 fmt::format("picture of {} is smaller than the window of {}, {} (height x width), "
                             "at every scale of {}",
                             SizeText(picture.height, picture.width), model.name,
                             SizeText(model.window.rows, model.window.columns), model.path));
}

std::vector<MosaicPart> Tiles(const ModelFile& model, const std::vector<NamedPicture>& pictures,
                              int sheets, Diagnostics& problems) {
  const auto count = static_cast<int>(pictures.size());
  const int on_sheet = (count + sheets - 1) / sheets;
  const auto columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(on_sheet))));
  const int height = RoundUp(model.window.rows, model.step.rows);
  const int width = RoundUp(model.window.columns, model.step.columns);
  std::vector<MosaicPart> parts;
  for (int i = 0; i < count; ++i) {
    const auto& [name, picture] = pictures[static_cast<size_t>(i)];
    const int tile = i % on_sheet;
    parts.push_back({i, 1.0, tile / columns * height, tile % columns * width, picture.height,
                     picture.width, i / on_sheet});
    if (picture.height == model.window.rows && picture.width == model.window.columns) continue;
    problems.Error({name, 0, ""},
                   fmt::format("found a picture of {}, allowed: {} (height x width), the window of "
                               "{}",
                               SizeText(picture.height, picture.width),
                               SizeText(model.window.rows, model.window.columns), model.name));
  }
  return parts;
}

// Of so many pixels those that windows reach.
int64_t Reached(int64_t side, int window, int step) {
  return (side - window) / step * step + window;
}

}  // namespace

int WindowsIn(int side, int window, int step) {
  return side < window ? 0 : (side - window) / step + 1;
}

Mosaic LayOut(const ModelFile& model, const std::vector<NamedPicture>& pictures, int sheets) {
  NVE_CHECK(!pictures.empty(), "a mosaic of no pictures");
  Diagnostics problems;
  Mosaic mosaic;
  mosaic.sheets = sheets;
  if (model.kind == ReadOutKind::kClassify) {
    mosaic.parts = Tiles(model, pictures, sheets, problems);
  } else if (sheets > 1) {
    throw InputError(
        fmt::format("{}: found a program that computes {} pictures, allowed: one, which has all "
                    "pictures at all scales, but for classifiers",
                    model.path, sheets));
  } else {
    for (size_t i = 0; i < pictures.size(); ++i) {
      AddScales(model, pictures[i], static_cast<int>(i), mosaic.parts, problems);
    }
    if (problems.ok()) PutOnShelves(mosaic.parts, model.step);
  }
  problems.ThrowIfErrors();
  const Sides sides = ExtentOf(mosaic.parts);
  if (sides.height > kMaxImageSide || sides.width > kMaxImageSide) {
    throw InputError(
        fmt::format("--input: {} pictures take a mosaic of {}x{} (height x width), "
                    "allowed: sides of at most {}; hand in fewer at a time",
                    pictures.size(), sides.height, sides.width, kMaxImageSide));
  }
  mosaic.height = static_cast<int>(Reached(sides.height, model.window.rows, model.step.rows));
  mosaic.width = static_cast<int>(Reached(sides.width, model.window.columns, model.step.columns));
  return mosaic;
}

FeatureMaps PictureOf(const Mosaic& mosaic, const std::vector<NamedPicture>& pictures) {
  FeatureMaps picture(mosaic.sheets, mosaic.height, mosaic.width);
  for (const MosaicPart& part : mosaic.parts) {
    const FeatureMaps scaled =
        Resample(pictures[static_cast<size_t>(part.picture)].maps, part.height, part.width);
    const int rows = std::min(part.height, mosaic.height - part.row);
    const int columns = std::min(part.width, mosaic.width - part.column);
    for (int y = 0; y < rows; ++y) {
      const auto from = scaled.pixels.begin() + static_cast<std::ptrdiff_t>(scaled.Offset(0, y, 0));
      std::copy_n(from, columns,
                  picture.pixels.begin() + static_cast<std::ptrdiff_t>(picture.Offset(
                                               part.sheet, part.row + y, part.column)));
    }
  }
  return picture;
}

}  // namespace nve
