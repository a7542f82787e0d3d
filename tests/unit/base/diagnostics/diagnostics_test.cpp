// SPDX-License-Identifier: Apache-2.0
// The format of messages, and what is collected and thrown.
#include "base/diagnostics/diagnostics.hpp"

#include <gtest/gtest.h>

#include <cstdio>

#include "base/diagnostics/message_kinds.hpp"

namespace nve {
namespace {

std::string Printed(const Diagnostics& diagnostics, Severity least) {
  std::FILE* file = std::tmpfile();
  diagnostics.Print(file, least);
  std::rewind(file);
  char text[500] = "";
  const size_t length = std::fread(text, 1, sizeof text - 1, file);
  std::fclose(file);
  return std::string(text, length);
}

TEST(Diagnostics, Format) {
  EXPECT_EQ(ToString({Severity::kError, {"net.xml", 12, "outNet"}, "cnt is 3"}),
            "net.xml:12: error: element <outNet>: cnt is 3");
  EXPECT_EQ(ToString({Severity::kWarning, {"net.xml", 0, ""}, "odd"}), "net.xml: warning: odd");
  EXPECT_EQ(ToString({Severity::kNote, {}, "so it is"}), "note: so it is");
  EXPECT_EQ(ToString({Severity::kError, {"a\x1b", 0, ""}, std::string("b\0c", 3)}),
            "a\\x1b: error: b\\x00c");
}

TEST(Diagnostics, CollectsInOrderAndThrowsErrorsOnly) {
  Diagnostics diagnostics;
  EXPECT_NO_THROW(diagnostics.ThrowIfErrors());
  diagnostics.Error({"a", 1, ""}, "first");
  diagnostics.Warning({"a", 2, ""}, "second");
  diagnostics.Error({"a", 3, ""}, "third");
  EXPECT_FALSE(diagnostics.ok());
  EXPECT_EQ(diagnostics.errors(), 2);
  EXPECT_EQ(diagnostics.warnings(), 1);
  try {
    diagnostics.ThrowIfErrors();
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "a:1: error: first\na:3: error: third");
    EXPECT_EQ(error.diagnostics().size(), 2u);
  }
}

TEST(Diagnostics, AppendKeepsCounts) {
  Diagnostics first;
  Diagnostics second;
  second.Error({}, "e");
  second.Warning({}, "w");
  first.Append(second);
  EXPECT_EQ(first.errors(), 1);
  EXPECT_EQ(first.warnings(), 1);
}

TEST(Diagnostics, PrintFiltersBySeverity) {
  Diagnostics diagnostics;
  diagnostics.Note({}, "n");
  diagnostics.Warning({}, "w");
  diagnostics.Error({}, "e");
  EXPECT_EQ(Printed(diagnostics, Severity::kNote), "note: n\nwarning: w\nerror: e\n");
  EXPECT_EQ(Printed(diagnostics, Severity::kWarning), "warning: w\nerror: e\n");
}

TEST(Diagnostics, InternalCheckSaysWhere) {
  EXPECT_NO_THROW(NVE_CHECK(1 + 1 == 2, "arithmetic"));
  try {
    NVE_CHECK(1 + 1 == 3, "arithmetic");
    FAIL();
  } catch (const InternalError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("diagnostics_test.cpp:"), std::string::npos) << text;
    EXPECT_NE(text.find("arithmetic (check `1 + 1 == 3` failed)"), std::string::npos) << text;
  }
}

Diagnostics WrongIndices(int count) {
  Diagnostics diagnostics;
  for (int index = 0; index < count; ++index) {
    const int line = 10 + index;
    diagnostics.Error({"net.xml", line, "outNet"},
                      "attribute idx: found '" + std::to_string(4096 + index) + "'");
  }
  diagnostics.Error({"net.xml", 9, "outCount"}, "found '5000'");
  return diagnostics;
}

TEST(MessageKinds, OfMoreThanThreeTheFirstAndTheirNumber) {
  const Diagnostics few = FirstOfEachKind(WrongIndices(3));
  EXPECT_EQ(few.errors(), 4);
  const Diagnostics many = FirstOfEachKind(WrongIndices(904));
  ASSERT_EQ(many.errors(), 2);
  EXPECT_EQ(ToString(many.all()[0]),
            "net.xml:10: error: element <outNet>: attribute idx: found '4096'; 903 more elements "
            "have the same problem");
  EXPECT_EQ(ToString(many.all()[1]), "net.xml:9: error: element <outCount>: found '5000'");
}

}  // namespace
}  // namespace nve
