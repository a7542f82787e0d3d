// SPDX-License-Identifier: Apache-2.0
// Room for waves: see wave_room.hpp.
//
// The writer of FST files keeps tables in files that it maps into memory. It makes them by
// tmpfile(), which knows one folder only, and does not look at errors: without them it writes an
// empty file, and without room a table's page cannot be written, which is a bus error.
#include "host/waves/wave_room.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/leftovers.hpp"
#include "host/waves/wave_files.hpp"

namespace nve {
namespace {

constexpr int kTemporaryFiles = 5;  // tables; when one is full, the next is made before it goes
constexpr int kFiles = 2;           // waves and the names of their signals
constexpr off_t kLeastBytes = off_t{1}
                              << 20;  // of either folder: some times what a short run takes

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

// A file without a name in a folder.
File MakeFile(const std::filesystem::path& folder) {
  std::string name = (folder / ".nve-XXXXXX").string();
  const int descriptor = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  unlink(name.c_str());
  return File(fdopen(descriptor, "w"));
}

// "FOLDER: what is missing: the system's reason" for errno after a file could not be made.
std::string Explain(const std::string& folder) {
  const int error = errno;
  if (error == EMFILE || error == ENFILE) {
    return fmt::format("{} more open files: {}; close some, or raise ulimit -n",
                       kTemporaryFiles + kFiles, std::strerror(error));
  }
  return fmt::format("{}: cannot make files there: {}", folder, std::strerror(error));
}

// The same where a file is, but no room for it.
std::string Allocate(const std::string& folder, const File& file) {
  const int error = posix_fallocate(fileno(file.get()), 0, kLeastBytes);
  if (error == 0) return "";
  return fmt::format("{}: no room for {} bytes: {}", folder, kLeastBytes, std::strerror(error));
}

// What a signal's handler needs, in memory of its own.
struct BusError {
  std::array<char, 8192> text{};
  size_t text_bytes = 0;
};
BusError bus_error;

void EndWithoutRoom(int /*signal*/) {
  DeleteLeftovers();
  // Nobody may hear it; the exit code tells all the same.
  SendMessage(std::string_view(bus_error.text.data(), bus_error.text_bytes));
  _exit(kExitUsage);
}

}  // namespace

std::string MissingForWaves(const std::string& path) {
  std::vector<File> files;
  for (int i = 0; i < kTemporaryFiles; ++i) {
    if (files.emplace_back(std::tmpfile()) == nullptr) return Explain(P_tmpdir);
  }
  std::string missing = Allocate(P_tmpdir, files.back());
  if (!missing.empty()) return missing;
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  for (int i = 0; i < kFiles; ++i) {
    if (files.emplace_back(MakeFile(folder)) == nullptr) return Explain(folder);
  }
  return Allocate(folder, files.back());
}

void ExpectBusErrorOf(const WaveOptions& waves) {
  std::signal(SIGBUS, SIG_DFL);
  if (waves.path.empty()) return;
  BeginWaves(waves);
  const std::string text = fmt::format("{}: error: {}; the writer ended by a bus error{}\n",
                                       waves.path, kIncompleteWaves, EarlierWaves(waves.path));
  bus_error.text_bytes = text.copy(bus_error.text.data(), bus_error.text.size());
  std::signal(SIGBUS, EndWithoutRoom);
}

}  // namespace nve
