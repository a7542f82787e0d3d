// SPDX-License-Identifier: Apache-2.0
// Paths compared by the files they lead to: see paths.hpp.
#include "base/files/paths.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <unordered_map>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "base/text/numbers.hpp"

namespace nve {
namespace {

namespace fs = std::filesystem;

// A link in /proc is an open file under another name, as /dev/stdout is.
bool IsOpenFile(const fs::path& link) {
  std::error_code error;
  const fs::path absolute = fs::absolute(link, error);
  const fs::path folder = fs::canonical(absolute.parent_path(), error);
  return !error && folder.string().rfind("/proc/", 0) == 0;
}

// The name without links and dots, whether or not the file is there.
fs::path FullName(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(Destination(path), error);
  fs::path full = error ? fs::path() : fs::weakly_canonical(absolute, error);
  // Behind a folder that is not there, as "new/../link", a link is seen once the dots are gone.
  std::error_code none;  // of a file that is not there
  if (!error && fs::is_symlink(full, none)) {
    full = fs::weakly_canonical(Destination(full.string()), error);
  }
  return error ? fs::path(path) : full;
}

// What two names of one file have in common: the full name, or, of hard links, the file itself.
std::vector<std::string> KeysOf(const std::string& path) {
  std::vector<std::string> keys = {FullName(path).string()};
  struct stat status {};
  if (stat(path.c_str(), &status) == 0) {
    // No full name begins so.
    keys.push_back(fmt::format("file {}:{}", status.st_dev, status.st_ino));
  }
  return keys;
}

bool IsSameFile(const std::string& a, const std::string& b) {
  const std::vector<std::string> first = KeysOf(a);
  const std::vector<std::string> second = KeysOf(b);
  return std::find_first_of(first.begin(), first.end(), second.begin(), second.end()) !=
         first.end();
}

// The paths of a command line, to be found by the files they lead to.
class PathList {
 public:
  // Those before it that lead to the same file.
  std::vector<const GivenPath*> Add(const GivenPath& path) {
    std::vector<const GivenPath*> same;
    for (const std::string& key : KeysOf(path.path)) {
      std::vector<const GivenPath*>& there = by_key_[key];
      for (const GivenPath* other : there) {
        if (std::find(same.begin(), same.end(), other) == same.end()) same.push_back(other);
      }
      there.push_back(&path);
    }
    return same;
  }

  // One that names a folder above the path, or null.
  const GivenPath* Above(const std::string& path) const {
    for (fs::path folder = FullName(path).parent_path();; folder = folder.parent_path()) {
      const auto found = by_key_.find(folder.string());
      if (found != by_key_.end()) return found->second.front();
      if (!folder.has_relative_path()) return nullptr;
    }
  }

 private:
  std::unordered_map<std::string, std::vector<const GivenPath*>> by_key_;
};

// The nearest thing above the path that is there: the folder for it, or a file in the place of one.
fs::path Above(const std::string& path) {
  std::error_code error;
  fs::path folder = FullName(path).parent_path();
  while (folder.has_relative_path() && !fs::exists(folder, error)) folder = folder.parent_path();
  return folder;
}

// Why a name leads nowhere, whatever is there; empty if it does not.
std::string NameProblem(const GivenPath& output) {
  std::error_code error;
  struct stat status {};
  const fs::path current = fs::current_path(error);
  if (error && fs::path(output.path).is_relative()) {
    return fmt::format(
        "given as {}: the current folder is gone, allowed: a full name, or a folder "
        "that is there",
        output.option);
  }
  if (lstat(Destination(output.path).c_str(), &status) != 0 && errno == ENAMETOOLONG) {
    return fmt::format("given as {}: {}, allowed: a shorter name", output.option,
                       std::strerror(errno));
  }
  if (stat(output.path.c_str(), &status) != 0 && errno == ELOOP) {
    return fmt::format("given as {}: {}, allowed: a name that leads to a file", output.option,
                       std::strerror(errno));
  }
  if (output.path.ends_with('/') && !fs::is_directory(output.path, error)) {
    return fmt::format("given as {}: ends as the name of a folder does, allowed: a file",
                       output.option);
  }
  return "";
}

// Only its owner and that of the folder may replace a file there.
bool IsProtectedBySticky(const struct stat& file, const fs::path& folder) {
  struct stat status {};
  if (stat(folder.c_str(), &status) != 0 || (status.st_mode & S_ISVTX) == 0) return false;
  const uid_t user = geteuid();
  return user != 0 && user != file.st_uid && user != status.st_uid;
}

// Why a file that is there must or can not be replaced; empty if it may.
std::string ReplaceProblem(const GivenPath& output) {
  const std::string file = FullName(output.path).string();
  struct stat status {};
  if (stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return "";
  if ((status.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0) {
    return fmt::format(
        "given as {}, is read-only, allowed: a file that may be replaced (chmod "
        "u+w), or another name",
        output.option);
  }
  int error = IsProtectedBySticky(status, fs::path(file).parent_path()) ? EPERM : 0;
  if (error == 0) {
    const int descriptor = open(file.c_str(), O_WRONLY | O_CLOEXEC);
    // A program that runs may be replaced, though not written to
    if (descriptor < 0 && errno != ETXTBSY) error = errno;
    if (descriptor >= 0) close(descriptor);
  }
  if (error == 0) return "";
  return fmt::format("given as {}, cannot be replaced: {}, allowed: another name", output.option,
                     std::strerror(error));
}

// Why a file of this name, which leads somewhere, could not be made or replaced, known before what
// is to be written; empty if there is no such reason.
std::string PlaceProblem(const GivenPath& output) {
  std::error_code error;
  if (fs::is_directory(FullName(output.path), error)) {
    return fmt::format("is a folder, given as {}, allowed: a file", output.option);
  }
  const fs::path above = Above(output.path);
  if (!fs::is_directory(above, error)) {
    return fmt::format("given as {}, needs a folder {}, found a file, allowed: another folder",
                       output.option, above.string());
  }
  if (access(above.c_str(), W_OK | X_OK) == 0) return ReplaceProblem(output);
  return fmt::format("given as {}, cannot be written into {}: {}, allowed: another folder",
                     output.option, above.string(), std::strerror(errno));
}

bool IsShared(const GivenPath& path) { return path.path.empty() || IsDevice(path.path); }

bool IsFile(const GivenPath& output) {
  return !IsShared(output) && output.path != kStandardOutput &&
         !IsOpenFile(Destination(output.path));
}

struct CommandLinePaths {
  std::vector<GivenPath> inputs;
  std::vector<GivenPath> outputs;
};

CommandLinePaths& LastPaths() {
  static CommandLinePaths paths;
  return paths;
}

bool IsAmong(const std::vector<GivenPath>& paths, const std::string& path) {
  return std::any_of(paths.begin(), paths.end(), [&](const GivenPath& given) {
    return !IsShared(given) && IsSameFile(given.path, path);
  });
}

}  // namespace

void CheckPaths(const std::vector<GivenPath>& inputs, const std::vector<GivenPath>& outputs) {
  LastPaths() = {inputs, outputs};
  PathList list;
  Diagnostics problems;
  for (const GivenPath& input : inputs) {
    std::error_code error;
    if (IsShared(input)) continue;
    if (fs::is_directory(input.path, error)) {
      problems.Error({input.path, 0, ""},
                     fmt::format("is a folder, given as {}, allowed: a file", input.option));
    } else {
      list.Add(input);
    }
  }
  for (const GivenPath& output : outputs) {
    if (!IsFile(output)) continue;
    for (const GivenPath* other : list.Add(output)) {
      problems.Error({output.path, 0, ""},
                     fmt::format("given as {} and as {}, allowed: a file of its own for each",
                                 other->option, output.option));
    }
  }
  for (const GivenPath& output : outputs) {
    if (!IsFile(output)) continue;
    std::string problem = NameProblem(output);
    const GivenPath* file = problem.empty() ? list.Above(output.path) : nullptr;
    if (file != nullptr) {
      problem = fmt::format(
          "given as {}, needs as a folder what {} names as a file, {}, allowed: another folder",
          output.option, file->option, file->path);
    }
    if (problem.empty()) problem = PlaceProblem(output);
    if (!problem.empty()) problems.Error({output.path, 0, ""}, problem);
  }
  problems.ThrowIfErrors();
}

bool IsInput(const std::string& path) { return IsAmong(LastPaths().inputs, path); }

bool IsGiven(const std::string& path) {
  return IsInput(path) || IsAmong(LastPaths().outputs, path);
}

bool IsDevice(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

std::string Destination(const std::string& path) {
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

std::optional<int> OpenFileOf(const std::string& path) {
  std::error_code error;
  const fs::path link = fs::absolute(Destination(path), error);
  const fs::path folder = fs::canonical(link.parent_path(), error);
  if (error || folder != fs::canonical("/proc/self/fd", error) || error) return std::nullopt;
  const std::optional<uint64_t> number = ParseNumber(link.filename().string(), INT_MAX);
  return number ? std::optional<int>(static_cast<int>(*number)) : std::nullopt;
}

}  // namespace nve
