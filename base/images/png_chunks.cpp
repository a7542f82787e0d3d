// SPDX-License-Identifier: Apache-2.0
// A PNG is a signature and chunks: length, kind, data, checksum. IHDR is the first, IEND the last,
// and the rows are in IDAT chunks without others between them.
#include "base/images/png_chunks.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/diagnostics/diagnostics.hpp"
#include "base/images/images.hpp"

namespace nve {
namespace {

constexpr std::array<uint8_t, 8> kSignature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
constexpr size_t kLikeSignature = 4;  // bytes that no conversion of line ends changes
constexpr size_t kHeadBytes = 8;      // length and kind
constexpr size_t kFrameBytes = 12;    // what a chunk has besides its data
constexpr size_t kHeaderBytes = 13;   // the data of IHDR

struct ColourType {
  int number;
  const char* name;
  int channels;
  int depths;  // the sum of those that are allowed
};

constexpr int kPalette = 3;
constexpr ColourType kColourTypes[] = {{0, "gray", 1, 1 | 2 | 4 | 8 | 16},
                                       {2, "RGB", 3, 8 | 16},
                                       {kPalette, "palette", 1, 1 | 2 | 4 | 8},
                                       {4, "gray with alpha", 2, 8 | 16},
                                       {6, "RGB with alpha", 4, 8 | 16}};

uint32_t Big32(std::span<const uint8_t> bytes) {
  uint32_t value = 0;
  for (const uint8_t byte : bytes.first(4)) value = value << 8 | byte;
  return value;
}

// Takes the chunks of one file in their order; the first one out of place is an InputError.
class Walk {
 public:
  Walk(std::span<const uint8_t> bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  PngLayout Layout() {
    CheckSignature();
    size_t at = kSignature.size();
    while (!ended_) {
      CheckWhole(at);
      const PngChunk chunk = PngChunkAt(bytes_, at);
      CheckSum(chunk);
      Take(chunk);
      at = chunk.end;
    }
    if (at < bytes_.size()) {
      Fail(fmt::format(
          "found more behind its end, {} bytes from byte {} on, allowed: one picture a file; "
          "save it again",
          bytes_.size() - at, at));
    }
    return layout_;
  }

 private:
  [[noreturn]] void Fail(const std::string& text) const {
    throw InputError({name_, 0, ""}, "damaged PNG: " + text);
  }

  void CheckSignature() const {
    const auto first = bytes_.first(std::min(bytes_.size(), kSignature.size()));
    const bool is_begun = std::equal(first.begin(), first.end(), kSignature.begin());
    if (is_begun && first.size() == kSignature.size()) return;
    if (is_begun)
      Fail(fmt::format("found {} bytes, the rest is missing; copy it again", first.size()));
    Fail(
        fmt::format("found {:02x} as its first bytes, allowed: {:02x}; were its line ends "
                    "converted? copy the file as binary",
                    fmt::join(first, " "), fmt::join(kSignature, " ")));
  }

  // libpng asks for memory for a whole chunk before it reads on.
  void CheckWhole(size_t at) const {
    const size_t left = bytes_.size() - at;
    if (left < kFrameBytes) {
      Fail(
          fmt::format("found the end of the file {} bytes behind byte {}, allowed: another chunk, "
                      "and IEND as the last; the file is cut short",
                      left, at));
    }
    const size_t length = Big32(bytes_.subspan(at));
    if (length > left - kFrameBytes) {
      Fail(fmt::format("a chunk at byte {} says it has {} bytes, {} are left", at, length,
                       left - kFrameBytes));
    }
  }

  void CheckSum(const PngChunk& chunk) const {
    const uint32_t stored = Big32(bytes_.subspan(chunk.end - 4));
    const uLong sum = crc32_z(0, bytes_.data() + chunk.at + 4, chunk.data.size() + 4);
    if (sum == stored) return;
    Fail(
        fmt::format("found checksum {:08x} at byte {}, allowed: {:08x}, that of the chunk at byte "
                    "{}; the file was changed: save it again",
                    stored, chunk.end - 4, sum, chunk.at));
  }

  void Take(const PngChunk& chunk) {
    const std::string_view kind = chunk.kind;
    const bool first = chunk.at == kSignature.size();
    if (first != (kind == "IHDR")) {
      Fail(fmt::format("found chunk {} at byte {}, allowed: IHDR, once, as the first chunk",
                       NameOf(chunk), chunk.at));
    }
    if (first) return TakeHeader(chunk);
    if (kind == "PLTE") return TakePalette(chunk);
    if (kind == "IDAT") return TakeData(chunk);
    if (kind == "IEND") return TakeEnd(chunk);
    if (kind == "acTL" || kind == "fcTL" || kind == "fdAT") RefuseAnimation(chunk);
    // An upper-case letter in front says that the picture is not complete without the chunk.
    if (kind[0] < 'a' || kind[0] > 'z') {
      Fail(
          fmt::format("found chunk {} at byte {}, allowed: IHDR, PLTE, IDAT, IEND and those whose "
                      "name begins with a lower-case letter",
                      NameOf(chunk), chunk.at));
    }
  }

  // A damaged kind may have any bytes.
  static std::string NameOf(const PngChunk& chunk) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (std::all_of(chunk.kind.begin(), chunk.kind.end(), letter)) return std::string(chunk.kind);
    return fmt::format("of bytes {:02x}", fmt::join(chunk.kind.begin(), chunk.kind.end(), " "));
  }

  void TakeHeader(const PngChunk& chunk) {
    const std::span<const uint8_t> data = chunk.data;
    if (data.size() != kHeaderBytes) {
      Fail(fmt::format("found {} bytes in IHDR, allowed: {}", data.size(), kHeaderBytes));
    }
    Diagnostics problems;
    const std::string width = std::to_string(Big32(data));
    const std::string height = std::to_string(Big32(data.subspan(4)));
    CheckImageSides({width, height, "PNG"}, name_, problems);
    CheckPixels(data[8], data[9], problems);
    CheckMethod("compression method", data[10], 0, problems);
    CheckMethod("filter method", data[11], 0, problems);
    CheckMethod("interlacing", data[12], 1, problems);
    problems.ThrowIfErrors();
    layout_.width = static_cast<int>(Big32(data));
    layout_.height = static_cast<int>(Big32(data.subspan(4)));
    layout_.interlaced = data[12] == 1;
  }

  void CheckPixels(int depth, int number, Diagnostics& problems) {
    const auto type = std::find_if(std::begin(kColourTypes), std::end(kColourTypes),
                                   [number](const ColourType& t) { return t.number == number; });
    if (type == std::end(kColourTypes)) {
      problems.Error(
          {name_, 0, ""},
          fmt::format("damaged PNG: found colour type {}, allowed: 0, 2, 3, 4 and 6", number));
      return;
    }
    std::string allowed;
    for (int d = 1; d <= 16; d *= 2) {
      if ((type->depths & d) != 0) allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", d);
    }
    if (!std::has_single_bit(static_cast<unsigned>(depth)) || (type->depths & depth) == 0) {
      problems.Error({name_, 0, ""},
                     fmt::format("damaged PNG: found {} bits a sample in colour type {} ({}), "
                                 "allowed: {}",
                                 depth, number, type->name, allowed));
    }
    type_ = type;
    layout_.bits_per_pixel = depth * type->channels;
  }

  void CheckMethod(const char* what, int found, int most, Diagnostics& problems) const {
    if (found <= most) return;
    problems.Error({name_, 0, ""}, fmt::format("damaged PNG: found {} {}, allowed: {}", what, found,
                                               most == 0 ? "0" : "0 and 1"));
  }

  void TakePalette(const PngChunk& chunk) {
    if (palette_ || layout_.data_begin != 0) {
      Fail(fmt::format("found chunk PLTE at byte {}, allowed: once, before the first IDAT",
                       chunk.at));
    }
    if (type_->channels < 3 && type_->number != kPalette) {
      Fail(fmt::format("found chunk PLTE at byte {}, allowed in colour type {} ({}): none",
                       chunk.at, type_->number, type_->name));
    }
    const size_t most =
        type_->number == kPalette ? size_t{1} << layout_.bits_per_pixel : size_t{256};
    if (chunk.data.empty() || chunk.data.size() % 3 != 0 || chunk.data.size() > 3 * most) {
      Fail(
          fmt::format("found {} bytes in PLTE at byte {}, allowed: 3 for each of 1 to {} "
                      "entries",
                      chunk.data.size(), chunk.at, most));
    }
    palette_ = true;
  }

  void TakeData(const PngChunk& chunk) {
    if (layout_.data_begin == 0) {
      if (type_->number == kPalette && !palette_) {
        Fail(fmt::format("found chunk IDAT at byte {}, allowed before it: a palette, PLTE",
                         chunk.at));
      }
      layout_.data_begin = chunk.at;
    } else if (chunk.at != layout_.data_end) {
      Fail(
          fmt::format("found chunk IDAT at byte {}, allowed: all IDAT chunks in a row, and others "
                      "are at byte {}; save it again",
                      chunk.at, layout_.data_end));
    }
    layout_.data_end = chunk.end;
  }

  void TakeEnd(const PngChunk& chunk) {
    if (layout_.data_begin == 0) {
      Fail(fmt::format("found chunk IEND at byte {}, allowed before it: IDAT", chunk.at));
    }
    if (!chunk.data.empty()) {
      Fail(fmt::format("found {} bytes in IEND at byte {}, allowed: none; save it again",
                       chunk.data.size(), chunk.at));
    }
    ended_ = true;
  }

  [[noreturn]] void RefuseAnimation(const PngChunk& chunk) const {
    const bool counts = chunk.kind == "acTL" && chunk.data.size() >= 4;
    throw InputError(
        {name_, 0, ""},
        fmt::format("found an animation{} (chunk {} at byte {}), allowed: one picture a "
                    "file; save one of them as PNG",
                    counts ? fmt::format(" of {} pictures", Big32(chunk.data)) : "", chunk.kind,
                    chunk.at));
  }

  std::span<const uint8_t> bytes_;
  const std::string& name_;
  PngLayout layout_;
  const ColourType* type_ = nullptr;
  bool palette_ = false;  // PLTE was there
  bool ended_ = false;    // IEND was there
};

}  // namespace

bool LooksLikePng(std::span<const uint8_t> bytes) {
  return bytes.size() >= kLikeSignature &&
         std::equal(kSignature.begin(), kSignature.begin() + kLikeSignature, bytes.begin());
}

PngChunk PngChunkAt(std::span<const uint8_t> bytes, size_t at) {
  const std::span<const uint8_t> data = bytes.subspan(at + kHeadBytes, Big32(bytes.subspan(at)));
  const auto* kind = reinterpret_cast<const char*>(bytes.data()) + at + 4;
  return {at, std::string_view(kind, 4), data, at + kFrameBytes + data.size()};
}

PngLayout ReadPngLayout(std::span<const uint8_t> bytes, const std::string& name) {
  return Walk(bytes, name).Layout();
}

}  // namespace nve
