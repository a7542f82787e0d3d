// JSON files through nlohmann's library.
#include "compiler/support/json_file.hpp"

#include <fmt/format.h>

#include "compiler/support/diagnostics.hpp"
#include "compiler/support/files.hpp"

namespace nve {

void WriteJson(const std::string& path, const nlohmann::ordered_json& value) {
  // Text that is no UTF-8 (a path, say) must not make a result file impossible.
  const std::string text =
      value.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  if (path == kStandardOutput) {
    WriteStandardOutput(text);
  } else {
    WriteFileAtomically(path, text);
  }
}

nlohmann::ordered_json ReadJson(const std::string& path) {
  try {
    return nlohmann::ordered_json::parse(ReadFileText(path));
  } catch (const nlohmann::ordered_json::parse_error& error) {
    throw InputError({path, 0, ""}, fmt::format("no JSON: {}", error.what()));
  }
}

}  // namespace nve
