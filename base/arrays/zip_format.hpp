// SPDX-License-Identifier: Apache-2.0
// Parts of the zip format that reading and writing share: used by zip_*.cpp and npz.cpp.
//
// An archive is members, each a local header and its data, then the central directory, which
// describes every member again, and the end record, which says where the directory is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace nve {

inline constexpr uint32_t kZipLocalSignature = 0x04034b50;
inline constexpr uint32_t kZipCentralSignature = 0x02014b50;
inline constexpr uint32_t kZipEndSignature = 0x06054b50;
inline constexpr uint32_t kZip64 = 0xffffffff;  // "look into the zip64 extension"
inline constexpr int kZipStored = 0;
inline constexpr int kZipDeflated = 8;
inline constexpr int kZipEncrypted = 1;  // in the flags of a member

// One member as the central directory describes it.
struct ZipMember {
  std::string name;
  int method = kZipStored;
  bool encrypted = false;
  uint32_t crc = 0;
  uint32_t packed_bytes = 0;
  uint32_t bytes = 0;
  size_t begin = 0;  // of its local header
  size_t end = 0;    // where the next member begins, or the directory
};

// The number in `count` bytes, the lowest first.
inline uint64_t ZipNumber(std::span<const uint8_t> bytes, size_t at, int count) {
  uint64_t value = 0;
  for (int i = count; i-- > 0;) value = value << 8 | bytes[at + static_cast<size_t>(i)];
  return value;
}

}  // namespace nve
