// SPDX-License-Identifier: Apache-2.0
// The assembly text of a binary (`.nvs`), both ways without loss (docs/binary.md describes the
// syntax): ParseAssembly(FormatAssembly(b)) serialises to the bytes of b, and formatting it again
// gives the same text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "program/binary.hpp"

namespace nve {

/// The canonical text: every directive, one instruction per line with its address and part as
/// comment.
std::string FormatAssembly(const Binary& binary);

/// Parses text that may leave out nearly everything (see docs/binary.md for the defaults) and
/// checks the result like ParseBinary. All problems are reported in one InputError, each with
/// `name`, line, what was found and what is allowed. The text is for `machine`, or for the one it
/// names, or for that of this build.
Binary ParseAssembly(std::string_view text, const std::string& name,
                     const std::optional<arch::Machine>& machine = {});

/// True if the first line that holds anything but comment is a directive.
bool LooksLikeAssembly(std::string_view text);

}  // namespace nve
