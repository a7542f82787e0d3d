// SPDX-License-Identifier: Apache-2.0
// Compiled networks for the tests of the report.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "arch/build_machine.hpp"
#include "compiler/report/figures.hpp"
#include "convnet/network_xml.hpp"

namespace nve::testing {

inline const std::string kNetworks = std::string(NVE_SOURCE_DIR) + "/networks/";

inline CompileResult CompileFile(const std::string& file, const std::string& preset) {
  const Network network = LoadNetwork(kNetworks + file);
  CompileOptions options;
  options.passes = *FindPreset(preset);
  return Compile(network, SeededWeights(network, 1), options);
}

inline NetworkFigures FiguresOfFile(const std::string& file, const std::string& preset) {
  return FiguresOf(CompileFile(file, preset), preset);
}

/// Published figures are those of the thesis's machine.
inline bool IsThesisMachine() { return std::string(arch::BuildMachine().name) == "nve"; }

}  // namespace nve::testing
