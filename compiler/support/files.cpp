// Files by POSIX calls, so that every error carries errno's text.
#include "compiler/support/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "compiler/support/descriptor_io.hpp"
#include "compiler/support/diagnostics.hpp"

namespace nve {
namespace {

// An open file that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { Close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  // False, with errno set, if data written so far could not be stored.
  bool Close() {
    const int fd = fd_;
    fd_ = -1;
    return fd < 0 || close(fd) == 0;
  }

 private:
  int fd_;
};

// Deletes the temporary file unless the rename succeeded.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path) : path_(std::move(path)) {}
  ~TemporaryFile() {
    if (!path_.empty()) unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  void Keep() { path_.clear(); }

 private:
  std::string path_;
};

[[noreturn]] void Fail(const std::string& path, const char* action, int error) {
  throw InputError({path, 0, ""}, fmt::format("cannot {}: {}", action, std::strerror(error)));
}

void CreateParents(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  if (parent.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(parent, error);
  if (error) Fail(parent.string(), "create folder", error.value());
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

bool IsDevice(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

// A link in /proc is an open file under another name, as /dev/stdout is.
bool IsOpenFile(const std::filesystem::path& link) {
  std::error_code error;
  const std::filesystem::path folder =
      std::filesystem::canonical(std::filesystem::absolute(link).parent_path(), error);
  return !error && folder.string().rfind("/proc/", 0) == 0;
}

// The file a name leads to by symbolic links, the links to open files left as they are.
std::string Destination(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int kMostLinks = 40;  // as the system allows
  fs::path name = path;
  std::error_code error;
  for (int link = 0; link < kMostLinks && fs::is_symlink(name, error); ++link) {
    if (IsOpenFile(name)) break;
    const fs::path next = fs::read_symlink(name, error);
    if (error) break;
    name = next.is_absolute() ? next : name.parent_path() / next;
  }
  return name.string();
}

bool IsSameFile(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;
  const fs::path first = fs::weakly_canonical(fs::absolute(a, error), error);
  if (error) return a == b;
  const fs::path second = fs::weakly_canonical(fs::absolute(b, error), error);
  return error ? a == b : first == second;
}

}  // namespace

void CheckPaths(const std::vector<GivenPath>& inputs, const std::vector<GivenPath>& outputs) {
  Diagnostics problems;
  const auto check = [&problems](const GivenPath& a, const GivenPath& b) {
    if (a.path.empty() || b.path.empty() || IsDevice(a.path) || !IsSameFile(a.path, b.path)) return;
    problems.Error({b.path, 0, ""},
                   fmt::format("given as {} and as {}, allowed: a file of its own for each",
                               a.option, b.option));
  };
  for (size_t i = 0; i < outputs.size(); ++i) {
    for (const GivenPath& input : inputs) check(input, outputs[i]);
    for (size_t j = 0; j < i; ++j) check(outputs[j], outputs[i]);
  }
  problems.ThrowIfErrors();
}

std::vector<uint8_t> ReadFileBytes(const std::string& path, size_t most) {
  return ReadAll<std::vector<uint8_t>>(path, most);
}

std::string ReadFileText(const std::string& path, size_t most) {
  return ReadAll<std::string>(path, most);
}

void WriteFileAtomically(const std::string& name, std::span<const uint8_t> bytes) {
  const std::string path = Destination(name);
  std::error_code error;
  if (IsDevice(path) || std::filesystem::is_symlink(path, error)) {
    // A device, pipe or open file is written to; renaming a file onto it would destroy it.
    Descriptor device(open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    if (!device.valid()) Fail(path, "open", errno);
    if (!WriteAll(device.get(), bytes)) Fail(path, "write", errno);
    if (!device.Close()) Fail(path, "write", errno);
    return;
  }
  CreateParents(path);
  static std::atomic<int> serial{0};
  const std::string temporary = fmt::format("{}.{}.{}.tmp", path, getpid(), serial++);
  Descriptor file(open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.valid()) Fail(path, "create", errno);
  TemporaryFile guard(temporary);
  if (!WriteAll(file.get(), bytes)) Fail(path, "write", errno);
  if (!file.Close()) Fail(path, "write", errno);
  if (std::rename(temporary.c_str(), path.c_str()) != 0) Fail(path, "replace", errno);
  guard.Keep();
}

void WriteFileAtomically(const std::string& name, std::string_view text) {
  WriteFileAtomically(name, std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}

void ReserveStandardOutput() {
  std::fflush(stdout);
  const int reserved = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (reserved < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    Fail("standard output", "redirect", errno);
  }
  ReservedOutput() = reserved;
}

void WriteStandardOutput(std::string_view text) {
  std::fflush(stdout);
  const int descriptor = ReservedOutput() < 0 ? STDOUT_FILENO : ReservedOutput();
  if (!WriteAll(descriptor, text)) Fail("standard output", "write", errno);
}

}  // namespace nve
