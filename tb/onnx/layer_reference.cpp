// SPDX-License-Identifier: Apache-2.0
// What the functional reference computes, layer by layer:
//
//   layer_reference NETWORK.xml WEIGHTS.npz PICTURES OUT
//
// PICTURES is a picture, or a .npy of uint8 with shape (pictures, planes, rows, columns). Writes
// OUT/picture.npy, the pictures as they were read, and OUT/L1.npy, ...: (pictures, maps, rows,
// columns).
#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/arrays/arrays.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/images/maps.hpp"
#include "convnet/network_xml.hpp"
#include "convnet/weights.hpp"
#include "model/reference/reference.hpp"

namespace {

std::vector<nve::FeatureMaps> ReadPictures(const std::string& path) {
  if (!nve::LooksLikeNpy(nve::ReadFileBytes(path))) return {nve::ReadInputMaps(path)};
  const nve::NpyArray array = nve::ReadNpy(path);
  const std::vector<int64_t>& shape = array.shape;
  if (array.dtype != nve::DType::kU8 || shape.size() != 4 || array.Count() == 0) {
    throw nve::InputError(
        nve::SourceLocation{path, 0, ""},
        fmt::format("found {} {}, allowed: uint8 (pictures, planes, rows, columns)",
                    array.TypeName(), array.ShapeText()));
  }
  std::vector<nve::FeatureMaps> pictures;
  const int64_t size = shape[1] * shape[2] * shape[3];
  for (int64_t n = 0; n < shape[0]; ++n) {
    pictures.emplace_back(
        static_cast<int>(shape[1]), static_cast<int>(shape[2]), static_cast<int>(shape[3]),
        std::vector<uint8_t>(array.data.begin() + n * size, array.data.begin() + (n + 1) * size));
  }
  return pictures;
}

void WriteAll(const std::string& path, const std::vector<nve::FeatureMaps>& all) {
  const nve::FeatureMaps& first = all.front();
  std::vector<uint8_t> pixels;
  pixels.reserve(all.size() * first.pixels.size());
  for (const nve::FeatureMaps& maps : all) {
    pixels.insert(pixels.end(), maps.pixels.begin(), maps.pixels.end());
  }
  nve::WriteNpy(
      path, nve::NpyArray::From(
                {static_cast<int64_t>(all.size()), first.maps, first.height, first.width}, pixels));
}

void Run(const std::string& network_file, const std::string& weights_file,
         const std::string& pictures_file, const std::string& out) {
  const nve::Network network = nve::LoadNetwork(network_file);
  const nve::Weights weights = nve::LoadWeights(weights_file, network);
  std::vector<nve::FeatureMaps> maps = ReadPictures(pictures_file);
  const std::string problem =
      nve::TooSmall(maps.front(), network.InputMaps(), network.InputHeight(), network.InputWidth());
  if (!problem.empty()) throw nve::InputError(nve::SourceLocation{pictures_file, 0, ""}, problem);
  WriteAll(out + "/picture.npy", maps);
  for (size_t i = 0; i < network.layers.size(); ++i) {
    for (nve::FeatureMaps& each : maps) {
      each = nve::RunLayer(network.layers[i], weights.layers[i], each);
    }
    WriteAll(fmt::format("{}/{}.npy", out, network.layers[i].name), maps);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    nve::Message("layer_reference NETWORK.xml WEIGHTS.npz PICTURES OUT\n");
    return 2;
  }
  try {
    Run(argv[1], argv[2], argv[3], argv[4]);
  } catch (const nve::InputError& error) {
    nve::Message("layer_reference: {}\n", nve::ToString(error.diagnostics().front()));
    return 2;
  }
  return 0;
}
