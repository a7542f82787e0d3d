// Words among the options, for CLI11: what is refused reads "--name: found X, allowed: Y".
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace nve {

/// One of `names`.
CLI::Validator OneOf(const std::vector<std::string>& names);

}  // namespace nve
