// SPDX-License-Identifier: Apache-2.0
// The check of options that name a file of waves.
#pragma once

#include <CLI/App.hpp>

namespace nve {

/// Where waves can go: a WritableFile, as is the one beside it that describes them. No symbolic
/// link: writers of waves put a file in its place.
CLI::Validator WritableWaves();

}  // namespace nve
