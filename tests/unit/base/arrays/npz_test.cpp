// SPDX-License-Identifier: Apache-2.0
// .npz: round trips, the archives of several writers, those that can be read in two ways, damage.
#include <gtest/gtest.h>

#include <numeric>

#include "base/arrays/arrays.hpp"
#include "tests/unit/base/arrays/zip_maker.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

using Bytes = std::vector<uint8_t>;

NpzArrays SomeArrays() {
  std::vector<int16_t> ramp(300);
  std::iota(ramp.begin(), ramp.end(), int16_t{-150});
  return {{"L1.weights", NpyArray::From({3, 10, 10}, ramp)},
          {"L1.shift", NpyArray::From({}, std::vector<int32_t>{7})}};
}

void ExpectSomeArrays(const NpzArrays& arrays) {
  ASSERT_EQ(arrays.size(), 2u);
  EXPECT_EQ(arrays.at("L1.weights").shape, (std::vector<int64_t>{3, 10, 10}));
  EXPECT_EQ(arrays.at("L1.weights").Values<int16_t>()[299], 149);
  EXPECT_EQ(arrays.at("L1.shift").Values<int32_t>()[0], 7);
}

TEST(Npz, RoundTripThroughFile) {
  const TestFolder folder;
  WriteNpz(folder / "w.npz", SomeArrays());
  ExpectSomeArrays(ReadNpz(folder / "w.npz"));
}

TEST(Npz, SameArraysSameBytes) { EXPECT_EQ(FormatNpz(SomeArrays()), FormatNpz(SomeArrays())); }

TEST(Npz, ReadsDeflatedMemberBehindExtraField) {
  const auto npy = FormatNpy(NpyArray::From({1000}, std::vector<uint8_t>(1000, 42)));
  ZipMaker maker;
  maker.Add({"a.npy", npy, 8});
  const auto bytes = maker.Archive(0, "comment");
  ASSERT_LT(bytes.size(), npy.size());
  EXPECT_EQ(ParseNpz(bytes, "w.npz").at("a").Values<uint8_t>(), std::vector<uint8_t>(1000, 42));
}

TEST(Npz, Messages) {
  const auto npy = FormatNpy(NpyArray::From({3}, std::vector<uint8_t>{1, 2, 3}));
  const auto parse = [](const std::vector<uint8_t>& bytes) {
    return [bytes] { ParseNpz(bytes, "w.npz"); };
  };
  ExpectInputError(parse({}), "w.npz: error: no .npz file");
  ExpectInputError(parse(MakeZip({{"a.txt", npy, 8}})),
                   "member 'a.txt' is no array, allowed are names ending in .npy");
  ExpectInputError(parse(MakeZip({{"a.npy", npy, 12}})),
                   "compression method 12, allowed are 0 (stored) and 8 (deflated)");
  auto bytes = FormatNpz({{"a", NpyArray::From({3}, std::vector<uint8_t>{1, 2, 3})}});
  bytes[30 + 5 + 128] ^= 1;  // the first element
  ExpectInputError(parse(bytes), "member 'a.npy' is damaged: checksum");
  auto inner = FormatNpy(NpyArray::From({1}, std::vector<uint8_t>{1}));
  inner.push_back(0);
  ExpectInputError(parse(MakeZip({{"a.npy", inner, 8}})),
                   "w.npz(a.npy): error: 2 bytes of elements");
}

TEST(Npz, NothingStandsBehindTheArchive) {
  auto bytes = FormatNpz(SomeArrays());
  const size_t end = bytes.size();
  bytes.insert(bytes.end(), {'P', 'K', 'x'});
  ExpectInputError([&] { ParseNpz(bytes, "w.npz"); },
                   "found 3 bytes behind the end of the archive at byte " + std::to_string(end));
}

TEST(Npz, EveryCutIsRefused) {
  const auto bytes = FormatNpz(SomeArrays());
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_THROW(ParseNpz(std::span(bytes).first(length), "w.npz"), InputError) << length;
  }
}

TEST(Npz, SurvivesDamage) {
  const auto npy = FormatNpy(NpyArray::From({50}, std::vector<int16_t>(50, 3)));
  const auto parse = [](const std::vector<uint8_t>& bytes) { ParseNpz(bytes, "w.npz"); };
  ExpectSurvivesDamage(MakeZip({{"a.npy", npy, 8}}), 4000, parse);
  ExpectSurvivesDamage(FormatNpz(SomeArrays()), 4000, parse);
}

// A .npy of one element.
Bytes One(uint8_t value) { return FormatNpy(NpyArray::From({1}, Bytes{value})); }

uint8_t ValueOf(const NpzArrays& arrays, const std::string& key) {
  return arrays.at(key).Values<uint8_t>().at(0);
}

void ExpectRefused(const Bytes& archive, const std::string& text) {
  ExpectInputError([&] { ParseNpz(archive, "w.npz"); }, "w.npz: error: " + text);
}

// NumPy takes the last of them, other readers the first.
TEST(Npz, TwoArchivesInOneFileAreRefused) {
  const Bytes first = FormatNpz(SomeArrays());
  for (const Bytes& second : {FormatNpz({{"a", NpyArray::From({1}, Bytes{7})}}), FormatNpz({}),
                              first, MakeZip({{"a.npy", One(7), 8}})}) {
    Bytes both = first;
    both.insert(both.end(), second.begin(), second.end());
    ExpectRefused(both, "found a directory of ");
    ExpectInputError([&] { ParseNpz(both, "w.npz"); }, "are there two archives in the file");
  }
  // The second one as the comment of the first: any offset of it is wrong as well.
  const Bytes second = MakeZip({{"a.npy", One(1)}});
  ZipMaker maker;
  maker.Add({"b.npy", One(2)});
  ExpectRefused(maker.Archive(0, {second.begin(), second.end()}), "found a directory of ");
}

TEST(Npz, EndRecordCountsEveryMember) {
  ZipMaker maker;
  for (const char* name : {"a.npy", "b.npy", "c.npy"}) maker.Add({name, One(1)});
  EXPECT_EQ(ParseNpz(maker.Archive(), "w.npz").size(), 3u);
  ExpectRefused(maker.Archive(-1), "found 3 members in the directory, but 2 in its end record");
  ExpectRefused(maker.Archive(1), "found 3 members in the directory, but 4 in its end record");
  ExpectRefused(maker.Archive(-3), "found 3 members in the directory, but 0 in its end record");
}

TEST(Npz, MembersFillTheFile) {
  ZipMaker front;
  front.AddGap(3);
  front.Add({"a.npy", One(1)});
  ExpectRefused(front.Archive(), "found 3 bytes before the first member, allowed: none");
  ZipMaker middle;
  middle.Add({"a.npy", One(1)});
  middle.AddGap(2);
  const size_t second = middle.Add({"b.npy", One(1)});
  ExpectRefused(middle.Archive(),
                "member 'a.npy': found 131 bytes for its data, from byte 39 on, "
                "allowed: 129");
  ZipMaker last;
  last.Add({"a.npy", One(1)});
  last.AddGap(1);
  ExpectRefused(last.Archive(), "member 'a.npy': found 130 bytes for its data");
  ZipMaker twice;
  twice.Add({"a.npy", One(1)});
  twice.Repeat();
  ExpectInputError([&] { ParseNpz(twice.Archive(), "w.npz"); }, "array 'a' is there twice");
  // The second member inside the first, and one behind all others.
  Bytes moved = middle.Archive();
  const size_t entry = moved.size() - 22 - 51 + 42;
  ASSERT_EQ(moved[entry], second & 0xff);
  moved[entry] = 50;
  ExpectRefused(moved,
                "member 'a.npy': found 11 bytes for its data, from byte 39 on, allowed: "
                "129\nw.npz: error: member 'b.npy' has no local header at byte 50");
  moved[entry + 2] = 1;
  ExpectRefused(moved, "member 'a.npy': found 299 bytes for its data");
}

// Another order in the directory is no other archive.
TEST(Npz, MembersMayHaveAnyOrderInTheDirectory) {
  Bytes archive =
      FormatNpz({{"a", NpyArray::From({1}, Bytes{1})}, {"b", NpyArray::From({1}, Bytes{2})}});
  constexpr size_t kEntry = 46 + 5;
  const auto end = archive.end() - 22;
  std::rotate(end - 2 * kEntry, end - kEntry, end);
  const NpzArrays arrays = ParseNpz(archive, "w.npz");
  EXPECT_EQ(ValueOf(arrays, "a"), 1);
  EXPECT_EQ(ValueOf(arrays, "b"), 2);
}

TEST(Npz, LocalHeadersAgreeWithTheDirectory) {
  ExpectRefused(MakeZip({{"L1.bias.npy", One(1), 0, Described::kBefore, false, "XX.bias.npy"}}),
                "member 'L1.bias.npy': found the name 'XX.bias.npy' in its local header at byte 0, "
                "allowed: 'L1.bias.npy', as in the directory");
  for (const bool zip64 : {false, true}) {
    const Bytes good = MakeZip({{"a.npy", One(1), 8, Described::kBefore, zip64}});
    const auto refuse = [&](size_t byte, const std::string& text) {
      Bytes changed = good;
      changed[byte] ^= 9;
      ExpectRefused(changed, "member 'a.npy'" + text);
    };
    const size_t sizes = 30 + 5 + 4 + 4;
    refuse(0, " has no local header at byte 0");
    refuse(6, ": found the flag of encryption 1 in its local header");
    refuse(8, ": found the compression method 1 in its local header at byte 0, allowed: 8");
    refuse(14, ": found the checksum ");
    refuse(zip64 ? sizes + 8 : 18, ": found the number of packed bytes ");
    refuse(zip64 ? sizes : 22, ": found the number of bytes ");
    refuse(27, " has ");  // a name that is longer than the member
    EXPECT_THROW(ParseNpz(Bytes(good.begin(), good.begin() + 20), "w.npz"), InputError);
  }
}

TEST(Npz, ReadsWhatIsWrittenToPipesAndWithZip64Fields) {
  for (const Described described :
       {Described::kBefore, Described::kBehind, Described::kBehindSigned}) {
    for (const bool zip64 : {false, true}) {
      for (const int method : {0, 8}) {
        const NpzArrays arrays = ParseNpz(MakeZip({{"a.npy", One(5), method, described, zip64},
                                                   {"b.npy", One(6), method, described, zip64}}),
                                          "w.npz");
        EXPECT_EQ(ValueOf(arrays, "a"), 5);
        EXPECT_EQ(ValueOf(arrays, "b"), 6);
      }
    }
  }
}

TEST(Npz, DataDescriptorsAgreeWithTheDirectory) {
  for (const bool zip64 : {false, true}) {
    for (const Described described : {Described::kBehind, Described::kBehindSigned}) {
      const Bytes good = MakeZip({{"a.npy", One(1), 0, described, zip64}});
      const size_t data_end = 30 + 5 + 4 + (zip64 ? 20 : 0) + 129;
      const size_t directory = good.size() - 22 - 51;
      ASSERT_GT(directory, data_end);
      for (size_t byte = data_end; byte < directory; ++byte) {
        Bytes changed = good;
        changed[byte] ^= 0x10;
        ExpectRefused(changed, "member 'a.npy': found " + std::to_string(directory - data_end) +
                                   " bytes behind its data, at byte " + std::to_string(data_end));
      }
    }
  }
  Bytes none = MakeZip({{"a.npy", One(1)}});
  none[6] = 8;  // "described behind the data"
  ExpectRefused(none, "member 'a.npy': found 0 bytes behind its data");
}

TEST(Npz, NothingStandsBehindPackedData) {
  ZipPart part{"a.npy", One(1), 8};
  Bytes archive = MakeZip({part});
  // One byte more, counted in both headers and in the end record.
  const size_t directory = archive.size() - 22 - 51;
  for (const size_t at : {size_t{18}, directory + 20, archive.size() - 6}) ++archive[at];
  archive.insert(archive.begin() + static_cast<std::ptrdiff_t>(directory), 0);
  ExpectRefused(archive,
                "member 'a.npy' is damaged: found 1 bytes behind its packed data, at byte " +
                    std::to_string(directory) + ", allowed: none");
}

TEST(Npz, AllProblemsAreToldInOneRun) {
  ZipMaker maker;
  const size_t first = maker.Add({"a.npy", One(1)});
  maker.Add({"notes.txt", {1, 2}});
  maker.Add({"good.npy", One(2)});
  const size_t second = maker.Add({"b.npy", One(3)});
  maker.Add({"c.npy", {'x'}});
  Bytes archive = maker.Archive(-1);
  archive[first + 30 + 5 + 4 + 128] ^= 1;
  archive[second + 30 + 5 + 4 + 128] ^= 1;
  try {
    ParseNpz(archive, "w.npz");
    FAIL() << "no InputError";
  } catch (const InputError& error) {
    const std::vector<std::string> texts = {
        "found 5 members in the directory, but 4", "member 'a.npy' is damaged: checksum",
        "member 'notes.txt' is no array", "member 'b.npy' is damaged: checksum", "no .npy file"};
    ASSERT_EQ(error.diagnostics().size(), texts.size()) << error.what();
    for (size_t i = 0; i < texts.size(); ++i) {
      EXPECT_EQ(error.diagnostics()[i].text.rfind(texts[i], 0), 0u) << error.what();
    }
    EXPECT_EQ(error.diagnostics()[4].where.file, "w.npz(c.npy)");
  }
}

TEST(Npz, Zip64ArchivesAreRefused) {
  const Bytes good = MakeZip({{"a.npy", One(1)}});
  Bytes no_offset = good;
  std::fill(no_offset.end() - 6, no_offset.end() - 2, uint8_t{0xff});
  ExpectRefused(no_offset, "zip64 archive, allowed are archives below 4 GiB");
  Bytes located = good;
  Bytes locator(20);
  std::copy_n("PK\6\7", 4, locator.begin());
  located.insert(located.end() - 22, locator.begin(), locator.end());
  ExpectRefused(located, "zip64 archive, allowed are archives below 4 GiB");
}

}  // namespace
}  // namespace nve
