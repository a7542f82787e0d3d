// SPDX-License-Identifier: Apache-2.0
// What damage becomes of small files: the same arrays as before, or a refusal. A file without
// checksums may also say something else, and is read as just that.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>

#include "base/arrays/arrays.hpp"
#include "base/images/images.hpp"
#include "tests/unit/base/arrays/zip_maker.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

using Bytes = std::vector<uint8_t>;

const NpyArray kSmall = NpyArray::From({2, 3}, Bytes{1, 2, 3, 4, 5, 6});

bool Same(const NpyArray& a, const NpyArray& b) {
  return a.dtype == b.dtype && a.shape == b.shape && a.data == b.data;
}

bool Same(const NpzArrays& a, const NpzArrays& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && Same(x.second, y.second);
  });
}

// What `parse` makes of the bytes; nothing if it refuses them.
template <typename Parse>
auto Read(const Bytes& bytes, Parse parse) -> std::optional<decltype(parse(bytes, "x"))> {
  try {
    return parse(bytes, "x");
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// Calls `check` with every copy that has one bit or another byte changed, and where that is.
template <typename Check>
void ChangeEveryByte(const Bytes& bytes, Check check) {
  std::mt19937 random(4711);
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (int change = 0; change < 11; ++change) {
      Bytes changed = bytes;
      if (change < 8) changed[at] ^= static_cast<uint8_t>(1 << change);
      if (change >= 8) changed[at] = static_cast<uint8_t>(random());
      check(changed, fmt::format("byte {} is {}", at, changed[at]));
    }
  }
}

// Archives of the same arrays from several writers.
std::vector<Bytes> Archives() {
  const Bytes scalar = FormatNpy(NpyArray::From({}, std::vector<int32_t>{-7}));
  std::vector<Bytes> archives;
  for (const Described described : {Described::kBefore, Described::kBehindSigned}) {
    for (const int method : {0, 8}) {
      const bool zip64 = method == 8;
      archives.push_back(MakeZip({{"w.npy", FormatNpy(kSmall), method, described, zip64},
                                  {"s.npy", scalar, method, described, zip64}}));
    }
  }
  return archives;
}

TEST(Damage, ArchivesReadTheSameOrAreRefused) {
  for (const Bytes& archive : Archives()) {
    const NpzArrays arrays = ParseNpz(archive, "x");
    ASSERT_EQ(arrays.size(), 2u);
    int refused = 0;
    int all = 0;
    ChangeEveryByte(archive, [&](const Bytes& changed, const std::string& what) {
      const auto read = Read(changed, ParseNpz);
      EXPECT_TRUE(!read || Same(*read, arrays)) << what;
      refused += read ? 0 : 1;
      ++all;
    });
    EXPECT_GT(refused, all / 2);
  }
}

// There is no checksum. Another array is in that file then: written, it has the same bytes.
TEST(Damage, ArraysReadAsTheirFileSays) {
  const Bytes file = FormatNpy(kSmall);
  ChangeEveryByte(file, [&](const Bytes& changed, const std::string& what) {
    const auto read = Read(changed, ParseNpy);
    if (!read || read->dtype == DType::kOther) return;
    EXPECT_TRUE(Same(*read, kSmall) || FormatNpy(*read) == changed) << what;
  });
}

TEST(Damage, PicturesKeepTheirSize) {
  const std::vector<std::string> heads = {"P5 2 3 255\n", "P5 1 3 9999\n", "P6 1 2 9\n"};
  for (const std::string& head : heads) {
    Bytes file(head.begin(), head.end());
    for (uint8_t i = 1; i <= 6; ++i) file.push_back(i);
    const FeatureMaps picture = ParseImage(file, "x");
    ChangeEveryByte(file, [&](const Bytes& changed, const std::string& what) {
      const auto read = Read(changed, ParseImage);
      if (!read) return;
      EXPECT_EQ(read->width, picture.width) << what;
      EXPECT_EQ(read->height, picture.height) << what;
      EXPECT_EQ(read->pixels.size(), picture.pixels.size()) << what;
    });
  }
}

std::vector<Bytes> FilesOfAllKinds() {
  std::vector<Bytes> files = Archives();
  files.push_back(FormatNpz({}));
  files.push_back(FormatNpz({{"other", NpyArray::From({1}, Bytes{9})}}));
  files.push_back(FormatNpy(kSmall));
  for (const std::string text : {"P5 2 1 255\nab", "P6 1 1 255\nabc", "P2 2 1 255 1 2 "}) {
    files.emplace_back(text.begin(), text.end());
  }
  return files;
}

void ExpectNoReaderTakes(const Bytes& bytes, const std::string& what) {
  EXPECT_FALSE(Read(bytes, ParseNpz)) << what;
  EXPECT_FALSE(Read(bytes, ParseNpy)) << what;
  EXPECT_FALSE(Read(bytes, ParseImage)) << what;
}

TEST(Damage, JoinedFilesAreRefused) {
  const std::vector<Bytes> files = FilesOfAllKinds();
  for (size_t a = 0; a < files.size(); ++a) {
    for (size_t b = 0; b < files.size(); ++b) {
      Bytes joined = files[a];
      joined.insert(joined.end(), files[b].begin(), files[b].end());
      ExpectNoReaderTakes(joined, fmt::format("file {} and file {}", a, b));
    }
  }
}

TEST(Damage, CutFilesAreRefused) {
  for (const Bytes& file : FilesOfAllKinds()) {
    // A number in text may be cut, and the white space behind it.
    const size_t most = LooksLikeImage(file) && file[1] == '2' ? file.size() - 3 : file.size();
    for (size_t cut = 0; cut < most; ++cut) {
      ExpectNoReaderTakes({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(cut)},
                          fmt::format("{} of {} bytes", cut, file.size()));
      ExpectNoReaderTakes({file.begin() + static_cast<std::ptrdiff_t>(cut) + 1, file.end()},
                          fmt::format("the last {} bytes", file.size() - cut - 1));
    }
  }
}

}  // namespace
}  // namespace nve
