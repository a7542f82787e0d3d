// SPDX-License-Identifier: Apache-2.0
// Files that appear whole or not at all, whether written at once or piece by piece. Every failure
// is an InputError with the file's name and the system's reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace nve {

// Replaces a file when all of it is written: until then readers see the old one, and without Commit
// it stays. Missing parent folders are created. A temporary file in the same folder is renamed; it
// goes if a signal ends the tool before (leftovers.hpp). A symbolic link stays, and the file it
// leads to is replaced; devices, pipes and open files (/dev/stdout) are written to as it goes. An
// input of the command line (paths.hpp) is refused.
class OutputFile {
 public:
  explicit OutputFile(std::string name);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void Write(std::span<const uint8_t> bytes);
  void Write(std::string_view text);
  // All is written: what is left for Commit needs no room.
  void Close();
  void Commit();

 private:
  void OpenTemporary();
  void Flush();
  [[noreturn]] void Fail(const char* action) const;

  std::string path_;       // of the file, behind links
  std::string temporary_;  // empty if written to directly, or nothing is left to delete
  int descriptor_ = -1;
  std::string buffer_;
};

// Replaces `name` with the given contents, as an OutputFile.
void WriteFileAtomically(const std::string& name, std::span<const uint8_t> bytes);
void WriteFileAtomically(const std::string& name, std::string_view text);

}  // namespace nve
