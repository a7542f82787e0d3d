// SPDX-License-Identifier: Apache-2.0
// A board in the memory's JSON file, member "board", and in results.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "base/diagnostics/diagnostics.hpp"
#include "program/board.hpp"

namespace nve {

/// The board of `json`; what it does not name has its default. All that is wrong goes to
/// `problems`, with `path` as the file: unknown members, values that are not allowed, areas that
/// overlap.
Board ReadBoard(const nlohmann::ordered_json& json, const std::string& path, Diagnostics& problems);

/// The values in effect, under the names a file has for them. Rows and banks are the memory's.
nlohmann::ordered_json BoardJson(const Board& board);

}  // namespace nve
