// SPDX-License-Identifier: Apache-2.0
// A PNG made without libpng, chunk by chunk, so that it may be damaged anywhere.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <vector>

namespace nve {

class PngMaker {
 public:
  using Bytes = std::vector<uint8_t>;

  PngMaker(int width, int height, int depth, int colour, int interlacing = 0) {
    Bytes header;
    Big(static_cast<uint32_t>(width), &header);
    Big(static_cast<uint32_t>(height), &header);
    for (const int byte : {depth, colour, 0, 0, interlacing}) {
      header.push_back(static_cast<uint8_t>(byte));
    }
    Chunk("IHDR", header);
  }

  PngMaker& Chunk(const std::string& kind, const Bytes& data) {
    Bytes body(kind.begin(), kind.end());
    body.insert(body.end(), data.begin(), data.end());
    Big(static_cast<uint32_t>(data.size()), &bytes_);
    bytes_.insert(bytes_.end(), body.begin(), body.end());
    Big(static_cast<uint32_t>(crc32(0, body.data(), static_cast<uInt>(body.size()))), &bytes_);
    return *this;
  }

  // The filtered scan lines as one IDAT, and the end.
  Bytes Finish(const Bytes& rows) { return Chunk("IDAT", Packed(rows)).End(); }

  Bytes End() { return Chunk("IEND", {}).bytes_; }

  static Bytes Packed(const Bytes& rows) {
    Bytes packed(compressBound(rows.size()));
    uLongf length = packed.size();
    compress(packed.data(), &length, rows.data(), rows.size());
    packed.resize(length);
    return packed;
  }

 private:
  static void Big(uint32_t value, Bytes* out) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      out->push_back(static_cast<uint8_t>(value >> shift));
    }
  }

  Bytes bytes_ = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
};

}  // namespace nve
