// SPDX-License-Identifier: Apache-2.0
// Made-up data: see made_up_data.hpp.
#include "planner/ir/made_up_data.hpp"

namespace nve::planner {
namespace {

std::vector<int64_t> MadeUp(int64_t size, uint32_t state) {
  std::vector<int64_t> words(static_cast<size_t>(size));
  for (int64_t& word : words) {
    state = state * 1664525 + 1013904223;
    word = static_cast<int64_t>(state >> 24) - 128;
  }
  return words;
}

}  // namespace

LayerData MadeUpData(int64_t input_words, int64_t weight_words) {
  return {MadeUp(input_words, 1), MadeUp(weight_words, 2)};
}

}  // namespace nve::planner
