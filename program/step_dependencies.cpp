// SPDX-License-Identifier: Apache-2.0
// Works and what they wait for: see step_dependencies.hpp.
#include "program/step_dependencies.hpp"

#include <set>
#include <utility>

namespace nve {
namespace {

std::vector<StepWork> WorksWithRegions(const Binary& binary) {
  std::vector<StepWork> works;
  for (size_t step = 0; step < binary.steps.size(); ++step) {
    if (const auto* run = std::get_if<RunStep>(&binary.steps[step])) {
      works.push_back({.step = step,
                       .core = run->core,
                       .reads = RegionsOf(run->input, binary.planes),
                       .writes = RegionsOf(run->output, binary.planes),
                       .waits_for = {}});
      continue;
    }
    const int plane = std::get<ClearStep>(binary.steps[step]).plane;
    for (PlaneRegion& border : BordersOf(plane, binary.planes)) {
      works.push_back({.step = step,
                       .core = StepWork::kProcessor,
                       .reads = {},
                       .writes = {std::move(border)},
                       .waits_for = {}});
    }
  }
  return works;
}

// A region of a work in its plane.
struct Touch {
  size_t work = 0;
  const PlaneRegion* region = nullptr;
};

struct PlaneTouches {
  std::vector<Touch> reads;
  std::vector<Touch> writes;
};

void AddMeeting(const PlaneRegion& region, const std::vector<Touch>& earlier,
                std::set<size_t>& works) {
  for (const Touch& touch : earlier) {
    if (!works.contains(touch.work) && region.Meets(*touch.region)) works.insert(touch.work);
  }
}

}  // namespace

std::vector<StepWork> WorksOf(const Binary& binary) {
  std::vector<StepWork> works = WorksWithRegions(binary);
  std::vector<PlaneTouches> planes(binary.planes.size());
  const auto touches = [&](const PlaneRegion& region) -> PlaneTouches& {
    return planes.at(static_cast<size_t>(region.plane));
  };
  for (size_t i = 0; i < works.size(); ++i) {
    std::set<size_t> waits_for;
    for (const PlaneRegion& region : works[i].reads) {
      AddMeeting(region, touches(region).writes, waits_for);
    }
    for (const PlaneRegion& region : works[i].writes) {
      AddMeeting(region, touches(region).reads, waits_for);
      AddMeeting(region, touches(region).writes, waits_for);
    }
    works[i].waits_for.assign(waits_for.begin(), waits_for.end());
    for (const PlaneRegion& region : works[i].reads) touches(region).reads.push_back({i, &region});
    for (const PlaneRegion& region : works[i].writes) {
      touches(region).writes.push_back({i, &region});
    }
  }
  return works;
}

}  // namespace nve
