// SPDX-License-Identifier: Apache-2.0
// Texts and numbers in XML and HTML. Whatever a text has in it, it is shown and never read as
// markup.
#pragma once

#include <string>
#include <string_view>

namespace nve {

/// Text as character data or as the value of an attribute in double quotes. Control characters
/// other than the end of a line become blanks, those that turn the direction of a line escapes.
std::string XmlText(std::string_view text);

/// Text for a terminal: control characters are question marks, and those that turn the direction of
/// a line escapes, such as \u202e.
std::string VisibleText(std::string_view text);

/// A number with the given decimals and narrow blanks (U+202F) between groups of three digits:
/// 1 234 567.8.
std::string GroupedNumber(double value, int decimals);

/// The same with a plus sign if it is above 0.
std::string SignedNumber(double value, int decimals);

}  // namespace nve
