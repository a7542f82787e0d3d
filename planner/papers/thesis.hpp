// SPDX-License-Identifier: Apache-2.0
// All tables and charts of the e-PlaNNer thesis that a planner can reproduce, ours beside the
// printed ones.
#pragma once

#include "planner/papers/paper.hpp"

namespace nve::planner {

/// Tables 4.1, 8.1, 8.2, 8.4, 8.5, the volumes of section 8.3, figures 5.2, 6.5 and 8.1 to 8.4, and
/// what was tested beyond them. Plans all five networks anew: some seconds.
Paper ThesisPaper();

}  // namespace nve::planner
