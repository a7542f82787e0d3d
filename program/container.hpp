// SPDX-License-Identifier: Apache-2.0
// The container of a binary: named sections with lengths and checksums (docs/binary.md).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nve {

/// Version this build writes, and the only one it reads.
inline constexpr uint32_t kContainerVersion = 2;

struct Section {
  std::string name;  ///< at most 15 characters
  std::vector<uint8_t> bytes;
};

/// The file's bytes; deterministic.
std::vector<uint8_t> FormatContainer(const std::vector<Section>& sections);

/// True if the file begins as a container does, whatever follows.
bool LooksLikeContainer(std::span<const uint8_t> bytes);

/// The sections of a file. Everything wrong with the container (magic, version, lengths, checksums)
/// is an InputError that begins with `name`.
std::vector<Section> ParseContainer(std::span<const uint8_t> bytes, const std::string& name);

}  // namespace nve
