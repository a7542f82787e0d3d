// SPDX-License-Identifier: Apache-2.0
// The tables of the e-PlaNNer thesis, ours beside the printed figures.
#pragma once

#include "planner/papers/thesis_plans.hpp"
#include "planner/papers/thesis_published.hpp"

namespace nve::planner {

PaperTable CacheTable();                          ///< 4.1
PaperTable NetworkTable();                        ///< 8.1
PaperTable MemoryTable();                         ///< 8.2
PaperTable SpeedUpTable(const ThesisPlans& all);  ///< 8.4
PaperTable SearchSpaceTable();                    ///< 8.5
/// Section 8.3: words of the optimum, the baselines and the bound.
PaperTable WordsTable(const std::vector<VolumeRow>& rows, Convention convention);
PaperTable ReductionTable(const ThesisPlans& all);

/// Beyond the thesis: words by the equations, as plans run, and with kept tiles.
PaperTable ExecutedTable(const ThesisPlans& all);
/// Algorithms 1 to 4 as written, for three sizes of the PE array, beside the optimum.
PaperTable PrunedTable();
/// Words of single layers beside those of other mappers.
PaperTable MapperTable();

}  // namespace nve::planner
