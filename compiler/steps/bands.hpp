// SPDX-License-Identifier: Apache-2.0
// Bands: pipelined layers (docs/planner.md, section 14).
//
// A band of a network is some strips of every layer: those of the last layer that are wanted next,
// and of the layers before it what these read and is not there yet. All layers of a band are
// computed before the next band, so the first rows of the output are there long before the last.
#pragma once

#include <string_view>
#include <vector>

#include "compiler/partition/units.hpp"
#include "convnet/network.hpp"
#include "program/binary.hpp"

namespace nve {

/// Strips that follow each other, by layer; a layer may have none in a band.
using Band = std::vector<StripRange>;

/// The bands of a network whose programs are in the binary. `sizes` says how many strips of the
/// last layer they have, band after band; the last size holds for all that follow. Without sizes
/// there is one band of all strips.
std::vector<Band> BandsOf(const Network& network, const Binary& binary,
                          const std::vector<int>& sizes);

/// "off", or "1,2,4": sizes of bands. InputError that begins with --pipeline.
std::vector<int> ParseBands(std::string_view text);

}  // namespace nve
