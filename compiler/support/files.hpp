// Whole-file reading and atomic writing. Every failure is an InputError with the system's reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nve {

// A file name and how the command line gave it: "--json", "the network". Empty if it was not given.
struct GivenPath {
  std::string option;
  std::string path;
};

// Refuses a command line that would overwrite an input or write two things to one file, before
// anything is read; all pairs in one InputError. Devices and pipes may be shared.
void CheckPaths(const std::vector<GivenPath>& inputs, const std::vector<GivenPath>& outputs);

// More than any network, picture or binary needs. A file without an end would otherwise be read
// until memory ends.
inline constexpr size_t kMaxFileBytes = size_t{2} << 30;

// The contents of a regular file (or pipe) of at most `most` bytes.
std::vector<uint8_t> ReadFileBytes(const std::string& path, size_t most = kMaxFileBytes);
std::string ReadFileText(const std::string& path, size_t most = kMaxFileBytes);

// Replaces `path` with the given contents: readers see the old file or the new one, never a part.
// Missing parent folders are created; a temporary file in the same folder is renamed. A symbolic
// link stays, and the file it leads to is replaced; devices, pipes and open files (/dev/stdout) are
// written to.
void WriteFileAtomically(const std::string& name, std::span<const uint8_t> bytes);
void WriteFileAtomically(const std::string& name, std::string_view text);

// The name that stands for standard output where a result may go there.
inline constexpr const char* kStandardOutput = "-";

// Keeps standard output for a result: whatever else is printed to it from now on goes to standard
// error.
void ReserveStandardOutput();

// Writes to standard output, reserved or not.
void WriteStandardOutput(std::string_view text);

}  // namespace nve
