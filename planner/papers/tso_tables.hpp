// SPDX-License-Identifier: Apache-2.0
// The tables of TSO's paper, ours beside the printed figures.
#pragma once

#include <string>
#include <vector>

#include "planner/papers/paper.hpp"
#include "planner/tso/network_table.hpp"

namespace nve::planner::tso {

/// The paper's networks planned for its machine.
struct TsoPlans {
  Npu npu;
  std::vector<TsoRow> rows;          ///< network, reading, model
  std::vector<StrategyRow> printed;  ///< table I's columns, equations as printed
  std::vector<StrategyRow> consistent;
};
TsoPlans PlanTso();

/// Microseconds of a network by what takes them.
struct TimeParts {
  double load = 0;
  double store = 0;
  double mac = 0;

  double Sum() const { return load + store + mac; }
};
TimeParts PartsOf(const NetworkResult& result, const Npu& npu);

/// Figure 9: percent of the time without bursts in the model, consistent reading.
struct TimeShare {
  std::string name;  ///< "lenet burst"
  TimeParts percent;
};
std::vector<TimeShare> TimeShares(const TsoPlans& all);

/// Table I and its ratios: the board, and the equations in both readings.
PaperTable TimesTable(const TsoPlans& all);
PaperTable RatioTable(const TsoPlans& all);
PaperTable TimeShareTable(const std::vector<TimeShare>& shares);
/// Accuracies of tables I and II, which no planner computes.
PaperTable AccuracyTable();
/// Figure 1's slices.
PaperTable SliceTable(const Npu& npu);

}  // namespace nve::planner::tso
