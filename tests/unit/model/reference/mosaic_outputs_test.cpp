// SPDX-License-Identifier: Apache-2.0
// A network's output over a mosaic is, at every part, its output over the part alone: random
// networks, pictures and scales. A mosaic whose parts lie elsewhere is noticed.
#include <gtest/gtest.h>

#include <random>

#include "base/diagnostics/diagnostics.hpp"
#include "convnet/resize_network.hpp"
#include "convnet/weights.hpp"
#include "model/reference/reference.hpp"
#include "report/readout/mosaic.hpp"
#include "report/readout/part_windows.hpp"
#include "report/readout/resample.hpp"

namespace nve {
namespace {

Layer RandomLayer(int inputs, int outputs, std::mt19937& random) {
  Layer layer;
  layer.out_height = layer.out_width = 1;
  layer.kernel_height = 1 + static_cast<int>(random() % 4);
  layer.kernel_width = 1 + static_cast<int>(random() % 4);
  layer.stride_y = 1 + static_cast<int>(random() % 2);
  layer.stride_x = 1 + static_cast<int>(random() % 2);
  for (int m = 0; m < outputs; ++m) {
    layer.outputs.push_back({m, {}, {}});
    for (int i = 0; i < inputs; ++i) layer.outputs.back().inputs.push_back(i);
  }
  return layer;
}

struct Case {
  Network network;
  ModelFile model;
  std::vector<NamedPicture> pictures;
};

Case RandomCase(ReadOutKind kind, std::mt19937& random) {
  Case made;
  int maps = 1;
  for (int i = 0; i < 3; ++i) {
    const int outputs = 1 + static_cast<int>(random() % 3);
    made.network.layers.push_back(RandomLayer(maps, outputs, random));
    made.network.layers.back().index = i;
    made.network.layers.back().name = "L" + std::to_string(i + 1);
    maps = outputs;
  }
  RowsAndColumns window;
  RowsAndColumns step;
  for (auto layer = made.network.layers.rbegin(); layer != made.network.layers.rend(); ++layer) {
    window.rows = (window.rows - 1) * layer->stride_y + layer->kernel_height;
    window.columns = (window.columns - 1) * layer->stride_x + layer->kernel_width;
    step.rows *= layer->stride_y;
    step.columns *= layer->stride_x;
  }
  made.model.kind = kind;
  made.model.window = window;
  made.model.step = step;
  made.model.scales = {1.0, 0.6};
  for (int count = 1 + static_cast<int>(random() % 5); count > 0; --count) {
    const bool free = kind != ReadOutKind::kClassify;
    FeatureMaps picture(1, window.rows + (free ? static_cast<int>(random() % 30) : 0),
                        window.columns + (free ? static_cast<int>(random() % 30) : 0));
    for (uint8_t& pixel : picture.pixels) pixel = static_cast<uint8_t>(random() % 256);
    made.pictures.push_back({"p", std::move(picture)});
  }
  return made;
}

FeatureMaps OutputOf(const Network& network, const Weights& weights, const FeatureMaps& picture) {
  Diagnostics problems;
  const Network fitted = ResizeNetwork(network, {picture.height, picture.width}, problems);
  problems.ThrowIfErrors();
  return RunNetwork(fitted, weights, picture).back();
}

// Scores that differ from those of the parts alone.
int DifferencesIn(const Case& made, const Mosaic& mosaic) {
  const Weights weights = SeededWeights(made.network, 7);
  const FeatureMaps whole = OutputOf(made.network, weights, PictureOf(mosaic, made.pictures));
  int differences = 0;
  for (const MosaicPart& part : mosaic.parts) {
    const FeatureMaps& picture = made.pictures[static_cast<size_t>(part.picture)].maps;
    const FeatureMaps alone =
        OutputOf(made.network, weights, Resample(picture, part.height, part.width));
    int windows = 0;
    ForEachWindow(made.model, part, [&](int row, int column, int y, int x) {
      ++windows;
      for (int m = 0; m < whole.maps; ++m) {
        differences += whole.at(m, row, column) !=
                       alone.at(m, y / made.model.step.rows, x / made.model.step.columns);
      }
    });
    EXPECT_EQ(windows, alone.height * alone.width);
  }
  return differences;
}

TEST(MosaicOutputs, AreThoseOfThePartsAlone) {
  std::mt19937 random(5);
  for (int i = 0; i < 60; ++i) {
    const Case made =
        RandomCase(i % 2 == 0 ? ReadOutKind::kClassify : ReadOutKind::kDetect, random);
    EXPECT_EQ(DifferencesIn(made, LayOut(made.model, made.pictures)), 0) << i;
  }
}

// One row lower than the multiple of the step: the windows see other rows.
TEST(MosaicOutputs, DifferIfAPartLiesBetweenTwoSteps) {
  std::mt19937 random(6);
  int noticed = 0;
  for (int i = 0; i < 40; ++i) {
    const Case made = RandomCase(ReadOutKind::kDetect, random);
    if (made.model.step.rows == 1) continue;
    Mosaic mosaic = LayOut(made.model, made.pictures);
    mosaic.height += made.model.step.rows;
    mosaic.parts.back().row += 1;
    noticed += DifferencesIn(made, mosaic) > 0;
  }
  EXPECT_GT(noticed, 10);
}

}  // namespace
}  // namespace nve
