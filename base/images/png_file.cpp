// SPDX-License-Identifier: Apache-2.0
// PNG through libpng's full interface.
//
// libpng reports errors by longjmp. Only the small static functions that call setjmp contain libpng
// calls, they have no local objects with destructors, and everything they fill belongs to a struct
// of the caller, which throws the C++ exception afterwards.
#include "base/images/png_file.hpp"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <new>

#include "base/diagnostics/diagnostics.hpp"
#include "base/images/png_chunks.hpp"
#include "base/images/png_rows.hpp"

namespace nve {
namespace {

// What the libpng callbacks reach through their user pointers.
struct PngContext {
  std::span<const uint8_t> input;  // bytes not read yet
  std::vector<uint8_t> output;     // bytes written so far
  bool out_of_memory = false;      // while growing `output`
  char message[200] = "";          // libpng's last error
};

void OnError(png_structp png, png_const_charp message) {
  auto* context = static_cast<PngContext*>(png_get_error_ptr(png));
  std::strncpy(context->message, message, sizeof context->message - 1);
  png_longjmp(png, 1);
}

void OnWarning(png_structp, png_const_charp) {}

void OnRead(png_structp png, png_bytep to, size_t count) {
  auto* context = static_cast<PngContext*>(png_get_io_ptr(png));
  if (count > context->input.size()) png_error(png, "the file is cut short");
  std::copy_n(context->input.begin(), count, to);
  context->input = context->input.subspan(count);
}

void OnWrite(png_structp png, png_bytep from, size_t count) {
  auto* context = static_cast<PngContext*>(png_get_io_ptr(png));
  try {
    context->output.insert(context->output.end(), from, from + count);
  } catch (const std::bad_alloc&) {
    context->out_of_memory = true;
  }
  if (context->out_of_memory) png_error(png, "out of memory");
}

void OnFlush(png_structp) {}

// Owns libpng's read structures.
struct PngReader {
  PngContext context;
  png_structp png = nullptr;
  png_infop info = nullptr;

  explicit PngReader(std::span<const uint8_t> bytes) {
    context.input = bytes;
    png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &context, OnError, OnWarning);
    if (png != nullptr) info = png_create_info_struct(png);
    if (info == nullptr) {
      png_destroy_read_struct(&png, nullptr, nullptr);
      throw std::bad_alloc();
    }
    png_set_read_fn(png, &context, OnRead);
    png_set_user_limits(png, kMaxImageSide, kMaxImageSide);
  }
  ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;
};

bool HasPalette(const PngReader& reader) {
  return png_get_color_type(reader.png, reader.info) == PNG_COLOR_TYPE_PALETTE;
}

// Reads the header and asks for rows of a byte a sample: gray, RGB or indices into the palette.
// False on a libpng error.
bool ReadHeader(PngReader* reader) {
  png_structp png = reader->png;
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_read_info(png, reader->info);
  if (HasPalette(*reader)) {
    png_set_packing(png);
  } else {
    png_set_strip_16(png);
    png_set_expand(png);  // fewer than 8 bits to 8, transparency to alpha
    png_set_strip_alpha(png);
  }
  png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  return true;
}

bool ReadRows(PngReader* reader, png_bytepp rows) {
  if (setjmp(png_jmpbuf(reader->png)) != 0) return false;
  png_read_image(reader->png, rows);
  png_read_end(reader->png, nullptr);
  return true;
}

// Owns libpng's write structures.
struct PngWriter {
  PngContext context;
  png_structp png = nullptr;
  png_infop info = nullptr;

  PngWriter() {
    png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &context, OnError, OnWarning);
    if (png != nullptr) info = png_create_info_struct(png);
    if (info == nullptr) {
      png_destroy_write_struct(&png, nullptr);
      throw std::bad_alloc();
    }
    png_set_write_fn(png, &context, OnWrite, OnFlush);
  }
  ~PngWriter() { png_destroy_write_struct(&png, &info); }
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;
};

// Rows of samples, as a file has them.
struct Samples {
  int height = 0;
  int width = 0;
  int channels = 1;  // gray, or 3 of a colour
  std::span<const uint8_t> bytes;

  size_t RowBytes() const { return static_cast<size_t>(width) * channels; }
};

bool WriteSamples(PngWriter* writer, const Samples* image) {
  png_structp png = writer->png;
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_IHDR(png, writer->info, static_cast<png_uint_32>(image->width),
               static_cast<png_uint_32>(image->height), 8,
               image->channels == 1 ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, writer->info);
  for (int y = 0; y < image->height; ++y) {
    png_write_row(png, image->bytes.data() + static_cast<size_t>(y) * image->RowBytes());
  }
  png_write_end(png, nullptr);
  return true;
}

std::vector<uint8_t> Format(const Samples& image) {
  NVE_CHECK(image.width > 0 && image.height > 0 &&
                image.bytes.size() == image.RowBytes() * static_cast<size_t>(image.height),
            fmt::format("{} samples in a picture of {}x{}", image.bytes.size(), image.width,
                        image.height));
  PngWriter writer;
  if (!WriteSamples(&writer, &image)) {
    if (writer.context.out_of_memory) throw std::bad_alloc();
    throw InternalError(fmt::format("PNG writer: {}", writer.context.message));
  }
  return std::move(writer.context.output);
}

[[noreturn]] void FailRead(const PngReader& reader, const std::string& name) {
  throw InputError({name, 0, ""}, fmt::format("damaged PNG: {}", reader.context.message));
}

// Replaces indices by the gray of their colours. libpng would take black for those behind the
// palette.
void ApplyPalette(const PngReader& reader, const std::string& name, FeatureMaps* image) {
  png_colorp palette = nullptr;
  int entries = 0;
  png_get_PLTE(reader.png, reader.info, &palette, &entries);
  std::array<uint8_t, 256> gray{};
  for (int i = 0; i < entries; ++i) {
    gray[static_cast<size_t>(i)] = Luma(palette[i].red, palette[i].green, palette[i].blue);
  }
  const auto is_behind = [entries](uint8_t index) { return index >= entries; };
  std::vector<uint8_t>& pixels = image->pixels;
  const auto behind = std::find_if(pixels.begin(), pixels.end(), is_behind);
  if (behind != pixels.end()) {
    const auto at = behind - pixels.begin();
    throw InputError(
        {name, 0, ""},
        fmt::format("damaged PNG: found colours that its palette has not, the first in row {}, "
                    "column {}: index {}, allowed: 0 to {} (wrong pixels: {}); save it again",
                    at / image->width, at % image->width, *behind, entries - 1,
                    std::count_if(behind, pixels.end(), is_behind)));
  }
  for (uint8_t& pixel : pixels) pixel = gray[pixel];
}

}  // namespace

FeatureMaps ParsePng(std::span<const uint8_t> bytes, const std::string& name) {
  CheckPngRows(bytes, ReadPngLayout(bytes, name), name);
  PngReader reader(bytes);
  if (!ReadHeader(&reader)) FailRead(reader, name);
  FeatureMaps image;
  image.maps = 1;
  image.width = static_cast<int>(png_get_image_width(reader.png, reader.info));
  image.height = static_cast<int>(png_get_image_height(reader.png, reader.info));
  const size_t row_bytes = png_get_rowbytes(reader.png, reader.info);
  const size_t channels = png_get_channels(reader.png, reader.info);
  NVE_CHECK(channels == 1 || channels == 3, fmt::format("{} channels from libpng", channels));
  NVE_CHECK(row_bytes == channels * static_cast<size_t>(image.width), "rows of another depth");
  std::vector<uint8_t> samples(row_bytes * static_cast<size_t>(image.height));
  std::vector<png_bytep> rows(static_cast<size_t>(image.height));
  for (size_t y = 0; y < rows.size(); ++y) rows[y] = samples.data() + y * row_bytes;
  if (!ReadRows(&reader, rows.data())) FailRead(reader, name);
  if (channels == 1) {
    image.pixels = std::move(samples);
    if (HasPalette(reader)) ApplyPalette(reader, name, &image);
    return image;
  }
  image.pixels.resize(static_cast<size_t>(image.width) * image.height);
  for (size_t i = 0; i < image.pixels.size(); ++i) {
    image.pixels[i] = Luma(samples[3 * i], samples[3 * i + 1], samples[3 * i + 2]);
  }
  return image;
}

std::vector<uint8_t> FormatPng(const FeatureMaps& image) {
  NVE_CHECK(image.maps == 1, fmt::format("{} maps in a picture", image.maps));
  return Format({image.height, image.width, 1, image.pixels});
}

std::vector<uint8_t> FormatPng(const RgbPicture& picture) {
  return Format({picture.height, picture.width, 3, picture.samples});
}

}  // namespace nve
