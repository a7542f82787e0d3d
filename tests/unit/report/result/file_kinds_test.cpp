// SPDX-License-Identifier: Apache-2.0
// Schemas of all kinds of files: each by the name that files of it say. Files against them:
// tests/tools/result_files_test.py.
#include "report/result/file_kinds.hpp"

#include <gmock/gmock.h>

#include <set>

#include "base/diagnostics/diagnostics.hpp"
#include "report/result/compile_file.hpp"
#include "report/result/result_json.hpp"

namespace nve {
namespace {

TEST(FileKinds, EachHasASchemaOfItsName) {
  std::set<std::string> kinds;
  for (const std::string& kind : FileKinds()) {
    EXPECT_TRUE(kinds.insert(kind).second) << kind << " twice";
    const nlohmann::ordered_json schema = SchemaOf(kind);
    EXPECT_EQ(schema["title"], "nve-" + kind);
    EXPECT_EQ(schema["properties"]["schema"]["const"], "nve-" + kind);
    EXPECT_EQ(schema["properties"]["schema_version"]["const"], 1);
    EXPECT_FALSE(schema["description"].get<std::string>().empty());
  }
  EXPECT_TRUE(kinds.contains("run"));
  EXPECT_THROW(SchemaOf("nothing"), InternalError);
}

TEST(FileHead, ComesFirst) {
  const nlohmann::ordered_json json = ResultJson(CompiledFile());
  EXPECT_EQ(json.begin().key(), "schema");
  EXPECT_EQ(json["schema"], "nve-compile");
  EXPECT_EQ(json["tool"], "nvec");
  EXPECT_FALSE(json.contains("predicted"));
}

TEST(Figure, HasNoDecimalsIfItIsWhole) {
  EXPECT_EQ(ResultJson(Figure{18}).dump(), "18");
  EXPECT_EQ(ResultJson(Figure{-2}).dump(), "-2");
  EXPECT_EQ(ResultJson(Figure{1.5}).dump(), "1.5");
  EXPECT_EQ(ResultJson(Figure{1e300}).dump(), "1e+300");
}

TEST(Figure, IsReadAsItWasWritten) {
  MetricsOfCompile metrics;
  metrics.code_words = Figure{7};
  metrics.ii = Figure{2.5};
  MetricsOfCompile read;
  Diagnostics problems;
  const ResultReader reader("f", 1, problems);
  reader.Read(ResultJson(metrics), "", read);
  EXPECT_EQ(ResultJson(read), ResultJson(metrics));
  reader.Read({{"ii", "many"}}, "", read);
  EXPECT_THROW(problems.ThrowIfErrors(), InputError);
}

}  // namespace
}  // namespace nve
