// SPDX-License-Identifier: Apache-2.0
// Files packed by gzip, right and wrong.
#include "base/files/gzip.hpp"

#include <gtest/gtest.h>

#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

// printf 'NVE' | gzip -n
const std::vector<uint8_t> kPacked = {0x1f, 0x8b, 8, 0,    0,    0,    0,    0, 0, 3, 0xf3, 0x0b,
                                      0x73, 0x05, 0, 0x15, 0x36, 0x12, 0x6f, 3, 0, 0, 0};

TEST(Gzip, Unpacks) {
  EXPECT_TRUE(LooksLikeGzip(kPacked));
  EXPECT_FALSE(LooksLikeGzip(std::vector<uint8_t>{0x1f, 0x8b}));
  const std::vector<uint8_t> contents = Gunzip(kPacked, "f");
  EXPECT_EQ(std::string(contents.begin(), contents.end()), "NVE");
}

TEST(Gzip, RefusesWhatIsDamaged) {
  const auto unpack = [](const std::vector<uint8_t>& bytes, size_t most = 100) {
    Gunzip(bytes, "f", most);
  };
  std::vector<uint8_t> bytes = kPacked;
  bytes.pop_back();
  ExpectInputError([&] { unpack(bytes); }, "f: error: packed by gzip and cut short");
  bytes = kPacked;
  bytes.push_back(7);
  ExpectInputError([&] { unpack(bytes); }, "there is more behind its end");
  bytes = kPacked;
  bytes[16] ^= 1;  // checksum
  ExpectInputError([&] { unpack(bytes); }, "its contents cannot be unpacked");
  ExpectInputError([&] { unpack(kPacked, 2); }, "found more than 2 bytes");
}

TEST(Gzip, SurvivesDamage) {
  ExpectSurvivesDamage(kPacked, 500, [](const std::vector<uint8_t>& bytes) { Gunzip(bytes, "f"); });
}

}  // namespace
}  // namespace nve
