// SPDX-License-Identifier: Apache-2.0
// Gaps between the steps of a core, taken apart: see core_waits.hpp.
#include "host/cosim/core_waits.hpp"

#include <algorithm>
#include <map>

namespace nve {
namespace {

// By work: when it has ended. Borders are cleared as soon as they may be, in no time.
std::vector<uint64_t> EndsOf(const std::vector<StepWork>& works,
                             const std::map<size_t, uint64_t>& end_of_step) {
  std::vector<uint64_t> ends;
  for (const StepWork& work : works) {
    uint64_t end = 0;
    if (work.core != StepWork::kProcessor) {
      const auto known = end_of_step.find(work.step);
      if (known != end_of_step.end()) end = known->second;
    } else {
      for (const size_t waited : work.waits_for) end = std::max(end, ends[waited]);
    }
    ends.push_back(end);
  }
  return ends;
}

}  // namespace

std::vector<CoreWaits> WaitsOf(const std::vector<StepWork>& works,
                               const std::vector<StepRecord>& records, size_t cores) {
  std::vector<CoreWaits> waits(cores);
  if (records.empty()) return waits;
  std::map<size_t, uint64_t> end_of_step;
  uint64_t begin = UINT64_MAX;
  uint64_t end = 0;
  for (const StepRecord& record : records) {
    end_of_step[record.step_index] = record.end_cycle;
    begin = std::min(begin, record.start_cycle);
    end = std::max(end, record.end_cycle);
  }
  const std::vector<uint64_t> ends = EndsOf(works, end_of_step);
  std::map<size_t, uint64_t> ready_of_step;
  for (const StepWork& work : works) {
    uint64_t& ready = ready_of_step[work.step];
    for (const size_t waited : work.waits_for) ready = std::max(ready, ends[waited]);
  }
  std::vector<uint64_t> free(cores, begin);  // by core: the end of its last step
  for (const StepRecord& record : records) {
    const auto core = static_cast<size_t>(record.core);
    const uint64_t ready =
        std::clamp(ready_of_step[record.step_index], free[core], record.start_cycle);
    waits[core].cores += static_cast<int64_t>(ready - free[core]);
    waits[core].processor += static_cast<int64_t>(record.start_cycle - ready);
    free[core] = record.end_cycle;
  }
  for (size_t core = 0; core < cores; ++core) {
    waits[core].done = static_cast<int64_t>(end - free[core]);
  }
  return waits;
}

}  // namespace nve
