// SPDX-License-Identifier: Apache-2.0
// All IDAT chunks together are one zlib stream of rows, each a filter's number and packed pixels;
// an interlaced picture is up to seven smaller ones, one after the other.
#include "base/images/png_rows.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <new>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

constexpr int kFilters = 5;

// The pixels of a pass: from a first one on, every so many.
struct Pass {
  int number;  // 0: the whole picture
  int x, y;    // of the first pixel
  int dx, dy;  // from one to the next
};

constexpr Pass kWhole[] = {{0, 0, 0, 1, 1}};
constexpr Pass kAdam7[] = {{1, 0, 0, 8, 8}, {2, 4, 0, 8, 8}, {3, 0, 4, 4, 8}, {4, 2, 0, 4, 4},
                           {5, 0, 2, 2, 4}, {6, 1, 0, 2, 2}, {7, 0, 1, 1, 2}};

int Pixels(int side, int first, int step) {
  return side > first ? (side - first + step - 1) / step : 0;
}

class Rows {
 public:
  Rows(std::span<const uint8_t> bytes, const PngLayout& layout, const std::string& name)
      : bytes_(bytes), layout_(layout), name_(name), next_(layout.data_begin) {
    row_.resize(RowBytes(layout.width));
    if (inflateInit(&stream_) != Z_OK) throw std::bad_alloc();
  }
  ~Rows() { inflateEnd(&stream_); }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  void Check() {
    if (layout_.interlaced) {
      for (const Pass& pass : kAdam7) CheckPass(pass);
    } else {
      CheckPass(kWhole[0]);
    }
    CheckEnd();
  }

 private:
  [[noreturn]] void Fail(const std::string& text) const {
    throw InputError({name_, 0, ""}, "damaged PNG: " + text);
  }

  // With the filter's number.
  size_t RowBytes(int columns) const {
    return 1 + (static_cast<size_t>(columns) * layout_.bits_per_pixel + 7) / 8;
  }

  std::string Place() const {
    const std::string row = fmt::format("row {}", y_);
    return pass_.number == 0 ? row : fmt::format("{} of pass {}", row, pass_.number);
  }

  // The byte of the file that is unpacked next.
  size_t At() const {
    return stream_.next_in == nullptr ? next_
                                      : static_cast<size_t>(stream_.next_in - bytes_.data());
  }

  void CheckPass(const Pass& pass) {
    const int columns = Pixels(layout_.width, pass.x, pass.dx);
    const int rows = columns == 0 ? 0 : Pixels(layout_.height, pass.y, pass.dy);
    if (rows == 0) return;
    pass_ = pass;
    const size_t count = RowBytes(columns);
    for (y_ = 0; y_ < rows; ++y_) {
      const size_t found = Unpack(count);
      if (found < count) {
        Fail(
            fmt::format("found the end of the pixels in {}, after {} of its {} bytes, allowed: "
                        "all of {}x{} pixels; {}",
                        Place(), found, count, layout_.width, layout_.height, Advice()));
      }
      if (row_[0] >= kFilters) {
        Fail(
            fmt::format("found filter {} in {}, allowed: 0 to {}", row_[0], Place(), kFilters - 1));
      }
    }
    --y_;
  }

  // A stream that ends as it should is whole, but another picture's.
  const char* Advice() const {
    return ended_ ? "is the size in its header right?" : "the file is cut short: save it again";
  }

  void CheckEnd() {
    if (Unpack(1) != 0) {
      Fail(
          fmt::format("found more pixels behind {}, allowed: {}x{}; is the size in its header "
                      "right?",
                      Place(), layout_.width, layout_.height));
    }
    if (!ended_) {
      Fail(
          fmt::format("found the end of the data at byte {}, allowed: behind the checksum of its "
                      "rows; the file is cut short: save it again",
                      layout_.data_end));
    }
    if (stream_.avail_in > 0 || NextData()) {
      Fail(
          fmt::format("found data at byte {}, behind the end of the compressed rows, allowed: "
                      "none; save it again",
                      At()));
    }
  }

  // Goes on with the next chunk that is not empty; false if there is none.
  bool NextData() {
    while (next_ < layout_.data_end) {
      const PngChunk chunk = PngChunkAt(bytes_, next_);
      next_ = chunk.end;
      if (chunk.data.empty()) continue;
      stream_.next_in = const_cast<Bytef*>(chunk.data.data());
      stream_.avail_in = static_cast<uInt>(chunk.data.size());
      return true;
    }
    return false;
  }

  // Unpacks up to `count` bytes into row_; fewer only at the end of the data.
  size_t Unpack(size_t count) {
    stream_.next_out = row_.data();
    stream_.avail_out = static_cast<uInt>(count);
    while (stream_.avail_out > 0 && !ended_) {
      // zlib may hold bytes back, so it is asked again when all data has been handed to it.
      if (stream_.avail_in == 0) NextData();
      const int status = inflate(&stream_, Z_NO_FLUSH);
      if (status == Z_BUF_ERROR) break;
      if (status == Z_MEM_ERROR) throw std::bad_alloc();
      if (status != Z_OK && status != Z_STREAM_END) {
        Fail(fmt::format("{} cannot be unpacked, before byte {}: {}; save it again", Place(), At(),
                         stream_.msg != nullptr ? stream_.msg : "a dictionary is needed"));
      }
      ended_ = status == Z_STREAM_END;
    }
    return count - stream_.avail_out;
  }

  std::span<const uint8_t> bytes_;
  const PngLayout& layout_;
  const std::string& name_;
  size_t next_;  // byte of the IDAT chunk that is unpacked next
  std::vector<uint8_t> row_;
  z_stream stream_{};
  bool ended_ = false;  // the stream
  Pass pass_ = kWhole[0];
  int y_ = 0;
};

}  // namespace

void CheckPngRows(std::span<const uint8_t> bytes, const PngLayout& layout,
                  const std::string& name) {
  Rows(bytes, layout, name).Check();
}

}  // namespace nve
