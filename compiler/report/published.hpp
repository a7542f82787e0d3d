// Figures the sources print of their own code, layer by layer: the one place they stand.
//
// Sources:
//   manual, SCOPES 2015: table 2 of "Automatic VLIW code generation" (SCOPES 2015), per strip of 16
//     rows of a 1280x720 frame; "code partition" is the number of programs.
//   thesis 2016: W. Pramadi, table 5, all optimisations; the 3x3 filter from the 10 cycles of
//     figure 26. Words, code and programs are only drawn (figure 37), not printed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nve {

/// What a source prints of a layer, per strip of 16 rows.
struct PublishedFigures {
  std::optional<double> mac_per_instr;
  std::optional<int64_t> data_words;
  std::optional<int64_t> code_words;
  std::optional<int64_t> programs;
};

struct PublishedLayer {
  std::string name;
  int out_width = 0;
  int out_height = 0;
  int kernel = 0;
  int stride = 1;
  int output_maps = 0;
  PublishedFigures manual;
  PublishedFigures scopes2015;
  PublishedFigures thesis2016;
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
