// SPDX-License-Identifier: Apache-2.0
// Files: contents, atomic replacement, the system's reasons in messages.
#include "base/files/files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "base/files/output_file.hpp"
#include "base/files/paths.hpp"
#include "tests/unit/base/files/test_files.hpp"

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

TEST(Files, LinksStayAndLeadToTheNewContents) {
  const TestFolder folder;
  WriteFileAtomically(folder / "below/out", std::string_view("old"));
  std::filesystem::create_symlink("below/out", folder / "link");
  std::filesystem::create_symlink("link", folder / "twice");
  std::filesystem::create_symlink("new", folder / "dangling");
  WriteFileAtomically(folder / "twice", std::string_view("x"));
  WriteFileAtomically(folder / "dangling", std::string_view("y"));
  for (const char* link : {"link", "twice", "dangling"}) {
    EXPECT_TRUE(std::filesystem::is_symlink(folder / link)) << link;
  }
  EXPECT_EQ(ReadFileText(folder / "below/out"), "x");
  EXPECT_EQ(ReadFileText(folder / "new"), "y");
}

// As /dev/stdout is when standard output goes into a file.
TEST(Files, OpenFilesAreWrittenTo) {
  const TestFolder folder;
  const int file = open((folder / "log").c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_GE(file, 0);
  std::filesystem::create_symlink("/proc/self/fd/" + std::to_string(file), folder / "stdout");
  WriteFileAtomically(folder / "stdout", std::string_view("a"));
  WriteFileAtomically("/proc/self/fd/" + std::to_string(file), std::string_view("b"));
  ASSERT_EQ(write(file, "c", 1), 1);  // as what is printed, in its place
  struct stat status {};
  EXPECT_EQ(fstat(file, &status), 0);
  EXPECT_EQ(status.st_nlink, 1u);
  chmod((folder / "").c_str(), 0555);
  CheckPaths({}, {{"--json", "/proc/self/fd/" + std::to_string(file)}});
  chmod((folder / "").c_str(), 0755);
  EXPECT_EQ(OpenFileOf(folder / "stdout"), file);
  EXPECT_EQ(OpenFileOf(folder / "log"), std::nullopt);
  EXPECT_EQ(OpenFileOf(""), std::nullopt);
  close(file);
  EXPECT_EQ(ReadFileText(folder / "log"), "abc");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "stdout"));
}

TEST(Files, NamesMayBeAsLongAsTheSystemAllows) {
  const TestFolder folder;
  const std::string name(255, 'n');
  WriteFileAtomically(folder / name, std::string_view("x"));
  EXPECT_EQ(ReadFileText(folder / name), "x");
  ExpectInputError([&] { WriteFileAtomically(folder / (name + "n"), std::string_view("x")); },
                   "cannot replace: File name too long");
}

// Somebody's file may have the name of a temporary one.
TEST(Files, TemporaryFilesReplaceNothing) {
  const TestFolder folder;
  const auto temporary = [&](int serial) {
    return folder / (".nve-" + std::to_string(getpid()) + "-" + std::to_string(serial) + ".tmp");
  };
  int first = 0;  // that the next file would have
  {
    const OutputFile file(folder / "out");
    while (!std::filesystem::exists(temporary(first))) ++first;
  }
  WriteFileAtomically(temporary(first + 1), std::string_view("mine"));
  std::filesystem::rename(temporary(first + 1), temporary(first + 2));
  WriteFileAtomically(folder / "out", std::string_view("x"));
  EXPECT_EQ(ReadFileText(folder / "out"), "x");
  EXPECT_EQ(ReadFileText(temporary(first + 2)), "mine");
}

TEST(Files, WrittenPieceByPieceTheyAppearWhole) {
  const TestFolder folder;
  WriteFileAtomically(folder / "out", std::string_view("old"));
  const std::string piece(1000, 'a');
  {
    OutputFile file(folder / "out");
    for (int i = 0; i < 1000; ++i) file.Write(piece);
    EXPECT_EQ(ReadFileText(folder / "out"), "old");
    // Without Commit nothing happens.
  }
  EXPECT_EQ(ReadFileText(folder / "out"), "old");
  OutputFile file(folder / "out");
  for (int i = 0; i < 1000; ++i) file.Write(piece);
  file.Close();
  EXPECT_EQ(ReadFileText(folder / "out"), "old");
  file.Commit();
  EXPECT_EQ(ReadFileText(folder / "out").size(), 1'000'000u);
  const auto entries = std::filesystem::directory_iterator(folder / "");
  EXPECT_EQ(std::distance(begin(entries), end(entries)), 1);
}

// Ctrl-C while a long file is written
TEST(Files, SignalsLeaveNoTemporaryFile) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    const TestFolder folder;
    WriteFileAtomically(folder / "out", std::string_view("old"));
    const pid_t child = fork();
    if (child == 0) {
      OutputFile gone(folder / "gone");
      gone.Commit();
      OutputFile file(folder / "out");
      raise(signal);
      _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    EXPECT_EQ(ReadFileText(folder / "out"), "old");
    const auto entries = std::filesystem::directory_iterator(folder / "");
    EXPECT_EQ(std::distance(begin(entries), end(entries)), 2);
  }
}

// nohup
TEST(Files, SignalsThatAreIgnoredStayIgnored) {
  const TestFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGHUP, SIG_IGN);
    OutputFile file(folder / "out");
    raise(SIGHUP);
    file.Commit();
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(ReadFileText(folder / "out"), "");
}

TEST(Files, FullDevicesAreNamed) {
  OutputFile file("/dev/full");
  file.Write(std::string_view("x"));
  ExpectInputError([&] { file.Commit(); },
                   "/dev/full: error: cannot write: No space left on device");
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

TEST(Files, SizesAboveTheLimitAreRefused) {
  const TestFolder folder;
  WriteFileAtomically(folder / "sparse", std::string_view("x"));
  std::filesystem::resize_file(folder / "sparse", kMaxFileBytes + 1);
  ExpectInputError([&] { ReadFileBytes(folder / "sparse"); },
                   "sparse: error: found 2147483649 bytes, allowed: at most 2147483648");
  ExpectInputError([&] { ReadFileText(folder / "sparse"); }, "found 2147483649 bytes");
  WriteFileAtomically(folder / "ten", std::string_view("0123456789"));
  EXPECT_EQ(ReadFileText(folder / "ten", 10), "0123456789");
  ExpectInputError([&] { ReadFileText(folder / "ten", 9); }, "found 10 bytes, allowed: at most 9");
}

TEST(Files, StreamsWithoutAnEndAreRefused) {
  ExpectInputError([] { ReadFileBytes("/dev/zero", 1'000'000); },
                   "/dev/zero: error: found at least 1048576 bytes, allowed: at most 1000000");
}

// What no list has is refused where it is written, hard links and folders behind links too.
TEST(Files, InputsAreRefusedWhereTheyAreWritten) {
  const TestFolder folder;
  WriteFileAtomically(folder / "mine/in", std::string_view("x"));
  std::filesystem::create_directory_symlink("mine", folder / "link");
  std::filesystem::create_hard_link(folder / "mine/in", folder / "hard");
  CheckPaths({{"the input", folder / "mine/in"}}, {{"--json", folder / "json"}});
  for (const char* name : {"mine/in", "link/in", "hard", "link/../mine/./in"}) {
    EXPECT_TRUE(IsInput(folder / name)) << name;
    ExpectInputError([&] { WriteFileAtomically(folder / name, std::string_view("y")); },
                     std::string(name) + ": error: would overwrite an input of this command line");
  }
  EXPECT_FALSE(IsInput(folder / "json"));
  EXPECT_TRUE(IsGiven(folder / "json"));
  EXPECT_EQ(ReadFileText(folder / "hard"), "x");
  CheckPaths({}, {});
  WriteFileAtomically(folder / "hard", std::string_view("y"));
}

TEST(Files, CheckPathsSeesThroughHardAndDanglingLinks) {
  const TestFolder folder;
  WriteFileAtomically(folder / "in", std::string_view("x"));
  std::filesystem::create_hard_link(folder / "in", folder / "hard");
  std::filesystem::create_symlink("new", folder / "dangling");
  const auto refuse = [&](const std::string& a, const std::string& b) {
    ExpectInputError(
        [&] {
          CheckPaths({{"the input", folder / "in"}},
                     {{"--csv", folder / a}, {"--json", folder / b}});
        },
        "given as");
  };
  refuse("a", "hard");
  refuse("new", "dangling");
  refuse("none/../new", "new");
}

TEST(Files, CheckPathsSeesLinksBehindMissingFolders) {
  const TestFolder folder;
  WriteFileAtomically(folder / "in", "in");
  std::filesystem::create_symlink("in", folder / "link");
  ExpectInputError(
      [&] {
        CheckPaths({{"the input", folder / "in"}}, {{"--json", folder / "new/../link"}});
      },
      "given as the input and as --json");
  CheckPaths({{"the input", folder / "in"}}, {{"--json", folder / "new/../out"}});
}

TEST(Files, CheckPathsRefusesFilesAsFolders) {
  const TestFolder folder;
  WriteFileAtomically(folder / "in", std::string_view("x"));
  const auto refuse = [&](const std::string& json, const std::string& output,
                          const std::string& problem) {
    ExpectInputError(
        [&] {
          CheckPaths({{"the input", folder / "in"}},
                     {{"--output", folder / output}, {"--json", folder / json}});
        },
        output + ": error: given as --output, needs as a folder what " + problem);
  };
  refuse("json", "in/output.npy", "the input names as a file");
  refuse("out", "out/output.npy", "--json names as a file");
  refuse("out", "out/below/output.npy", "--json names as a file");
  WriteFileAtomically(folder / "taken", std::string_view("x"));
  ExpectInputError(
      [&] {
        CheckPaths({}, {{"--output", folder / "taken/new/output.npy"}});
      },
      "taken/new/output.npy: error: given as --output, needs a folder ");
  CheckPaths({}, {{"--output", folder / "out/output.npy"}, {"--json", folder / "out/json"}});
}

// Before any work is done
TEST(Files, CheckPathsRefusesPlacesThatCannotBeWrittenTo) {
  const TestFolder folder;
  const auto refuse = [](const std::string& json, const std::string& problem) {
    ExpectInputError([&] { CheckPaths({}, {{"--json", json}}); }, json + ": error: " + problem);
  };
  std::filesystem::create_directory(folder / "sub");
  refuse(folder / "sub", "is a folder, given as --json, allowed: a file");
  refuse(folder / std::string(256, 'x'),
         "given as --json: File name too long, allowed: a shorter name");
  CheckPaths({}, {{"--json", folder / std::string(255, 'x')}});
  chmod((folder / "sub").c_str(), 0555);
  const pid_t child = fork();
  if (child == 0) {
    const bool is_nobody = geteuid() != 0 || setuid(65534) == 0;  // root may write anywhere
    refuse(folder / "sub/new/json", "given as --json, cannot be written into ");
    _exit(is_nobody && !::testing::Test::HasFailure() ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  chmod((folder / "sub").c_str(), 0755);
  CheckPaths({}, {{"--json", folder / "sub/new/json"}, {"--csv", "-"}});
}

TEST(Files, CheckPathsRefusesFilesThatCannotBeReplaced) {
  const TestFolder folder;
  const auto refuse = [](const std::string& path, const std::string& text) {
    ExpectInputError([&] { CheckPaths({}, {{"--json", path}}); }, path + ": error: " + text);
  };
  refuse(folder / "new/", "given as --json: ends as the name of a folder does, allowed: a file");
  EXPECT_FALSE(std::filesystem::exists(folder / "new"));
  WriteFileAtomically(folder / "kept", std::string_view("mine"));
  ASSERT_EQ(chmod((folder / "kept").c_str(), 0444), 0);
  refuse(folder / "kept", "given as --json, is read-only, allowed: a file that may be replaced");
  std::filesystem::create_symlink("loop", folder / "loop");
  refuse(folder / "loop", "given as --json: Too many levels of symbolic links, allowed: a name ");
}

// The folder that a command was started in may be gone.
TEST(Files, CheckPathsSaysThatTheCurrentFolderIsGone) {
  const TestFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::create_directory(folder / "gone");
  std::filesystem::current_path(folder / "gone");
  std::filesystem::remove(folder / "gone");
  ExpectInputError(
      [&] {
        CheckPaths({}, {{"--json", "r.json"}});
      },
      "r.json: error: given as --json: the current folder is gone, allowed: ");
  std::filesystem::current_path(before);
  CheckPaths({}, {{"--json", folder / "r.json"}});
}

TEST(Files, ReplacedFilesKeepTheirPermissions) {
  const TestFolder folder;
  WriteFileAtomically(folder / "private", std::string_view("a"));
  ASSERT_EQ(chmod((folder / "private").c_str(), 0600), 0);
  WriteFileAtomically(folder / "private", std::string_view("b"));
  struct stat status {};
  ASSERT_EQ(stat((folder / "private").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST(Files, CheckPathsRefusesFoldersAsInputs) {
  const TestFolder folder;
  ExpectInputError(
      [&] {
        CheckPaths({{"the network", folder / ""}}, {{"--output", folder / "out"}});
      },
      folder / "" + ": error: is a folder, given as the network, allowed: a file");
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
