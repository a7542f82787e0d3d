// The plan on the core alone: see ideal_run.hpp.
#include "host/tools/ideal_run.hpp"

#include <fmt/format.h>

#include <chrono>

#include "compiler/support/progress.hpp"
#include "host/ideal/lockstep_core.hpp"
#include "model/sim/plan_runner.hpp"
#include "model/sim/sim_report.hpp"

namespace nve {
namespace {

void CheckLockstep(const IdealStatistics& statistics) {
  if (statistics.Compared() == 0) throw CheckFailed("lockstep compared no cycle");
  if (statistics.CycleDelta() != 0) {
    throw CheckFailed(
        fmt::format("RTL and golden model differ by {} cycles", statistics.CycleDelta()));
  }
}

}  // namespace

IdealResult RunIdeal(const CosimOptions& options, const Binary& binary, const FeatureMaps& picture,
                     const std::vector<int>& layers,
                     const std::function<void(MemoryImage&)>& prepare) {
  IdealStatistics statistics;
  const MismatchContext context = {"core 0", "", "", ReproduceCommand(options)};
  const bool lockstep = !options.no_lockstep;
  PlanRunner runner(binary, [&] {
    return MakeIdealCore(
        lockstep, [context] { return context; }, statistics);
  });
  IdealResult result;
  result.notes = runner.memory().PutPicture(picture, options.input);
  prepare(runner.memory());

  Progress progress("nve-cosim", runner.ExpectedCycles(), "cycles");
  const auto start = std::chrono::steady_clock::now();
  int64_t cycle = 0;
  runner.Run([&](const arch::Probe&) { progress.Update(++cycle); });
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  progress.Finish();
  if (lockstep) CheckLockstep(statistics);

  const nlohmann::ordered_json report = SimReport(binary, runner, elapsed.count());
  const auto rate = report["cycles_per_second"].get<double>();
  result.json["feed"] = "ideal";
  result.json["lockstep"] = {{"enabled", lockstep},
                             {"cycles", statistics.Compared()},
                             {"mismatches", statistics.Mismatches()},
                             {"cycle_delta", statistics.CycleDelta()},
                             {"cycles_per_second", rate}};
  result.json["layers"] = report["layers"];
  result.json["total"] = report["total"];
  result.text = SimReportText(report);
  result.text +=
      lockstep ? fmt::format(
                     "lockstep: {} cycles compared, {} mismatches, cycle delta {}, "
                     "{:.0f} cycles/s; feed ideal\n",
                     statistics.Compared(), statistics.Mismatches(), statistics.CycleDelta(), rate)
               : fmt::format("lockstep: off, {} cycles, {:.0f} cycles/s; feed ideal\n",
                             statistics.rtl.Total(), rate);
  result.output = runner.memory().ReadPlanes(binary.output_planes);
  for (const int layer : layers) {
    result.maps.push_back(runner.memory().ReadPlanes(PlanesOfLayer(binary, layer)));
  }
  return result;
}

}  // namespace nve
