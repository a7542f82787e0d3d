// SPDX-License-Identifier: Apache-2.0
// Sizes of a layer by themselves and beside each other: see layer_limits.hpp.
#include "planner/shapes/layer_limits.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nve::planner {
namespace {

// One axis, rows or columns.
struct Axis {
  const char* pad_name;
  const char* kernel_name;
  const char* lines;  // "rows"
  int64_t pad;
  int64_t kernel;
  int64_t read;  // lines of input with their padding
};

Axis Rows(const LayerShape& layer) {
  return {"pad_h",     "kh",     "rows",
          layer.pad_h, layer.kh, PaddedLines(layer.oh, layer.stride_h, layer.kh)};
}

Axis Columns(const LayerShape& layer) {
  return {"pad_w",     "kw",     "columns",
          layer.pad_w, layer.kw, PaddedLines(layer.ow, layer.stride_w, layer.kw)};
}

void CheckPadding(const Axis& axis, const PlaceOfSize& place, Diagnostics& diagnostics) {
  if (axis.pad >= axis.kernel) {
    diagnostics.Error(place(axis.pad_name),
                      fmt::format("found {}, allowed: less than {}, which is {}", axis.pad,
                                  axis.kernel_name, axis.kernel));
  } else if (2 * axis.pad >= axis.read) {
    diagnostics.Error(place(axis.pad_name),
                      fmt::format("found {}, allowed: less than half of the {} {} that are read",
                                  axis.pad, axis.read, axis.lines));
  }
}

void CheckGroups(const LayerShape& layer, const PlaceOfSize& place, Diagnostics& diagnostics) {
  if (layer.oc % layer.groups == 0 && layer.ic % layer.groups == 0) return;
  diagnostics.Error(place("groups"),
                    fmt::format("found {}, allowed: divisors of both oc {} and ic {}", layer.groups,
                                layer.oc, layer.ic));
}

// Their product is beyond kMostWork.
bool IsTooMuch(std::initializer_list<int64_t> factors) {
  int64_t product = 1;
  for (const int64_t factor : factors) {
    if (product > kMostWork / factor) return true;
    product *= factor;
  }
  return false;
}

void CheckWork(const LayerShape& layer, const PlaceOfSize& place, Diagnostics& diagnostics) {
  if (!IsTooMuch({layer.oc, layer.ic, layer.kh, layer.kw, layer.count, Rows(layer).read,
                  Columns(layer).read})) {
    return;
  }
  diagnostics.Error(place("oc"),
                    fmt::format("found {} in a layer that is too large, allowed: at most {} for "
                                "oc * ic * kh * kw * count times rows and columns of input",
                                layer.oc, kMostWork));
}

}  // namespace

const SizeLimit& LimitOf(std::string_view name) {
  const auto found = std::find_if(kSizeLimits.begin(), kSizeLimits.end(),
                                  [&](const SizeLimit& limit) { return limit.name == name; });
  NVE_CHECK(found != kSizeLimits.end(), "no such size");
  return *found;
}

int64_t InputRows(const LayerShape& layer) { return Rows(layer).read - 2 * layer.pad_h; }

int64_t InputColumns(const LayerShape& layer) { return Columns(layer).read - 2 * layer.pad_w; }

bool WithinLimits(const LayerShape& layer) {
  return std::all_of(kSizeLimits.begin(), kSizeLimits.end(), [&](const SizeLimit& limit) {
    return layer.*limit.size >= limit.least && layer.*limit.size <= limit.most;
  });
}

void CheckLimits(const LayerShape& layer, const PlaceOfSize& place, Diagnostics& diagnostics) {
  for (const SizeLimit& limit : kSizeLimits) {
    const int64_t size = layer.*limit.size;
    if (size >= limit.least && size <= limit.most) continue;
    diagnostics.Error(place(limit.name),
                      fmt::format("found {}, allowed: {} to {}", size, limit.least, limit.most));
  }
}

void CheckSizes(const LayerShape& layer, const PlaceOfSize& place, Diagnostics& diagnostics) {
  CheckGroups(layer, place, diagnostics);
  CheckPadding(Rows(layer), place, diagnostics);
  CheckPadding(Columns(layer), place, diagnostics);
  CheckWork(layer, place, diagnostics);
}

}  // namespace nve::planner
