// SPDX-License-Identifier: Apache-2.0
// Comparison of an output with the functional reference.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/images/maps.hpp"
#include "program/binary.hpp"
#include "report/result/run_result.hpp"

namespace nve {

struct ReferenceOptions {
  std::string network;           ///< network description; empty: no comparison
  std::string weights;           ///< .npz; empty: made-up weights of `seed`
  std::optional<uint64_t> seed;  ///< without weights
  bool fit = false;              ///< maps are as large as the picture allows
};

/// Declares --reference, --weights and --seed.
void DeclareReference(CLI::App& app, ReferenceOptions& options);

/// What is missing of them; empty if nothing is.
std::string MissingForReference(const ReferenceOptions& options);

/// " --reference n.xml --seed 1", or "" without a reference.
std::string ReferenceWords(const ReferenceOptions& options);

/// A warning if the weights in the binary are those of another seed, or "": every pixel would
/// differ, and look like the hardware's fault.
std::string OtherSeedText(const ReferenceOptions& options, const Binary& binary,
                          const std::string& binary_name);

/// What every layer of the network must be, or nothing if no comparison is asked for. A picture
/// that does not fit the network is an InputError that names `picture_name`.
std::vector<FeatureMaps> ExpectedLayers(const ReferenceOptions& options, const FeatureMaps& picture,
                                        const std::string& picture_name, int pictures = 1);

/// Its text is "NAME: bit-exact, N pixels", or says the first difference.
ComparedLayer CompareMaps(const std::string& name, const FeatureMaps& expected,
                          const FeatureMaps& got);

}  // namespace nve
