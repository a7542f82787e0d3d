// Words among the options: see word_options.hpp.
#include "compiler/support/word_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nve {

CLI::Validator OneOf(const std::vector<std::string>& names) {
  return {[names](const std::string& text) -> std::string {
            if (std::find(names.begin(), names.end(), text) != names.end()) return "";
            return fmt::format("found '{}', allowed: {}", text, fmt::join(names, ", "));
          },
          ""};
}

}  // namespace nve
