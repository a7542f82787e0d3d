// SPDX-License-Identifier: Apache-2.0
// A space of one variant, the binary's: see plan_binary.hpp.
#include "planner/tools/plan_binary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/cli/progress.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/json/json_file.hpp"
#include "planner/best/binary_network.hpp"
#include "planner/best/pipelined_plan.hpp"
#include "planner/best/plan_options.hpp"
#include "planner/best/plan_result.hpp"
#include "planner/best/plan_text.hpp"
#include "program/host_memory.hpp"
#include "report/result/plan_file.hpp"
#include "report/result/result_json.hpp"

namespace nve::planner {
namespace {

PlanBinaryFile FileOf(const PlanSpace& space, const BestPlan& best, const Binary& planned,
                      const transfer::FeedPrediction& frame) {
  PlanBinaryFile file;
  file.network = planned.network;
  file.cores = space.options().cores;
  for (size_t i = 0; i < best.layers.size(); ++i) {
    file.layers.push_back({space.network().layers[i].name, ResultOf(space, best.layers[i])});
  }
  file.total = {frame.Elapsed(), frame.FirstStrip()};
  return file;
}

}  // namespace

int RunPlanBinary(const PlanOptions& options) {
  const transfer::TransferOptions transfer =
      TransferOptionsOf(options.platform, static_cast<uint64_t>(options.cores));
  const double gap = ParsePercent("--gap", options.gap);
  const std::vector<Feed> feeds = ParseFeeds(options.feed);
  const Binary binary = ReadBinary(options.network);
  const Network network = NetworkOf(binary, options.network);
  PlanCache cache(CacheFolderOf(options.plan_cache));
  const PlanSpace space(network, WithoutSteps(binary), options.cores, feeds, transfer, cache);
  Progress progress("plan", 0, "plans");
  const BestPlan best = FindBestPlan(
      space, gap, [&](int64_t evaluated, double /*gap*/) { progress.Update(evaluated); });
  progress.Finish();
  const Binary planned = PlannedBinary(space, best);
  CheckHostMemory(planned, options.network, transfer.memory.board);
  const transfer::FeedPrediction frame = FrameOf(planned, space);
  if (!options.output.empty()) WriteBinary(options.output, planned);
  if (!options.json.empty()) {
    WriteJson(options.json,
              ResultJson(WithCommand(FileOf(space, best, planned, frame), options.command)));
  }
  Print("{}", PlanText(space, best));
  if (options.report) Print("\n{}", ExplainedText(space, best));
  Print("{}", FrameText(space, planned, frame));
  return kExitOk;
}

}  // namespace nve::planner
