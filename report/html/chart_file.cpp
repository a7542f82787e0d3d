// SPDX-License-Identifier: Apache-2.0
// Reads and embeds drawings.
#include "report/html/chart_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "base/text/base64.hpp"

namespace nve {
namespace {

constexpr size_t kMostChartBytes = size_t{32} << 20;
constexpr std::array<std::string_view, 19> kElements = {
    "svg",     "g",    "defs",     "clipPath", "path",    "rect",  "circle",
    "ellipse", "line", "polyline", "polygon",  "text",    "tspan", "title",
    "desc",    "use",  "style",    "pattern",  "metadata"};
// Of matplotlib's words about a drawing
constexpr std::array<std::string_view, 3> kPrefixes = {"rdf:", "cc:", "dc:"};

std::string Small(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return small;
}

// Goes through the tags of a drawing; the first thing that none of ours has is told.
class SvgCheck {
 public:
  SvgCheck(const std::string& path, const std::string& text) : path_(path), text_(text) {}

  void Run() {
    // Styles and attributes name colours and shapes of the drawing itself only.
    const std::string small = Small(text_);
    for (size_t at = small.find("url("); at != std::string::npos; at = small.find("url(", at + 1)) {
      if (small.compare(at + 4, 1, "#") != 0) Refuse("a url of something else", "url(#...)");
    }
    for (const char* word : {"@import", "javascript:"}) {
      if (small.find(word) != std::string::npos) Refuse(word, "drawings");
    }
    bool drawing = false;
    while ((at_ = text_.find('<', at_)) != std::string::npos) {
      ++at_;
      if (Starts("!--")) {
        Skip("-->");
      } else if (Starts("?xml ") || Starts("!DOCTYPE svg ") || Starts("/")) {
        if (Skip(">").find_first_of("[<") != std::string_view::npos)
          Refuse("markup in a tag", "none");
      } else {
        const bool svg = Element() == "svg";
        if (!drawing && !svg) break;
        drawing = true;
      }
    }
    if (!drawing) Refuse("no drawing", "a file that begins with <svg>");
  }

 private:
  [[noreturn]] void Refuse(const std::string& found, const std::string& allowed) const {
    // It may be any file: its bytes are not for a terminal.
    std::string shown = found;
    std::ranges::replace_if(
        shown, [](unsigned char c) { return c < 0x20 || c >= 0x7f; }, '?');
    throw InputError({path_, 0, ""}, fmt::format("found {}, allowed: {}", shown, allowed));
  }

  bool Starts(std::string_view word) const {
    return std::string_view(text_).substr(at_).starts_with(word);
  }

  std::string_view Skip(std::string_view end) {
    const size_t begin = at_, found = text_.find(end, at_);
    if (found == std::string::npos) Refuse("a drawing that is cut", "all of it");
    at_ = found + end.size();
    return std::string_view(text_).substr(begin, found - begin);
  }

  std::string_view Until(std::string_view ends) {
    const size_t begin = at_;
    at_ = std::min(text_.find_first_of(ends, at_), text_.size());
    return std::string_view(text_).substr(begin, at_ - begin);
  }

  std::string_view Element() {
    const std::string_view name = Until(" \t\r\n/>");
    const bool known =
        std::ranges::find(kElements, name) != kElements.end() ||
        std::ranges::any_of(kPrefixes, [&](auto prefix) { return name.starts_with(prefix); });
    if (!known) {
      Refuse(fmt::format("an element '{}'", name.substr(0, 60)),
             fmt::format("what charts have: {}", fmt::join(kElements, ", ")));
    }
    for (;;) {
      at_ = std::min(text_.find_first_not_of(" \t\r\n/", at_), text_.size());
      if (at_ == text_.size()) Refuse("a drawing that is cut", "all of it");
      if (text_[at_] == '>') return name;
      Attribute();
    }
  }

  void Attribute() {
    const std::string name = Small(Until("= \t\r\n/>"));
    const char quote = at_ + 1 < text_.size() && text_[at_] == '=' ? text_[at_ + 1] : '\0';
    if (quote != '"' && quote != '\'') Refuse("an attribute without a value", "name=\"value\"");
    at_ += 2;
    const std::string_view value = Skip({&quote, 1});
    if (name.starts_with("on"))
      Refuse("an attribute '" + name.substr(0, 60) + "'", "none of events");
    const bool link = name == "href" || name.ends_with(":href");
    if (link && !value.starts_with('#')) Refuse("a link to elsewhere", "links within the drawing");
  }

  const std::string& path_;
  const std::string& text_;
  size_t at_ = 0;
};

}  // namespace

ChartFile ReadChart(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    throw InputError({path, 0, ""}, "found no such file, allowed: a chart (.svg)");
  }
  ChartFile chart = {std::filesystem::path(path).stem().string(),
                     ReadFileText(path, kMostChartBytes)};
  SvgCheck(path, chart.svg).Run();
  return chart;
}

Html ChartFigure(const ChartFile& chart) {
  const std::span<const uint8_t> bytes(reinterpret_cast<const uint8_t*>(chart.svg.data()),
                                       chart.svg.size());
  Html html;
  html.Open("figure");
  html.Void("img", {{"src", "data:image/svg+xml;base64," + Base64(bytes)}, {"alt", chart.name}});
  html.Element("figcaption", chart.name).Close();
  return html;
}

}  // namespace nve
