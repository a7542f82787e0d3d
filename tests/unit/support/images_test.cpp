// Pictures: PNG of every colour type, anymaps, damage.
#include "compiler/support/images.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "compiler/support/files.hpp"
#include "compiler/support/png_file.hpp"
#include "tests/unit/support/test_files.hpp"

namespace nve {
namespace {

std::vector<uint8_t> Bytes(const std::string& text) { return {text.begin(), text.end()}; }

// A PNG made without libpng: `rows` are the filtered scan lines, `before` chunks ahead of the data.
class PngMaker {
 public:
  PngMaker(int width, int height, int depth, int colour) {
    out_ = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    std::vector<uint8_t> header;
    for (const int size : {width, height}) {
      for (int shift = 24; shift >= 0; shift -= 8)
        header.push_back(static_cast<uint8_t>(size >> shift));
    }
    for (const int byte : {depth, colour, 0, 0, 0}) header.push_back(static_cast<uint8_t>(byte));
    Chunk("IHDR", header);
  }
  PngMaker& Chunk(const std::string& kind, const std::vector<uint8_t>& data) {
    std::vector<uint8_t> body = Bytes(kind);
    body.insert(body.end(), data.begin(), data.end());
    Big(static_cast<uint32_t>(data.size()));
    out_.insert(out_.end(), body.begin(), body.end());
    Big(static_cast<uint32_t>(crc32(0, body.data(), static_cast<uInt>(body.size()))));
    return *this;
  }
  std::vector<uint8_t> Finish(const std::vector<uint8_t>& rows) {
    std::vector<uint8_t> packed(compressBound(rows.size()));
    uLongf length = packed.size();
    compress(packed.data(), &length, rows.data(), rows.size());
    packed.resize(length);
    Chunk("IDAT", packed);
    Chunk("IEND", {});
    return out_;
  }

 private:
  void Big(uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
      out_.push_back(static_cast<uint8_t>(value >> shift));
  }
  std::vector<uint8_t> out_;
};

using Pixels = std::vector<uint8_t>;

TEST(Png, GrayRoundTrip) {
  Image image{37, 21, Pixels(37 * 21)};
  for (size_t i = 0; i < image.pixels.size(); ++i) image.pixels[i] = static_cast<uint8_t>(i * 31);
  const TestFolder folder;
  WritePng(folder / "a.png", image);
  const Image back = ReadImage(folder / "a.png");
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
  const auto good = FormatPng({40, 30, Pixels(1200, 77)});
  for (size_t length = 8; length < good.size(); length += 3) {
    ExpectInputError([&] { ParseImage(std::span(good).first(length), "cut.png"); },
                     "cut.png: error: damaged PNG");
  }
  ExpectSurvivesDamage(good, 3000, [](const Pixels& bytes) { ParseImage(bytes, "x"); });
}

TEST(Png, HugeSizesAreRefusedBeforeAllocation) {
  ExpectInputError([] { ParseImage(PngMaker(16384, 16384, 8, 2).Finish({0}), "a"); },
                   "cannot hold 16384x16384 pixels");
  ExpectInputError([] { ParseImage(PngMaker(16385, 1, 8, 0).Finish({0}), "a"); }, "damaged PNG");
}

TEST(Png, ChunksLongerThanTheFileAreRefusedBeforeAllocation) {
  auto bytes = PngMaker(16, 16, 8, 0).Chunk("pHYs", {}).Finish(Pixels(272, 0));
  constexpr size_t kHighByteOfLength = 8 + 25;  // behind signature and IHDR
  bytes[kHighByteOfLength] = 0x48;
  ExpectInputError([&] { ParseImage(bytes, "a.png"); },
                   "a chunk at byte 33 says it has 1207959552 bytes");
}

TEST(Png, NothingStandsBehindTheEnd) {
  auto bytes = FormatPng({2, 1, {1, 2}});
  const size_t end = bytes.size();
  bytes.push_back(0);
  ExpectInputError(
      [&] { ParseImage(bytes, "a.png"); },
      fmt::format("a.png: error: damaged PNG: found 1 bytes behind its end at byte {}", end));
}

TEST(Pnm, TextAndBinary) {
  EXPECT_EQ(ParseImage(Bytes("P2\n# gray\n3 1\n255\n0 128\n255\n"), "a").pixels,
            (Pixels{0, 128, 255}));
  EXPECT_EQ(ParseImage(Bytes("P3 1 2 255 255 0 0  0 255 0"), "a").pixels, (Pixels{76, 150}));
  EXPECT_EQ(ParseImage(Bytes("P5 2 1 255\nAz"), "a").pixels, (Pixels{'A', 'z'}));
  EXPECT_EQ(
      ParseImage(Bytes(std::string("P6 1 1 255\n") + "\xff" + std::string(2, '\0')), "a").pixels,
      (Pixels{76}));
}

TEST(Pnm, SamplesAreScaled) {
  EXPECT_EQ(ParseImage(Bytes("P2 3 1 15 0 7 15"), "a").pixels, (Pixels{0, 119, 255}));
  EXPECT_EQ(ParseImage(Bytes(std::string("P5 2 1 65535\n\x80\0\xff\xff", 17)), "a").pixels,
            (Pixels{128, 255}));
}

TEST(Pnm, Messages) {
  const auto parse = [](const std::string& text) {
    return [text] { ParseImage(Bytes(text), "p.pgm"); };
  };
  ExpectInputError(parse("P2 0 1 255 1"),
                   "p.pgm: error: damaged anymap: width is 0, allowed is 1 to");
  ExpectInputError(parse("P2 99999 1 255 1"), "width is 99999 or more, allowed is 1 to 16384");
  ExpectInputError(parse("P2 2 1 x"), "no largest sample at byte 7");
  ExpectInputError(parse("P2 2 1 10 11 1"), "sample 11 is above the largest, 10");
  ExpectInputError(parse("P2 2 1 10 1 "), "no sample at byte 12");
  ExpectInputError(parse("P2 9 9 10 1 "), "3 bytes of samples, but 9x9 needs at least 81");
  ExpectInputError(parse("P5 3 3 255\nabc"), "3 bytes of samples, but 3x3 needs at least 9");
  ExpectInputError(parse("P1 3 3\n"), "unknown picture format, allowed are PNG and PGM or PPM");
  ExpectInputError(parse(""), "unknown picture format");
}

// Exactly one white space stands behind the largest sample: any other byte there would shift all
// pixels of a binary kind, one or two bytes a sample.
TEST(Pnm, OneWhiteSpaceEndsTheHeader) {
  for (const std::string space : {" ", "\n", "\t", "\r"}) {
    EXPECT_EQ(ParseImage(Bytes("P5 2 1 255" + space + "#z"), "a").pixels, (Pixels{'#', 'z'}));
  }
  EXPECT_EQ(ParseImage(Bytes("P5 2 1 255\n\n\r"), "a").pixels, (Pixels{'\n', '\r'}));
  const auto refuse = [](const std::string& text, const std::string& problem) {
    ExpectInputError([&] { ParseImage(Bytes(text), "p.pgm"); }, "damaged anymap: " + problem);
  };
  for (const auto& [head, samples] : {std::pair<std::string, std::string>{"P5 2 1 255", "Az"},
                                      {"P6 2 1 255", "AzAzAz"},
                                      {"P5 2 1 257", std::string(4, '\1')},
                                      {"P6 1 2 257", std::string(12, '\1')}}) {
    refuse(head + "\r\n" + samples, "found CR LF at byte 10, allowed behind the largest sample");
    refuse(head + "\r\n" + samples.substr(1), "found CR LF at byte 10");
    refuse(head + " # c\n" + samples, "found a comment at byte 11");
    refuse(head + "\n#" + samples, "found a comment at byte 11");
    refuse(head + "#\n" + samples, "found '#' at byte 10, allowed behind the largest sample: one");
    refuse(head, "found the end of the file at byte 10");
    refuse(head + " \n" + samples, "found two white spaces, at bytes 10 and 11");
    refuse(head + "\n" + samples.substr(1), fmt::format("{} bytes of samples", samples.size() - 1));
  }
  refuse(std::string("P5 2 1 255\0Az", 13), "found byte 0x00 at byte 10");
}

TEST(Pnm, NothingStandsBehindTheLastSample) {
  const auto refuse = [](const std::string& text, const std::string& problem) {
    ExpectInputError([&] { ParseImage(Bytes(text), "p.pgm"); }, "damaged anymap: " + problem);
  };
  refuse("P5 2 1 255\nAz\n",
         "found byte 0x0a at byte 13, behind the last sample, allowed: the end");
  refuse("P6 1 1 255\nabcd", "found 'd' at byte 14");
  refuse("P5 1 1 256\n\1\1A", "found 'A' at byte 13");
  refuse("P5 1 1 255\naP5 1 1 255\nb", "found another picture at byte 12");
  refuse("P2 2 1 255 1 2 3", "found '3' at byte 15");
  refuse("P2 2 1 255 1 2x", "found 'x' at byte 14");
  refuse("P3 1 1 255 1 2 3 # c\n4", "found '4' at byte 21");
  refuse("P2 1 1 255 1\nP2 1 1 255 1", "found another picture at byte 13");
  EXPECT_EQ(ParseImage(Bytes("P2 2 1 255 1 2 \r\n# end"), "a").pixels, (Pixels{1, 2}));
}

TEST(Pnm, CommentsEndAtEitherLineEnd) {
  EXPECT_EQ(ParseImage(Bytes("P5\r# c\r2 1\r255\rAz"), "a").pixels, (Pixels{'A', 'z'}));
  EXPECT_EQ(ParseImage(Bytes("P2#c\r\n2 1 # c\r255 1#\r2"), "a").pixels, (Pixels{1, 2}));
}

TEST(Pnm, SurvivesDamage) {
  const auto parse = [](const Pixels& bytes) { ParseImage(bytes, "x"); };
  ExpectSurvivesDamage(Bytes("P3 2 2 255 1 2 3 4 5 6 7 8 9 10 11 12\n"), 4000, parse);
  ExpectSurvivesDamage(Bytes("P5 4 2 255\nabcdefgh"), 4000, parse);
}

}  // namespace
}  // namespace nve
