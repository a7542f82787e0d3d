// SPDX-License-Identifier: Apache-2.0
// The e-PlaNNer thesis as tables and charts: see thesis.hpp.
#include "planner/papers/thesis.hpp"

#include "planner/papers/thesis_charts.hpp"
#include "planner/papers/thesis_tables.hpp"

namespace nve::planner {

Paper ThesisPaper() {
  const ThesisPlans all = PlanThesis();
  return {
      "e-PlaNNer (M. Kim, Seoul National University, 2020)",
      {CacheTable(), NetworkTable(), MemoryTable(), WordsTable(all.padded, Convention::kPadded),
       WordsTable(all.stored, Convention::kStored), ReductionTable(all), SpeedUpTable(all),
       SearchSpaceTable(), PrunedTable(), ExecutedTable(all), MapperTable(),
       VerdictTable("thesis-verdicts", "Claims of the thesis that were tested", ThesisVerdicts())},
      ThesisCharts(all)};
}

}  // namespace nve::planner
