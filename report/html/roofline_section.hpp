// SPDX-License-Identifier: Apache-2.0
// The measured roofline: speed against operations per byte, below what the machine can do.
#pragma once

#include <vector>

#include "report/html/section.hpp"

namespace nve {

/// A point for every layer of every result twice: by the bytes of every pixel once, and by the
/// bytes that passed the ports. Words if no result has both.
Html RooflineChart(const std::vector<ReportedRun>& runs, const std::string& id);

/// The same of one result, as a section.
Html RooflineSection(const RunView& view);

}  // namespace nve
