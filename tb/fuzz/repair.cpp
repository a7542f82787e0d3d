// SPDX-License-Identifier: Apache-2.0
// Checksums of the three formats that have some. The formats are written down here once more on
// purpose: a mistake in a reader must not hide behind the same one here.
#include "tb/fuzz/repair.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <string>

#include "arch/build_machine.hpp"
#include "nve_isa.hpp"
#include "program/container.hpp"

namespace nve::fuzz {
namespace {

uint64_t Little(Bytes bytes, size_t at, int count) {
  uint64_t value = 0;
  for (int i = count; i-- > 0;) value = value << 8 | bytes[at + static_cast<size_t>(i)];
  return value;
}

void PutLittle(uint64_t value, size_t at, int count, std::vector<uint8_t>* bytes) {
  for (int i = 0; i < count; ++i, value >>= 8) {
    (*bytes)[at + static_cast<size_t>(i)] = static_cast<uint8_t>(value);
  }
}

uint32_t Crc(Bytes bytes) { return static_cast<uint32_t>(crc32_z(0, bytes.data(), bytes.size())); }

// What raw deflate data unpacks to, at most `most` bytes.
std::vector<uint8_t> Inflated(Bytes packed, size_t most) {
  std::vector<uint8_t> contents(most);
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  stream.next_in = const_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = contents.data();
  stream.avail_out = static_cast<uInt>(contents.size());
  inflate(&stream, Z_FINISH);
  contents.resize(stream.total_out);
  inflateEnd(&stream);
  return contents;
}

// Repairs the member whose entry in the central directory begins at `at`, in both headers.
void RepairMember(size_t at, std::vector<uint8_t>* bytes) {
  constexpr size_t kLocalBytes = 30;
  constexpr size_t kMostUnpacked = size_t{1} << 20;
  const uint64_t offset = Little(*bytes, at + 42, 4);
  if (offset + kLocalBytes > bytes->size()) return;
  const size_t begin =
      offset + kLocalBytes + Little(*bytes, offset + 26, 2) + Little(*bytes, offset + 28, 2);
  const size_t packed = Little(*bytes, at + 20, 4);
  if (begin > bytes->size() || packed > bytes->size() - begin) return;
  const Bytes data = Bytes(*bytes).subspan(begin, packed);
  const bool stored = Little(*bytes, at + 10, 2) == 0;
  const std::vector<uint8_t> contents =
      stored ? std::vector<uint8_t>(data.begin(), data.end()) : Inflated(data, kMostUnpacked);
  PutLittle(Crc(contents), at + 16, 4, bytes);
  PutLittle(contents.size(), at + 24, 4, bytes);
  // The local header says the same, unless a data descriptor does.
  if ((Little(*bytes, offset + 6, 2) & 8) != 0) return;
  for (const size_t field : {16, 20, 24}) {
    PutLittle(Little(*bytes, at + field, 4), offset + field - 2, 4, bytes);
  }
}

// The manifest with this build's architecture instead of the one it names.
std::string ForThisBuild(std::string manifest) {
  const std::string key = "\"arch\":{";
  const size_t begin = manifest.find(key);
  const size_t end = manifest.find('}', std::min(begin, manifest.size()));
  if (end == std::string::npos) return manifest;
  return manifest.replace(begin, end - begin,
                          fmt::format("{}\"name\":\"{}\",\"id\":{}", key, arch::BuildMachine().name,
                                      arch::BuildMachine().id));
}

}  // namespace

std::vector<uint8_t> RepairContainer(Bytes bytes) {
  constexpr size_t kHeaderBytes = 24;
  constexpr size_t kEntryBytes = 40;
  constexpr size_t kSections = 4;
  constexpr size_t kBegin = kHeaderBytes + kSections * kEntryBytes + 8;
  std::vector<uint8_t> same(bytes.begin(), bytes.end());
  if (bytes.size() < kBegin || !LooksLikeContainer(bytes)) return same;
  std::vector<Section> sections(kSections);
  sections[0].name = "manifest";
  sections[1].name = "code";
  sections[2].name = "coefficients";
  sections[3].name = "tables";
  size_t end = bytes.size();
  for (size_t s = kSections; s-- > 1;) {
    const uint64_t size = Little(bytes, kHeaderBytes + s * kEntryBytes + 24, 8);
    if (size > end - kBegin || (size + 7) / 8 * 8 > end - kBegin) return same;
    end -= (size + 7) / 8 * 8;
    const Bytes contents = bytes.subspan(end, size);
    sections[s].bytes.assign(contents.begin(), contents.end());
  }
  Bytes manifest = bytes.subspan(kBegin, end - kBegin);
  while (!manifest.empty() && manifest.back() == 0) manifest = manifest.first(manifest.size() - 1);
  const std::string text = ForThisBuild({manifest.begin(), manifest.end()});
  sections[0].bytes.assign(text.begin(), text.end());
  return FormatContainer(sections);
}

std::vector<uint8_t> RepairZip(Bytes bytes) {
  constexpr size_t kCentralBytes = 46;
  constexpr uint32_t kCentralSignature = 0x02014b50;
  std::vector<uint8_t> repaired(bytes.begin(), bytes.end());
  for (size_t at = 0; at + kCentralBytes <= repaired.size(); ++at) {
    if (Little(repaired, at, 4) == kCentralSignature) RepairMember(at, &repaired);
  }
  return repaired;
}

std::vector<uint8_t> RepairPng(Bytes bytes) {
  constexpr size_t kSignatureBytes = 8;
  constexpr size_t kChunkBytes = 12;  // length and name before the data, the checksum behind
  std::vector<uint8_t> repaired(bytes.begin(), bytes.end());
  const auto big = [&repaired](size_t at) {
    return size_t{repaired[at]} << 24 | size_t{repaired[at + 1]} << 16 |
           size_t{repaired[at + 2]} << 8 | repaired[at + 3];
  };
  for (size_t at = kSignatureBytes; at + kChunkBytes <= repaired.size();) {
    const size_t length = big(at);
    if (length > repaired.size() - at - kChunkBytes) break;
    const uint32_t crc = Crc(Bytes(repaired).subspan(at + 4, length + 4));
    const size_t end = at + 8 + length;
    for (size_t i = 0; i < 4; ++i) repaired[end + i] = static_cast<uint8_t>(crc >> (24 - 8 * i));
    at = end + 4;
  }
  return repaired;
}

}  // namespace nve::fuzz
