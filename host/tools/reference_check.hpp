// SPDX-License-Identifier: Apache-2.0
// Comparison of a co-simulated output with the functional reference.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/images/maps.hpp"
#include "report/result/run_result.hpp"

namespace nve {

struct ReferenceOptions {
  std::string network;           ///< network description; empty: no comparison
  std::string weights;           ///< .npz; empty: made-up weights of `seed`
  std::optional<uint64_t> seed;  ///< without weights
};

/// What every layer of the network must be, or nothing if no comparison is asked for. A picture
/// that does not fit the network is an InputError that names `picture_name`.
std::vector<FeatureMaps> ExpectedLayers(const ReferenceOptions& options, const FeatureMaps& picture,
                                        const std::string& picture_name, int pictures);

/// Its text is "NAME: bit-exact, N pixels", or says the first difference.
ComparedLayer CompareMaps(const std::string& name, const FeatureMaps& expected,
                          const FeatureMaps& got);

}  // namespace nve
