// SPDX-License-Identifier: Apache-2.0
// The container of a binary: named sections with lengths and checksums (docs/binary.md).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nve {

/// The versions that are read. A file has the lowest that knows all it holds, so that older tools
/// read what they can.
inline constexpr uint32_t kOldestVersion = 2;
inline constexpr uint32_t kGroupsVersion = 3;  ///< the first with groups of planes
inline constexpr uint32_t kNewestVersion = 3;

struct Section {
  std::string name;  ///< at most 15 characters
  std::vector<uint8_t> bytes;
};

/// The bytes of a file of that version; deterministic.
std::vector<uint8_t> FormatContainer(const std::vector<Section>& sections,
                                     uint32_t version = kOldestVersion);

/// True if the file begins as a container does, whatever follows.
bool LooksLikeContainer(std::span<const uint8_t> bytes);

/// The sections of a file. Everything wrong with the container (magic, version, lengths, checksums)
/// is an InputError that begins with `name`.
std::vector<Section> ParseContainer(std::span<const uint8_t> bytes, const std::string& name);

}  // namespace nve
