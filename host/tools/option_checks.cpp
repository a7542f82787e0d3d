// Checks of option values: see option_checks.hpp.
#include "host/tools/option_checks.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "compiler/support/files.hpp"
#include "host/wave_options.hpp"

namespace nve {
namespace {

std::optional<uint64_t> ParseNumber(std::string_view text) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end) return std::nullopt;
  return value;
}

std::string Refuse(const std::string& found, const std::string& allowed) {
  return fmt::format("found '{}', allowed: {}", found, allowed);
}

}  // namespace

std::optional<NumberRange> ParseRange(const std::string& text, char separator) {
  const size_t end = std::min(text.find(separator), text.size());
  const std::optional<uint64_t> first = ParseNumber(std::string_view(text).substr(0, end));
  if (!first) return std::nullopt;
  if (end == text.size()) return NumberRange{*first, *first};
  if (end + 1 == text.size()) return NumberRange{.first = *first};
  const std::optional<uint64_t> last = ParseNumber(std::string_view(text).substr(end + 1));
  if (!last || *last < *first) return std::nullopt;
  return NumberRange{*first, *last};
}

CLI::Validator Count(uint64_t least, uint64_t most) {
  return {[least, most](std::string& text) -> std::string {
            const std::optional<uint64_t> value = ParseNumber(text);
            if (!value || *value < least || *value > most)
              return Refuse(text, fmt::format("{} to {}", least, most));
            text = std::to_string(*value);
            return "";
          },
          ""};
}

CLI::Validator MultipleOf(uint64_t unit) {
  return {[unit](std::string& text) -> std::string {
            const std::optional<uint64_t> value = ParseNumber(text);
            if (value && *value % unit == 0) return "";
            return Refuse(text, fmt::format("multiples of {}", unit));
          },
          ""};
}

CLI::Validator CopyRate() {
  return {[](std::string& text) -> std::string {
            constexpr double kLeast = 0.1;
            constexpr double kMost = 1e6;
            double rate = 0;
            const char* const end = text.data() + text.size();
            const auto [stop, error] = std::from_chars(text.data(), end, rate);
            // In this form no comparison lets "nan" pass.
            if (error == std::errc() && stop == end && rate >= kLeast && rate <= kMost) return "";
            return Refuse(text, fmt::format("{} to {:.0f}", kLeast, kMost));
          },
          ""};
}

CLI::Validator OneOf(const std::vector<std::string>& names) {
  return {[names](std::string& text) -> std::string {
            if (std::find(names.begin(), names.end(), text) != names.end()) return "";
            return Refuse(text, fmt::format("{}", fmt::join(names, ", ")));
          },
          ""};
}

CLI::Validator OneOfOrFile(const std::vector<std::string>& names) {
  return {[names](std::string& text) -> std::string {
            std::error_code error;
            if (std::filesystem::is_regular_file(text, error)) return "";
            if (std::find(names.begin(), names.end(), text) != names.end()) return "";
            return Refuse(text, fmt::format("{}, or a file that exists", fmt::join(names, ", ")));
          },
          ""};
}

CLI::Validator RangeText(const std::string& thing, char separator) {
  return {[thing, separator](std::string& text) -> std::string {
            if (ParseRange(text, separator).has_value()) return "";
            return Refuse(text,
                          fmt::format("FIRST{0}LAST, FIRST{0} or one {1}, FIRST not above LAST, "
                                      "which is at most {2}",
                                      separator, thing, UINT64_MAX));
          },
          ""};
}

CLI::Validator ClosedRangeText(const std::string& thing, uint64_t most) {
  return {[thing, most](std::string& text) -> std::string {
            constexpr uint64_t kLast = UINT64_MAX - 1;
            const std::optional<NumberRange> range = ParseRange(text);
            if (range && range->last <= kLast && range->last - range->first < most) return "";
            return Refuse(text,
                          fmt::format("FIRST-LAST or one {0}, no more than {1} of them, up to {2}",
                                      thing, most, kLast));
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

CLI::Validator WritableWaves() {
  return {[](std::string& path) -> std::string {
            for (const std::string& name : {path, path + kDescriptionSuffix}) {
              std::error_code error;
              if (std::filesystem::is_symlink(name, error)) {
                return Refuse(name, "a name that is no symbolic link");
              }
              std::string checked = name;
              std::string problem = WritableFile()(checked);
              if (!problem.empty()) return problem;
            }
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
