// SPDX-License-Identifier: Apache-2.0
// Whole-file reading, and standard output. Every failure is an InputError with the system's reason.
// Files are written through output_file.hpp, the paths of a command line checked by paths.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/output_file.hpp"
#include "base/files/paths.hpp"

namespace nve {

// More than any network, picture or binary needs. A file without an end would otherwise be read
// until memory ends.
inline constexpr size_t kMaxFileBytes = size_t{2} << 30;

// The contents of a regular file (or pipe) of at most `most` bytes.
std::vector<uint8_t> ReadFileBytes(const std::string& path, size_t most = kMaxFileBytes);
std::string ReadFileText(const std::string& path, size_t most = kMaxFileBytes);

// The name that stands for standard output where a result may go there.
inline constexpr const char* kStandardOutput = "-";

// Keeps standard output for a result: whatever else is printed to it from now on goes to standard
// error.
void ReserveStandardOutput();

// Writes to standard output, reserved or not.
void WriteStandardOutput(std::string_view text);

}  // namespace nve
