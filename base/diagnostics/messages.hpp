// SPDX-License-Identifier: Apache-2.0
// The only place that prints: messages to standard error, results to standard output.
//
// A message that cannot be delivered (no room, a closed terminal, a pipe that nobody reads) changes
// neither the run nor its exit code. A result that cannot be printed is an error, told once at the
// end, when whatever else was asked for has been written.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace nve {

/// Keeps the three standard descriptors out of the hands of files that are opened later: one that
/// is closed gets what can neither be read nor written. To be called first. A pipe that nobody
/// reads is from then on an error of writing and ends no tool.
void GuardStandardDescriptors();

/// `text` to standard error, as it is.
void SendMessage(std::string_view text) noexcept;

/// A formatted message; the line's end belongs to the format.
template <typename... Args>
void Message(fmt::format_string<Args...> format, Args&&... args) {
  SendMessage(fmt::format(format, std::forward<Args>(args)...));
}

/// Text to standard output, or to standard error once that is reserved (files.hpp). False if more
/// of it would not arrive either.
bool PrintText(std::string_view text) noexcept;

/// The same, formatted.
template <typename... Args>
void Print(fmt::format_string<Args...> format, Args&&... args) {
  PrintText(fmt::format(format, std::forward<Args>(args)...));
}

/// Ends what is printed: InputError with the system's reason if a part of it did not arrive, unless
/// standard output was reserved, since all else that is printed then is a message.
void FinishPrinting();

/// From now on what is printed is a message (files.hpp keeps standard output for a result).
void PrintAsMessages() noexcept;

}  // namespace nve
