// SPDX-License-Identifier: Apache-2.0
// Reads templates: see code_template.hpp.
#include "planner/target/code_template.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "planner_templates.hpp"

namespace nve::planner {
namespace {

using Names = std::vector<std::string_view>;

constexpr std::string_view kSectionMark = "@@ ";
constexpr std::string_view kOpen = "{{";
constexpr std::string_view kClose = "}}";

// Calls `text(part)` and `placeholder(name)` in the order of the line or section; false if a
// placeholder has no end.
template <typename Text, typename Placeholder>
bool ForEachPart(std::string_view line, Text text, Placeholder placeholder) {
  while (true) {
    const size_t open = line.find(kOpen);
    text(line.substr(0, open));
    if (open == std::string_view::npos) return true;
    line.remove_prefix(open + kOpen.size());
    const size_t close = line.find(kClose);
    if (close == std::string_view::npos) return false;
    placeholder(line.substr(0, close));
    line.remove_prefix(close + kClose.size());
  }
}

class Parser {
 public:
  Parser(const std::string& text, const std::string& file) : file_(file), lines_(text) {}

  CodeTemplate Run() {
    CodeTemplate parsed;
    std::string* section = nullptr;
    std::string name;
    for (std::string line; std::getline(lines_, line);) {
      ++line_;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (line.starts_with(kSectionMark)) {
        name = line.substr(kSectionMark.size());
        section = Begin(parsed, name);
      } else if (section != nullptr) {
        CheckLine(line, name);
        *section += line + '\n';
      }
    }
    for (const char* each : kTemplateSections) {
      if (parsed.sections.contains(each)) continue;
      problems_.Error({file_, 0, ""}, fmt::format("found no section {}, allowed: a line \"{}{}\"",
                                                  each, kSectionMark, each));
    }
    problems_.ThrowIfErrors();
    return parsed;
  }

 private:
  std::string* Begin(CodeTemplate& parsed, const std::string& name) {
    if (std::ranges::find(kTemplateSections, name) == kTemplateSections.end()) {
      Refuse(fmt::format("found section '{}', allowed: {}", name.substr(0, 40),
                         fmt::join(kTemplateSections, ", ")));
      return nullptr;
    }
    const auto [place, fresh] = parsed.sections.emplace(name, "");
    if (!fresh) Refuse(fmt::format("found section {} again, allowed: once", name));
    return &place->second;
  }

  void CheckLine(const std::string& line, const std::string& section) {
    const Names& allowed = PlaceholdersOf(section);
    const auto check = [&](std::string_view name) {
      if (std::ranges::find(allowed, name) != allowed.end()) return;
      Refuse(fmt::format("found {{{{{}}}}} in section {}, allowed: {}", name.substr(0, 40), section,
                         fmt::join(allowed, ", ")));
    };
    if (!ForEachPart(
            line, [](std::string_view) {}, check)) {
      Refuse("found {{ without }}, allowed: a placeholder in one line");
    }
  }

  void Refuse(const std::string& text) { problems_.Error({file_, line_, ""}, text); }

  const std::string& file_;
  std::istringstream lines_;
  int line_ = 0;
  Diagnostics problems_;
};

}  // namespace

const Names& PlaceholdersOf(std::string_view section) {
  static const Names all = {"input_words", "weight_words", "output_words", "steps"};
  static const auto with = [](Names names) {
    names.insert(names.end(), all.begin(), all.end());
    return names;
  };
  static const Names tensor = with({"tensor", "words"});
  static const Names memory = with({"memory", "words"});
  static const Names copy = with({"text", "memory", "address", "tensor", "offset", "words", "size0",
                                  "size1", "size2", "size3", "pitch0", "pitch1", "pitch2"});
  static const Names conv = with({"text",
                                  "output_memory",
                                  "output_address",
                                  "input_memory",
                                  "input_address",
                                  "weight_memory",
                                  "weight_address",
                                  "start",
                                  "oc",
                                  "ic",
                                  "oh",
                                  "ow",
                                  "kh",
                                  "kw",
                                  "ih",
                                  "iw",
                                  "stride_h",
                                  "stride_w",
                                  "pad_left",
                                  "pad_right",
                                  "pad_top",
                                  "pad_bottom"});
  if (section == "tensor") return tensor;
  if (section == "memory") return memory;
  if (section == "load" || section == "store") return copy;
  return section == "conv" ? conv : all;
}

CodeTemplate ParseTemplate(const std::string& text, const std::string& file) {
  return Parser(text, file).Run();
}

std::vector<std::string> TemplateNames() {
  std::vector<std::string> names;
  names.reserve(kTemplateFiles.size());
  for (const auto& [name, text] : kTemplateFiles) names.emplace_back(name);
  return names;
}

CodeTemplate ReadTemplate(const std::string& name_or_path) {
  for (const auto& [name, text] : kTemplateFiles) {
    if (name == name_or_path) return ParseTemplate(std::string(text), std::string(name));
  }
  return ParseTemplate(ReadFileText(name_or_path), name_or_path);
}

std::string Filled(std::string_view text, const std::map<std::string_view, std::string>& values) {
  std::string filled;
  ForEachPart(
      text, [&](std::string_view part) { filled += part; },
      [&](std::string_view name) {
        const auto value = values.find(name);
        NVE_CHECK(value != values.end(), "a placeholder without a value");
        filled += value->second;
      });
  return filled;
}

}  // namespace nve::planner
