// SPDX-License-Identifier: Apache-2.0
// The figures of a network as result files have them.
#pragma once

#include "compiler/report/figures.hpp"
#include "report/result/compile_file.hpp"

namespace nve {

LayersOfCompile CompiledLayers(const NetworkFigures& figures);

}  // namespace nve
