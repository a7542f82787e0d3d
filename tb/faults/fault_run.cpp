// SPDX-License-Identifier: Apache-2.0
// The verdict on a run: see fault_run.hpp.
#include "tb/faults/fault_run.hpp"

namespace nve {

std::string Judge(Expected expected, const std::string& status, const std::string& report,
                  bool right) {
  if (report.empty()) {
    if (!right) return "silent: the output is wrong and nothing says so";
    return expected == Expected::kReported ? "not reported" : "";
  }
  if (expected == Expected::kHarmless) return "reported, but it is harmless: " + report;
  if (report.find(status) == std::string::npos) {
    return "reported as something else than '" + status + "': " + report;
  }
  return "";
}

}  // namespace nve
