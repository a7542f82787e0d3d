// JSON files through nlohmann's library.
#include "compiler/support/json_file.hpp"

#include <fmt/format.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "compiler/support/diagnostics.hpp"
#include "compiler/support/files.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;

// The library keeps the last of several members of one name and says nothing.
class RepeatedKeys {
 public:
  explicit RepeatedKeys(const std::string& path) : path_(path) {}

  bool operator()(int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) keys_.emplace_back();
    if (event == Json::parse_event_t::object_end) keys_.pop_back();
    if (event == Json::parse_event_t::key && !keys_.back().insert(value).second) {
      problems_.Error({path_, 0, value.get<std::string>()},
                      "found twice in one object, allowed: once");
    }
    return true;
  }

  void ThrowIfFound() const { problems_.ThrowIfErrors(); }

 private:
  std::string path_;
  std::vector<std::set<std::string>> keys_;  // of the objects that are open
  Diagnostics problems_;
};

}  // namespace

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
    RepeatedKeys repeated(path);
    Json json = Json::parse(ReadFileText(path), std::ref(repeated));
    repeated.ThrowIfFound();
    return json;
  } catch (const nlohmann::ordered_json::exception& error) {  // also numbers out of range
    throw InputError({path, 0, ""}, fmt::format("no JSON: {}", error.what()));
  }
}

}  // namespace nve
