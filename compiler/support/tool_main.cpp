// The frame of a command-line tool: see tool_main.hpp.
#include "compiler/support/tool_main.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <numeric>

#include "compiler/support/diagnostics.hpp"
#include "compiler/support/files.hpp"

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

// One line for a wrong command line. An unknown option comes first, whatever else the parser
// complains about: a misspelt required option would otherwise be reported as missing.
std::string ExplainParseError(const CLI::App& app, const CLI::ParseError& error) {
  std::vector<std::string> names;
  CollectOptionNames(app, &names);
  for (const std::string& argument : app.remaining(/*recurse=*/true)) {
    if (argument.size() < 2 || argument[0] != '-') continue;
    const std::string option = argument.substr(0, argument.find('='));
    const std::string nearest = NearestWord(option, names);
    return fmt::format("unknown option {}{}", option,
                       nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest));
  }
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)) {
    std::string extras;
    for (const std::string& argument : app.remaining(/*recurse=*/true)) {
      extras += fmt::format("{}'{}'", extras.empty() ? "" : ", ", argument);
    }
    return "unexpected argument " + extras;
  }
  return error.what();
}

int Fail(const std::string& tool, int code, const std::string& text) {
  std::fflush(stdout);
  fmt::print(stderr, "{}: {}\n", tool, text);
  return code;
}

int ParseAndRun(const std::string& tool, int argc, const char* const* argv,
                const std::function<void(CLI::App&)>& setup, const std::function<int()>& body) {
  CLI::App app;
  app.name(tool);
  app.set_version_flag("--version", tool + " (NVE) " + NVE_VERSION);
  setup(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success) == 0 ? kExitOk : kExitInternal;
  } catch (const CLI::ParseError& error) {
    return Fail(tool, kExitUsage,
                fmt::format("error: {}\nTry '{} --help'.", ExplainParseError(app, error), tool));
  }
  const CLI::Option* json = app.get_option_no_throw(kJsonOption);
  if (json != nullptr && json->count() > 0 && json->as<std::string>() == kStandardOutput) {
    ReserveStandardOutput();
  }
  const int code = body();
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw InputError("cannot write to standard output");
  }
  return code;
}

}  // namespace

CLI::Option* AddPath(CLI::App& app, const std::string& names, std::string& path,
                     const std::string& description) {
  const bool is_json = names == kJsonOption;
  const std::string result = is_json ? " (- for standard output, all text to standard error)" : "";
  return app.add_option(names, path, description + result)
      ->check(CLI::Validator(
          [is_json](const std::string& value) {
            std::string problem;
            if (value.empty()) problem = "found an empty name, allowed: the name of a file";
            if (value == kStandardOutput && !is_json) {
              problem = "found -, allowed: the name of a file";
            }
            return problem;
          },
          ""));
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
  try {
    return ParseAndRun(tool, argc, argv, setup, body);
  } catch (const InputError& error) {
    std::fflush(stdout);
    // A problem of the command line belongs to no file.
    const std::string_view text = error.what();
    fmt::print(stderr, "{}{}\n", text.starts_with("error: ") ? tool + ": " : "", text);
    return kExitUsage;
  } catch (const CheckFailed& error) {
    return Fail(tool, kExitMismatch, fmt::format("check failed: {}", error.what()));
  } catch (const InternalError& error) {
    return Fail(tool, kExitInternal,
                fmt::format("internal error: {}\nThis is a bug in {}; please report it together "
                            "with the command line and its input files.",
                            error.what(), tool));
  } catch (const std::bad_alloc&) {
    return Fail(tool, kExitInternal, "internal error: out of memory");
  } catch (const std::exception& error) {
    return Fail(tool, kExitInternal, fmt::format("internal error: {}", error.what()));
  } catch (...) {
    return Fail(tool, kExitInternal, "internal error: unknown exception");
  }
}

}  // namespace nve
