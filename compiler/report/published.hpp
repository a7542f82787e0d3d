// SPDX-License-Identifier: Apache-2.0
// Figures the sources print of their own code, layer by layer: the one place they stand.
//
// Sources:
//   manual, SCOPES 2015: table 2 of "Automatic VLIW code generation" (SCOPES 2015), per strip of 16
//     rows of a 1280x720 frame; "code partition" is the number of programs.
//   thesis 2016: W. Pramadi, table 5, all optimisations; the 3x3 filter from the 10 cycles of
//     figure 26. Words, code and programs are only drawn (figure 37), not printed.
// Intervals are not printed but follow: those of SCOPES 2015 from the code size, those of the
// thesis from MAC/instr (docs/code-generation.md, section 10).
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace nve {

/// What the code of a layer or network is worth; what is not known is empty.
struct CodeFigures {
  std::optional<double> mac_per_instr;
  std::optional<double> data_words;  ///< per strip of 16 rows
  std::optional<double> code_words;
  std::optional<double> programs;
  std::optional<double> ii;  ///< cycles of the repeated part, summed over the programs
};

struct PublishedLayer {
  std::string name;
  int out_width = 0;
  int out_height = 0;
  int kernel = 0;
  int stride = 1;
  int output_maps = 0;
  CodeFigures manual;
  CodeFigures scopes2015;
  CodeFigures thesis2016;
  std::string note;  ///< what a reader must know to compare
};

struct PublishedNetwork {
  std::string key;   ///< the descriptor's file: networks/<key>.xml
  std::string name;  ///< as the descriptor calls it
  std::vector<PublishedLayer> layers;
};

const std::vector<PublishedNetwork>& PublishedNetworks();

/// The network of that key; nullptr if there is none.
const PublishedNetwork* FindPublished(const std::string& key);

}  // namespace nve
