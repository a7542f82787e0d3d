// SPDX-License-Identifier: Apache-2.0
// Files by POSIX calls, so that every error carries errno's text.
#include "base/files/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/descriptor_io.hpp"

namespace nve {
namespace {

// An open file that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (valid()) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }

 private:
  int fd_;
};

[[noreturn]] void Fail(const std::string& path, const char* action, int error) {
  throw InputError({path, 0, ""}, fmt::format("cannot {}: {}", action, std::strerror(error)));
}

[[noreturn]] void RefuseSize(const std::string& path, const std::string& found, size_t most) {
  throw InputError({path, 0, ""}, fmt::format("found {} bytes, allowed: at most {}", found, most));
}

template <typename Container>
Container ReadAll(const std::string& path, size_t most) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) Fail(path, "open", errno);
  Container contents;
  struct stat status {};
  if (fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode)) {
    const auto size = static_cast<size_t>(status.st_size);
    if (size > most) RefuseSize(path, fmt::format("{}", size), most);
    contents.reserve(size + 1);
  }
  // A pipe tells no size, and a file may grow meanwhile.
  if (!ReadToEnd(file.get(), contents, most)) Fail(path, "read", errno);
  if (contents.size() > most) RefuseSize(path, fmt::format("at least {}", contents.size()), most);
  return contents;
}

// Where standard output is, once it is reserved.
int& ReservedOutput() {
  static int descriptor = -1;
  return descriptor;
}

}  // namespace

std::vector<uint8_t> ReadFileBytes(const std::string& path, size_t most) {
  return ReadAll<std::vector<uint8_t>>(path, most);
}

std::string ReadFileText(const std::string& path, size_t most) {
  return ReadAll<std::string>(path, most);
}

void ReserveStandardOutput() {
  std::fflush(stdout);
  const int reserved = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (reserved < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    Fail("standard output", "redirect", errno);
  }
  ReservedOutput() = reserved;
  PrintAsMessages();
}

void WriteStandardOutput(std::string_view text) {
  std::fflush(stdout);
  const int descriptor = ReservedOutput() < 0 ? STDOUT_FILENO : ReservedOutput();
  if (!WriteAll(descriptor, text)) Fail("standard output", "write", errno);
}

}  // namespace nve
