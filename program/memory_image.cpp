// SPDX-License-Identifier: Apache-2.0
// Layout and contents of the memory the steps work on.
#include "program/memory_image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <utility>

namespace nve {

static_assert(std::endian::native == std::endian::little, "stream words are copied as stored");

uint64_t MemoryLayout::AddressOf(const MemoryObject& object) const {
  const auto index = static_cast<size_t>(object.index);
  return object.kind == MemoryObject::Kind::kPlane ? planes.at(index) : coefficients.at(index);
}

MemoryLayout LayoutMemory(const Binary& binary, uint64_t base, const MemoryPlacement& where) {
  NVE_CHECK(std::has_single_bit(where.alignment), "alignment must be a power of two");
  MemoryLayout layout;
  layout.base = base;
  layout.end = base;
  const auto place = [&](uint64_t bytes) {
    const uint64_t mask = where.alignment - 1;
    const uint64_t address = base + ((layout.end - base + mask) & ~mask);
    layout.end = address + bytes;
    return address;
  };
  const auto skip_to_bank = [&](uint64_t bank) {
    const uint64_t row = layout.end / where.bank_bytes;
    const uint64_t rows = (bank + where.banks - row % where.banks) % where.banks;
    if (rows > 0) layout.end = (row + rows) * where.bank_bytes;
  };
  for (const Program& program : binary.programs) {
    layout.coefficients.push_back(place(program.coefficients.size() * arch::kWordBytes));
  }
  std::map<int, uint64_t> groups;  // address of each
  uint64_t blocks = 0;
  for (const Plane& plane : binary.planes) {
    const auto group = groups.find(plane.group.number);
    uint64_t block = group == groups.end() ? 0 : group->second;
    if (group == groups.end()) {
      if (where.bank_bytes > 0) skip_to_bank(blocks++ % where.banks);
      block = place(static_cast<uint64_t>(plane.Bytes()));
      if (plane.IsGrouped()) groups.emplace(plane.group.number, block);
    }
    layout.planes.push_back(block + static_cast<uint64_t>(plane.group.start));
  }
  return layout;
}

MemoryImage::MemoryImage(const Binary& binary, MemoryLayout layout, std::span<uint8_t> bytes)
    : binary_(binary), layout_(std::move(layout)), bytes_(bytes) {
  NVE_CHECK(bytes_.size() >= layout_.Bytes(),
            fmt::format("{} bytes of memory, needed {}", bytes_.size(), layout_.Bytes()));
}

void MemoryImage::PutCoefficients() {
  for (size_t p = 0; p < binary_.programs.size(); ++p) {
    const std::vector<uint64_t>& words = binary_.programs[p].coefficients;
    if (words.empty()) continue;
    std::memcpy(&bytes_[layout_.coefficients[p] - layout_.base], words.data(),
                words.size() * arch::kWordBytes);
  }
}

std::vector<std::string> MemoryImage::PutPicture(const FeatureMaps& picture,
                                                 const std::string& name) {
  int maps = 0;
  int height = 0;
  int width = 0;
  for (const int index : binary_.input_planes) {
    const Plane& plane = binary_.planes[static_cast<size_t>(index)];
    maps = std::max(maps, plane.map + 1);
    height = std::max(height, plane.height);
    width = std::max(width, plane.width);
  }
  const int pictures = binary_.Pictures();
  const int needed = maps * pictures;
  if (binary_.vectors == Vectors::kHorizontal) std::swap(height, width);
  const std::string problem = TooSmall(picture, needed, height, width);
  if (!problem.empty()) throw InputError(SourceLocation{name, 0, ""}, problem);
  for (const int index : binary_.input_planes) {
    const int map = binary_.planes[static_cast<size_t>(index)].map;
    ClearAll(index);
    for (int number = 0; number < pictures; ++number) {
      PutMap(index, number, picture, number * maps + map);
    }
  }
  std::vector<std::string> notes;
  if (picture.height > height || picture.width > width) {
    notes.push_back(fmt::format("{}: {} x {} pixels, cropped right and below to the {} x {} needed",
                                name, picture.width, picture.height, width, height));
  }
  if (picture.maps > needed) {
    notes.push_back(fmt::format("{}: {} maps, the first {} are used", name, picture.maps, needed));
  }
  return notes;
}

void MemoryImage::PutMap(int plane_index, int picture, const FeatureMaps& maps, int map) {
  const Plane& plane = binary_.planes[static_cast<size_t>(plane_index)];
  const bool horizontal = binary_.vectors == Vectors::kHorizontal;
  uint8_t* bytes = &bytes_[PictureOf(plane_index, picture)];
  for (int x = 0; x < plane.width; ++x) {
    for (int y = 0; y < plane.height; ++y) {
      bytes[x * plane.pitch + plane.RowOffset(y)] =
          horizontal ? maps.at(map, x, y) : maps.at(map, y, x);
    }
  }
}

void MemoryImage::Clear(int plane_index) {
  for (const PlaneRegion& border : BordersOf(plane_index, binary_.planes)) Clear(border);
}

void MemoryImage::Clear(const PlaneRegion& region) {
  const Plane& plane = binary_.planes[static_cast<size_t>(region.plane)];
  for (const Interval& columns : region.columns.list()) {
    for (int64_t column = columns.begin; column < columns.end; ++column) {
      for (const Interval& rows : region.rows.list()) {
        for (int64_t row = rows.begin; row < rows.end;) {  // what lies together
          const int64_t end = std::min(rows.end, (row / plane.pitch + 1) * plane.pitch);
          const std::span<uint8_t> bytes = Bytes(Piece{
              {MemoryObject::Kind::kPlane, region.plane}, plane.OffsetOf(column, row), end - row});
          std::memset(bytes.data(), 0, bytes.size());
          row = end;
        }
      }
    }
  }
}

void MemoryImage::ClearAll(int plane_index) { Clear(WholePlane(plane_index, binary_.planes)); }

std::vector<uint64_t> MemoryImage::Gather(const std::vector<Transfer>& transfers) const {
  std::vector<uint64_t> words(static_cast<size_t>(TotalBytes(transfers)) / arch::kWordBytes);
  auto* to = reinterpret_cast<uint8_t*>(words.data());
  ForEachPiece(transfers, [&](const Piece& piece) {
    const std::span<const uint8_t> from = Bytes(piece);
    std::memcpy(to, from.data(), from.size());
    to += from.size();
  });
  return words;
}

void MemoryImage::Scatter(const std::vector<Transfer>& transfers, std::span<const uint64_t> words) {
  NVE_CHECK(words.size_bytes() == static_cast<size_t>(TotalBytes(transfers)),
            fmt::format("{} words to store, the transfers move {} bytes", words.size(),
                        TotalBytes(transfers)));
  const auto* from = reinterpret_cast<const uint8_t*>(words.data());
  ForEachPiece(transfers, [&](const Piece& piece) {
    const std::span<uint8_t> to = Bytes(piece);
    std::memcpy(to.data(), from, to.size());
    from += to.size();
  });
}

FeatureMaps MemoryImage::ReadPlanes(const std::vector<int>& planes) const {
  if (planes.empty()) return {};
  const Plane& first = binary_.planes[static_cast<size_t>(planes[0])];
  const bool horizontal = binary_.vectors == Vectors::kHorizontal;
  const auto count = static_cast<int>(planes.size());
  FeatureMaps maps(count * first.pictures, horizontal ? first.width : first.height,
                   horizontal ? first.height : first.width);
  for (int m = 0; m < maps.maps; ++m) {
    const int index = planes[static_cast<size_t>(m % count)];
    const Plane& plane = binary_.planes[static_cast<size_t>(index)];
    NVE_CHECK(plane.height == first.height && plane.width == first.width, plane.name);
    const uint8_t* bytes = &bytes_[PictureOf(index, m / count)];
    for (int x = 0; x < plane.width; ++x) {
      for (int y = 0; y < plane.height; ++y) {
        (horizontal ? maps.at(m, x, y) : maps.at(m, y, x)) =
            bytes[x * plane.pitch + plane.RowOffset(y)];
      }
    }
  }
  return maps;
}

void MemoryImage::PutPlanes(const std::vector<int>& planes, const FeatureMaps& maps) {
  const auto count = static_cast<int>(planes.size());
  NVE_CHECK(count * binary_.Pictures() == maps.maps, "a map per plane and picture");
  for (const int index : planes) ClearAll(index);
  for (int m = 0; m < maps.maps; ++m) {
    PutMap(planes[static_cast<size_t>(m % count)], m / count, maps, m);
  }
}

size_t MemoryImage::PictureOf(int plane_index, int picture) const {
  const Plane& plane = binary_.planes[static_cast<size_t>(plane_index)];
  return layout_.planes.at(static_cast<size_t>(plane_index)) - layout_.base +
         static_cast<size_t>(picture * plane.pitch * plane.columns);
}

std::span<uint8_t> MemoryImage::Bytes(const Piece& piece) {
  return bytes_.subspan(layout_.AddressOf(piece) - layout_.base, static_cast<size_t>(piece.bytes));
}

std::span<const uint8_t> MemoryImage::Bytes(const Piece& piece) const {
  return bytes_.subspan(layout_.AddressOf(piece) - layout_.base, static_cast<size_t>(piece.bytes));
}

}  // namespace nve
