// SPDX-License-Identifier: Apache-2.0
// Reads pictures as the tools do: one line for each, "WIDTH HEIGHT PIXELS" (hexadecimal) or the
// first problem of a refusal.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/images/maps.hpp"

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    try {
      const nve::FeatureMaps maps = nve::ReadInputMaps(argv[i]);
      nve::Print("{} {} {:02x}\n", maps.width, maps.height, fmt::join(maps.pixels, ""));
    } catch (const nve::InputError& error) {
      nve::Print("refused {}\n", nve::ToString(error.diagnostics().front()));
    }
  }
  return 0;
}
