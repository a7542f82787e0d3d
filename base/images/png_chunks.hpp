// SPDX-License-Identifier: Apache-2.0
// PNG as a row of chunks: used by png_file.cpp and png_rows.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace nve {

/// The bytes begin as a PNG does, or as one whose line ends were converted.
bool LooksLikePng(std::span<const uint8_t> bytes);

/// One chunk of a file.
struct PngChunk {
  size_t at = 0;                  // the byte its length stands at
  std::string_view kind;          // four letters, such as IDAT
  std::span<const uint8_t> data;  // without length, kind and checksum
  size_t end = 0;                 // the byte behind its checksum
};

/// The chunk at byte `at`, where a whole one must stand.
PngChunk PngChunkAt(std::span<const uint8_t> bytes, size_t at);

/// What the header of a PNG says, and where its compressed rows are.
struct PngLayout {
  int width = 0;            // pixels, 1 to kMaxImageSide
  int height = 0;           // pixels, 1 to kMaxImageSide
  int bits_per_pixel = 0;   // as stored, 1 to 64
  bool interlaced = false;  // Adam7
  size_t data_begin = 0;    // byte of the first IDAT chunk
  size_t data_end = 0;      // byte behind the last; all between are IDAT chunks
};

/// Reads the chunks of a PNG and checks what libpng lets pass: their order, the checksums of all,
/// one picture in the file and nothing behind it. Asks for no memory. InputError if a file is no
/// such PNG; `name` stands for it in the message.
PngLayout ReadPngLayout(std::span<const uint8_t> bytes, const std::string& name);

}  // namespace nve
