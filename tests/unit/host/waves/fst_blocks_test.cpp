// SPDX-License-Identifier: Apache-2.0
// Which files of waves count as complete.
#include "host/waves/fst_blocks.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/files/files.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

// A block of an FST file: its type, its length (which counts its own eight bytes), its content.
std::string Block(char type, size_t content, size_t length) {
  std::string block(1, type);
  for (int shift = 56; shift >= 0; shift -= 8) block += static_cast<char>(length >> shift & 0xFF);
  return block + std::string(content, 'x');
}

std::string Block(char type, size_t content) { return Block(type, content, content + 8); }

class FstBlocks : public ::testing::Test {
 protected:
  bool IsComplete(const std::string& text) const {
    WriteFileAtomically(path_, text);
    return TimesOfCompleteFst(path_).has_value();
  }

  const TestFolder folder_;
  const std::string path_ = folder_ / "waves.fst";
  const std::string header_ = Block(0, 321);
  const std::string changes_ = Block(8, 1000);
  const std::string geometry_ = Block(3, 40);
  const std::string names_ = Block(6, 300);
};

TEST_F(FstBlocks, SignalsAndNamesBelongToACompleteFile) {
  EXPECT_TRUE(IsComplete(header_ + changes_ + geometry_ + names_));
  EXPECT_TRUE(IsComplete(header_ + geometry_ + Block(4, 300)));
  EXPECT_FALSE(IsComplete(header_ + changes_ + geometry_));
  EXPECT_FALSE(IsComplete(header_ + changes_ + names_));
  EXPECT_FALSE(IsComplete(changes_ + geometry_ + names_));
}

TEST_F(FstBlocks, TheLastBlockEndsWithTheFile) {
  const std::string whole = header_ + changes_ + geometry_ + names_;
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(IsComplete(whole.substr(0, size))) << size;
  }
  EXPECT_FALSE(IsComplete(whole + "x"));
}

TEST_F(FstBlocks, LengthsThatCannotBe) {
  for (const size_t length : {size_t{0}, size_t{7}, size_t{309}, SIZE_MAX, SIZE_MAX - 8}) {
    EXPECT_FALSE(IsComplete(header_ + geometry_ + Block(6, 300, length))) << length;
  }
}

// Those of the header; a file without values has none.
TEST_F(FstBlocks, TimesOfTheValues) {
  std::string header = Block(0, 321).replace(9, 16, 16, '\0');
  WriteFileAtomically(path_, header + geometry_ + names_);
  ASSERT_TRUE(TimesOfCompleteFst(path_).has_value());
  EXPECT_TRUE(TimesOfCompleteFst(path_)->none());
  std::string changes = Block(8, 1000).replace(9, 16, 16, '\0');
  for (std::string* block : {&header, &changes}) {
    (*block)[16] = 2;
    (*block)[23] = 1;
    (*block)[24] = 3;
  }
  WriteFileAtomically(path_, header + changes + geometry_ + names_);
  ASSERT_TRUE(TimesOfCompleteFst(path_).has_value());
  EXPECT_EQ(TimesOfCompleteFst(path_)->first, 2U);
  EXPECT_EQ(TimesOfCompleteFst(path_)->last, 0x103U);
}

TEST_F(FstBlocks, NoFileIsNotComplete) {
  EXPECT_FALSE(TimesOfCompleteFst(path_ + ".absent").has_value());
}

}  // namespace
}  // namespace nve
