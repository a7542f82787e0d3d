// Whole-file reading and atomic writing. Every failure is an InputError with the system's reason.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nve {

// The contents of a regular file (or pipe).
std::vector<uint8_t> ReadFileBytes(const std::string& path);
std::string ReadFileText(const std::string& path);

// Replaces `path` with the given contents: readers see the old file or the new one, never a part.
// Missing parent folders are created; a temporary file in the same folder is renamed.
void WriteFileAtomically(const std::string& path, std::span<const uint8_t> bytes);
void WriteFileAtomically(const std::string& path, std::string_view text);

}  // namespace nve
