// SPDX-License-Identifier: Apache-2.0
// Parts and variants of the steps: for short runs of large networks, other ways of feeding.
#pragma once

#include <optional>
#include <vector>

#include "base/images/maps.hpp"
#include "program/binary.hpp"

namespace nve {

/// Layers of a binary, 0-based, both ends included, and how much of each map they compute.
struct StepSelection {
  int first = 0;
  int last = 0;
  int strips = 0;  ///< 0 = all
};

/// All layers that its programs compute.
StepSelection WholeOf(const Binary& binary);

/// The binary with only the steps of these layers, their outputs as output planes, and of each map
/// the first so many strips. InputError if its steps are not loops over strips.
Binary SelectPart(const Binary& binary, const StepSelection& part);

/// The binary with this feed in all its runs.
Binary WithFeed(Binary binary, Feed feed);

/// The feed of all its runs; none if they have several, or if there is no run.
std::optional<Feed> OnlyFeedOf(const Binary& binary);

/// Whether a run is fed by the mover.
bool UsesMover(const Binary& binary);

/// Planes of a layer in the order of its maps; -1 is the picture.
std::vector<int> PlanesOfLayer(const Binary& binary, int layer);

/// The pixels of a layer's map that `strips` strips compute (0 = all), by its vectors.
FeatureMaps ComputedPart(const Binary& binary, int layer, const FeatureMaps& maps, int strips);

}  // namespace nve
