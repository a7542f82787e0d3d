// SPDX-License-Identifier: Apache-2.0
// Damaged files with their checksums made right again: otherwise a reader's first check would hide
// all that follow. What is too damaged for that stays as it is.
#pragma once

#include <cstdint>
#include <vector>

#include "tb/fuzz/targets.hpp"

namespace nve::fuzz {

/// A .nve file: its last three sections as the table says, what lies before them is the manifest,
/// and the architecture is this build's, whichever the file was made for.
std::vector<uint8_t> RepairContainer(Bytes bytes);

/// A zip archive: sizes and checksums of the members.
std::vector<uint8_t> RepairZip(Bytes bytes);

/// A PNG: checksums of the chunks.
std::vector<uint8_t> RepairPng(Bytes bytes);

}  // namespace nve::fuzz
