// SPDX-License-Identifier: Apache-2.0
// Judges summaries by the keys that say what became of them.
#include "report/html/file_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "report/html/file_tables.hpp"

namespace nve {
namespace {

using SummaryJson = nlohmann::ordered_json;

class Judge {
 public:
  // Numbers, sentences and truth values at any depth, whichever kind of file they stand in.
  void Look(const SummaryJson& json, const std::string& pointer) {
    if (json.is_array()) {
      for (size_t at = 0; at < json.size(); ++at) Look(json[at], fmt::format("{}/{}", pointer, at));
    }
    if (!json.is_object()) return;
    for (const auto& [key, value] : json.items()) {
      const std::string place = pointer + '/' + PointerPart(key);
      if (value.is_array() && (key == "problems" || key == "findings")) {
        judged_ = true;
        for (size_t at = 0; at < value.size(); ++at) {
          Add(JsonCell(value[at], fmt::format("{}/{}", place, at)), "");
        }
      } else if (value.is_number() && (key == "failed" || key == "not_conducted")) {
        judged_ = true;
        if (value > 0) {
          Add(JsonCell(value, place), key == "failed" ? " failed" : " were not conducted");
        }
      } else if (value.is_boolean() && key == "ok") {
        judged_ = true;
        if (!value.get<bool>())
          Add(JsonCell(json["step"], pointer + "/step"), " is not as it must be");
      } else {
        Look(value, place);
      }
    }
  }

  Html Line() const {
    Html html;
    if (!judged_) return html;
    const bool right = wrong_.empty();
    html.Open("p", {{"class", right ? "verdict right" : "verdict wrong"}});
    html.Element("strong", right ? "Passed" : "Failed").Text(".");
    constexpr size_t kShown = 3;
    for (size_t at = 0; at < std::min(wrong_.size(), kShown); ++at) {
      html.Text(" ").Value(wrong_[at].first).Text(wrong_[at].second + ".");
    }
    if (wrong_.size() > kShown) html.Text(" And more, see below.");
    html.Close();
    return html;
  }

 private:
  void Add(HtmlValue value, const std::string& words) {
    value.number = false;
    wrong_.emplace_back(std::move(value), words);
  }

  bool judged_ = false;
  std::vector<std::pair<HtmlValue, std::string>> wrong_;
};

// Kinds whose files say what became of tests; in others such words mean something else.
constexpr std::array<std::string_view, 10> kJudged = {
    "nve-cases",  "nve-nightly", "nve-fault-campaign", "nve-fuzz",   "nve-formal",
    "nve-mutate", "nve-zoo",     "nve-coverage",       "nve-random", "nve-faults"};

}  // namespace

Html FileVerdict(const SummaryJson& file, size_t number) {
  const std::string schema = file.value("schema", "");
  if (std::ranges::find(kJudged, schema) == kJudged.end()) return {};
  Judge judge;
  judge.Look(file, fmt::format("{}#", number));
  return judge.Line();
}

}  // namespace nve
