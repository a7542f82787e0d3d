// SPDX-License-Identifier: Apache-2.0
// Reads model.json: see model_file.hpp.
#include "report/readout/model_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/diagnostics/diagnostics.hpp"
#include "base/json/json_file.hpp"
#include "base/json/member_checks.hpp"
#include "report/result/read_out_result.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostSide = 1024;  // of a window
constexpr size_t kMostClasses = 1024;
constexpr size_t kMostScales = 16;
constexpr double kLeastScale = 0.01;
constexpr double kMostScale = 4;

const std::vector<std::string>& Members() {
  static const std::vector<std::string> members = {
      "schema", "schema_version", "name",    "kind",   "network", "weights", "classes",   "window",
      "step",   "threshold",      "overlap", "scales", "input",   "box",     "provenance"};
  return members;
}

class Reader {
 public:
  Reader(const std::string& path, const Json& json, Diagnostics& problems)
      : json_(json), checks_(path, problems) {
    model_.path = path;
  }

  ModelFile Read() {
    CheckNames();
    Choice<std::string>("schema", {"nve-model"});
    Choice<int>("schema_version", {1});
    ReadText("name", model_.name);
    ReadKind();
    ReadPath("network", model_.network);
    ReadPath("weights", model_.weights);
    ReadClasses();
    if (const Json* value = Find("window", true)) ReadPair("window", *value, model_.window);
    if (const Json* value = Find("step", true)) ReadPair("step", *value, model_.step);
    ReadThresholds();
    ReadScales();
    ReadBox();
    return model_;
  }

 private:
  void CheckNames() {
    for (const auto& [name, value] : json_.items()) {
      if (std::ranges::find(Members(), name) != Members().end()) continue;
      checks_.Error(name, fmt::format("unknown, allowed: {}", fmt::join(Members(), ", ")));
    }
  }

  const Json* Find(const std::string& name, bool needed) {
    const auto found = json_.find(name);
    if (found != json_.end()) return &*found;
    if (needed) checks_.Error(name, "found none, but it is needed");
    return nullptr;
  }

  template <typename T>
  std::optional<T> Choice(const std::string& name, const std::vector<T>& allowed) {
    const Json* value = Find(name, true);
    return value != nullptr ? checks_.Choice<T>(name, *value, allowed) : std::nullopt;
  }

  void ReadText(const std::string& name, std::string& text) {
    const Json* value = Find(name, true);
    if (value == nullptr) return;
    if (value->is_string() && !value->get<std::string>().empty()) {
      text = value->get<std::string>();
    } else {
      checks_.Error(name, fmt::format("found {}, allowed: a text", value->dump()));
    }
  }

  // Paths are written from the folder of the file.
  void ReadPath(const std::string& name, std::string& path) {
    std::string text;
    ReadText(name, text);
    if (!text.empty()) {
      path = (std::filesystem::path(model_.path).parent_path() / text).lexically_normal().string();
    }
  }

  void ReadKind() {
    const auto kind = Choice<std::string>("kind", {kClassifyKind, kDetectKind, kHeatKind});
    if (kind == kDetectKind) model_.kind = ReadOutKind::kDetect;
    if (kind == kHeatKind) model_.kind = ReadOutKind::kHeat;
  }

  void ReadClasses() {
    const Json* value = Find("classes", true);
    if (value == nullptr) return;
    const auto is_name = [](const Json& name) {
      return name.is_string() && !name.get<std::string>().empty();
    };
    if (!value->is_array() || value->empty() || value->size() > kMostClasses ||
        !std::all_of(value->begin(), value->end(), is_name)) {
      checks_.Error("classes", fmt::format("allowed: a list of 1 to {} names", kMostClasses));
      return;
    }
    for (const Json& name : *value) {
      const auto text = name.get<std::string>();
      if (std::ranges::find(model_.classes, text) != model_.classes.end()) {
        checks_.Error("classes", fmt::format("found {} twice, allowed: once", name.dump()));
      }
      model_.classes.push_back(text);
    }
  }

  void ReadSide(const std::string& name, const Json& value, int& side) {
    if (const auto number = checks_.Number(name, value, true, 1, kMostSide)) {
      side = static_cast<int>(*number);
    }
  }

  void ReadPair(const std::string& name, const Json& value, RowsAndColumns& pair) {
    if (!value.is_array() || value.size() != 2) {
      checks_.Error(name, fmt::format("found {}, allowed: [rows, columns]", value.dump()));
      return;
    }
    ReadSide(name, value[0], pair.rows);
    ReadSide(name, value[1], pair.columns);
  }

  void ReadThresholds() {
    const bool detects = model_.kind == ReadOutKind::kDetect;
    if (const Json* value = Find("threshold", detects)) {
      if (const auto number = checks_.Number("threshold", *value, true, 0, 255)) {
        model_.threshold = static_cast<int>(*number);
      }
    }
    if (const Json* value = Find("overlap", false)) {
      model_.overlap = checks_.Number("overlap", *value, false, 0, 1).value_or(model_.overlap);
    }
  }

  void ReadScales() {
    const Json* value = Find("scales", false);
    if (value == nullptr) return;
    if (!value->is_array() || value->empty() || value->size() > kMostScales) {
      checks_.Error("scales", fmt::format("found {}, allowed: a list of 1 to {} numbers",
                                          value->dump(), kMostScales));
      return;
    }
    model_.scales.clear();
    for (const Json& each : *value) {
      const auto scale = checks_.Number("scales", each, false, kLeastScale, kMostScale);
      if (!scale) continue;
      if (std::ranges::find(model_.scales, *scale) != model_.scales.end()) {
        checks_.Error("scales", fmt::format("found {} twice, allowed: once", *scale));
      }
      model_.scales.push_back(*scale);
    }
  }

  void ReadBox() {
    model_.box = model_.window;
    const Json* value = Find("box", false);
    if (value == nullptr) return;
    if (!value->is_object() || value->size() != 2 || !value->contains("rows") ||
        !value->contains("columns")) {
      checks_.Error(
          "box", fmt::format("found {}, allowed: {{\"rows\": R, \"columns\": C}}", value->dump()));
      return;
    }
    ReadSide("box.rows", (*value)["rows"], model_.box.rows);
    ReadSide("box.columns", (*value)["columns"], model_.box.columns);
    if (model_.box.rows > model_.window.rows || model_.box.columns > model_.window.columns) {
      checks_.Error("box",
                    fmt::format("found {} rows and {} columns, allowed: at most those of the "
                                "window, {} and {}",
                                model_.box.rows, model_.box.columns, model_.window.rows,
                                model_.window.columns));
    }
  }

  const Json& json_;
  MemberChecks checks_;
  ModelFile model_;
};

}  // namespace

std::string ToString(ReadOutKind kind) {
  if (kind == ReadOutKind::kDetect) return kDetectKind;
  return kind == ReadOutKind::kHeat ? kHeatKind : kClassifyKind;
}

ModelFile ReadModelFile(const std::string& path) {
  const Json json = ReadJson(path);
  if (!json.is_object()) {
    throw InputError({path, 0, ""}, fmt::format("found no model, allowed: an object with {}",
                                                fmt::join(Members(), ", ")));
  }
  Diagnostics problems;
  ModelFile model = Reader(path, json, problems).Read();
  problems.ThrowIfErrors();
  return model;
}

}  // namespace nve
