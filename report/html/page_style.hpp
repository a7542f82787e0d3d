// SPDX-License-Identifier: Apache-2.0
// The look of pages.
#pragma once

namespace nve {

/// The style sheet: light, dark, and on paper.
extern const char* const kPageStyle;

}  // namespace nve
