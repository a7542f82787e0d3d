// SPDX-License-Identifier: Apache-2.0
// The published figures.
#include "compiler/report/published.hpp"

#include <algorithm>

namespace nve {
namespace {

constexpr std::nullopt_t kNone = std::nullopt;

CodeFigures Manual(double mac_per_instr, int data_words, int code_words, int programs) {
  return {mac_per_instr, data_words, code_words, programs, kNone};
}

// Table 5 of the thesis has the MAC/instr alone.
CodeFigures Thesis(double mac_per_instr, int ii) {
  return {mac_per_instr, kNone, kNone, kNone, ii};
}

}  // namespace

const std::vector<PublishedNetwork>& PublishedNetworks() {
  // Per layer: output width and height, kernel, stride, maps; then manual, SCOPES 2015, thesis
  // 2016, each in the order of CodeFigures.
  // clang-format off
  static const std::vector<PublishedNetwork> kNetworks = {
      {"filter3x3", "3x3 Filter", {
          {"L1", 1278, 718, 3, 1, 1,
           Manual(14.39, 6401, 21, 1), {13.08, 6399, 20, 1, 11}, Thesis(14.39, 10), ""},
      }},
      {"face_detection", "Face Detector", {
          {"L1", 638, 358, 6, 2, 4,
           Manual(13.7, 11554, 238, 1), {12.79, 11544, 240, 1, 180}, Thesis(13.39, 172), ""},
          {"L2", 317, 177, 4, 2, 14,
           Manual(10.95, 72784, 974, 14), {10.35, 31230, 658, 2, 494}, Thesis(12.06, 424), ""},
          {"L3", 312, 172, 6, 1, 14,
           Manual(15.53, 22232, 910, 14), {15.53, 22190, 868, 2, 518}, Thesis(15.53, 518), ""},
          {"L4", 312, 172, 1, 1, 1,
           Manual(5.89, 9378, 37, 1), {4.87, 9364, 50, 1, 46}, Thesis(4.87, 46), ""},
      }},
      {"speed_sign", "Speed Sign Detector", {
          {"L1", 637, 357, 6, 2, 6,
           Manual(13.7, 14104, 342, 1), {12.79, 14094, 350, 1, 270}, Thesis(13.39, 258), ""},
          {"L2", 317, 177, 6, 2, 16,
           Manual(13.67, 202744, 4950, 16), {12.78, 182960, 4336, 13, 2700}, Thesis(13.6, 2536), ""},
          {"L3", 312, 172, 5, 1, 80,
           Manual(15.13, 663040, 31040, 80), {15.13, 660720, 28640, 80, 16880}, Thesis(15.88, 16080), ""},
          {"L4", 312, 172, 1, 1, 1,
           Manual(6.26, 50645, 203, 1), {4.88, 25605, 283, 1, 262}, Thesis(4.9, 261),
           "SCOPES 2015 counts one word per column instead of two; with two it is 50565"},
      }},
  };
  // clang-format on
  return kNetworks;
}

const PublishedNetwork* FindPublished(const std::string& key) {
  const auto& networks = PublishedNetworks();
  const auto found = std::find_if(networks.begin(), networks.end(),
                                  [&](const PublishedNetwork& n) { return n.key == key; });
  return found == networks.end() ? nullptr : &*found;
}

}  // namespace nve
