// SPDX-License-Identifier: Apache-2.0
#include "compiler/steps/step_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/round_up.hpp"
#include "compiler/graph/window.hpp"
#include "compiler/steps/plane_layout.hpp"
#include "program/predicted_cycles.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

int Strips(const Layer& layer, int rows = arch::kLanes) {
  return (layer.out_height + rows - 1) / rows;
}

/// Only its words and columns are asked for here, which are the same on every machine.
Window WindowOf(const Layer& layer) { return Window::Of(layer, {}); }

/// Columns the strips of a layer touch in a plane they read.
int64_t ColumnsRead(const Layer& layer) {
  return int64_t{layer.out_width - 1} * layer.stride_x + WindowOf(layer).SpanColumns();
}

/// Plane number of map `map` of layer `layer` (-1 = the picture).
int PlaneOf(const Binary& binary, int layer, int map) {
  const auto found =
      std::find_if(binary.planes.begin(), binary.planes.end(),
                   [&](const Plane& plane) { return plane.layer == layer && plane.map == map; });
  NVE_CHECK(found != binary.planes.end(), "no plane for a map");
  return static_cast<int>(found - binary.planes.begin());
}

Transfer Loop(int64_t count, std::vector<Transfer> body) {
  Transfer loop;
  loop.count = count;
  loop.body = std::move(body);
  return loop;
}

Transfer Leaf(MemoryObject object, int64_t offset, int64_t bytes, std::vector<int64_t> strides) {
  Transfer leaf;
  leaf.object = object;
  leaf.offset = offset;
  leaf.bytes = bytes;
  leaf.strides = std::move(strides);
  return leaf;
}

/// Pictures that a step computes: numbers `first` to `first` + `count` - 1.
struct PictureRange {
  int first = 0;
  int count = 1;
};

/// Moves every piece to the first picture's part of its plane, from which an outermost loop goes to
/// those of the others.
void AddPictures(const Binary& binary, const PictureRange& pictures, Transfer& transfer) {
  for (Transfer& inner : transfer.body) AddPictures(binary, pictures, inner);
  if (transfer.IsLoop()) return;
  int64_t stride = 0;
  if (transfer.object.kind == MemoryObject::Kind::kPlane) {
    const Plane& plane = binary.planes[static_cast<size_t>(transfer.object.index)];
    stride = plane.pitch * plane.columns;
  }
  transfer.offset += pictures.first * stride;
  transfer.strides.insert(transfer.strides.begin(), stride);
}

/// The strips of one picture after those of the other.
std::vector<Transfer> ForEachPicture(const Binary& binary, const PictureRange& pictures,
                                     Transfer strips) {
  if (binary.Pictures() == 1) return {std::move(strips)};
  AddPictures(binary, pictures, strips);
  return {Loop(pictures.count, {std::move(strips)})};
}

/// Moves every piece of a loop over strips to where strip `first` begins.
void BeginAtStrip(int first, Transfer& transfer) {
  for (Transfer& inner : transfer.body) BeginAtStrip(first, inner);
  if (transfer.strides.empty()) return;
  transfer.offset += first * transfer.strides.front();
}

/// One strip after the other.
Transfer StripLoop(const StripRange& strips, std::vector<Transfer> strip) {
  Transfer loop = Loop(strips.count, std::move(strip));
  BeginAtStrip(strips.first, loop);
  return loop;
}

/// From a row of a plane to the one `rows` below it, both at the beginning of a strip if the plane
/// lies in strips.
int64_t RowStride(const Plane& plane, int64_t rows) {
  const int64_t strips = rows / plane.StripRows();
  NVE_CHECK(strips == 0 || rows % plane.StripRows() == 0, "a vector in parts of strips");
  return plane.RowOffset(rows);
}

/// Input stream of a unit's strips: coefficients, first columns, then each iteration's new columns.
std::vector<Transfer> InputTransfers(const Binary& binary, const PictureRange& pictures,
                                     const Unit& unit, const Layer& layer) {
  const Program& program = binary.programs[unit.program];
  Window window = WindowOf(layer);
  window.rows = program.outputs_per_iteration;
  const int64_t column_bytes = int64_t{arch::kWordBytes} * window.WordsPerColumn();
  const int64_t strip_rows = int64_t{window.rows} * layer.stride_y;
  std::vector<Transfer> strip;
  std::vector<Transfer> iteration;
  strip.push_back(Leaf({MemoryObject::Kind::kCoefficients, unit.program}, 0,
                       static_cast<int64_t>(program.coefficients.size()) * arch::kWordBytes, {}));
  for (const int map : program.input_maps) {
    const int number = PlaneOf(binary, program.layer - 1, map);
    const Plane& plane = binary.planes[static_cast<size_t>(number)];
    const int64_t pitch = plane.pitch;
    const int64_t strip_bytes = RowStride(plane, strip_rows);
    const MemoryObject object{MemoryObject::Kind::kPlane, number};
    if (window.InitialColumns() > 0) {
      strip.push_back(
          Loop(window.InitialColumns(), {Leaf(object, 0, column_bytes, {strip_bytes, pitch})}));
    }
    for (int column = window.InitialColumns(); column < window.SpanColumns(); ++column) {
      iteration.push_back(
          Leaf(object, column * pitch, column_bytes, {strip_bytes, layer.stride_x * pitch}));
    }
  }
  strip.push_back(Loop(layer.out_width, std::move(iteration)));
  return ForEachPicture(binary, pictures, StripLoop(unit.strips, std::move(strip)));
}

/// Output stream of a unit's strips: per column, per output map, one vector.
std::vector<Transfer> OutputTransfers(const Binary& binary, const PictureRange& pictures,
                                      const Unit& unit, const Layer& layer) {
  const Program& program = binary.programs[unit.program];
  std::vector<Transfer> column;
  const int64_t rows = program.outputs_per_iteration;
  for (const int map : program.output_maps) {
    const int number = PlaneOf(binary, program.layer, map);
    const Plane& plane = binary.planes[static_cast<size_t>(number)];
    // A whole vector goes to two strips of half vectors.
    const int64_t bytes = std::min(rows, plane.StripRows());
    for (int64_t row = 0; row < rows; row += bytes) {
      column.push_back(Leaf({MemoryObject::Kind::kPlane, number}, plane.RowOffset(row), bytes,
                            {RowStride(plane, rows), plane.pitch}));
    }
  }
  return ForEachPicture(binary, pictures,
                        StripLoop(unit.strips, {Loop(layer.out_width, std::move(column))}));
}

/// As many pictures as one START may have runs for. A later step of the same program loads nothing.
int PicturesOfStep(const Binary& binary, int strips) {
  const auto runs = static_cast<int>(RangeOf(binary.machine, "RUNS").high);
  return std::clamp(runs / strips, 1, binary.Pictures());
}

}  // namespace

int64_t RowsRead(const Layer& layer, int rows, int strips) {
  Window window = WindowOf(layer);
  window.rows = rows;
  return int64_t{rows} * layer.stride_y * (strips - 1) +
         int64_t{arch::kWordPixels} * window.WordsPerColumn();
}

void AddPlanes(const Network& network, int pictures, Binary& binary) {
  const auto add = [&](const std::string& name, int layer, int map, int height, int width) {
    int64_t rows = height;
    int64_t columns = width;
    if (layer >= 0) rows = std::max(rows, int64_t{arch::kLanes} * Strips(network.layers[layer]));
    if (layer + 1 < static_cast<int>(network.layers.size())) {
      const Layer& reader = network.layers[layer + 1];  // half vectors touch no more rows
      rows = std::max(rows, RowsRead(reader, arch::kLanes, Strips(reader)));
      columns = std::max(columns, ColumnsRead(network.layers[layer + 1]));
    }
    binary.planes.push_back(
        {name, layer, map, height, width, RoundUp<int64_t>(rows, kPitchBytes), columns, pictures});
    return static_cast<int>(binary.planes.size()) - 1;
  };
  for (int map = 0; map < network.InputMaps(); ++map) {
    binary.input_planes.push_back(
        add(fmt::format("input{}", map), -1, map, network.InputHeight(), network.InputWidth()));
  }
  for (const Layer& layer : network.layers) {
    for (const OutputMap& output : layer.outputs) {
      const int plane = add(fmt::format("{}.{}", layer.name, output.index), layer.index,
                            output.index, layer.out_height, layer.out_width);
      if (layer.index + 1 == static_cast<int>(network.layers.size())) {
        binary.output_planes.push_back(plane);
      }
    }
  }
}

LayerWork WorkOf(const Layer& layer, const Binary& binary) {
  LayerWork work;
  for (size_t p = 0; p < binary.programs.size(); ++p) {
    const Program& program = binary.programs[p];
    if (program.layer != layer.index) continue;
    if (work.programs.empty()) work.first_program = static_cast<int>(p);
    const int64_t run = CyclesOfStart(program, 1, StartLoad::kNothing) -
                        CyclesOfStart(program, 0, StartLoad::kNothing);
    work.programs.push_back(
        {CyclesOfStart(program, 0, StartLoad::kProgram), run * binary.Pictures()});
    work.strips = Strips(layer, program.outputs_per_iteration);
  }
  return work;
}

Steps StripSteps(const Network& network, int layer_index, Feed feed, const Partition& partition,
                 const StripRange& strips, const Binary& binary) {
  const Layer& layer = network.layers[layer_index];
  LayerWork work = WorkOf(layer, binary);
  work.strips = strips.count;
  Steps steps;
  for (Unit& unit : UnitsOf(work, partition)) {
    unit.strips.first += strips.first;
    const int at_once = PicturesOfStep(binary, unit.strips.count);
    for (int first = 0; first < binary.Pictures(); first += at_once) {
      const PictureRange pictures = {first, std::min(at_once, binary.Pictures() - first)};
      RunStep step;
      step.program = unit.program;
      step.core = unit.core;
      step.runs = unit.strips.count * pictures.count;
      step.feed = feed;
      step.input = InputTransfers(binary, pictures, unit, layer);
      step.output = OutputTransfers(binary, pictures, unit, layer);
      steps.emplace_back(std::move(step));
    }
  }
  return steps;
}

Steps ClearSteps(const Network& network, int layer_index, const Binary& binary) {
  Steps steps;
  if (layer_index + 1 == static_cast<int>(network.layers.size())) return steps;
  const Layer& layer = network.layers[layer_index];
  const Layer& next = network.layers[layer_index + 1];
  if (next.InputHeight() <= layer.out_height && next.InputWidth() <= layer.out_width) return steps;
  for (const OutputMap& output : layer.outputs) {
    steps.emplace_back(ClearStep{PlaneOf(binary, layer_index, output.index)});
  }
  return steps;
}

Steps StepsOf(const Network& network, int layer, Feed feed, const Partition& partition,
              const Binary& binary) {
  const StripRange all = {0, WorkOf(network.layers[layer], binary).strips};
  Steps steps = StripSteps(network, layer, feed, partition, all, binary);
  std::ranges::move(ClearSteps(network, layer, binary), std::back_inserter(steps));
  return steps;
}

}  // namespace nve
