// The published figures.
#include "compiler/report/published.hpp"

#include <algorithm>

namespace nve {
namespace {

constexpr std::nullopt_t kNone = std::nullopt;

// Table 5 of the thesis has the MAC/instr alone.
PublishedFigures Thesis(double mac_per_instr) { return {mac_per_instr, kNone, kNone, kNone}; }

}  // namespace

const std::vector<PublishedNetwork>& PublishedNetworks() {
  // Per layer: output width and height, kernel, stride, maps; then manual, SCOPES 2015, thesis
  // 2016.
  // clang-format off
  static const std::vector<PublishedNetwork> kNetworks = {
      {"filter3x3", "3x3 Filter", {
          {"L1", 1278, 718, 3, 1, 1,
           {14.39, 6401, 21, 1}, {13.08, 6399, 20, 1}, Thesis(14.39), ""},
      }},
      {"face_detection", "Face Detector", {
          {"L1", 638, 358, 6, 2, 4,
           {13.7, 11554, 238, 1}, {12.79, 11544, 240, 1}, Thesis(13.39), ""},
          {"L2", 317, 177, 4, 2, 14,
           {10.95, 72784, 974, 14}, {10.35, 31230, 658, 2}, Thesis(12.06), ""},
          {"L3", 312, 172, 6, 1, 14,
           {15.53, 22232, 910, 14}, {15.53, 22190, 868, 2}, Thesis(15.53), ""},
          {"L4", 312, 172, 1, 1, 1,
           {5.89, 9378, 37, 1}, {4.87, 9364, 50, 1}, Thesis(4.87), ""},
      }},
      {"speed_sign", "Speed Sign Detector", {
          {"L1", 637, 357, 6, 2, 6,
           {13.7, 14104, 342, 1}, {12.79, 14094, 350, 1}, Thesis(13.39), ""},
          {"L2", 317, 177, 6, 2, 16,
           {13.67, 202744, 4950, 16}, {12.78, 182960, 4336, 13}, Thesis(13.6), ""},
          {"L3", 312, 172, 5, 1, 80,
           {15.13, 663040, 31040, 80}, {15.13, 660720, 28640, 80}, Thesis(15.88), ""},
          {"L4", 312, 172, 1, 1, 1,
           {6.26, 50645, 203, 1}, {4.88, 25605, 283, 1}, Thesis(4.9),
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
