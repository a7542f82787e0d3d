// SPDX-License-Identifier: Apache-2.0
// The memory the steps work on: where planes and coefficient words lie in a flat byte array, and
// how pictures get in, pieces move and maps get out. Used by nve-sim and by the host, on memory the
// caller owns.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/images/maps.hpp"
#include "program/binary.hpp"
#include "program/step_regions.hpp"

namespace nve {

/// Addresses of everything the steps' transfers name.
struct MemoryLayout {
  uint64_t base = 0;                   ///< first byte
  uint64_t end = 0;                    ///< one past the last byte
  std::vector<uint64_t> planes;        ///< address of every plane
  std::vector<uint64_t> coefficients;  ///< address of every program's coefficient words

  uint64_t Bytes() const { return end - base; }
  uint64_t AddressOf(const MemoryObject& object) const;
  uint64_t AddressOf(const Piece& piece) const {
    return AddressOf(piece.object) + static_cast<uint64_t>(piece.offset);
  }
};

/// Where objects may begin.
struct MemoryPlacement {
  uint64_t alignment = 64;  ///< multiples of it, a power of two, from the base
  /// Not 0: one plane after the other begins in the next bank of a memory whose rows of so many
  /// bytes lie in one bank after the other. Maps are read in turns, a column of each: in one bank
  /// every column would close the row of the one before.
  uint64_t bank_bytes = 0;
  uint64_t banks = 1;
};

/// Coefficient blocks, then planes; those of a group lie in one block.
MemoryLayout LayoutMemory(const Binary& binary, uint64_t base = 0,
                          const MemoryPlacement& where = {});

/// The contents of the memory. Binary and bytes must outlive it; bytes[0] is the byte at
/// layout.base.
class MemoryImage {
 public:
  MemoryImage(const Binary& binary, MemoryLayout layout, std::span<uint8_t> bytes);

  const MemoryLayout& layout() const { return layout_; }

  /// Writes every program's coefficient words.
  void PutCoefficients();

  /// Puts the picture into the input planes, the rest of which becomes 0; if the steps compute
  /// several, the maps of one after those of the other. A picture larger than
  /// needed is cropped right and below, and maps beyond those needed are left out, each with a note
  /// in the result; one that is too small is an InputError that begins with `name`.
  std::vector<std::string> PutPicture(const FeatureMaps& picture, const std::string& name);

  /// Sets every byte of a plane outside its valid height x width to 0 (ClearStep).
  void Clear(int plane);

  /// Sets the bytes of a region to 0.
  void Clear(const PlaneRegion& region);

  /// The words the transfers read, in stream order.
  std::vector<uint64_t> Gather(const std::vector<Transfer>& transfers) const;

  /// Stores stream words where the transfers say; there must be exactly as many as they move.
  void Scatter(const std::vector<Transfer>& transfers, std::span<const uint64_t> words);

  /// Puts maps into planes of their size, whose other bytes become 0: the reverse of ReadPlanes.
  void PutPlanes(const std::vector<int>& planes, const FeatureMaps& maps);

  /// Valid pixels of the given planes, which must be of one size, as maps in this order; of
  /// several pictures, all maps of one after those of the other.
  FeatureMaps ReadPlanes(const std::vector<int>& planes) const;

  /// The bytes of a piece.
  std::span<uint8_t> Bytes(const Piece& piece);
  std::span<const uint8_t> Bytes(const Piece& piece) const;

 private:
  /// Clears the whole plane.
  void ClearAll(int plane);
  /// Puts map `map` of `maps` into a plane, as the one of picture number `picture`.
  void PutMap(int plane, int picture, const FeatureMaps& maps, int map);
  /// Where in the bytes pixel (0, 0) of a plane's picture number `picture` is.
  size_t PictureOf(int plane, int picture) const;

  const Binary& binary_;
  MemoryLayout layout_;
  std::span<uint8_t> bytes_;
};

}  // namespace nve
