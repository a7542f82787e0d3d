// SPDX-License-Identifier: Apache-2.0
// Made-up models and pictures.
#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "report/readout/mosaic.hpp"

namespace nve::testing {

/// Windows of 8 x 6 at distances of 4 x 2.
inline ModelFile SomeModel(ReadOutKind kind) {
  ModelFile model;
  model.path = "model.json";
  model.name = "some";
  model.kind = kind;
  model.classes = {"sign"};
  model.window = {8, 6};
  model.step = {4, 2};
  model.box = model.window;
  model.threshold = 100;
  return model;
}

inline NamedPicture RandomPicture(int height, int width, std::mt19937& random) {
  FeatureMaps picture(1, height, width);
  for (uint8_t& pixel : picture.pixels) pixel = static_cast<uint8_t>(random() % 256);
  return {"p" + std::to_string(random() % 1000), std::move(picture)};
}

}  // namespace nve::testing
