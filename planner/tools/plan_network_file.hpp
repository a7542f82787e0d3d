// SPDX-License-Identifier: Apache-2.0
// The network that nve-plan's command line names.
#pragma once

#include <string>

#include "planner/shapes/layer_shape.hpp"
#include "planner/tools/plan_options.hpp"

namespace nve::planner {

/// A network of the compiler's, not a list of shapes.
bool IsDescriptor(const std::string& path);

/// The layer of that name. InputError naming the option that asks for it and what is near.
LayerShape ParseLayer(const NetworkShape& network, const std::string& option,
                      const std::string& name);

/// The network, or of it the one layer that --layer names.
NetworkShape ReadPlanNetwork(const PlanOptions& options);

}  // namespace nve::planner
