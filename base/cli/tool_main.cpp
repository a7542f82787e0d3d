// SPDX-License-Identifier: Apache-2.0
// The frame of a command-line tool: see tool_main.hpp.
#include "base/cli/tool_main.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "base/cli/word_options.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/files/leftovers.hpp"
#include "base/files/paths.hpp"

namespace nve {
namespace {

// Levenshtein distance: insertions, deletions and substitutions that turn `a` into `b`.
size_t EditDistance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

// Every "--name" and "-n" that the application and its subcommands in use know.
void CollectOptionNames(const CLI::App& app, std::vector<std::string>* names) {
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names->push_back("--" + name);
    for (const std::string& name : option->get_snames()) names->push_back("-" + name);
  }
  for (const CLI::App* subcommand : app.get_subcommands()) CollectOptionNames(*subcommand, names);
}

bool IsFlag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

bool TakesSeveral(const CLI::Option& option) { return option.get_items_expected_max() > 1; }

// The parser takes "[a,b]" for the values a and b where an argument may have several. Behind this
// end, which no argument has, brackets are as good as any other character.
constexpr char kLiteral = '\0';

std::string Literal(const std::string& argument) {
  return argument.ends_with(']') ? argument + kLiteral : argument;
}

std::string Plain(const std::string& argument) {
  return argument.substr(0, argument.find(kLiteral));
}

CLI::Validator TakeLiterally() {
  return {[](std::string& argument) -> std::string {
            argument = Plain(argument);
            return "";
          },
          ""};
}

// The first argument that looks like an option and is none, with what was meant; nothing without.
std::string UnknownOption(const CLI::App& app) {
  std::vector<std::string> names;
  CollectOptionNames(app, &names);
  for (const std::string& argument : app.remaining(/*recurse=*/true)) {
    if (argument == "--") break;  // names follow
    if (argument.size() < 2 || argument[0] != '-') continue;
    const std::string option = argument.substr(0, argument.find('='));
    const std::string nearest = NearestWord(option, names);
    return fmt::format("unknown option {}{}", option,
                       nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest));
  }
  return "";
}

std::string UnexpectedArguments(const CLI::App& app) {
  std::string text;
  for (const std::string& argument : app.remaining(/*recurse=*/true)) {
    if (argument == "--" && text.empty()) continue;
    text += fmt::format("{}'{}'", text.empty() ? "" : ", ", Plain(argument));
  }
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0 || option->get_positional() || !TakesSeveral(*option)) continue;
    text += "; a list has commas between its parts";
    break;
  }
  return "unexpected argument " + text;
}

// One line for a wrong command line. An unknown option comes first, whatever else the parser
// complains about: a misspelt required option would otherwise be reported as missing.
std::string ExplainParseError(const CLI::App& app, const CLI::ParseError& error) {
  std::string unknown = UnknownOption(app);
  if (!unknown.empty()) return unknown;
  const auto code = static_cast<CLI::ExitCodes>(error.get_exit_code());
  if (code == CLI::ExitCodes::ExtrasError) return UnexpectedArguments(app);
  if (code == CLI::ExitCodes::ArgumentMismatch) {
    for (const CLI::Option* option : app.get_options()) {
      if (option->count() <= 1 || IsFlag(*option) || TakesSeveral(*option)) continue;
      return fmt::format("{}: found {} values, allowed: one", option->get_name(), option->count());
    }
  }
  return error.what();
}

int Fail(const std::string& tool, int code, const std::string& text) {
  std::fflush(stdout);
  Message("{}: {}\n", tool, text);
  return code;
}

// No message of ours needs more than what was freed on the way here, but what is left may be less.
int FailOfMemory(const std::string& tool) noexcept {
  std::fflush(stdout);
  for (const std::string_view part :
       {std::string_view(tool),
        std::string_view(": error: not enough memory: the system gives no "
                         "more; allow more (ulimit -v), or hand in something "
                         "smaller\n")}) {
    SendMessage(part);
  }
  return kExitUsage;
}

// The arguments with "-o=x" as "-ox", since people know "--output=x" and the parser would take "=x"
// as the value; and with an empty value behind the equals sign as an argument of its own, since the
// parser would take the next one instead. A flag with a value is refused, of which the parser would
// make true or false, and so is an option that ends the line without one.
std::vector<std::string> PlainArguments(CLI::App& app, int argc, const char* const* argv) {
  std::vector<std::string> arguments;
  bool only_names = false;         // behind --
  CLI::Option* waiting = nullptr;  // for its value
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (waiting != nullptr) {
      arguments.push_back(argument);
      waiting = nullptr;
      continue;
    }
    only_names = only_names || argument == "--";
    const size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    CLI::Option* option =
        !only_names && name.starts_with('-') ? app.get_option_no_throw(name) : nullptr;
    if (option == nullptr) {
      arguments.push_back(Literal(argument));
    } else if (equals == std::string::npos) {
      arguments.push_back(argument);
      waiting = IsFlag(*option) ? nullptr : option;
    } else if (IsFlag(*option)) {
      throw CLI::ValidationError(option->get_name(), fmt::format("found '{}', allowed: no value",
                                                                 argument.substr(equals + 1)));
    } else if (equals + 1 == argument.size()) {
      arguments.insert(arguments.end(), {name, ""});
    } else {
      arguments.push_back(name.starts_with("--") ? argument : name + argument.substr(equals + 1));
    }
  }
  if (waiting != nullptr) throw CLI::ValidationError(waiting->get_name(), MissingValue(*waiting));
  return arguments;
}

// Arguments may be several to a name; behind an option one is its value and the next is not.
void TakeOneByOne(CLI::App& app) {
  for (CLI::Option* option : app.get_options({})) {
    if (!option->get_positional()) option->allow_extra_args(false);
    if (!IsFlag(*option)) option->transform(TakeLiterally());
  }
}

// The name by which a result is known among the options.
constexpr const char* kResult = "result";

std::string NameProblem(const std::string& name) {
  return name.empty() ? "found an empty name, allowed: the name of a file" : "";
}

CLI::Validator FileName() {
  return {[](const std::string& name) -> std::string {
            if (name == kStandardOutput) return "found -, allowed: the name of a file";
            return NameProblem(name);
          },
          ""};
}

// /dev/stdout is standard output too.
CLI::Validator ResultName() {
  return {[](std::string& name) {
            if (OpenFileOf(name) == STDOUT_FILENO) name = kStandardOutput;
            return NameProblem(name);
          },
          "", kResult};
}

bool IsResult(CLI::Option* option) {
  try {
    return option->get_validator(kResult) != nullptr;
  } catch (const CLI::OptionNotFound&) {
    return false;
  }
}

// Standard output takes one result.
void ReserveForResult(CLI::App& app) {
  std::vector<std::string> names;
  for (CLI::Option* option : app.get_options({})) {
    if (option->count() > 0 && IsResult(option) && option->as<std::string>() == kStandardOutput) {
      names.push_back(option->get_name());
    }
  }
  if (names.size() > 1) {
    throw InputError(fmt::format("found - for {}, allowed: standard output for one of them",
                                 fmt::join(names, " and ")));
  }
  if (!names.empty()) ReserveStandardOutput();
}

int ParseAndRun(const std::string& tool, int argc, const char* const* argv,
                const std::function<void(CLI::App&)>& setup, const std::function<int()>& body) {
  CLI::App app;
  app.name(tool);
  app.set_version_flag("--version", tool + " (NVE) " + NVE_VERSION);
  setup(app);
  TakeOneByOne(app);
  try {
    std::vector<std::string> arguments = PlainArguments(app, argc, argv);
    std::reverse(arguments.begin(), arguments.end());  // as the parser takes them
    app.parse(std::move(arguments));
  } catch (const CLI::Success& success) {
    std::ostringstream text;
    const int code = app.exit(success, text, text);
    PrintText(text.str());
    FinishPrinting();
    return code == 0 ? kExitOk : kExitInternal;
  } catch (const CLI::ParseError& error) {
    return Fail(tool, kExitUsage,
                fmt::format("error: {}\nTry '{} --help'.", ExplainParseError(app, error), tool));
  }
  ReserveForResult(app);
  const int code = body();
  FinishPrinting();
  return code;
}

// Runs `run` and tells what it throws.
int Guarded(const std::string& tool, const std::function<int()>& run) {
  try {
    return run();
  } catch (const InputError& error) {
    std::fflush(stdout);
    // A problem of the command line belongs to no file.
    const std::string_view text = error.what();
    Message("{}{}\n", text.starts_with("error: ") ? tool + ": " : "", text);
    return kExitUsage;
  } catch (const CheckFailed& error) {
    return Fail(tool, kExitMismatch, fmt::format("check failed: {}", error.what()));
  } catch (const InternalError& error) {
    return Fail(tool, kExitInternal,
                fmt::format("internal error: {}\nThis is a bug in {}; please report it together "
                            "with the command line and its input files.",
                            error.what(), tool));
  } catch (const std::bad_alloc&) {
    return FailOfMemory(tool);
  } catch (const std::length_error&) {  // more than any memory
    return FailOfMemory(tool);
  } catch (const std::system_error& error) {
    // A thread for which there is no room.
    if (error.code() == std::errc::resource_unavailable_try_again ||
        error.code() == std::errc::not_enough_memory) {
      return FailOfMemory(tool);
    }
    return Fail(tool, kExitInternal, fmt::format("internal error: {}", error.what()));
  } catch (const std::exception& error) {
    return Fail(tool, kExitInternal, fmt::format("internal error: {}", error.what()));
  } catch (...) {
    return Fail(tool, kExitInternal, "internal error: unknown exception");
  }
}

}  // namespace

CLI::Option* AddPath(CLI::App& app, const std::string& names, std::string& path,
                     const std::string& description) {
  return app.add_option(names, path, description)->check(FileName());
}

CLI::Option* AddPaths(CLI::App& app, const std::string& name, std::vector<std::string>& paths,
                      const std::string& description) {
  // Not a vector for the parser, for which {} is one without elements.
  const auto take = [&paths](const CLI::results_t& names) {
    paths = names;
    return true;
  };
  return app.add_option(name, take, description)
      ->type_name("TEXT")
      ->expected(1, -1)
      ->allow_extra_args()
      ->check(FileName());
}

CLI::Option* AddResult(CLI::App& app, const std::string& names, std::string& path,
                       const std::string& description) {
  return app
      .add_option(names, path,
                  description + " (- for standard output, all other text to standard error)")
      ->transform(ResultName());
}

std::string NearestWord(const std::string& word, const std::vector<std::string>& candidates) {
  std::string nearest;
  size_t best = std::max<size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const size_t distance = EditDistance(word, candidate);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

int RunTool(int argc, const char* const* argv, const std::function<void(CLI::App&)>& setup,
            const std::function<int()>& body) {
  const std::string tool =
      argc > 0 ? std::filesystem::path(argv[0]).filename().string() : std::string("nve");
  // A write beyond the limit of a file's size (ulimit -f) fails, with the name of the file, instead
  // of ending the tool without a word.
  std::signal(SIGXFSZ, SIG_IGN);
  GuardStandardDescriptors();
  int code = kExitUsage;
  try {
    code = Guarded(tool, [&] { return ParseAndRun(tool, argc, argv, setup, body); });
  } catch (const std::bad_alloc&) {  // no room even for the message
    code = FailOfMemory(tool);
  }
  // Of something that an exception kept from completing or discarding it.
  DeleteLeftovers();
  return code;
}

}  // namespace nve
