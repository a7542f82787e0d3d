// SPDX-License-Identifier: Apache-2.0
// Zip archives in memory, as .npz files are: used by npz.cpp.
//
// Only an archive that can be read in one way is read. Its members fill the file from byte 0 to the
// central directory, which ends at the end record, and every local header agrees with the
// directory. Programs differ about anything else: of two archives in one file, for instance, one
// takes the first and another the second.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/arrays/zip_format.hpp"
#include "base/diagnostics/diagnostics.hpp"

namespace nve {

// The members in the order of the directory. What is wrong with it goes to `problems`; an
// InputError if no member can be told from another. `name` stands for the file in messages.
std::vector<ZipMember> ReadZipDirectory(std::span<const uint8_t> bytes, const std::string& name,
                                        Diagnostics& problems);

// What a member of that directory contains. An InputError if it is damaged, or if its local header
// says something else than the directory.
std::vector<uint8_t> ExtractZipMember(std::span<const uint8_t> bytes, const ZipMember& member,
                                      const std::string& name);

}  // namespace nve
