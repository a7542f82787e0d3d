// Which coefficients share a local buffer word.
//
// Coefficients of an output map are numbered in the order of their use: 0 is the bias, n + 1 is
// weight n. A word holds 1 to 4 consecutive ones; each word costs one `set rw`, each further
// coefficient in it one `sh rw`. The plain layout fills every word (thesis 4.2); other layouts
// shift the moments of the sets (coefficient packing, thesis 5.1).
#pragma once

#include <string>
#include <vector>

namespace nve {

struct CoefficientLayout {
  std::vector<int> counts;  // coefficients in each word, 1 to 4

  bool operator==(const CoefficientLayout&) const = default;

  int Words() const { return static_cast<int>(counts.size()); }
  // Coefficients of all words.
  int Total() const;
  // Number of the first coefficient of a word.
  int First(int word) const;
};

// Full words, the last one as full as it gets.
CoefficientLayout FullWords(int coefficients);

// "b", "w0", "w1", ...
std::string CoefficientName(int coefficient);

// "[b w0 w1 w2]"; a "-" stands for the unused rest of a word, as in figure 17.
std::string CoefficientWordName(const CoefficientLayout& layout, int word);

}  // namespace nve
