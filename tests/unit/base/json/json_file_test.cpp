// SPDX-License-Identifier: Apache-2.0
// JSON: order of keys, and what is refused, with its place.
#include "base/json/json_file.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/files/files.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

TEST(JsonFile, KeepsTheOrderOfKeys) {
  const TestFolder folder;
  WriteJson(folder / "r.json", {{"zebra", 1}, {"ant", {1, 2}}});
  EXPECT_EQ(ReadFileText(folder / "r.json"),
            "{\n  \"zebra\": 1,\n  \"ant\": [\n    1,\n    2\n  ]\n}\n");
  EXPECT_EQ(ReadJson(folder / "r.json")["zebra"], 1);
}

TEST(JsonFile, DamageHasLineAndColumn) {
  const TestFolder folder;
  WriteFileAtomically(folder / "r.json", std::string_view("{\n  \"a\": }\n"));
  ExpectInputError([&] { ReadJson(folder / "r.json"); }, "line 2, column 8");
}

TEST(JsonFile, NumbersOutOfRangeAreRefused) {
  const TestFolder folder;
  WriteFileAtomically(folder / "r.json", std::string_view("{\"a\": 1e3084}"));
  ExpectInputError([&] { ReadJson(folder / "r.json"); }, "number overflow parsing '1e3084'");
}

std::string Nested(int depth) {
  const auto levels = static_cast<size_t>(depth) - 1;
  return "{\"a\":" + std::string(levels, '[') + std::string(levels, ']') + "}";
}

TEST(JsonFile, DepthIsLimited) {
  EXPECT_TRUE(ParseJson(Nested(kMaxJsonDepth), "deep")["a"].is_array());
  for (const int depth : {kMaxJsonDepth + 1, 70'000}) {
    ExpectInputError([&] { ParseJson(Nested(depth), "deep"); },
                     "deep: error: not JSON that is read here: nested too deep, found 65 arrays "
                     "and objects inside one another, allowed: 64");
  }
  std::string objects;
  for (int depth = 0; depth < 70'000; ++depth) objects += "{\"a\":";
  ExpectInputError([&] { ParseJson(objects, "deep"); }, "nested too deep");
  // Side by side they may be many.
  std::string flat = "[[]";
  for (int count = 0; count < 1000; ++count) flat += ",[{}]";
  EXPECT_EQ(ParseJson(flat + "]", "flat").size(), 1001u);
}

TEST(JsonFile, TextBehindAZeroByteIsNotDropped) {
  using namespace std::string_view_literals;
  for (const std::string_view text :
       {"{\"model\":\n\"fixed\"}\0garbage"sv, "{\"model\":\n\"fixed\"}\0"sv}) {
    ExpectInputError([&] { ParseJson(text, "x"); },
                     "x:2: error: not JSON: found a zero byte at offset 18, allowed: text only");
  }
  EXPECT_EQ(ParseJson("\"\\u0000\""sv, "x"), "\0"sv);
}

TEST(JsonFile, RepeatedKeysAreRefused) {
  ExpectInputError([] { ParseJson(R"({"a":{"b":1,"c":{"b":2},"b":3}})", "x"); },
                   "x: error: member \"b\": found twice in one object, allowed: once");
  EXPECT_EQ(ParseJson(R"([{"b":1},{"b":{"b":2}}])", "x").size(), 2u);
}

}  // namespace
}  // namespace nve
