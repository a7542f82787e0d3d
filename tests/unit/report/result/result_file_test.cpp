// SPDX-License-Identifier: Apache-2.0
// Files of any kind: which one is of, and what is not as its schema says.
#include "report/result/result_file.hpp"

#include <gmock/gmock.h>

#include "base/files/files.hpp"
#include "report/result/file_kinds.hpp"
#include "report/result/result_json.hpp"
#include "report/result/sweep_file.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;

Json Sweep() {
  SweepFile sweep;
  sweep.transfers.emplace_back();
  return ResultJson(sweep);
}

TEST(ResultFile, KnowsItsKind) {
  EXPECT_EQ(KindOf({"a", Sweep()}), "sweep");
  EXPECT_EQ(KindOf({"a", {{"schema", "nve-roofline"}}}), "roofline") << "of a script";
  EXPECT_EQ(KindOf({"a", {{"lockstep", 1}}}), "run") << "before files said their kind";
  EXPECT_EQ(KindOf({"a", 7}), "run");
  ExpectInputError(
      [] {
        KindOf({"a", {{"schema", "<x>"}}});
      },
      "found schema \"<x>\", allowed: nve-run, nve-compile");
}

TEST(ResultFile, OfOneKindOnly) {
  const TestFolder folder;
  WriteFileAtomically(folder / "a", Sweep().dump());
  WriteFileAtomically(folder / "b", R"({"schema": "nve-vary"})");
  EXPECT_EQ(ReadResults({folder / "a", folder / "a"}).size(), 2u);
  ExpectInputError(
      [&] {
        ReadResults({folder / "a", folder / "b"});
      },
      "found a result of kind nve-vary, allowed: nve-sweep, as the first file's");
  WriteFileAtomically(folder / "r", R"({"schema": "nve-run"})");
  WriteFileAtomically(folder / "p", R"({"schema": "nve-compile"})");
  EXPECT_EQ(ReadResults({folder / "p", folder / "r", folder / "p"}).size(), 3u)
      << "predictions may stand beside runs";
  ExpectInputError([&] { ReadResults({folder / "p", folder / "a"}); }, "allowed: nve-compile, as");
  ExpectInputError([&] { ReadResults({folder / "r", folder / "a"}); }, "allowed: nve-run, as");
  ExpectInputError([&] { ReadResults({folder / "b", folder / "a", folder / "c"}); }, "nve-sweep");
  ExpectInputError([&] { ReadResults({folder / "b", folder / "a", folder / "c"}); }, "/c");
}

TEST(ResultFile, IsAsItsSchemaSays) {
  const Json schema = SchemaOf("sweep");
  CheckKind({{"a", Sweep()}}, schema);
  const auto refused = [&](const char* pointer, const Json& value, const std::string& text) {
    Json wrong = Sweep();
    wrong[Json::json_pointer(pointer)] = value;
    ExpectInputError([&] { CheckKind({{"a", Sweep()}, {"b", wrong}}, schema); }, text);
  };
  refused("/schema_version", 99, "b: error: found schema_version 99, allowed: 1; a newer");
  refused("/clock_mhz", 1.5, "</clock_mhz>: found 1.5, allowed: a whole number");
  refused("/clock_mhz", "100", "found \"100\", allowed: a whole number");
  refused("/transfers", 7, "</transfers>: found 7, allowed: a list");
  refused("/transfers/0/bytes", -1, "</transfers/0/bytes>: found -1, allowed: 0 or more");
  refused("/transfers/0/more", 1, "</transfers/0>: found more, allowed: profile, memory");
  refused("/transfers/0/mm2s", Json::object(), "</transfers/0/mm2s>: found no period");
  refused("/memories/x", 1, "</memories/x>: found 1, allowed: an object");
}

}  // namespace
}  // namespace nve
