// SPDX-License-Identifier: Apache-2.0
// Layers from programs and geometry: see binary_network.hpp.
#include "planner/best/binary_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "compiler/steps/step_builder.hpp"

namespace nve::planner {
namespace {

[[noreturn]] void Refuse(const std::string& name, const std::string& found) {
  throw InputError(
      SourceLocation{name, 0, ""},
      fmt::format("found {}, allowed: a binary of nvec, whose steps can be planned anew", found));
}

Layer LayerOf(const Binary& binary, int number, const std::string& name) {
  const LayerInfo& info = binary.layers[static_cast<size_t>(number)];
  Layer layer;
  layer.index = number;
  layer.name = info.name;
  layer.out_height = info.out_height;
  layer.out_width = info.out_width;
  layer.kernel_height = info.kernel_height;
  layer.kernel_width = info.kernel_width;
  layer.stride_y = layer.stride_x = info.stride;
  for (const Program& program : binary.programs) {
    if (program.layer != number) continue;
    for (const int map : program.output_maps) {
      layer.outputs.push_back({map, program.input_maps, {}});
    }
  }
  std::ranges::sort(layer.outputs, {}, &OutputMap::index);
  if (layer.outputs.empty()) Refuse(name, "no programs of layer " + info.name);
  return layer;
}

bool HasPlane(const Binary& binary, int layer, int map) {
  return std::ranges::any_of(
      binary.planes, [&](const Plane& plane) { return plane.layer == layer && plane.map == map; });
}

// Every map that a program reads or writes has a plane.
void CheckPlanes(const Binary& binary, const std::string& name) {
  for (const Program& program : binary.programs) {
    const auto check = [&](int layer, const std::vector<int>& maps) {
      for (const int map : maps) {
        if (HasPlane(binary, layer, map)) continue;
        Refuse(name, fmt::format("no plane of map {} for program {}", map, program.name));
      }
    };
    check(program.layer - 1, program.input_maps);
    check(program.layer, program.output_maps);
  }
}

// Bytes of a layer's transfers, in and out, and how many strips are computed.
using Moved = std::array<int64_t, 3>;

std::map<int, Moved> MovedOf(const Binary& binary, const Steps& steps) {
  std::map<int, Moved> moved;
  for (const AnyStep& step : steps) {
    const auto* run = std::get_if<RunStep>(&step);
    if (run == nullptr) continue;
    Moved& sums = moved[binary.programs[static_cast<size_t>(run->program)].layer];
    sums[0] += TotalBytes(run->input);
    sums[1] += TotalBytes(run->output);
    sums[2] += run->runs;
  }
  return moved;
}

}  // namespace

Network NetworkOf(const Binary& binary, const std::string& name) {
  if (binary.layers.empty()) Refuse(name, "programs without layers");
  CheckPlanes(binary, name);
  Network network;
  network.name = binary.network;
  const auto layers = static_cast<int>(binary.layers.size());
  for (int i = 0; i < layers; ++i) network.layers.push_back(LayerOf(binary, i, name));
  const Binary planes = WithoutSteps(binary);
  Steps steps;
  for (int i = 0; i < layers; ++i) {
    std::ranges::move(StepsOf(network, i, Feed::kMover, {}, planes), std::back_inserter(steps));
  }
  if (MovedOf(binary, steps) != MovedOf(binary, binary.steps)) {
    Refuse(name, "steps that move other bytes than its layers need");
  }
  return network;
}

Binary WithoutSteps(Binary binary) {
  for (Plane& plane : binary.planes) {
    if (!plane.IsGrouped()) continue;
    plane.pitch = plane.group.rows;
    plane.group = {};
  }
  binary.steps.clear();
  return binary;
}

}  // namespace nve::planner
