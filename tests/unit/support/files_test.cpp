// Files and JSON: contents, atomic replacement, the system's reasons in messages.
#include "compiler/support/files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "compiler/support/json_file.hpp"
#include "tests/unit/support/test_files.hpp"

namespace nve {
namespace {

TEST(Files, RoundTripCreatesFolders) {
  const TestFolder folder;
  std::vector<uint8_t> bytes(200000);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 7);
  WriteFileAtomically(folder / "a/b/c.bin", bytes);
  EXPECT_EQ(ReadFileBytes(folder / "a/b/c.bin"), bytes);
  WriteFileAtomically(folder / "a/b/c.bin", std::string_view("short"));
  EXPECT_EQ(ReadFileText(folder / "a/b/c.bin"), "short");
  WriteFileAtomically(folder / "empty", std::string_view());
  EXPECT_EQ(ReadFileText(folder / "empty"), "");
}

TEST(Files, LeavesNoTemporaryFile) {
  const TestFolder folder;
  WriteFileAtomically(folder / "out", std::string_view("x"));
  std::filesystem::create_directory(folder / "taken");
  ExpectInputError([&] { WriteFileAtomically(folder / "taken", std::string_view("x")); },
                   "taken: error: cannot replace: Is a directory");
  int entries = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "")) {
    static_cast<void>(entry);
    ++entries;
  }
  EXPECT_EQ(entries, 2);
}

TEST(Files, NewFilesHaveOrdinaryPermissions) {
  const TestFolder folder;
  const mode_t mask = umask(022);
  WriteFileAtomically(folder / "out", std::string_view("x"));
  umask(mask);
  struct stat status {};
  ASSERT_EQ(stat((folder / "out").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0644u);
}

TEST(Files, MessagesCarryTheReason) {
  const TestFolder folder;
  ExpectInputError([&] { ReadFileText(folder / "none"); },
                   "none: error: cannot open: No such file or directory");
  ExpectInputError([&] { ReadFileText(folder / ""); }, "cannot read: Is a directory");
  WriteFileAtomically(folder / "file", std::string_view("x"));
  ExpectInputError([&] { WriteFileAtomically(folder / "file/below", std::string_view("x")); },
                   "cannot create folder: Not a directory");
}

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

TEST(Files, CheckPathsRefusesSharedFiles) {
  const TestFolder folder;
  WriteFileAtomically(folder / "in", std::string_view("x"));
  std::filesystem::create_symlink(folder / "in", folder / "link");
  std::filesystem::create_directory(folder / "sub");
  const std::string in = folder / "in";
  CheckPaths({{"the input", in}}, {{"--output", folder / "out"}, {"--json", ""}});
  CheckPaths({}, {{"--output", ""}, {"--json", ""}});
  CheckPaths({}, {{"--output", "/dev/null"}, {"--json", "/dev/null"}});
  ExpectInputError(
      [&] {
        CheckPaths({{"the input", in}}, {{"--output", in}});
      },
      "in: error: given as the input and as --output, allowed: a file of its own for "
      "each");
  ExpectInputError(
      [&] {
        CheckPaths({{"the input", in}}, {{"--output", folder / "sub/../in"}});
      },
      "given as the input and as --output");
  ExpectInputError(
      [&] {
        CheckPaths({{"the input", in}}, {{"--output", folder / "link"}});
      },
      "given as the input and as --output");
  // Files that are not there yet, however they are written.
  ExpectInputError(
      [&] {
        CheckPaths({}, {{"--output", "new"}, {"--json", "./new"}});
      },
      "./new: error: given as --output and as --json");
  try {
    CheckPaths({{"the input", in}}, {{"--output", in}, {"--json", folder / "./in"}});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics().size(), 3u) << error.what();  // each pair
  }
}

}  // namespace
}  // namespace nve
