// SPDX-License-Identifier: Apache-2.0
// The compressed rows of a PNG: used by png_file.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/images/png_chunks.hpp"

namespace nve {

/// Unpacks the rows of a PNG, keeping none, and refuses by an InputError what is not exactly what
/// the header says: rows that are missing, cut short or too many, and data behind their end. What
/// passes has the bytes for the pixels it claims, so that memory may be asked for.
void CheckPngRows(std::span<const uint8_t> bytes, const PngLayout& layout, const std::string& name);

}  // namespace nve
