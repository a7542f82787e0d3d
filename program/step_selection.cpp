// SPDX-License-Identifier: Apache-2.0
// Steps cut down or altered: see step_selection.hpp.
#include "program/step_selection.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nve {
namespace {

void LimitLoops(std::vector<Transfer>& transfers, int runs, int strips,
                const std::string& program) {
  for (Transfer& transfer : transfers) {
    if (!transfer.IsLoop() || transfer.count != runs) {
      throw InputError(fmt::format(
          "--strips: the transfers of program {} are not loops over its {} runs", program, runs));
    }
    transfer.count = strips;
  }
}

// The first strip of a step: where the first vector of its output goes.
int FirstStrip(const Binary& binary, const RunStep& run, int rows) {
  if (run.output.empty()) return 0;
  const Transfer* piece = &run.output.front();
  while (piece->IsLoop()) piece = &piece->body.front();
  if (piece->object.kind != MemoryObject::Kind::kPlane) return 0;
  const Plane& plane = binary.planes[static_cast<size_t>(piece->object.index)];
  return static_cast<int>(plane.RowAt(piece->offset) / rows);
}

// Leaves a step with those of its strips that are among the first so many; false: it has none.
bool KeepStrips(const Binary& binary, int strips, RunStep& run) {
  const Program& program = binary.programs[static_cast<size_t>(run.program)];
  const int kept = strips - FirstStrip(binary, run, program.outputs_per_iteration);
  if (kept <= 0) return false;
  if (kept >= run.runs) return true;
  LimitLoops(run.input, run.runs, kept, program.name);
  LimitLoops(run.output, run.runs, kept, program.name);
  run.runs = kept;
  return true;
}

// The geometry of what is computed, so that reports count its MACs.
void CutLayers(Binary& binary, const StepSelection& part) {
  for (int layer = 0; layer < static_cast<int>(binary.layers.size()); ++layer) {
    LayerInfo& info = binary.layers[static_cast<size_t>(layer)];
    if (layer < part.first || layer > part.last) info.kernels = 0;
    if (part.strips > 0) {
      info.out_height = std::min(info.out_height, part.strips * RowsOfStrip(binary, layer));
    }
  }
}

}  // namespace

StepSelection WholeOf(const Binary& binary) {
  int layers = 0;
  for (const Program& program : binary.programs) layers = std::max(layers, program.layer + 1);
  return {0, layers - 1, 0};
}

Binary WithFeed(Binary binary, Feed feed) {
  for (AnyStep& step : binary.steps) {
    if (auto* run = std::get_if<RunStep>(&step)) run->feed = feed;
  }
  return binary;
}

std::optional<Feed> OnlyFeedOf(const Binary& binary) {
  std::optional<Feed> feed;
  for (const AnyStep& step : binary.steps) {
    const auto* run = std::get_if<RunStep>(&step);
    if (run == nullptr) continue;
    if (feed && *feed != run->feed) return std::nullopt;
    feed = run->feed;
  }
  return feed;
}

bool UsesMover(const Binary& binary) {
  return std::any_of(binary.steps.begin(), binary.steps.end(), [](const AnyStep& step) {
    const auto* run = std::get_if<RunStep>(&step);
    return run != nullptr && run->feed == Feed::kMover;
  });
}

std::vector<int> PlanesOfLayer(const Binary& binary, int layer) {
  std::vector<int> planes;
  for (size_t plane = 0; plane < binary.planes.size(); ++plane) {
    if (binary.planes[plane].layer == layer) planes.push_back(static_cast<int>(plane));
  }
  std::sort(planes.begin(), planes.end(), [&](int a, int b) {
    return binary.planes[static_cast<size_t>(a)].map < binary.planes[static_cast<size_t>(b)].map;
  });
  return planes;
}

Binary SelectPart(const Binary& binary, const StepSelection& part) {
  if (part.strips > 0 && binary.Pictures() > 1) {
    throw InputError(
        fmt::format("--strips: the steps compute {} pictures, allowed: 1", binary.Pictures()));
  }
  Binary selected = binary;
  CutLayers(selected, part);
  selected.steps.clear();
  for (AnyStep step : binary.steps) {
    if (auto* run = std::get_if<RunStep>(&step)) {
      const Program& program = binary.programs[static_cast<size_t>(run->program)];
      if (program.layer < part.first || program.layer > part.last) continue;
      if (part.strips > 0 && !KeepStrips(binary, part.strips, *run)) continue;
    } else {
      const int layer = binary.planes[static_cast<size_t>(std::get<ClearStep>(step).plane)].layer;
      if (layer < part.first || layer > part.last) continue;
    }
    selected.steps.push_back(std::move(step));
  }
  selected.output_planes = PlanesOfLayer(binary, part.last);
  return selected;
}

FeatureMaps ComputedPart(const Binary& binary, int layer, const FeatureMaps& maps, int strips) {
  if (strips == 0) return maps;
  const int rows = RowsOfStrip(binary, layer);
  const bool horizontal = binary.vectors == Vectors::kHorizontal;
  const int height = horizontal ? maps.height : std::min(maps.height, strips * rows);
  const int width = horizontal ? std::min(maps.width, strips * rows) : maps.width;
  FeatureMaps part(maps.maps, height, width);
  for (int m = 0; m < maps.maps; ++m) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) part.at(m, y, x) = maps.at(m, y, x);
    }
  }
  return part;
}

}  // namespace nve
