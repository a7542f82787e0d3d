// SPDX-License-Identifier: Apache-2.0
// Options of all tools that search for plans.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "program/steps.hpp"

namespace nve::planner {

/// "0.2%", "0.2": percent, as a share. InputError that begins with the option.
double ParsePercent(std::string_view option, std::string_view text);

/// "mover", or several: "mover,column". InputError that begins with --feed.
std::vector<Feed> ParseFeeds(const std::string& text);

}  // namespace nve::planner
