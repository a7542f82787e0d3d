// SPDX-License-Identifier: Apache-2.0
// The check of options that name a file of waves: see writable_waves.hpp.
#include "host/waves/writable_waves.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "base/cli/file_options.hpp"
#include "host/waves/wave_options.hpp"

namespace nve {

CLI::Validator WritableWaves() {
  return {[](std::string& path) -> std::string {
            for (const std::string& name : {path, path + kDescriptionSuffix}) {
              std::error_code error;
              if (std::filesystem::is_symlink(name, error)) {
                return fmt::format("found '{}', allowed: a name that is no symbolic link", name);
              }
              std::string checked = name;
              std::string problem = WritableFile()(checked);
              if (!problem.empty()) return problem;
            }
            return "";
          },
          ""};
}

}  // namespace nve
