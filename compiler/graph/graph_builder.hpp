// Makes the task graph of an output map (thesis 4.2, figures 14 and 15).
#pragma once

#include "compiler/graph/task_graph.hpp"

namespace nve {

// The graph for a shape that CheckShape accepts (InternalError otherwise) and a layout of exactly
// its coefficients. Operations stand in the order of use within each slot; writes cover the columns
// that are new in an iteration, in stream order (docs/isa.md, section 12).
TaskGraph BuildTaskGraph(const KernelShape& shape, const CoefficientLayout& layout);

}  // namespace nve
