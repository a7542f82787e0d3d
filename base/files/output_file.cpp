// SPDX-License-Identifier: Apache-2.0
// Files by POSIX calls, so that every error carries errno's text.
#include "base/files/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/descriptor_io.hpp"
#include "base/files/files.hpp"
#include "base/files/leftovers.hpp"
#include "base/files/paths.hpp"

namespace nve {
namespace {

constexpr size_t kBufferBytes = size_t{1} << 18;

void CreateParents(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  if (parent.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(parent, error);
  if (error) {
    throw InputError({parent.string(), 0, ""},
                     fmt::format("cannot create folder: {}", std::strerror(error.value())));
  }
}

}  // namespace

OutputFile::OutputFile(std::string name) : path_(Destination(name)) {
  if (IsInput(path_)) {
    throw InputError({std::move(name), 0, ""},
                     "would overwrite an input of this command line, allowed: another file");
  }
  std::error_code error;
  if (IsDevice(path_) || std::filesystem::is_symlink(path_, error)) {
    // A device, pipe or open file is written to; renaming a file onto it would destroy it.
    // A file that is open here keeps its place in it, as for what is printed.
    const std::optional<int> own = OpenFileOf(path_);
    descriptor_ = own ? fcntl(*own, F_DUPFD_CLOEXEC, 0)
                      : open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (descriptor_ < 0) Fail("open");
  } else {
    if (std::filesystem::is_directory(path_, error)) {
      errno = EISDIR;
      Fail("replace");
    }
    CreateParents(path_);
    OpenTemporary();
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (temporary_.empty()) return;
  unlink(temporary_.c_str());
  ForgetLeftover(temporary_);
}

// A short name, since that of the file may be as long as a name can be, and one that is not there.
void OutputFile::OpenTemporary() {
  static std::atomic<int> serial{0};
  const std::filesystem::path folder = std::filesystem::path(path_).parent_path();
  std::string name;
  do {
    name = (folder / fmt::format(".nve-{}-{}.tmp", getpid(), serial++)).string();
    descriptor_ = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (descriptor_ < 0 && errno == EEXIST);
  if (descriptor_ < 0) Fail("create");
  // What takes a file's place is as private as that was
  struct stat before {};
  if (stat(path_.c_str(), &before) == 0 && S_ISREG(before.st_mode)) {
    fchmod(descriptor_, before.st_mode & 0777);
  }
  temporary_ = std::move(name);
  RememberLeftover(temporary_);
}

void OutputFile::Fail(const char* action) const {
  throw InputError({path_, 0, ""}, fmt::format("cannot {}: {}", action, std::strerror(errno)));
}

void OutputFile::Write(std::string_view text) {
  if (buffer_.size() + text.size() > kBufferBytes) Flush();
  if (text.size() <= kBufferBytes) {
    buffer_ += text;
  } else if (!WriteAll(descriptor_, text)) {
    Fail("write");
  }
}

void OutputFile::Write(std::span<const uint8_t> bytes) {
  Write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void OutputFile::Flush() {
  if (!WriteAll(descriptor_, buffer_)) Fail("write");
  buffer_.clear();
}

void OutputFile::Close() {
  Flush();
  if (close(std::exchange(descriptor_, -1)) != 0) Fail("write");
}

void OutputFile::Commit() {
  if (descriptor_ >= 0) Close();
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) Fail("replace");
  ForgetLeftover(temporary_);
  temporary_.clear();
}

void WriteFileAtomically(const std::string& name, std::string_view text) {
  if (name == kStandardOutput) return WriteStandardOutput(text);
  OutputFile file(name);
  file.Write(text);
  file.Commit();
}

void WriteFileAtomically(const std::string& name, std::span<const uint8_t> bytes) {
  WriteFileAtomically(name,
                      std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

}  // namespace nve
