// SPDX-License-Identifier: Apache-2.0
// A board as JSON: see board_json.hpp.
#include "host/memory/board_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <vector>

#include "base/json/member_checks.hpp"
#include "base/text/numbers.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;

class Reader {
 public:
  Reader(const std::string& path, const Json& json, Diagnostics& problems)
      : json_(json), checks_(path, problems) {}

  Board Read() {
    CheckNames();
    if (const auto mb = Whole("memory_mb", 2, 4095)) board_.memory_bytes = *mb << 20;
    if (const auto mb = Whole("reserved_mb", 0, 4094)) board_.reserved_bytes = *mb << 20;
    if (const auto bursts = Whole("acceptance", board_.acceptance, 64)) board_.acceptance = *bursts;
    if (const auto cores = Whole("cores_per_port", 1, Board::kMaxTiles)) {
      board_.cores_per_port = *cores;
    }
    ReadPorts();
    ReadBase("dma_base", board_.dma_base);
    ReadBase("core_base", board_.core_base);
    CheckAreas();
    return board_;
  }

 private:
  void Error(const std::string& name, const std::string& text) {
    checks_.Error("board." + name, text);
  }

  void CheckNames() {
    const Json known = BoardJson({});
    std::vector<std::string> names;
    for (const auto& [name, value] : known.items()) names.push_back(name);
    for (const auto& [name, value] : json_.items()) {
      if (!known.contains(name)) {
        Error(name, fmt::format("unknown, allowed: {}", fmt::join(names, ", ")));
      }
    }
  }

  std::optional<uint64_t> Whole(const std::string& name, uint64_t least, uint64_t most) {
    if (!json_.contains(name)) return std::nullopt;
    const auto number = checks_.Number("board." + name, json_[name], true,
                                       static_cast<double>(least), static_cast<double>(most));
    return number ? std::optional(static_cast<uint64_t>(*number)) : std::nullopt;
  }

  void ReadPorts() {
    if (!json_.contains("ports")) return;
    const auto ports =
        checks_.Choice<std::string>("board.ports", json_["ports"], {"separate", "shared"});
    board_.shared_port = ports == "shared";
  }

  // "0x40400000": as in an address map, at a multiple of a tile's registers.
  void ReadBase(const char* name, uint64_t& base) {
    if (!json_.contains(name)) return;
    const Json& value = json_[name];
    const std::string text = value.is_string() ? value.get<std::string>() : "";
    const bool hex = text.starts_with("0x");
    const auto address = hex ? ParseNumber(text.substr(2), UINT32_MAX, 16) : std::nullopt;
    if (!address || *address % Board::kTileStride != 0) {
      Error(name, fmt::format("found {}, allowed: \"0x...\" below 2^32, a multiple of 0x{:x}",
                              value.dump(), Board::kTileStride));
      return;
    }
    base = *address;
  }

  void CheckAreas() {
    if (board_.reserved_bytes >= board_.memory_bytes) {
      Error("reserved_mb", fmt::format("found {}, allowed: less than memory_mb, {}",
                                       board_.reserved_bytes >> 20, board_.memory_bytes >> 20));
    }
    constexpr uint64_t kRegisters = Board::kMaxTiles * Board::kTileStride;
    CheckBase("dma_base", board_.dma_base, kRegisters);
    CheckBase("core_base", board_.core_base, kRegisters);
    const uint64_t apart = board_.dma_base > board_.core_base ? board_.dma_base - board_.core_base
                                                              : board_.core_base - board_.dma_base;
    if (apart < kRegisters) {
      Error("core_base", fmt::format("found 0x{:x}, allowed: 0x{:x} from dma_base, 0x{:x}, or more",
                                     board_.core_base, kRegisters, board_.dma_base));
    }
  }

  void CheckBase(const char* name, uint64_t base, uint64_t bytes) {
    if (base >= board_.memory_bytes && base + bytes <= uint64_t{1} << 32) return;
    Error(name, fmt::format("found 0x{:x}, allowed: from the end of the memory, 0x{:x}, to 0x{:x}",
                            base, board_.memory_bytes, (uint64_t{1} << 32) - bytes));
  }

  const Json& json_;
  MemberChecks checks_;
  Board board_;
};

}  // namespace

Board ReadBoard(const Json& json, const std::string& path, Diagnostics& problems) {
  if (!json.is_object()) {
    MemberChecks(path, problems)
        .Error("board", fmt::format("found {}, allowed: an object {{ }}", json.dump()));
    return {};
  }
  return Reader(path, json, problems).Read();
}

Json BoardJson(const Board& board) {
  return {{"memory_mb", board.memory_bytes >> 20},
          {"reserved_mb", board.reserved_bytes >> 20},
          {"ports", board.shared_port ? "shared" : "separate"},
          {"cores_per_port", board.cores_per_port},
          {"acceptance", board.acceptance},
          {"dma_base", fmt::format("0x{:08x}", board.dma_base)},
          {"core_base", fmt::format("0x{:08x}", board.core_base)}};
}

}  // namespace nve
