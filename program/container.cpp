// SPDX-License-Identifier: Apache-2.0
// Container layout, all numbers little endian:
//   0  magic "NVEPROG\0"    8  u32 version    12  u32 sections    16  u64 length of the file
//  24  per section: char name[16], u64 offset, u64 size, u32 CRC-32 of its bytes, u32 0
//      u32 CRC-32 of everything before, u32 0
// Sections follow in the order of the table, each padded with zeros to a multiple of 8 bytes.
#include "program/container.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

constexpr std::array<uint8_t, 8> kMagic = {'N', 'V', 'E', 'P', 'R', 'O', 'G', 0};
constexpr size_t kHeaderBytes = 24;
constexpr size_t kEntryBytes = 40;
constexpr size_t kNameBytes = 16;
constexpr size_t kTrailerBytes = 8;
constexpr uint32_t kMaxSections = 64;

uint32_t Crc(std::span<const uint8_t> bytes) {
  return static_cast<uint32_t>(crc32_z(0, bytes.data(), bytes.size()));
}

constexpr size_t Padded(size_t size) { return (size + 7) / 8 * 8; }

template <typename T>
void Append(T value, std::vector<uint8_t>* out) {
  for (size_t i = 0; i < sizeof(T); ++i) {
    out->push_back(static_cast<uint8_t>(static_cast<uint64_t>(value) >> (8 * i)));
  }
}

template <typename T>
T Load(std::span<const uint8_t> bytes, size_t at) {
  uint64_t value = 0;
  for (size_t i = 0; i < sizeof(T); ++i) value |= uint64_t{bytes[at + i]} << (8 * i);
  return static_cast<T>(value);
}

bool AllZero(std::span<const uint8_t> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](uint8_t byte) { return byte == 0; });
}

[[noreturn]] void Fail(const std::string& name, const std::string& text) {
  throw InputError(SourceLocation{name, 0, ""}, text);
}

// Checks magic, version and header checksum; returns the number of sections.
uint32_t CheckHeader(std::span<const uint8_t> bytes, const std::string& name) {
  const size_t compared = std::min(bytes.size(), kMagic.size());
  if (bytes.empty() || !std::equal(kMagic.begin(), kMagic.begin() + compared, bytes.begin())) {
    Fail(name, "no NVE program: the file does not begin with NVEPROG");
  }
  if (bytes.size() < kHeaderBytes) {
    Fail(name, fmt::format("truncated: found {} bytes, the header alone has {}", bytes.size(),
                           kHeaderBytes));
  }
  const auto version = Load<uint32_t>(bytes, 8);
  if (version < kOldestVersion || version > kNewestVersion) {
    Fail(name,
         fmt::format("version {}, this tool reads {} to {}: use {}", version, kOldestVersion,
                     kNewestVersion,
                     version > kNewestVersion ? "newer nve tools" : "the tools that wrote it"));
  }
  const auto count = Load<uint32_t>(bytes, 12);
  if (count > kMaxSections) {
    Fail(name,
         fmt::format("corrupt header: {} sections, allowed: at most {}", count, kMaxSections));
  }
  const size_t table_end = kHeaderBytes + count * kEntryBytes;
  if (bytes.size() < table_end + kTrailerBytes) {
    Fail(name, fmt::format("truncated: found {} bytes, header and section table have {}",
                           bytes.size(), table_end + kTrailerBytes));
  }
  if (Load<uint32_t>(bytes, table_end) != Crc(bytes.first(table_end)) ||
      Load<uint32_t>(bytes, table_end + 4) != 0) {
    Fail(name, "corrupt header: its checksum does not match");
  }
  if (const auto length = Load<uint64_t>(bytes, 16); length != bytes.size()) {
    Fail(name, fmt::format("{}: found {} bytes, the header says {}",
                           bytes.size() < length ? "truncated" : "too long", bytes.size(), length));
  }
  return count;
}

}  // namespace

std::vector<uint8_t> FormatContainer(const std::vector<Section>& sections, uint32_t version) {
  const size_t data_start = kHeaderBytes + sections.size() * kEntryBytes + kTrailerBytes;
  size_t end = data_start;
  for (const Section& section : sections) end += Padded(section.bytes.size());
  std::vector<uint8_t> out(kMagic.begin(), kMagic.end());
  Append(version, &out);
  Append(static_cast<uint32_t>(sections.size()), &out);
  Append(static_cast<uint64_t>(end), &out);
  size_t offset = data_start;
  for (const Section& section : sections) {
    NVE_CHECK(section.name.size() < kNameBytes, section.name);
    std::vector<uint8_t> name(section.name.begin(), section.name.end());
    name.resize(kNameBytes);
    out.insert(out.end(), name.begin(), name.end());
    Append(static_cast<uint64_t>(offset), &out);
    Append(static_cast<uint64_t>(section.bytes.size()), &out);
    Append(Crc(section.bytes), &out);
    Append(uint32_t{0}, &out);
    offset += Padded(section.bytes.size());
  }
  Append(Crc(out), &out);
  Append(uint32_t{0}, &out);
  for (const Section& section : sections) {
    out.insert(out.end(), section.bytes.begin(), section.bytes.end());
    out.resize(Padded(out.size()));
  }
  return out;
}

bool LooksLikeContainer(std::span<const uint8_t> bytes) {
  return bytes.size() >= kMagic.size() && std::equal(kMagic.begin(), kMagic.end(), bytes.begin());
}

std::vector<Section> ParseContainer(std::span<const uint8_t> bytes, const std::string& name) {
  const uint32_t count = CheckHeader(bytes, name);
  Diagnostics problems;
  std::vector<Section> sections;
  size_t expected = kHeaderBytes + count * kEntryBytes + kTrailerBytes;
  for (uint32_t s = 0; s < count; ++s) {
    const size_t entry = kHeaderBytes + s * kEntryBytes;
    Section section;
    for (size_t i = 0; i < kNameBytes && bytes[entry + i] != 0; ++i) {
      section.name += static_cast<char>(bytes[entry + i]);
    }
    const auto offset = Load<uint64_t>(bytes, entry + 16);
    const auto size = Load<uint64_t>(bytes, entry + 24);
    if (offset != expected || size > bytes.size() - offset ||
        Padded(size) > bytes.size() - offset) {
      Fail(name, fmt::format("section '{}': offset {}, size {} does not follow the section before "
                             "or exceeds the file",
                             section.name, offset, size));
    }
    const auto data = bytes.subspan(offset, size);
    if (Crc(data) != Load<uint32_t>(bytes, entry + 32)) {
      problems.Error(
          {name, 0, ""},
          fmt::format("section '{}' is corrupt: its checksum does not match", section.name));
    }
    if (!AllZero(bytes.subspan(offset + size, Padded(size) - size))) {
      problems.Error({name, 0, ""},
                     fmt::format("section '{}' is corrupt: its padding is not 0", section.name));
    }
    section.bytes.assign(data.begin(), data.end());
    sections.push_back(std::move(section));
    expected += Padded(size);
  }
  if (expected != bytes.size()) problems.Error({name, 0, ""}, "bytes follow the last section");
  problems.ThrowIfErrors();
  return sections;
}

}  // namespace nve
