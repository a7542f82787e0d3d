#include "compiler/graph/coefficient_layout.hpp"

#include <algorithm>
#include <numeric>

#include "nve_arch.hpp"

namespace nve {

int CoefficientLayout::Total() const { return std::accumulate(counts.begin(), counts.end(), 0); }

int CoefficientLayout::First(int word) const {
  return std::accumulate(counts.begin(), counts.begin() + word, 0);
}

CoefficientLayout FullWords(int coefficients) {
  CoefficientLayout layout;
  for (int left = coefficients; left > 0; left -= layout.counts.back()) {
    layout.counts.push_back(std::min(left, arch::kRwEntries));
  }
  return layout;
}

std::string CoefficientName(int coefficient) {
  return coefficient == 0 ? "b" : "w" + std::to_string(coefficient - 1);
}

std::string CoefficientWordName(const CoefficientLayout& layout, int word) {
  const int count = layout.counts[word];
  const int first = layout.First(word);
  std::string name = "[";
  for (int k = 0; k < count; ++k) {
    if (k > 0) name += ' ';
    name += CoefficientName(first + k);
  }
  if (count < arch::kRwEntries) name += " -";
  return name + "]";
}

}  // namespace nve
