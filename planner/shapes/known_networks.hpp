// SPDX-License-Identifier: Apache-2.0
// Networks that are there by name: the files of networks/shapes/, compiled in.
#pragma once

#include <string>
#include <vector>

#include "planner/shapes/layer_shape.hpp"

namespace nve::planner {

std::vector<std::string> NetworkNames();

/// One of them, or a CSV file (shapes_csv.hpp).
NetworkShape ReadNetwork(const std::string& name_or_path);

}  // namespace nve::planner
