// SPDX-License-Identifier: Apache-2.0
// Errors and warnings: how every tool reports wrong input, failed checks and its own bugs.
//
// Four kinds of failure are kept apart. Wrong user input is collected in a Diagnostics object (so
// one run reports all of it) and thrown as InputError; a comparison that does not hold is
// CheckFailed; a broken invariant of ours is InternalError. RunTool (tool_main.hpp) maps them to
// the exit codes below.
#pragma once

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace nve {

inline constexpr int kExitOk = 0;         // Everything asked for was done.
inline constexpr int kExitMismatch = 1;   // A comparison or check failed.
inline constexpr int kExitUsage = 2;      // The command line or an input file is wrong.
inline constexpr int kExitInternal = 70;  // A bug in the tool itself.

// A place in an input file. Empty or zero members are unknown and are not printed.
struct SourceLocation {
  std::string file;
  int line = 0;         // 1-based
  std::string element;  // XML element or array name, without angle brackets
};

enum class Severity { kNote, kWarning, kError };

struct Diagnostic {
  Severity severity = Severity::kError;
  SourceLocation where;
  std::string text;  // What was found and what is allowed, without a full stop.
};

// "file:line: error: element <x>: text", unknown parts left out.
std::string ToString(const Diagnostic& diagnostic);

// Wrong user input: exit code 2. what() holds one line per diagnostic.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& text);
  InputError(const SourceLocation& where, const std::string& text);
  explicit InputError(std::vector<Diagnostic> diagnostics);

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

// Two results that must agree do not: exit code 1.
class CheckFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// An invariant of the project's own code does not hold: exit code 70.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Collects what is wrong with an input, in the order it was found.
class Diagnostics {
 public:
  void Error(const SourceLocation& where, const std::string& text);
  void Warning(const SourceLocation& where, const std::string& text);
  void Note(const SourceLocation& where, const std::string& text);

  // Adds everything `other` holds.
  void Append(const Diagnostics& other);
  void Append(const InputError& other);

  bool ok() const { return errors_ == 0; }
  int errors() const { return errors_; }
  int warnings() const { return warnings_; }
  const std::vector<Diagnostic>& all() const { return all_; }

  // One line per diagnostic that is at least as severe as `least`.
  void Print(std::FILE* out = stderr, Severity least = Severity::kNote) const;

  // Throws an InputError with the errors only (the caller prints warnings) unless ok().
  void ThrowIfErrors() const;

 private:
  void Add(Severity severity, const SourceLocation& where, const std::string& text);

  std::vector<Diagnostic> all_;
  int errors_ = 0;
  int warnings_ = 0;
};

// Throws InternalError naming the condition and its place; used by NVE_CHECK.
[[noreturn]] void FailInternalCheck(const char* condition, const char* file, int line,
                                    const std::string& message);

}  // namespace nve

// Invariants of our own code, checked in every build. The message is evaluated only on failure.
#define NVE_CHECK(cond, message)                                      \
  do {                                                                \
    if (!(cond)) {                                                    \
      ::nve::FailInternalCheck(#cond, __FILE__, __LINE__, (message)); \
    }                                                                 \
  } while (false)
