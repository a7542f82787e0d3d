// SPDX-License-Identifier: Apache-2.0
// What is known of a run that failed.
#pragma once

#include "report/html/section.hpp"

namespace nve {

/// What was found, where the cores were, which values differ, what led to it, and how to see it
/// again; nothing for a run that was right.
Html FailureSection(const RunView& view);

}  // namespace nve
