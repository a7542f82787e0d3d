// What TSO's paper claims, and whether that holds: by its own tables, by its equations and by the
// searches of the project.
#pragma once

#include <string>
#include <vector>

namespace nve::planner::tso {

struct Verdict {
  std::string claim;
  std::string where;  ///< in the paper
  bool holds = false;
  std::string reason;  ///< what was found
};

/// All of them, each computed anew; about a second.
std::vector<Verdict> Verdicts();

}  // namespace nve::planner::tso
