// SPDX-License-Identifier: Apache-2.0
// The common frame of every command-line tool: option parsing, --version, errors to exit codes.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <string>
#include <vector>

namespace nve {

// Lets `setup` declare the options, parses, then runs `body` and returns its result as exit code.
//
// An option takes one value, a flag none, and an argument is what its text says, brackets included.
// --help and --version print and return 0. A wrong command line prints one line, with the nearest
// known option if there is a close one, and returns kExitUsage. Exceptions from `setup` and `body`
// end here: InputError -> kExitUsage, CheckFailed -> kExitMismatch, anything else -> kExitInternal.
int RunTool(int argc, const char* const* argv, const std::function<void(CLI::App&)>& setup,
            const std::function<int()>& body);

// An option or argument that names a file or folder; an empty name is refused, as the shell makes
// of an unset variable, and so is "-".
CLI::Option* AddPath(CLI::App& app, const std::string& names, std::string& path,
                     const std::string& description);

// The same for an argument that names one or several.
CLI::Option* AddPaths(CLI::App& app, const std::string& name, std::vector<std::string>& paths,
                      const std::string& description);

// An option that names a file for a result that is text. One of a tool's may say "-" for standard
// output; everything else that the tool prints then goes to standard error.
CLI::Option* AddResult(CLI::App& app, const std::string& names, std::string& path,
                       const std::string& description);

// The candidate with the smallest edit distance to `word`, or "" if none is close enough (more
// than a third of the word would have to change).
std::string NearestWord(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace nve
