// SPDX-License-Identifier: Apache-2.0
// Base64 against the examples of RFC 4648, section 10.
#include "base/text/base64.hpp"

#include <gtest/gtest.h>

#include <array>

namespace nve {
namespace {

std::string Of(const std::string& text) {
  return Base64({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

TEST(Base64, ExamplesOfTheRfc) {
  EXPECT_EQ(Of(""), "");
  EXPECT_EQ(Of("f"), "Zg==");
  EXPECT_EQ(Of("fo"), "Zm8=");
  EXPECT_EQ(Of("foo"), "Zm9v");
  EXPECT_EQ(Of("foob"), "Zm9vYg==");
  EXPECT_EQ(Of("fooba"), "Zm9vYmE=");
  EXPECT_EQ(Of("foobar"), "Zm9vYmFy");
}

TEST(Base64, AllBitsOfAByte) {
  constexpr std::array<uint8_t, 6> kBytes = {0x00, 0xff, 0xfb, 0xef, 0xbe, 0x80};
  EXPECT_EQ(Base64(kBytes), "AP/7776A");
}

}  // namespace
}  // namespace nve
