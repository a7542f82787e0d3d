// SPDX-License-Identifier: Apache-2.0
// A model of a small network with made-up weights, and pictures for it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/arrays/arrays.hpp"
#include "base/images/images.hpp"
#include "base/json/json_file.hpp"
#include "tests/tools/tool_run.hpp"

namespace nve::testing {

/// networks/small/two_layers.xml: 14 x 14 pixels for each of its outputs, which lie 2 apart; 2
/// maps.
class ReadOutCase {
 public:
  static constexpr int kWindow = 14;

  explicit ReadOutCase(const ToolFolder& folder) : folder_(folder) {
    const ToolResult saved =
        folder.Run("nvec " + Network() + " --seed 3 --save-weights " + folder / "weights.npz");
    EXPECT_EQ(saved.code, 0) << saved.errors;
  }

  static std::string Network() {
    return std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml";
  }

  /// model.json of a kind; `scales` for detectors.
  void WriteModel(const std::string& kind, int threshold = 150,
                  const std::vector<double>& scales = {1.0}) const {
    WriteJson(folder_ / "model.json", {{"schema", "nve-model"},
                                       {"schema_version", 1},
                                       {"name", "two"},
                                       {"kind", kind},
                                       {"network", Network()},
                                       {"weights", "weights.npz"},
                                       {"classes", {"cat", "dog"}},
                                       {"window", {kWindow, kWindow}},
                                       {"step", {2, 2}},
                                       {"threshold", threshold},
                                       {"overlap", 0.2},
                                       {"scales", scales}});
  }

  static FeatureMaps RandomPicture(int height, int width, uint32_t seed) {
    FeatureMaps picture(1, height, width);
    uint32_t state = 2 * seed + 1;
    for (uint8_t& pixel : picture.pixels) pixel = static_cast<uint8_t>((state *= 48271u) >> 9);
    return picture;
  }

  /// pictures.npy with `count` pictures of the window's size, and each as p<n>.png.
  void WritePictures(int count) const {
    std::vector<uint8_t> pixels;
    for (int i = 0; i < count; ++i) {
      const FeatureMaps picture = RandomPicture(kWindow, kWindow, static_cast<uint32_t>(i));
      WritePng(folder_ / ("p" + std::to_string(i) + ".png"), picture);
      pixels.insert(pixels.end(), picture.pixels.begin(), picture.pixels.end());
    }
    WriteNpy(folder_ / "pictures.npy", NpyArray::From({count, kWindow, kWindow}, pixels));
  }

  std::string ReadOut(const std::string& input) const {
    return " --read-out " + folder_ / "model.json" + " --input " + folder_ / input;
  }

  ToolResult Compile(const std::string& input, const std::string& options = "") const {
    return folder_.Run("nvec" + ReadOut(input) + " -o " + folder_ / "p.nve " + options);
  }

 private:
  const ToolFolder& folder_;
};

}  // namespace nve::testing
