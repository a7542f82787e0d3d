// SPDX-License-Identifier: Apache-2.0
// Diagnostics: formatting, collecting, and the exceptions that carry them.
#include "base/diagnostics/diagnostics.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/diagnostics/messages.hpp"

namespace nve {
namespace {

const char* SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kNote:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      break;
  }
  return "error";
}

std::string Join(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += '\n';
    text += ToString(diagnostic);
  }
  return text;
}

// A terminal obeys control bytes, and a text of C ends at NUL.
std::string Printable(const std::string& text) {
  std::string printable;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool control = (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f;
    printable += control ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return printable;
}

}  // namespace

std::string ToString(const Diagnostic& diagnostic) {
  std::string text;
  const SourceLocation& where = diagnostic.where;
  if (!where.file.empty()) {
    text += where.file;
    if (where.line > 0) text += fmt::format(":{}", where.line);
    text += ": ";
  }
  text += SeverityName(diagnostic.severity);
  text += ": ";
  // A place in words stands for itself: formats other than XML have no elements.
  if (where.element.find(' ') != std::string::npos) {
    text += where.element + ": ";
  } else if (!where.element.empty()) {
    text += fmt::format("element <{}>: ", where.element);
  }
  return Printable(text + diagnostic.text);
}

InputError::InputError(const std::string& text) : InputError(SourceLocation{}, text) {}

InputError::InputError(const SourceLocation& where, const std::string& text)
    : InputError(std::vector<Diagnostic>{{Severity::kError, where, text}}) {}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(Join(diagnostics)), diagnostics_(std::move(diagnostics)) {}

void Diagnostics::Add(Severity severity, const SourceLocation& where, const std::string& text) {
  all_.push_back({severity, where, text});
  if (severity == Severity::kError) ++errors_;
  if (severity == Severity::kWarning) ++warnings_;
}

void Diagnostics::Error(const SourceLocation& where, const std::string& text) {
  Add(Severity::kError, where, text);
}

void Diagnostics::Warning(const SourceLocation& where, const std::string& text) {
  Add(Severity::kWarning, where, text);
}

void Diagnostics::Note(const SourceLocation& where, const std::string& text) {
  Add(Severity::kNote, where, text);
}

void Diagnostics::Append(const Diagnostics& other) {
  for (const Diagnostic& diagnostic : other.all_) {
    Add(diagnostic.severity, diagnostic.where, diagnostic.text);
  }
}

void Diagnostics::Append(const InputError& other) {
  for (const Diagnostic& diagnostic : other.diagnostics()) {
    Add(diagnostic.severity, diagnostic.where, diagnostic.text);
  }
}

void Diagnostics::Print(std::FILE* out, Severity least) const {
  for (const Diagnostic& diagnostic : all_) {
    if (diagnostic.severity < least) continue;
    const std::string line = ToString(diagnostic) + "\n";
    if (out == stderr) {
      SendMessage(line);
    } else {
      std::fputs(line.c_str(), out);
    }
  }
}

void Diagnostics::ThrowIfErrors() const {
  if (ok()) return;
  std::vector<Diagnostic> errors;
  for (const Diagnostic& diagnostic : all_) {
    if (diagnostic.severity == Severity::kError) errors.push_back(diagnostic);
  }
  throw InputError(std::move(errors));
}

void FailInternalCheck(const char* condition, const char* file, int line,
                       const std::string& message) {
  throw InternalError(fmt::format("{}:{}: {} (check `{}` failed)", file, line, message, condition));
}

}  // namespace nve
