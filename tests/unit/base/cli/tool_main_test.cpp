// SPDX-License-Identifier: Apache-2.0
// Exit codes and messages of a tool's frame.
#include "base/cli/tool_main.hpp"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <system_error>

#include "base/cli/number_options.hpp"
#include "base/cli/word_options.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

struct Outcome {
  int code = -1;
  std::string out;
  std::string err;
};

Outcome RunSetUp(std::vector<const char*> arguments, const std::function<void(CLI::App&)>& setup,
                 const std::function<int()>& body) {
  arguments.insert(arguments.begin(), "/usr/bin/nve-tool");
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Outcome outcome;
  outcome.code = RunTool(static_cast<int>(arguments.size()), arguments.data(), setup, body);
  outcome.out = testing::internal::GetCapturedStdout();
  outcome.err = testing::internal::GetCapturedStderr();
  return outcome;
}

Outcome RunWith(const std::vector<const char*>& arguments, const std::function<int()>& body) {
  int iterations = 0;
  std::string output;
  const auto setup = [&](CLI::App& app) {
    app.description("A tool for tests.");
    app.add_option("--iterations", iterations, "how often");
    AddPath(app, "-o,--output", output, "where to")->required();
  };
  return RunSetUp(arguments, setup, body);
}

int Succeed() { return kExitOk; }

TEST(RunTool, ReturnsTheBodysCode) {
  EXPECT_EQ(RunWith({"-o", "x"}, Succeed).code, kExitOk);
  EXPECT_EQ(RunWith({"-o", "x"}, [] { return kExitMismatch; }).code, kExitMismatch);
}

TEST(RunTool, HelpAndVersion) {
  const Outcome help = RunWith({"--help"}, [] { return 9; });
  EXPECT_EQ(help.code, kExitOk);
  EXPECT_NE(help.out.find("A tool for tests."), std::string::npos);
  EXPECT_NE(help.out.find("--iterations"), std::string::npos);
  const Outcome version = RunWith({"--version"}, [] { return 9; });
  EXPECT_EQ(version.code, kExitOk);
  EXPECT_EQ(version.out.rfind("nve-tool (NVE) ", 0), 0u) << version.out;
}

TEST(RunTool, SuggestsTheNearestOption) {
  const Outcome outcome = RunWith({"--iteration", "3", "-o", "x"}, Succeed);
  EXPECT_EQ(outcome.code, kExitUsage);
  EXPECT_EQ(outcome.err,
            "nve-tool: error: unknown option --iteration; did you mean --iterations?\n"
            "Try 'nve-tool --help'.\n");
  // Also if the misspelt option is a required one, or has its value attached.
  EXPECT_NE(
      RunWith({"--ouptut=x"}, Succeed).err.find("unknown option --ouptut; did you mean --output?"),
      std::string::npos);
  EXPECT_NE(RunWith({"--zzzzzz", "-o", "x"}, Succeed).err.find("unknown option --zzzzzz\n"),
            std::string::npos);
}

TEST(RunTool, OtherWrongCommandLines) {
  const Outcome missing = RunWith({}, Succeed);
  EXPECT_EQ(missing.code, kExitUsage);
  EXPECT_NE(missing.err.find("--output is required"), std::string::npos) << missing.err;
  const Outcome extra = RunWith({"-o", "x", "stray"}, Succeed);
  EXPECT_EQ(extra.code, kExitUsage);
  EXPECT_NE(extra.err.find("unexpected argument 'stray'"), std::string::npos) << extra.err;
  const Outcome number = RunWith({"-o", "x", "--iterations", "many"}, Succeed);
  EXPECT_EQ(number.code, kExitUsage);
  EXPECT_NE(number.err.find("many"), std::string::npos) << number.err;
}

TEST(RunTool, RefusesEmptyFileNames) {
  const Outcome outcome = RunWith({"-o", ""}, Succeed);
  EXPECT_EQ(outcome.code, kExitUsage);
  EXPECT_EQ(outcome.err,
            "nve-tool: error: --output: found an empty name, allowed: the name of a file\n"
            "Try 'nve-tool --help'.\n");
}

TEST(RunTool, MapsExceptionsToCodes) {
  const Outcome input = RunWith({"-o", "x"}, []() -> int {
    throw InputError({"net.xml", 3, "outNet"}, "cnt is 2");
  });
  EXPECT_EQ(input.code, kExitUsage);
  EXPECT_EQ(input.err, "net.xml:3: error: element <outNet>: cnt is 2\n");
  const Outcome check = RunWith({"-o", "x"}, []() -> int { throw CheckFailed("pixel 3 differs"); });
  EXPECT_EQ(check.code, kExitMismatch);
  EXPECT_EQ(check.err, "nve-tool: check failed: pixel 3 differs\n");
  const Outcome bug = RunWith({"-o", "x"}, []() -> int { throw InternalError("oops"); });
  EXPECT_EQ(bug.code, kExitInternal);
  EXPECT_NE(bug.err.find("internal error: oops\nThis is a bug in nve-tool"), std::string::npos);
  EXPECT_EQ(RunWith({"-o", "x"}, []() -> int { throw std::out_of_range("at"); }).code,
            kExitInternal);
  EXPECT_EQ(RunWith({"-o", "x"}, []() -> int { throw 3; }).code, kExitInternal);
}

TEST(RunTool, TakesShortOptionsWithEquals) {
  std::string output;
  const auto run = [&output](const char* argument, const char* second) {
    const std::vector<const char*> arguments = {"nve-tool", argument, second};
    return RunTool(
        second == nullptr ? 2 : 3, arguments.data(),
        [&](CLI::App& app) {
          AddPath(app, "-o,--output", output, "where to")->required();
          app.add_option("rest");
        },
        Succeed);
  };
  EXPECT_EQ(run("-o=q.nve", nullptr), kExitOk);
  EXPECT_EQ(output, "q.nve");
  EXPECT_EQ(run("-oq=1", nullptr), kExitOk);
  EXPECT_EQ(output, "q=1");
  testing::internal::CaptureStderr();
  EXPECT_EQ(run("-o=", "next"), kExitUsage);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("found an empty name"), std::string::npos);
  testing::internal::CaptureStderr();
  EXPECT_EQ(run("--output=", "next"), kExitUsage);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("found an empty name"), std::string::npos);
}

struct ManyOptions {
  std::vector<std::string> files;
  std::vector<std::string> words = {"b"};
  std::vector<uint64_t> counts;
  std::string path;
  bool flag = false;
};

// A word is a, b or "a,a".
Outcome RunWithMany(const std::vector<const char*>& arguments, ManyOptions& options) {
  const auto setup = [&](CLI::App& app) {
    AddPaths(app, "files", options.files, "what to read");
    AddList(app, "--words", options.words, "which", OneOf({"a", "b", "a,a"}));
    AddList(app, "--counts", options.counts, "how many", Count(1, 99));
    AddPath(app, "-p,--path", options.path, "where to");
    app.add_flag("-f,--flag", options.flag, "whether");
  };
  return RunSetUp(arguments, setup, Succeed);
}

void ExpectUsageError(const std::vector<const char*>& arguments, const std::string& text) {
  ManyOptions options;
  const Outcome outcome = RunWithMany(arguments, options);
  EXPECT_EQ(outcome.code, kExitUsage);
  EXPECT_EQ(outcome.err, "nve-tool: error: " + text + "\nTry 'nve-tool --help'.\n");
}

using Texts = std::vector<std::string>;

TEST(RunTool, TakesTextsLiterally) {
  ManyOptions options;
  EXPECT_EQ(RunWithMany({"[a]", "-p", "[b]", "[c,d]", "{}", "--", "[-e]", "-f"}, options).code,
            kExitOk);
  EXPECT_EQ(options.files, (Texts{"[a]", "[c,d]", "{}", "[-e]", "-f"}));
  EXPECT_EQ(options.path, "[b]");
  EXPECT_FALSE(options.flag);
  EXPECT_EQ(RunWithMany({"-p=[b]", "{}"}, options).code, kExitOk);
  EXPECT_EQ(options.files, (Texts{"{}"}));
  EXPECT_EQ(RunWithMany({"-fp", "[b]"}, options).code, kExitOk);
  EXPECT_EQ(options.path, "[b]");
  // What follows an option is its value.
  for (const char* value : {"-p=x", "--flag=1", "--", "--path"}) {
    EXPECT_EQ(RunWithMany({"--path", value}, options).code, kExitOk);
    EXPECT_EQ(options.path, value);
  }
  ExpectUsageError({"--words", "[a,b]"}, "--words: found '[a', allowed: a, b, a,a");
  ExpectUsageError({"--words=[a]"}, "--words: found '[a]', allowed: a, b, a,a");
  ExpectUsageError({"a", ""}, "files: found an empty name, allowed: the name of a file");
}

TEST(RunTool, FlagsTakeNoValue) {
  for (const std::string value : {"-3", "3", "true", "false", "garbage", ""}) {
    for (const char* name : {"--flag", "-f"}) {
      ExpectUsageError({(name + ("=" + value)).c_str()},
                       "--flag: found '" + value + "', allowed: no value");
    }
    ExpectUsageError({("--help=" + value).c_str()},
                     "--help: found '" + value + "', allowed: no value");
  }
  ManyOptions options;
  EXPECT_EQ(RunWithMany({"--flag", "--flag"}, options).code, kExitOk);
  EXPECT_TRUE(options.flag);
}

TEST(RunTool, OptionsTakeOneValue) {
  ExpectUsageError({"-p", "a", "--path", "a", "-pa"}, "--path: found 3 values, allowed: one");
  ExpectUsageError({"x", "-p"}, "--path: found no value, allowed: the name of a file");
  ExpectUsageError({"--words"}, "--words: found no value, allowed: a, b, a,a");
  ExpectUsageError(
      {"--counts"},
      "--counts: found no value, allowed: 1 to 99, in decimal digits and nothing else");
  EXPECT_NE(RunWith({"-o", "x", "--iterations"}, Succeed).err.find("found no value, allowed: a"),
            std::string::npos);
  ManyOptions options;  // and a value more is an argument
  EXPECT_EQ(RunWithMany({"--words", "a", "b", "c"}, options).code, kExitOk);
  EXPECT_EQ(options.words, Texts{"a"});
  EXPECT_EQ(options.files, (Texts{"b", "c"}));
}

TEST(RunTool, ArgumentsBehindTwoDashesAreNoOptions) {
  const Outcome outcome = RunWith({"-o", "x", "--", "a", "--output"}, Succeed);
  EXPECT_NE(outcome.err.find("unexpected argument 'a', '--output'\n"), std::string::npos)
      << outcome.err;
}

TEST(AddList, TakesCommasAndRepetition) {
  ManyOptions options;
  EXPECT_NE(RunWithMany({"--help"}, options).out.find("--words LIST=b "), std::string::npos);
  EXPECT_EQ(RunWithMany({}, options).code, kExitOk);
  EXPECT_EQ(options.words, Texts{"b"});
  EXPECT_EQ(
      RunWithMany({"--words", "b,a", "--words=a", "--words", "a,a", "--counts=08,9"}, options).code,
      kExitOk);
  EXPECT_EQ(options.words, (Texts{"b", "a", "a", "a,a"}));
  EXPECT_EQ(options.counts, (std::vector<uint64_t>{8, 9}));
}

TEST(AddList, RefusesEmptyParts) {
  for (const std::string list : {",", "a,", ",a", "a,,b"}) {
    ExpectUsageError({"--words", list.c_str()},
                     "--words: found '" + list + "' with an empty part, allowed: a, b, a,a");
  }
  ExpectUsageError({"--words="}, "--words: found '', allowed: a, b, a,a");
  ExpectUsageError({"--words", "a,c"}, "--words: found 'c', allowed: a, b, a,a");
  const auto setup = [](std::vector<std::string>& words) {
    return [&words](CLI::App& app) { AddList(app, "--words", words, "which", OneOf({"a"})); };
  };
  std::vector<std::string> words;
  EXPECT_NE(RunSetUp({"--words", "a", "a"}, setup(words), Succeed)
                .err.find("unexpected argument 'a'; a list has commas between its parts\n"),
            std::string::npos);
}

TEST(RunTool, NoMemoryIsNoBug) {
  const auto throwing = [](const auto& error) {
    return RunWith({"-o", "x"}, [&]() -> int { throw error; });
  };
  const auto thread = std::make_error_code(std::errc::resource_unavailable_try_again);
  for (const Outcome& outcome : {throwing(std::bad_alloc()), throwing(std::length_error("vector")),
                                 throwing(std::system_error(thread))}) {
    EXPECT_EQ(outcome.code, kExitUsage);
    EXPECT_EQ(outcome.err.rfind("nve-tool: error: not enough memory", 0), 0u) << outcome.err;
  }
  EXPECT_EQ(throwing(std::system_error(EBADF, std::generic_category())).code, kExitInternal);
}

TEST(NearestWord, PrefersSmallDistances) {
  EXPECT_EQ(NearestWord("--ouput", {"--input", "--output"}), "--output");
  EXPECT_EQ(NearestWord("--x", {"--output"}), "");
  EXPECT_EQ(NearestWord("-q", {"-o", "-p"}), "-o");
}

}  // namespace
}  // namespace nve
