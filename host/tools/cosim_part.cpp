// SPDX-License-Identifier: Apache-2.0
// Parts of networks: see cosim_part.hpp.
#include "host/tools/cosim_part.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nve {
namespace {

// The most that one start of a layer computes.
int StripsOf(const Binary& binary, int layer) {
  int strips = 0;
  for (const AnyStep& step : binary.steps) {
    const auto* run = std::get_if<RunStep>(&step);
    if (run == nullptr) continue;
    const Program& program = binary.programs[static_cast<size_t>(run->program)];
    if (program.layer == layer) strips = std::max(strips, run->runs);
  }
  return strips;
}

}  // namespace

StepSelection ParsePart(const CosimOptions& o, const Binary& binary) {
  StepSelection part = WholeOf(binary);
  const int layers = part.last + 1;
  part.strips = static_cast<int>(o.strips);
  if (!o.layers.empty()) {
    const NumberRange range = ParseRange(o.layers).value();
    if (range.first < 1 || range.first > range.last ||
        range.first > static_cast<uint64_t>(layers) ||
        (range.last != UINT64_MAX && range.last > static_cast<uint64_t>(layers))) {
      throw UsageError(o, fmt::format("--layers: found {}, allowed: FIRST-LAST within 1-{}, the "
                                      "layers of {}",
                                      o.layers, layers, o.binary));
    }
    part.first = static_cast<int>(range.first) - 1;
    if (range.last != UINT64_MAX) part.last = static_cast<int>(range.last) - 1;
  }
  if (part.first > 0 && o.reference.network.empty()) {
    throw UsageError(o, fmt::format("--layers {}: the input of layer {} comes from the reference: "
                                    "--reference is needed",
                                    o.layers, part.first + 1));
  }
  if (part.strips > 0 && part.first != part.last) {
    throw UsageError(o,
                     fmt::format("--strips: later layers would read rows that were not computed; "
                                 "choose one layer with --layers, 1 to {}",
                                 layers));
  }
  const int strips = StripsOf(binary, part.last);
  if (part.strips > strips) {
    throw UsageError(o, fmt::format("--strips: found {}, allowed: 1 to {}, the strips of layer {}",
                                    part.strips, strips, part.last + 1));
  }
  return part;
}

}  // namespace nve
