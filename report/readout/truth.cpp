// SPDX-License-Identifier: Apache-2.0
// Reads labels and scenes, and compares boxes: see truth.hpp.
#include "report/readout/truth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "base/arrays/arrays.hpp"
#include "base/arrays/idx.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/message_kinds.hpp"
#include "base/files/files.hpp"
#include "base/files/gzip.hpp"
#include "base/images/images.hpp"
#include "base/json/json_file.hpp"
#include "base/json/member_checks.hpp"
#include "base/text/numbers.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;

// A label as its file has it.
struct Label {
  std::string text;
  std::optional<int64_t> number;
  int line = 0;
};

std::vector<Label> LabelsOf(const NpyArray& array, const std::string& path) {
  if (array.shape.size() != 1) {
    throw InputError({path, 0, ""}, fmt::format("found labels of shape {}, allowed: (pictures,)",
                                                array.ShapeText()));
  }
  std::vector<Label> labels;
  for (const int64_t number : array.Integers(path + ": ")) {
    labels.push_back({std::to_string(number), number, 0});
  }
  return labels;
}

std::vector<Label> LabelsOf(const std::string& text) {
  std::vector<Label> labels;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    const auto value = ParseNumber(line, INT64_MAX);
    labels.push_back(
        {line, value ? std::optional(static_cast<int64_t>(*value)) : std::nullopt, number});
  }
  while (!labels.empty() && labels.back().text.empty()) labels.pop_back();
  return labels;
}

std::vector<Label> ReadLabelTexts(const std::string& path) {
  std::vector<uint8_t> bytes = ReadFileBytes(path);
  if (LooksLikeGzip(bytes)) bytes = Gunzip(bytes, path);
  if (LooksLikeNpy(bytes)) return LabelsOf(ParseNpy(bytes, path), path);
  if (LooksLikeIdx(bytes)) return LabelsOf(ParseIdx(bytes, path), path);
  if (LooksLikeImage(bytes) || std::ranges::find(bytes, uint8_t{0}) != bytes.end()) {
    throw InputError({path, 0, ""},
                     "found no labels, allowed: an IDX file, a .npy, or a text with a class in "
                     "each line");
  }
  return LabelsOf(std::string(bytes.begin(), bytes.end()));
}

// The class of a label, or -1. A name comes before a number.
int ClassOf(const Label& label, const std::vector<std::string>& classes) {
  const auto named = std::ranges::find(classes, label.text);
  if (named != classes.end()) return static_cast<int>(named - classes.begin());
  const bool is_class =
      label.number && *label.number >= 0 && *label.number < static_cast<int64_t>(classes.size());
  return is_class ? static_cast<int>(*label.number) : -1;
}

class SceneReader {
 public:
  SceneReader(const std::string& path, Diagnostics& problems) : checks_(path, problems) {}

  Scene Read(const Json& json) {
    Scene scene;
    for (const Json& sign : ListOf(json, "signs", true)) {
      const std::string place = fmt::format("signs[{}]", scene.signs.size());
      scene.signs.push_back(ReadBox(sign, place));
      scene.classes.push_back(ReadClass(sign, place));
    }
    for (const Json& thing : ListOf(json, "look_alikes", false)) {
      scene.look_alikes.push_back(
          ReadBox(thing, fmt::format("look_alikes[{}]", scene.look_alikes.size())));
    }
    return scene;
  }

 private:
  Json ListOf(const Json& json, const std::string& name, bool needed) {
    const bool has = json.is_object() && json.contains(name);
    if (has && json[name].is_array()) return json[name];
    if (has || needed) {
      checks_.Error(
          name, has ? "found no list, allowed: a list of objects" : "found none, but it is needed");
    }
    return Json::array();
  }

  int Side(const Json& object, const std::string& place, const char* name, double least) {
    const std::string member = place + "." + name;
    if (!object.is_object() || !object.contains(name)) {
      checks_.Error(member, "found none, but it is needed");
      return 0;
    }
    const auto number = checks_.Number(member, object[name], false, least, kMaxImageSide);
    return static_cast<int>(std::floor(number.value_or(0) + 0.5));
  }

  Box ReadBox(const Json& object, const std::string& place) {
    Box box;
    box.x = Side(object, place, "x", -kMaxImageSide);
    box.y = Side(object, place, "y", -kMaxImageSide);
    box.width = Side(object, place, "width", 1);
    box.height = Side(object, place, "height", 1);
    return box;
  }

  // A name or a number, which belongs to whoever drew the scene.
  static std::string ReadClass(const Json& object, const std::string& /*place*/) {
    if (!object.is_object() || !object.contains("class")) return "";
    const Json& value = object["class"];
    return value.is_string() ? value.get<std::string>() : value.dump();
  }

  MemberChecks checks_;
};

}  // namespace

std::vector<int> ReadLabels(const std::string& path, size_t count,
                            const std::vector<std::string>& classes) {
  const std::vector<Label> labels = ReadLabelTexts(path);
  Diagnostics problems;
  if (labels.size() != count) {
    problems.Error({path, 0, ""}, fmt::format("found {} labels, allowed: {}, one for each picture",
                                              labels.size(), count));
  }
  std::vector<int> numbers;
  for (const Label& label : labels) {
    numbers.push_back(ClassOf(label, classes));
    if (numbers.back() >= 0) continue;
    problems.Error({path, label.line, fmt::format("label {}", numbers.size() - 1)},
                   fmt::format("found '{}', allowed: a class's name or 0 to {}", label.text,
                               classes.size() - 1));
  }
  FirstOfEachKind(problems).ThrowIfErrors();
  return numbers;
}

Scene ReadScene(const std::string& path) {
  const Json json = ReadJson(path);
  Diagnostics problems;
  Scene scene = SceneReader(path, problems).Read(json);
  FirstOfEachKind(problems).ThrowIfErrors();
  return scene;
}

std::vector<int> MatchBoxes(const std::vector<FoundBox>& boxes, const Scene& scene) {
  std::vector<int> matches;
  std::vector<bool> is_taken(scene.signs.size());
  for (const FoundBox& found : boxes) {
    double most = 0;
    int best = -1;
    for (size_t i = 0; i < scene.signs.size(); ++i) {
      const double overlap = IntersectionOverUnion(found.box, scene.signs[i]);
      if (is_taken[i] || overlap < kSameObject || overlap <= most) continue;
      most = overlap;
      best = static_cast<int>(i);
    }
    if (best >= 0) is_taken[static_cast<size_t>(best)] = true;
    matches.push_back(best);
  }
  return matches;
}

FoundOfRun CountFound(const std::vector<FoundBox>& boxes, const std::vector<int>& matches,
                      const Scene& scene) {
  FoundOfRun count;
  count.signs = static_cast<int64_t>(scene.signs.size());
  count.false_boxes = std::ranges::count(matches, -1);
  count.found = static_cast<int64_t>(matches.size()) - count.false_boxes;
  count.look_alikes = static_cast<int64_t>(scene.look_alikes.size());
  count.rejected = std::ranges::count_if(scene.look_alikes, [&](const Box& thing) {
    return std::ranges::none_of(boxes, [&](const FoundBox& found) {
      return IntersectionOverUnion(found.box, thing) >= kSameObject;
    });
  });
  return count;
}

}  // namespace nve
