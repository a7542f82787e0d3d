// SPDX-License-Identifier: Apache-2.0
// The ladder: a network compiled with every preset, as thesis figures 36 and 37 compare them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compiler/report/figures.hpp"
#include "report/result/compile_file.hpp"

namespace nve {

struct PresetLadder {
  std::vector<NetworkFigures> presets;  ///< in the order asked for
  /// Presets with which the network does not fit the machine, and what the compiler says of it.
  std::vector<std::pair<std::string, std::string>> refused;
};

/// Compiles with the presets; `options` holds everything else. A preset that refuses the network is
/// left out; if all do, the last one's InputError is thrown.
PresetLadder CompileLadder(const Network& network, const Weights& weights, CompileOptions options,
                           const std::vector<CompilerPasses>& presets = Presets());

/// The layers of all ladders, named after their networks, for one chart of them all. Presets that
/// a network refuses are left out.
PresetLadder JoinLadders(const std::vector<PresetLadder>& ladders);

/// The figures of a preset; nullptr if it is not in the ladder.
const NetworkFigures* FindPreset(const PresetLadder& ladder, const std::string& preset);

/// A line per source and layer: the published figures, then the presets. Unknown figures are empty.
std::string LadderCsv(const PresetLadder& ladder);

LadderFile LadderResult(const PresetLadder& ladder);

/// Thesis figure 36: MAC/instr by layer. Bars: manual, if published, then the presets.
std::string UtilisationSvg(const PresetLadder& ladder);

/// Thesis figure 37: data words per 16 rows by layer, on a logarithmic axis.
std::string TransferSvg(const PresetLadder& ladder);

}  // namespace nve
