// SPDX-License-Identifier: Apache-2.0
// .npy: known bytes, round trips, every kind of damage.
#include "base/arrays/arrays.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

std::vector<uint8_t> NpyBytes(std::string header, const std::vector<uint8_t>& data,
                              char major = 1) {
  std::vector<uint8_t> bytes = {0x93, 'N', 'U', 'M', 'P', 'Y', static_cast<uint8_t>(major), 0};
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i) {
    bytes.push_back(static_cast<uint8_t>(header.size() >> (8 * i)));
  }
  bytes.insert(bytes.end(), header.begin(), header.end());
  bytes.insert(bytes.end(), data.begin(), data.end());
  return bytes;
}

TEST(Npy, ReadsHandWrittenFile) {
  const auto bytes = NpyBytes("{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }\n",
                              {1, 0, 2, 0, 3, 0, 0xff, 0xff, 0, 1, 0, 0x80});
  const NpyArray array = ParseNpy(bytes, "a.npy");
  EXPECT_EQ(array.dtype, DType::kI16);
  EXPECT_EQ(array.shape, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(array.Values<int16_t>(), (std::vector<int16_t>{1, 2, 3, -1, 256, -32768}));
}

TEST(Npy, ReadsVersion2KeysInAnyOrderAndDoubleQuotes) {
  const auto bytes =
      NpyBytes("{\"shape\": (3,), \"fortran_order\": False, \"descr\": \"|u1\"}", {7, 8, 9}, 2);
  EXPECT_EQ(ParseNpy(bytes, "a.npy").Values<uint8_t>(), (std::vector<uint8_t>{7, 8, 9}));
}

TEST(Npy, FortranOrderBecomesCOrder) {
  // [[1, 2, 3], [4, 5, 6]] column by column.
  const auto bytes =
      NpyBytes("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3)}", {1, 4, 2, 5, 3, 6});
  EXPECT_EQ(ParseNpy(bytes, "a.npy").Values<uint8_t>(), (std::vector<uint8_t>{1, 2, 3, 4, 5, 6}));
}

TEST(Npy, FortranOrderOfThreeDimensions) {
  std::vector<uint8_t> data(24);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 4; ++k)
        data[i + 2 * (j + 3 * k)] = static_cast<uint8_t>(12 * i + 4 * j + k);
    }
  }
  std::vector<uint8_t> counted(24);
  std::iota(counted.begin(), counted.end(), uint8_t{0});
  const auto bytes = NpyBytes("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3, 4)}", data);
  EXPECT_EQ(ParseNpy(bytes, "a.npy").Values<uint8_t>(), counted);
}

template <typename T>
class NpyTypes : public testing::Test {};
using ElementTypes = testing::Types<uint8_t, int8_t, int16_t, int32_t, int64_t, uint64_t, float,
                                    double, uint16_t, uint32_t>;
TYPED_TEST_SUITE(NpyTypes, ElementTypes);

TYPED_TEST(NpyTypes, RoundTrip) {
  const std::vector<TypeParam> values = {TypeParam(0),
                                         TypeParam(1),
                                         TypeParam(-3),
                                         TypeParam(100),
                                         std::numeric_limits<TypeParam>::max(),
                                         std::numeric_limits<TypeParam>::lowest()};
  const NpyArray array = NpyArray::From({3, 1, 2}, values);
  const NpyArray back = ParseNpy(FormatNpy(array), "a.npy");
  EXPECT_EQ(back.dtype, DTypeOf<TypeParam>());
  EXPECT_EQ(back.shape, array.shape);
  EXPECT_EQ(back.template Values<TypeParam>(), values);
}

TEST(Npy, ElementsStartAt64ByteBoundary) {
  for (int64_t extent : {1, 100, 100000}) {
    const auto bytes =
        FormatNpy(NpyArray::From({extent}, std::vector<uint8_t>(static_cast<size_t>(extent), 1)));
    EXPECT_EQ((bytes.size() - static_cast<size_t>(extent)) % 64, 0u);
  }
}

TEST(Npy, ScalarsAndEmptyArrays) {
  const NpyArray scalar = ParseNpy(FormatNpy(NpyArray::From({}, std::vector<int32_t>{-5})), "a");
  EXPECT_EQ(scalar.Count(), 1);
  EXPECT_EQ(scalar.ShapeText(), "()");
  EXPECT_EQ(scalar.Integers("a"), std::vector<int64_t>{-5});
  const NpyArray empty = ParseNpy(FormatNpy(NpyArray::From({0, 4}, std::vector<float>{})), "a");
  EXPECT_TRUE(empty.Values<float>().empty());
}

TEST(Npy, IntegersAreChecked) {
  EXPECT_EQ(NpyArray::From({2}, std::vector<double>{3, -4}).Integers("x"),
            (std::vector<int64_t>{3, -4}));
  ExpectInputError([] { NpyArray::From({1}, std::vector<float>{2.5F}).Integers("L1.bias"); },
                   "L1.bias: 2.5 is no 64-bit integer");
  ExpectInputError([] { NpyArray::From({1}, std::vector<uint64_t>{1ULL << 63}).Integers("x"); },
                   "9223372036854775808 is no 64-bit integer");
  ExpectInputError([] { NpyArray::From({1}, std::vector<double>{NAN}).Integers("x"); }, "nan");
}

TEST(Npy, WrongTypeOfValuesIsOurBug) {
  const NpyArray array = NpyArray::From({1}, std::vector<int16_t>{1});
  EXPECT_THROW(array.Values<uint8_t>(), InternalError);
  EXPECT_THROW(NpyArray::From({2}, std::vector<int16_t>{1}), InternalError);
}

NpyArray Parsed(const std::string& descr, const std::string& rest,
                const std::vector<uint8_t>& data) {
  return ParseNpy(NpyBytes("{'descr': " + descr + ", 'fortran_order': " + rest + "}", data), "a");
}

TEST(Npy, BigEndianTypesAreTheSameTypes) {
  EXPECT_EQ(Parsed("'>i2'", "False, 'shape': (2,)", {1, 2, 0xff, 0xfe}).Values<int16_t>(),
            (std::vector<int16_t>{258, -2}));
  EXPECT_EQ(Parsed("'>u4'", "True, 'shape': (1, 1)", {0x80, 0, 0, 9}).Values<uint32_t>(),
            (std::vector<uint32_t>{0x80000009}));
  EXPECT_EQ(Parsed("'>f8'", "False, 'shape': ()", {0x3f, 0xf8, 0, 0, 0, 0, 0, 0}).Values<double>(),
            (std::vector<double>{1.5}));
  EXPECT_EQ(Parsed("'>u1'", "False, 'shape': (1,)", {7}).Values<uint8_t>(),
            (std::vector<uint8_t>{7}));
}

// Arrays of types that are not read are refused by whoever wants another type.
TEST(Npy, OtherTypesHaveNamesAndShapesOnly) {
  const auto name = [](const std::string& descr) {
    const NpyArray array = Parsed(descr, "False, 'shape': (2, 9), ", {1, 2, 3});
    EXPECT_EQ(array.dtype, DType::kOther) << descr;
    EXPECT_EQ(array.shape, (std::vector<int64_t>{2, 9}));
    EXPECT_TRUE(array.data.empty());
    ExpectInputError([&] { array.Integers("L1.bias"); },
                     "L1.bias: element type is " + array.TypeName() + ", allowed are the integer");
    EXPECT_EQ(ParseNpy(FormatNpy(array), "a").shape, array.shape);
    return array.TypeName();
  };
  EXPECT_EQ(name("'|b1'"), "'|b1' (bool)");
  EXPECT_EQ(name("'|O'"), "'|O' (object)");
  EXPECT_EQ(name("'<f2'"), "'<f2' (float16)");
  EXPECT_EQ(name("\">c16\""), "\">c16\" (complex128)");
  EXPECT_EQ(name("'<U12'"), "'<U12'");
  EXPECT_EQ(name("'|i2'"), "'|i2'");
  EXPECT_EQ(name("''"), "''");
  EXPECT_EQ(name("[('a]', '<i2'), ('b', [('c', '|u1')])]"),
            "[('a]', '<i2'), ('b', [('c', '|u1')])]");
  EXPECT_EQ(name("'" + std::string(60, 'x') + "'"), "'" + std::string(39, 'x') + "...");
  ExpectInputError([] { Parsed("[('a', '<i2'", "", {}); }, "list at byte 20 has no end");
  EXPECT_NE(
      ElementTypeProblem("[('a', '<i2')]", DType::kU8).find("; take one of its fields, bring"),
      std::string::npos);
}

TEST(Npy, MessagesNameFileFoundAndAllowed) {
  const std::string good = "{'descr': '|u1', 'fortran_order': False, 'shape': (2,)}";
  const auto parse = [](const std::vector<uint8_t>& bytes) {
    return [bytes] { ParseNpy(bytes, "dir/a.npy"); };
  };
  ExpectInputError(parse({1, 2, 3}), "dir/a.npy: error: no .npy file");
  ExpectInputError(parse({0x93, 'N', 'U', 'M', 'P', 'Y', 1}), "ends within its header");
  ExpectInputError(parse(NpyBytes(good, {1, 2}, 9)), "format version is 9, allowed are 1 to 3");
  ExpectInputError(parse(NpyBytes(good, {1})),
                   "1 bytes of elements from byte 65 on, but shape (2,) of uint8 needs 2");
  ExpectInputError(parse(NpyBytes(good, {1, 2, 3})), "3 bytes of elements");
  ExpectInputError(parse(NpyBytes("{'descr': '|u1', 'shape': (1,)}", {1})),
                   "key 'fortran_order' is missing");
  ExpectInputError(parse(NpyBytes("{'descr': '|u1', 'order': 1}", {1})), "unknown key 'order'");
  ExpectInputError(parse(NpyBytes("{'descr': '|u1", {1})), "has no end");
  ExpectInputError(parse(NpyBytes("{'descr': '|u1', 'fortran_order': False, 'shape': (-1,)}", {1})),
                   "found '-' at byte 61, allowed: the digits of a number");
  ExpectInputError(parse(NpyBytes("{'descr': '<f8', 'fortran_order': False, 'shape': "
                                  "(4611686018427387904, 4611686018427387904)}",
                                  {1})),
                   "more than 2^63");
}

TEST(Npy, BytesCountFromTheBeginOfTheFile) {
  const auto refuse = [](const std::string& header, const std::string& text) {
    ExpectInputError([&] { ParseNpy(NpyBytes(header, {}), "a.npy"); },
                     "a.npy: error: damaged .npy header: " + text);
  };
  refuse("", "found the end of the header at byte 10, allowed: '{'");
  refuse("{'descr': '|u1', 'fortran_order': False; }", "found ';' at byte 49, allowed: '}'");
  refuse("{'descr': '|u1', 'fortran_order': 1}", "found '1' at byte 44, allowed: True or False");
  refuse("{'descr': '|u1', 'shape': (-1,)}", "found '-' at byte 37, allowed: the digits of a");
  refuse("{'descr': '|u1', 'order': 1}", "unknown key 'order' at byte 27, allowed are");
  refuse("{\x01", "found byte 0x01 at byte 11, allowed: '");
  // The length of this header has 4 bytes.
  ExpectInputError([] { ParseNpy(NpyBytes("{;", {}, 3), "a.npy"); }, "found ';' at byte 13");
}

const std::string kSquare = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }";

TEST(Npy, OnlyPaddingStandsBehindTheDictionary) {
  const std::vector<uint8_t> four = {1, 2, 3, 4};
  for (const std::string padding : {"", "\n", "    ", "   \n", "\n\n  "}) {
    EXPECT_EQ(ParseNpy(NpyBytes(kSquare + padding, four), "a").Values<uint8_t>(), four);
  }
  for (const std::string& junk : {std::string(" junk\n"), std::string("}}}\n"),
                                  std::string("  {\n"), std::string("\n0"), std::string(1, '\0')}) {
    ExpectInputError([&] { ParseNpy(NpyBytes(kSquare + junk, four), "a"); },
                     "allowed: blanks and a newline up to the end of the header");
  }
  ExpectInputError([&] { ParseNpy(NpyBytes(kSquare + " junk\n", four), "a"); },
                   "found 'j' at byte " + std::to_string(10 + kSquare.size() + 1));
}

TEST(Npy, KeysStandOnce) {
  const std::string twice = kSquare.substr(0, kSquare.size() - 1) + "'shape': (4, 1)}";
  ExpectInputError(
      [&] {
        ParseNpy(NpyBytes(twice, {1, 2, 3, 4}), "a");
      },
      "found key 'shape' again at byte " + std::to_string(10 + kSquare.size() - 1) +
          ", allowed: once");
}

TEST(Npy, ExtentsMayHaveTheLOfPython2) {
  const auto shape = [](const std::string& tuple) {
    const std::string begin = "{'descr': '|u1', 'fortran_order': False, 'shape': ";
    return ParseNpy(NpyBytes(begin + tuple + "}", {1, 2, 3, 4}), "a").shape;
  };
  EXPECT_EQ(shape("(2L, 2L)"), (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(shape("(4L,)"), (std::vector<int64_t>{4}));
  EXPECT_THROW(shape("(4LL,)"), InputError);
  EXPECT_THROW(shape("(4, L)"), InputError);
  EXPECT_THROW(shape("(4l,)"), InputError);
}

TEST(Npy, SurvivesDamage) {
  ExpectSurvivesDamage(FormatNpy(NpyArray::From({4, 5}, std::vector<int16_t>(20, 3))), 8000,
                       [](const std::vector<uint8_t>& bytes) { ParseNpy(bytes, "a.npy"); });
}

}  // namespace
}  // namespace nve
