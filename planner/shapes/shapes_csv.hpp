// SPDX-License-Identifier: Apache-2.0
// Networks as CSV files (networks/shapes/): a line per layer, the columns named in the first line.
#pragma once

#include <string>

#include "planner/shapes/layer_shape.hpp"

namespace nve::planner {

/// The columns, in the order in which files of the project have them. layer, oc, ic, oh, ow, kh and
/// kw are required; the others default to stride 1, no padding, one group and one layer.
inline constexpr const char* kShapeColumns =
    "layer,oc,ic,oh,ow,kh,kw,stride_h,stride_w,pad_h,pad_w,groups,count,from,source";

/// Reads a network. Lines that begin with '#' are comments. `from` names layers above, separated by
/// blanks. InputError with everything that is wrong in the file, with line and column: missing,
/// unknown or double columns, numbers that are none or out of range (layer_limits.hpp), groups that
/// do not divide, layers named twice, layers in `from` that do not exist or do not fit
/// (from_checks.hpp).
NetworkShape ReadShapes(const std::string& path);

/// The same from the text of a file; `file` names it in messages and names the network.
NetworkShape ParseShapes(const std::string& text, const std::string& file);

}  // namespace nve::planner
