// SPDX-License-Identifier: Apache-2.0
// PNG of every kind, and files that are not exactly what their header says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/images/images.hpp"
#include "base/images/png_file.hpp"
#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/base/images/png_maker.hpp"

namespace nve {
namespace {

using Pixels = std::vector<uint8_t>;

// Of gray pictures of 3x2 pixels.
const Pixels kRows = {0, 1, 2, 3, 0, 4, 5, 6};
const Pixels kGray = {1, 2, 3, 4, 5, 6};

PngMaker Gray3x2() { return {3, 2, 8, 0}; }

Pixels Joined(Pixels first, const Pixels& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

void ExpectRefused(const Pixels& bytes, const std::string& problem) {
  ExpectInputError([&] { ParseImage(bytes, "a.png"); }, "a.png: error: " + problem);
}

TEST(Png, GrayRoundTrip) {
  FeatureMaps image(1, 21, 37);
  for (size_t i = 0; i < image.pixels.size(); ++i) image.pixels[i] = static_cast<uint8_t>(i * 31);
  const TestFolder folder;
  WritePng(folder / "a.png", image);
  const FeatureMaps back = ReadImage(folder / "a.png");
  EXPECT_EQ(back.width, 37);
  EXPECT_EQ(back.height, 21);
  EXPECT_EQ(back.pixels, image.pixels);
}

TEST(Png, ColourBecomesLuma) {
  // 0.299 * 255 = 76.2, 0.587 * 255 = 149.7, 0.114 * 255 = 29.1
  const auto bytes =
      PngMaker(4, 1, 8, 2).Finish({0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255});
  EXPECT_EQ(ParseImage(bytes, "a").pixels, (Pixels{76, 150, 29, 255}));
}

TEST(Png, AlphaIsDropped) {
  EXPECT_EQ(
      ParseImage(PngMaker(2, 1, 8, 6).Finish({0, 9, 9, 9, 0, 200, 200, 200, 128}), "a").pixels,
      (Pixels{9, 200}));
  EXPECT_EQ(ParseImage(PngMaker(2, 1, 8, 4).Finish({0, 9, 0, 200, 128}), "a").pixels,
            (Pixels{9, 200}));
}

TEST(Png, SixteenBitsKeepTheUpperByte) {
  EXPECT_EQ(ParseImage(PngMaker(2, 1, 16, 0).Finish({0, 0x12, 0xff, 0xff, 0x00}), "a").pixels,
            (Pixels{0x12, 0xff}));
}

TEST(Png, FewBitsAreExpanded) {
  EXPECT_EQ(ParseImage(PngMaker(8, 1, 1, 0).Finish({0, 0b10110001}), "a").pixels,
            (Pixels{255, 0, 255, 255, 0, 0, 0, 255}));
  EXPECT_EQ(ParseImage(PngMaker(2, 1, 4, 0).Finish({0, 0x3f}), "a").pixels, (Pixels{51, 255}));
}

TEST(Png, PaletteWithTransparency) {
  PngMaker maker(4, 1, 2, 3);
  maker.Chunk("PLTE", {255, 0, 0, 10, 10, 10, 255, 255, 255}).Chunk("tRNS", {0, 128});
  EXPECT_EQ(ParseImage(maker.Finish({0, 0b00011000}), "a").pixels, (Pixels{76, 10, 255, 76}));
}

TEST(Png, DamageIsInputError) {
  const auto good = FormatPng({1, 30, 40, Pixels(1200, 77)});
  for (size_t length = 8; length < good.size(); length += 3) {
    ExpectInputError([&] { ParseImage(std::span(good).first(length), "cut.png"); },
                     "cut.png: error: damaged PNG");
  }
  ExpectSurvivesDamage(good, 3000, [](const Pixels& bytes) { ParseImage(bytes, "x"); });
}

TEST(Png, HugeSizesAreRefusedBeforeAllocation) {
  ExpectInputError([] { ParseImage(PngMaker(16384, 16384, 8, 2).Finish({0}), "a"); },
                   "found the end of the pixels in row 0, after 1 of its 49153 bytes, allowed: all "
                   "of 16384x16384 pixels");
  ExpectInputError([] { ParseImage(PngMaker(16385, 1, 8, 0).Finish({0}), "a"); }, "16385 columns");
}

TEST(Png, ChunksLongerThanTheFileAreRefusedBeforeAllocation) {
  auto bytes = PngMaker(16, 16, 8, 0).Chunk("pHYs", {}).Finish(Pixels(272, 0));
  constexpr size_t kHighByteOfLength = 8 + 25;  // behind signature and IHDR
  bytes[kHighByteOfLength] = 0x48;
  ExpectInputError([&] { ParseImage(bytes, "a.png"); },
                   "a chunk at byte 33 says it has 1207959552 bytes");
}

TEST(Png, NothingStandsBehindTheEnd) {
  auto bytes = FormatPng({1, 1, 2, {1, 2}});
  const size_t end = bytes.size();
  bytes.push_back(0);
  ExpectInputError(
      [&] { ParseImage(bytes, "a.png"); },
      fmt::format("a.png: error: damaged PNG: found more behind its end, 1 bytes from byte {} on",
                  end));
}

TEST(Png, Interlaced) {
  // Passes of 5x5 pixels: 1x1, 1x1, 2x1, 1x2, 3x1 (row 2), 2x3, 5x2; pixel (y, x) is 10 y + x.
  const Pixels rows = {0, 0,  0,  4, 0,  40, 44, 0,  2,  0,  42, 0,  20, 22, 24, 0,  1,  3,
                       0, 21, 23, 0, 41, 43, 0,  10, 11, 12, 13, 14, 0,  30, 31, 32, 33, 34};
  const FeatureMaps image = ParseImage(PngMaker(5, 5, 8, 0, 1).Finish(rows), "a");
  for (int i = 0; i < 25; ++i) EXPECT_EQ(image.pixels[i], 10 * (i / 5) + i % 5) << i;
  ExpectRefused(PngMaker(5, 5, 8, 0, 1).Finish({rows.begin(), rows.end() - 1}),
                "damaged PNG: found the end of the pixels in row 1 of pass 7, after 5 of its 6");
  ExpectRefused(PngMaker(5, 5, 8, 0, 1).Finish(Joined(rows, {0})),
                "damaged PNG: found more pixels behind row 1 of pass 7, allowed: 5x5");
}

TEST(Png, ChunksThatMayBeThere) {
  const Pixels packed = PngMaker::Packed(kRows);
  const Pixels first(packed.begin(), packed.begin() + 5);
  const Pixels second(packed.begin() + 5, packed.end());
  const Pixels bytes = Gray3x2()
                           .Chunk("gAMA", {0, 0, 0xb1, 0x8f})
                           .Chunk("abCd", {1})
                           .Chunk("IDAT", {})
                           .Chunk("IDAT", first)
                           .Chunk("IDAT", {})
                           .Chunk("IDAT", second)
                           .Chunk("IDAT", {})
                           .Chunk("tEXt", {'a', 0, 'b'})
                           .End();
  EXPECT_EQ(ParseImage(bytes, "a").pixels, kGray);
}

TEST(Png, HeaderIsChecked) {
  const auto refuse = [](int depth, int colour, int interlacing, const std::string& problem) {
    ExpectRefused(PngMaker(3, 2, depth, colour, interlacing).Finish(kRows), problem);
  };
  refuse(8, 5, 0, "damaged PNG: found colour type 5, allowed: 0, 2, 3, 4 and 6");
  refuse(3, 0, 0,
         "damaged PNG: found 3 bits a sample in colour type 0 (gray), allowed: 1, 2, 4, 8");
  refuse(16, 3, 0, "damaged PNG: found 16 bits a sample in colour type 3 (palette), allowed: 1, 2");
  refuse(4, 6, 2,
         "damaged PNG: found 4 bits a sample in colour type 6 (RGB with alpha), allowed: 8, 16\n"
         "a.png: error: damaged PNG: found interlacing 2, allowed: 0 and 1");
  ExpectRefused(PngMaker(0, 2, 8, 0).Finish(kRows),
                "damaged PNG: found 0 columns, allowed: at least");
  ExpectRefused(Gray3x2().Chunk("IHDR", Pixels(13)).End(),
                "damaged PNG: found chunk IHDR at byte 33");
}

// A picture that is too large is not damaged.
TEST(Png, TooLargePictures) {
  ExpectRefused(PngMaker(20000, 30, 8, 0).Finish(Pixels(20001 * 30)),
                "found 20000 columns, allowed: at most 16384; make the picture smaller");
  ExpectRefused(PngMaker(1, 16385, 8, 0).Finish(Pixels(2 * 16385)),
                "found 16385 rows, allowed: at most 16384");
  ExpectRefused(PngMaker(16385, -1, 8, 0).Finish({}),
                "found 16385 columns, allowed: at most 16384; make the picture smaller\n"
                "a.png: error: found 4294967295 rows, allowed: at most 16384");
}

TEST(Png, RowsAreThoseOfTheHeader) {
  ExpectRefused(Gray3x2().Finish(Joined(kRows, {0, 7, 8, 9})),
                "damaged PNG: found more pixels behind row 1, allowed: 3x2; is the size");
  ExpectRefused(Gray3x2().Finish(Joined(kRows, {0})),
                "damaged PNG: found more pixels behind row 1");
  ExpectRefused(Gray3x2().Finish({0, 1, 2, 3, 0, 4, 5}),
                "damaged PNG: found the end of the pixels in row 1, after 3 of its 4 bytes, "
                "allowed: all of 3x2 pixels; is the size in its header right?");
  ExpectRefused(Gray3x2().Finish({0, 1, 2, 3, 5, 4, 5, 6}),
                "damaged PNG: found filter 5 in row 1, allowed: 0 to 4");
}

TEST(Png, DataIsOneStream) {
  const Pixels packed = PngMaker::Packed(kRows);
  ExpectRefused(Gray3x2().Chunk("IDAT", Joined(packed, {1, 2})).End(),
                fmt::format("damaged PNG: found data at byte {}, behind the end of the compressed "
                            "rows, allowed: none",
                            41 + packed.size()));
  ExpectRefused(Gray3x2().Chunk("IDAT", packed).Chunk("IDAT", packed).End(),
                "damaged PNG: found data at byte");
  ExpectRefused(Gray3x2().Chunk("IDAT", {packed.begin(), packed.end() - 1}).End(),
                "damaged PNG: found the end of the data at byte");
  Pixels changed = packed;
  changed.back() ^= 1;
  ExpectRefused(Gray3x2().Chunk("IDAT", changed).End(), "damaged PNG: row 1 cannot be unpacked");
  ExpectRefused(Gray3x2().Chunk("IDAT", packed).Chunk("tEXt", {'a', 0}).Chunk("IDAT", packed).End(),
                "damaged PNG: found chunk IDAT at byte");
  ExpectRefused(Gray3x2().Chunk("IDAT", {}).End(),
                "damaged PNG: found the end of the pixels in row 0, after 0 of its 4 bytes");
}

TEST(Png, ChunksOutOfPlace) {
  const Pixels packed = PngMaker::Packed(kRows);
  ExpectRefused(Gray3x2().Chunk("IDAT", packed).Chunk("IEND", {1}).End(),
                "damaged PNG: found 1 bytes in IEND at byte");
  ExpectRefused(Gray3x2().End(),
                "damaged PNG: found chunk IEND at byte 33, allowed before it: IDAT");
  ExpectRefused(Gray3x2().Chunk("ABCD", {}).Finish(kRows),
                "damaged PNG: found chunk ABCD at byte 33, allowed: IHDR, PLTE, IDAT, IEND and");
  const Pixels bytes = Gray3x2().Finish(kRows);
  ExpectRefused({bytes.begin(), bytes.end() - 12},
                fmt::format("damaged PNG: found the end of the file 0 bytes behind byte {}",
                            bytes.size() - 12));
  Pixels other = bytes;
  other[4] = '\n';
  ExpectRefused(other,
                "damaged PNG: found 89 50 4e 47 0a 0a 1a 0a as its first bytes, allowed: 89 ");
}

TEST(Png, ChecksumsOfAllChunks) {
  Pixels bytes = Gray3x2().Chunk("tEXt", {'a', 0, 'b'}).Finish(kRows);
  bytes[33 + 8 + 3] ^= 1;
  ExpectRefused(bytes, "damaged PNG: found checksum ");
  ExpectRefused(bytes, fmt::format("damaged PNG: found checksum {:02x}",
                                   fmt::join(bytes.begin() + 44, bytes.begin() + 48, "")));
}

TEST(Png, AnimationsAreSeveralPictures) {
  ExpectRefused(Gray3x2().Chunk("acTL", {0, 0, 0, 7, 0, 0, 0, 0}).Finish(kRows),
                "found an animation of 7 pictures (chunk acTL at byte 33), allowed: one picture a");
  ExpectRefused(Gray3x2().Chunk("fcTL", Pixels(26)).Finish(kRows),
                "found an animation (chunk fcTL");
}

TEST(Png, Palettes) {
  const Pixels four = {0, 0, 0, 85, 85, 85, 170, 170, 170, 255, 255, 255};
  PngMaker good(3, 2, 8, 3);
  EXPECT_EQ(ParseImage(good.Chunk("PLTE", four).Finish({0, 0, 1, 2, 0, 3, 2, 1}), "a").pixels,
            (Pixels{0, 85, 170, 255, 170, 85}));
  PngMaker behind(3, 2, 8, 3);
  ExpectRefused(
      behind.Chunk("PLTE", four).Finish({0, 0, 1, 2, 0, 3, 4, 255}),
      "damaged PNG: found colours that its palette has not, the first in row 1, column 1: "
      "index 4, allowed: 0 to 3 (wrong pixels: 2)");
  // Two bits of a third pixel are no pixel.
  PngMaker packed(2, 1, 2, 3);
  const Pixels two = {9, 9, 9, 200, 200, 200};
  EXPECT_EQ(ParseImage(packed.Chunk("PLTE", two).Finish({0, 0b01001111}), "a").pixels,
            (Pixels{200, 9}));
  const auto refuse = [](PngMaker maker, const std::string& problem) {
    ExpectRefused(maker.Finish({0, 0, 0, 0, 0, 0, 0, 0}), "damaged PNG: found " + problem);
  };
  refuse({3, 2, 8, 3}, "chunk IDAT at byte 33, allowed before it: a palette, PLTE");
  refuse(PngMaker(3, 2, 8, 3).Chunk("PLTE", {1, 2}),
         "2 bytes in PLTE at byte 33, allowed: 3 for each of 1 to 256 entries");
  refuse(PngMaker(3, 2, 2, 3).Chunk("PLTE", Pixels(15)),
         "15 bytes in PLTE at byte 33, allowed: 3 for");
  refuse(PngMaker(3, 2, 8, 3).Chunk("PLTE", four).Chunk("PLTE", four),
         "chunk PLTE at byte 57, allowed");
  refuse(Gray3x2().Chunk("PLTE", four),
         "chunk PLTE at byte 33, allowed in colour type 0 (gray): none");
}

}  // namespace
}  // namespace nve
