// SPDX-License-Identifier: Apache-2.0
// Weights and arrays: archives with their checksums as they are and made right again, arrays alone,
// and the weights of a small network.
#include <algorithm>

#include "base/arrays/arrays.hpp"
#include "base/images/maps.hpp"
#include "convnet/weights.hpp"
#include "tb/fuzz/memory_file.hpp"
#include "tb/fuzz/repair.hpp"

namespace nve::fuzz {
namespace {

// One 2x1 kernel and one 1x1 kernel: few bytes, so that the fuzzer finds those that matter.
const Network& SmallNetwork() {
  static const Network network = [] {
    Layer first;
    first.name = "L1";
    first.out_height = first.out_width = 4;
    first.kernel_height = 2;
    first.kernel_width = 1;
    first.outputs = {{0, {0}, {}}};
    Layer second = first;
    second.index = 1;
    second.name = "L2";
    second.kernel_height = 1;
    return Network{"small", {first, second}};
  }();
  return network;
}

bool Same(const NpyArray& a, const NpyArray& b) {
  return a.dtype == b.dtype && a.shape == b.shape && a.data == b.data;
}

void CheckArray(const NpyArray& array) {
  Require(static_cast<size_t>(array.Count() * DTypeBytes(array.dtype)) == array.data.size(),
          "an array has the elements of its shape");
  Require(Same(ParseNpy(FormatNpy(array), "written.npy"), array),
          "an array reads back as it was written");
  try {
    Require(static_cast<int64_t>(array.Integers("array").size()) == array.Count(),
            "every element is an integer");
  } catch (const InputError&) {
    Require(array.dtype == DType::kU64 || !IsInteger(array.dtype),
            "whole numbers of 63 bits are integers");
  }
}

void CheckWeights(const std::string& path) {
  Diagnostics problems;
  const Weights weights = ReadWeights(path, SmallNetwork(), problems);
  Require(problems.ok() == !weights.layers.empty(), "weights are there unless they are refused");
  if (!problems.ok()) return;
  const std::string written = "weights.npz";
  WriteWeights(written, SmallNetwork(), weights);
  Require(ReadWeights(written, SmallNetwork(), problems) == weights,
          "weights read back as they were written");
}

// A picture or a stack of maps, if the array is one.
void CheckMaps(const NpyArray& array) {
  const std::string written = "maps.npy";
  WriteNpy(written, array);
  try {
    Require(ReadInputMaps(written).pixels == array.data, "maps have the pixels of their array");
  } catch (const InputError&) {
  }
}

void CheckArchive(Bytes bytes) {
  try {
    const NpzArrays arrays = ParseNpz(bytes, "fuzz.npz");
    const NpzArrays again = ParseNpz(FormatNpz(arrays), "written.npz");
    Require(arrays.size() == again.size(), "an archive reads back as it was written");
    for (const auto& [name, array] : arrays) {
      Require(again.contains(name) && Same(again.at(name), array),
              "an archive reads back as it was written");
      CheckArray(array);
    }
    CheckWeights(MemoryFile(bytes).path());
  } catch (const InputError&) {
  }
}

}  // namespace

void FuzzWeights(Bytes bytes) {
  try {
    const NpyArray array = ParseNpy(bytes, "fuzz.npy");
    CheckArray(array);
    CheckMaps(array);
  } catch (const InputError&) {
  }
  CheckArchive(bytes);
  const std::vector<uint8_t> repaired = RepairZip(bytes);
  if (!std::equal(repaired.begin(), repaired.end(), bytes.begin(), bytes.end())) {
    CheckArchive(repaired);
  }
}

}  // namespace nve::fuzz
