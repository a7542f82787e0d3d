// SPDX-License-Identifier: Apache-2.0
// Damage behind the checksums: the container stays readable and the manifest JSON, so that it is
// the loader's own checks that must find what is wrong.
#pragma once

#include <random>
#include <vector>

#include "program/container.hpp"

namespace nve::fuzz {

/// The four sections of a binary, none of them empty.
using Sections = std::vector<Section>;

/// `sections` with one to three values of the manifest, some instruction words, or bytes of
/// coefficients or tables changed, or one section taken from `other`.
Sections DamageSections(Sections sections, const Sections& other, std::mt19937* random);

}  // namespace nve::fuzz
