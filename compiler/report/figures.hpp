// SPDX-License-Identifier: Apache-2.0
// The figures of a compiled network that reports print: programs, layers and the whole.
//
// A strip is as many output rows as a program's vector has: 16, or 8 for half vectors. Words are
// given for 16 rows too, so that layers of half vectors compare with others.
#pragma once

#include <string>
#include <vector>

#include "compiler/compile.hpp"
#include "compiler/report/cycles.hpp"
#include "compiler/report/published.hpp"

namespace nve {

struct ProgramFigures {
  std::string name;
  int output_maps = 0;
  int loads = 0;
  int rows = 0;
  int ii = 0;
  int initial = 0;  ///< instructions of the initial part
  int extra = 0;    ///< overlapped stages less one
  Certificate certificate;
  bool optimal = false;
};

struct LayerFigures {
  LayerReport report;
  int64_t macs = 0;  ///< of the whole layer
  int64_t data_words_per_16_rows = 0;
  CycleParts cycle_parts;  ///< of the whole layer, of the core that has the most
  ResourceBound bounds;    ///< summed over the programs
  int register_bound = 0;  ///< summed; 0 if the register path was not searched
  std::vector<ProgramFigures> programs;
  const PublishedLayer* published = nullptr;  ///< nullptr: no published figures
};

struct NetworkFigures {
  std::string network;
  std::string machine;  ///< its name
  std::string preset;
  bool horizontal = false;  ///< compiled transposed: rows are columns of the picture
  int cores = 1;
  std::vector<LayerFigures> layers;
};

/// `preset` is for headings. A layer has published figures if a published network of this name has
/// a layer of the same name and geometry.
NetworkFigures FiguresOf(const CompileResult& result, const std::string& preset);

/// For which choices the layer is optimal and what the others take: "optimal for half vectors;
/// whole vectors take 205 641 cycles".
std::string ChoiceText(const LayerFigures& layer);

/// "optimal": every program's initiation interval equals its proved lower bound; else "gap".
std::string CertificateName(const LayerFigures& layer);

}  // namespace nve
