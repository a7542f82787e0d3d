// SPDX-License-Identifier: Apache-2.0
// Checks of option values: see file_options.hpp.
#include "base/cli/file_options.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/files/files.hpp"

namespace nve {
namespace {

std::string Refuse(const std::string& found, const std::string& allowed) {
  return fmt::format("found '{}', allowed: {}", found, allowed);
}

}  // namespace

CLI::Validator OneOfOrFile(const std::vector<std::string>& names) {
  return {[names](std::string& text) -> std::string {
            std::error_code error;
            if (std::filesystem::is_regular_file(text, error)) return "";
            if (std::find(names.begin(), names.end(), text) != names.end()) return "";
            return Refuse(text, fmt::format("{}, or a file that exists", fmt::join(names, ", ")));
          },
          ""};
}

CLI::Validator WritableFile() {
  return {[](std::string& path) -> std::string {
            const std::filesystem::path parent = std::filesystem::path(path).parent_path();
            std::error_code error;
            if (!parent.empty()) std::filesystem::create_directories(parent, error);
            const bool existed = std::filesystem::exists(path, error);
            if (existed && !std::filesystem::is_regular_file(path, error)) {
              return Refuse(path, "the name of a regular file");
            }
            const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
            if (file < 0) {
              return Refuse(path, fmt::format("a file that can be written; this one cannot: {}",
                                              std::strerror(errno)));
            }
            close(file);
            // What is refused later for another reason must not leave an empty file.
            // A link stays.
            if (!existed) std::filesystem::remove(std::filesystem::canonical(path), error);
            return "";
          },
          ""};
}

CLI::Validator ResultFile() {
  return {[](std::string& path) -> std::string {
            std::error_code error;
            const std::filesystem::file_type type = std::filesystem::status(path, error).type();
            const bool is_device = type == std::filesystem::file_type::character ||
                                   type == std::filesystem::file_type::fifo;
            return path == kStandardOutput || is_device ? "" : WritableFile()(path);
          },
          ""};
}

}  // namespace nve
