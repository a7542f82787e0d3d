// SPDX-License-Identifier: Apache-2.0
// Whether two results are of the same work, so that their numbers can be held against each other.
#pragma once

#include <string>
#include <vector>

#include "report/compare/reported_run.hpp"

namespace nve {

/// What the later result did that the first did not, or the other way round: another network, a
/// part of it, another size of its maps. Each in a line without an end.
std::vector<std::string> OtherWork(const ReportedRun& first, const ReportedRun& later);

/// How their machines differ, in the same way; empty if they do not, or a file does not say.
std::vector<std::string> OtherMachine(const ReportedRun& first, const ReportedRun& later);

/// Both of every later result, with its label in front.
std::vector<std::string> OtherThanFirst(const std::vector<ReportedRun>& runs);

}  // namespace nve
