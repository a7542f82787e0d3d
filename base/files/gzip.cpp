// SPDX-License-Identifier: Apache-2.0
// gzip by zlib: see gzip.hpp.
#include "base/files/gzip.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <new>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

constexpr int kGzipOnly = 16;  // added to the size of the window
constexpr size_t kChunk = size_t{1} << 18;

// Owns zlib's state.
struct Inflater {
  z_stream stream{};
  Inflater() {
    if (inflateInit2(&stream, MAX_WBITS + kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

}  // namespace

bool LooksLikeGzip(std::span<const uint8_t> bytes) {
  return bytes.size() >= 3 && bytes[0] == 0x1f && bytes[1] == 0x8b && bytes[2] == 8;
}

std::vector<uint8_t> Gunzip(std::span<const uint8_t> bytes, const std::string& name, size_t most) {
  Inflater inflater;
  z_stream& stream = inflater.stream;
  stream.next_in = const_cast<uint8_t*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::vector<uint8_t> contents;
  int state = Z_OK;
  while (state == Z_OK) {
    const size_t used = contents.size();
    contents.resize(used + kChunk);
    stream.next_out = contents.data() + used;
    stream.avail_out = static_cast<uInt>(kChunk);
    state = inflate(&stream, Z_NO_FLUSH);
    contents.resize(contents.size() - stream.avail_out);
    if (state == Z_BUF_ERROR || (state == Z_OK && stream.avail_in == 0 && stream.avail_out > 0)) {
      throw InputError({name, 0, ""}, "packed by gzip and cut short; copy it again");
    }
    if (contents.size() > most) {
      throw InputError({name, 0, ""},
                       fmt::format("found more than {} bytes in a file packed by gzip", most));
    }
  }
  if (state == Z_MEM_ERROR) throw std::bad_alloc();
  if (state != Z_STREAM_END || stream.avail_in > 0) {
    throw InputError({name, 0, ""},
                     fmt::format("damaged: packed by gzip, but {}",
                                 state == Z_STREAM_END ? "there is more behind its end"
                                                       : "its contents cannot be unpacked"));
  }
  return contents;
}

}  // namespace nve
