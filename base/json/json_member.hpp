// SPDX-License-Identifier: Apache-2.0
// How messages name a place in a JSON file.
#pragma once

#include <string>

namespace nve {

/// The SourceLocation::element of a member: JSON has no elements.
inline std::string JsonMember(const std::string& name) { return "member \"" + name + "\""; }

}  // namespace nve
