// SPDX-License-Identifier: Apache-2.0
// TSO's paper as tables and charts: see tso.hpp.
#include "planner/papers/tso.hpp"

#include "planner/papers/tso_charts.hpp"
#include "planner/papers/tso_tables.hpp"
#include "planner/papers/tso_verdicts.hpp"

namespace nve::planner {

Paper TsoPaper() {
  const tso::TsoPlans all = tso::PlanTso();
  return {"TSO (Sousa and others, \"Tensor Slicing and Optimization for Multicore NPUs\")",
          {tso::TimesTable(all), tso::RatioTable(all), tso::TimeShareTable(tso::TimeShares(all)),
           tso::SliceTable(all.npu), tso::AccuracyTable(),
           VerdictTable("tso-verdicts", "Claims of the paper that were tested", tso::Verdicts())},
          tso::TsoCharts(all)};
}

}  // namespace nve::planner
