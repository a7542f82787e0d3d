// SPDX-License-Identifier: Apache-2.0
// Options of all tools that search for plans.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "host/cosim/platform_arguments.hpp"
#include "model/transfer/transfer_options.hpp"
#include "program/steps.hpp"

namespace nve::planner {

/// "0.2%", "0.2": percent, as a share. InputError that begins with the option.
double ParsePercent(std::string_view option, std::string_view text);

/// What to predict for, on so many cores. InputError if the memory's file is wrong or has no such
/// latencies, or if it has several of the cores share a port, which no prediction covers.
transfer::TransferOptions TransferOptionsOf(const PlatformArguments& platform, uint64_t cores);

/// "mover", or several: "mover,column". InputError that begins with --feed.
std::vector<Feed> ParseFeeds(const std::string& text);

}  // namespace nve::planner
