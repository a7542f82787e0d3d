// SPDX-License-Identifier: Apache-2.0
// JSON through nlohmann's library.
#include "base/json/json_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "base/json/json_member.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;

// What the library does not mind: any depth, though copying and printing a value calls itself for
// each level, and of several members of one name it keeps the last. Stops at the first level too
// many; mistakes of the text are not its business.
class Shape : public nlohmann::json_sax<Json> {
 public:
  explicit Shape(const std::string& name) : name_(name) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool parse_error(size_t, const std::string&, const Json::exception&) override { return false; }

  bool start_array(size_t) override { return ++depth_ <= kMaxJsonDepth; }
  bool end_array() override {
    --depth_;
    return true;
  }
  bool start_object(size_t) override {
    keys_.emplace_back();
    return ++depth_ <= kMaxJsonDepth;
  }
  bool end_object() override {
    keys_.pop_back();
    --depth_;
    return true;
  }
  bool key(string_t& key) override {
    if (!keys_.back().insert(key).second) {
      repeated_.Error({name_, 0, JsonMember(key)}, "found twice in one object, allowed: once");
    }
    return true;
  }

  bool too_deep() const { return depth_ > kMaxJsonDepth; }
  const Diagnostics& repeated() const { return repeated_; }

 private:
  std::string name_;
  int depth_ = 0;
  std::vector<std::set<std::string>> keys_;  // of the objects that are open
  Diagnostics repeated_;
};

// To the library a zero byte is the end of the text, whatever follows.
void RefuseZeroBytes(std::string_view text, const std::string& name) {
  const size_t at = text.find('\0');
  if (at == std::string_view::npos) return;
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(at), '\n');
  throw InputError({name, static_cast<int>(line), ""},
                   fmt::format("not JSON: found a zero byte at offset {}, allowed: text only", at));
}

}  // namespace

// Text that is no UTF-8 (a path, say) must not make a result file impossible.
std::string JsonText(const nlohmann::ordered_json& value) {
  return value.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void WriteJson(const std::string& path, const nlohmann::ordered_json& value) {
  WriteFileAtomically(path, JsonText(value));
}

nlohmann::ordered_json ParseJson(std::string_view text, const std::string& name,
                                 JsonComments comments) {
  const bool ignore_comments = comments == JsonComments::kAllowed;
  RefuseZeroBytes(text, name);
  Shape shape(name);
  Json::sax_parse(text, &shape, Json::input_format_t::json, true, ignore_comments);
  if (shape.too_deep()) {
    throw InputError(
        {name, 0, ""},
        fmt::format("not JSON that is read here: nested too deep, found {} arrays and objects "
                    "inside one another, allowed: {}",
                    kMaxJsonDepth + 1, kMaxJsonDepth));
  }
  try {
    Json json = Json::parse(text, nullptr, true, ignore_comments);
    shape.repeated().ThrowIfErrors();
    return json;
  } catch (const Json::exception& error) {  // also numbers out of range
    throw InputError({name, 0, ""}, fmt::format("not JSON: {}", error.what()));
  }
}

nlohmann::ordered_json ReadJson(const std::string& path, JsonComments comments) {
  return ParseJson(ReadFileText(path), path, comments);
}

}  // namespace nve
