// SPDX-License-Identifier: Apache-2.0
// Words among the options, alone and in lists, for CLI11: what is refused reads "--name: found X,
// allowed: Y".
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace nve {

/// One of `names`.
CLI::Validator OneOf(const std::vector<std::string>& names);

/// "found no value, allowed: Y" of an option whose values the checks of `option` take.
std::string MissingValue(CLI::Option& option);

/// An option that takes several values, with commas between them or one each time it is given.
/// `part` takes each of them, and a text that it takes as a whole is one value, commas or not.
CLI::Option* AddList(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                     const std::string& description, const CLI::Validator& part);

/// The same of numbers; `part` is a Count.
CLI::Option* AddList(CLI::App& app, const std::string& name, std::vector<uint64_t>& values,
                     const std::string& description, const CLI::Validator& part);

}  // namespace nve
