// SPDX-License-Identifier: Apache-2.0
// Names of tiles: see tile_names.hpp.
#include "host/axi/tile_names.hpp"

#include <fmt/format.h>

#include "base/text/numbers.hpp"
#include "program/board.hpp"

namespace nve {
namespace {

constexpr const char* kTile = "tile ";

}  // namespace

std::string TileName(size_t tile) { return fmt::format("{}{}", kTile, tile); }

std::optional<size_t> TileOfPlace(const std::string& place) {
  if (!place.starts_with(kTile)) return std::nullopt;
  const std::string rest = place.substr(std::char_traits<char>::length(kTile));
  const auto number = ParseNumber(rest.substr(0, rest.find(' ')), Board::kMaxTiles - 1);
  return number ? std::optional<size_t>(*number) : std::nullopt;
}

}  // namespace nve
