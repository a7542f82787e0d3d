// SPDX-License-Identifier: Apache-2.0
// Parsing the single-line items.
#include "program/assembly_items.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace nve::assembly {
namespace {

constexpr int kMaxInt = std::numeric_limits<int>::max();

std::vector<int> Ints(const std::vector<int64_t>& values) { return {values.begin(), values.end()}; }

}  // namespace

LayerInfo ParseLayer(const Line& line, const std::string& name, Diagnostics* problems) {
  KeyValues values(line, 2, name, problems);
  LayerInfo layer;
  layer.name = line.words[1];
  values.Size("out", &layer.out_height, &layer.out_width);
  values.Size("kernel", &layer.kernel_height, &layer.kernel_width);
  layer.stride = static_cast<int>(values.Number("stride", 1, kMaxInt, 1));
  layer.output_maps = static_cast<int>(values.Number("maps", 1, kMaxInt, 1));
  layer.kernels =
      values.Number("kernels", 0, std::numeric_limits<int64_t>::max(), layer.output_maps);
  values.Finish();
  return layer;
}

Plane ParsePlane(const Line& line, const std::string& name, Diagnostics* problems) {
  KeyValues values(line, 2, name, problems);
  Plane plane;
  plane.name = line.words[1];
  plane.layer = static_cast<int>(values.Number("layer", -1, kMaxInt, -1));
  plane.map = static_cast<int>(values.Number("map", 0, kMaxInt, 0));
  plane.height = static_cast<int>(values.Required("height", 1, kMaxInt));
  plane.width = static_cast<int>(values.Required("width", 1, kMaxInt));
  const int64_t pitch = (int64_t{plane.height} + 7) / 8 * 8;
  plane.pitch = values.Number("pitch", 8, int64_t{1} << 40, pitch);
  plane.columns = values.Number("columns", 1, int64_t{1} << 40, plane.width);
  plane.pictures = static_cast<int>(values.Number("pictures", 1, kMaxInt, 1));
  const bool grouped =
      std::ranges::any_of(std::array{"group", "start", "rows", "strip_rows", "strip_pitch"},
                          [&](const char* key) { return values.Has(key); });
  if (grouped) {
    constexpr int64_t kMost = int64_t{1} << 40;
    PlaneGroup& group = plane.group;
    group.number = static_cast<int>(values.Required("group", 0, kMaxInt));
    group.start = values.Number("start", 0, kMost, 0);
    group.rows = values.Number("rows", 8, kMost, pitch);
    group.strip_rows = values.Number("strip_rows", 8, kMost, group.rows);
    group.strip_pitch = values.Number("strip_pitch", 8, kMost, group.strip_rows);
  }
  values.Finish();
  return plane;
}

Program ParseProgramHeader(const Line& line, const std::string& name, Diagnostics* problems) {
  KeyValues values(line, 2, name, problems);
  Program program;
  program.name = line.words[1];
  program.layer = static_cast<int>(values.Number("layer", 0, kMaxInt, 0));
  program.table = static_cast<int>(values.Number("table", 0, kMaxInt, 0));
  program.outputs_per_iteration =
      static_cast<int>(values.Number("rows", arch::kActLanes, arch::kLanes, arch::kLanes));
  program.bound = static_cast<int>(values.Number("bound", 0, kMaxInt, 0));
  program.input_maps = Ints(values.List("inputs", 0, kMaxInt));
  program.output_maps = Ints(values.List("outputs", 0, kMaxInt));
  values.Finish();
  return program;
}

void ParseTableItems(const Line& line, const std::string& name, Diagnostics* problems,
                     std::vector<uint8_t>* entries) {
  constexpr int64_t kMaxPixel = (1 << arch::kPixelBits) - 1;
  for (const std::string& word : line.words) {
    const size_t star = word.find('*');
    const size_t dots = word.find("..");
    int64_t first = 0;
    int64_t last = 0;
    int64_t times = 1;
    bool good = ParseInteger(word.substr(0, std::min(star, dots)), 0, kMaxPixel, &first);
    last = first;
    if (star != std::string::npos) {
      good = good && ParseInteger(word.substr(star + 1), 1, arch::kActEntries, &times);
    } else if (dots != std::string::npos) {
      good = good && ParseInteger(word.substr(dots + 2), first, kMaxPixel, &last);
    }
    if (!good) {
      problems->Error({name, line.number, ""},
                      fmt::format("found '{}', allowed: V, V*N or A..B with V, A, B 0 to {}, "
                                  "A at most B, N 1 to {}",
                                  word, kMaxPixel, arch::kActEntries));
      continue;
    }
    for (int64_t value = first; value <= last; ++value) {
      entries->insert(entries->end(), static_cast<size_t>(times), static_cast<uint8_t>(value));
    }
  }
}

uint64_t ParseCoefficientWord(const Line& line, const std::string& name, Diagnostics* problems) {
  constexpr int64_t kHigh = (int64_t{1} << (arch::kWeightBits - 1)) - 1;
  if (line.words.size() > arch::kRwEntries) {
    problems->Error({name, line.number, ""},
                    fmt::format("found {} numbers, allowed: 1 to {} per word", line.words.size(),
                                arch::kRwEntries));
  }
  uint64_t word = 0;
  for (size_t k = 0; k < std::min<size_t>(line.words.size(), arch::kRwEntries); ++k) {
    int64_t value = 0;
    if (!ParseInteger(line.words[k], -kHigh - 1, kHigh, &value)) {
      problems->Error({name, line.number, ""}, fmt::format("found '{}', allowed: {} to {}",
                                                           line.words[k], -kHigh - 1, kHigh));
    }
    word |= uint64_t{static_cast<uint16_t>(value)} << (arch::kWeightBits * k);
  }
  return word;
}

ActivationTable ClampTable() {
  ActivationTable table{};
  for (int i = 0; i < arch::kActEntries; ++i) {
    table[static_cast<size_t>(i)] =
        static_cast<uint8_t>(std::clamp(i - arch::kActEntries / 2, 0, (1 << arch::kPixelBits) - 1));
  }
  return table;
}

}  // namespace nve::assembly
