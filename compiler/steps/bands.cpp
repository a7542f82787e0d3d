// SPDX-License-Identifier: Apache-2.0
// Bands from the last layer back to the first: see bands.hpp.
#include "compiler/steps/bands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/diagnostics/diagnostics.hpp"
#include "base/text/numbers.hpp"
#include "base/text/text_lines.hpp"
#include "compiler/steps/step_builder.hpp"

namespace nve {
namespace {

constexpr uint64_t kMostStrips = 1 << 16;

// How many strips of the layer before `layer` there must be, so that `strips` of it can be
// computed.
int StripsBefore(const Network& network, const Binary& binary, size_t layer, int strips) {
  const Layer& before = network.layers[layer - 1];
  const int own_rows = RowsOfStrip(binary, static_cast<int>(layer));
  const int64_t rows =
      std::min(RowsRead(network.layers[layer], own_rows, strips), int64_t{before.out_height});
  const int64_t strip = RowsOfStrip(binary, static_cast<int>(layer) - 1);
  return static_cast<int>((rows + strip - 1) / strip);
}

// By layer, how many strips there must be at the end of a band.
std::vector<int> EndsOf(const Network& network, const Binary& binary, int last_strips) {
  std::vector<int> ends(network.layers.size());
  ends.back() = last_strips;
  for (size_t layer = ends.size() - 1; layer > 0; --layer) {
    ends[layer - 1] = StripsBefore(network, binary, layer, ends[layer]);
  }
  return ends;
}

}  // namespace

std::vector<Band> BandsOf(const Network& network, const Binary& binary,
                          const std::vector<int>& sizes) {
  std::vector<int> all;
  for (const Layer& layer : network.layers) all.push_back(WorkOf(layer, binary).strips);
  std::vector<Band> bands;
  std::vector<int> done(all.size());
  while (done.back() < all.back()) {
    std::vector<int> ends = all;
    if (!sizes.empty()) {
      const int size = sizes[std::min(bands.size(), sizes.size() - 1)];
      if (done.back() + size < all.back()) ends = EndsOf(network, binary, done.back() + size);
    }
    Band band;
    for (size_t layer = 0; layer < all.size(); ++layer) {
      band.push_back({done[layer], ends[layer] - done[layer]});
    }
    bands.push_back(std::move(band));
    done = std::move(ends);
  }
  return bands;
}

std::vector<int> ParseBands(std::string_view text) {
  std::vector<int> sizes;
  if (text == "off") return sizes;
  for (const std::string_view part : PartsOf(text, ',')) {
    const std::optional<uint64_t> size = ParseNumber(part, kMostStrips);
    if (size.value_or(0) < 1) {
      throw InputError(
          fmt::format("--pipeline: found '{}' in '{}', allowed: off, or strips of the "
                      "last layer in each band, 1 to {}, as 1,2,4",
                      part, text, kMostStrips));
    }
    sizes.push_back(static_cast<int>(*size));
  }
  return sizes;
}

}  // namespace nve
