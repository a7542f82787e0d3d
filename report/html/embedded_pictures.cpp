// SPDX-License-Identifier: Apache-2.0
// Embeds PNGs.
#include "report/html/embedded_pictures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <span>

#include "base/files/files.hpp"
#include "base/images/png_chunks.hpp"
#include "base/text/base64.hpp"

namespace nve {
namespace {

constexpr size_t kMostBytes = size_t{32} << 20;
constexpr int kSmall = 200;  // pixels; smaller pictures are shown enlarged

std::span<const uint8_t> BytesOf(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

EmbeddedPicture ReadPicture(const std::string& path) {
  EmbeddedPicture picture;
  std::error_code error;
  // Nothing is read of a pipe or a device, which a result of somebody else might name.
  if (!std::filesystem::is_regular_file(path, error)) {
    picture.problem = "there is no such file";
    return picture;
  }
  try {
    std::string bytes = ReadFileText(path, kMostBytes);
    const PngLayout layout = ReadPngLayout(BytesOf(bytes), path);
    picture.width = layout.width;
    picture.height = layout.height;
    picture.bytes = std::move(bytes);
  } catch (const InputError& problem) {
    picture.problem = "it cannot be shown: " + std::string(problem.what());
  }
  return picture;
}

bool IsChosen(const Picture& picture, PictureChoice choice) {
  constexpr std::array kShown = {"input", "output", kDetectionsRole, kHeatMapRole,
                                 kContactSheetRole};
  return choice == PictureChoice::kAll || std::ranges::find(kShown, picture.role) != kShown.end();
}

std::string NameOf(const std::string& role, int map, const std::vector<Picture>& pictures) {
  const bool several = std::ranges::count(pictures, role, &Picture::role) > 1;
  return several ? fmt::format("{} map {}", role, map) : role;
}

void AddFigure(const EmbeddedPicture& picture, bool several, Html& html) {
  const std::string name =
      several ? fmt::format("{} of {}", picture.name, fmt::join(picture.labels, ", "))
              : picture.name;
  html.Open("figure", {{"class", "map"}});
  if (picture.bytes.empty()) {
    html.Element("p", "No picture: " + picture.problem + ".", {{"class", "missing"}});
  } else {
    HtmlAttributes attributes = {{"src", "data:image/png;base64," + Base64(BytesOf(picture.bytes))},
                                 {"alt", name},
                                 {"width", std::to_string(picture.width)},
                                 {"height", std::to_string(picture.height)}};
    if (picture.width < kSmall) attributes.emplace_back("class", "small");
    html.Void("img", attributes);
  }
  html.Element("figcaption", name).Close();
}

}  // namespace

std::string PicturePath(const ReportedRun& run, const Picture& picture) {
  return (std::filesystem::path(run.path).parent_path() / picture.file).string();
}

std::vector<EmbeddedPicture> ReadPictures(const std::vector<ReportedRun>& runs,
                                          PictureChoice choice) {
  std::vector<EmbeddedPicture> pictures;
  for (const ReportedRun& run : runs) {
    if (!run.result.pictures) continue;
    std::map<std::string, int> maps;
    for (const Picture& named : *run.result.pictures) {
      if (!IsChosen(named, choice)) continue;
      const std::string name = NameOf(named.role, maps[named.role]++, *run.result.pictures);
      EmbeddedPicture picture = ReadPicture(PicturePath(run, named));
      if (!picture.problem.empty()) picture.problem = named.file + ": " + picture.problem;
      const auto same = std::ranges::find_if(pictures, [&](const EmbeddedPicture& other) {
        return other.name == name && !other.bytes.empty() && other.bytes == picture.bytes;
      });
      if (same != pictures.end()) {
        same->labels.push_back(run.label);
      } else {
        picture.role = named.role;
        picture.name = name;
        picture.labels = {run.label};
        pictures.push_back(std::move(picture));
      }
    }
  }
  return pictures;
}

Html PictureSection(const std::vector<ReportedRun>& runs, PictureChoice choice) {
  Html html;
  html.Open("section").Element("h2", "Input and output");
  html.Open("div", {{"class", "maps"}});
  for (const EmbeddedPicture& picture : ReadPictures(runs, choice))
    AddFigure(picture, runs.size() > 1, html);
  html.Close();
  for (const ReportedRun& run : runs) {
    if (run.result.pictures && !run.result.pictures->empty()) continue;
    html.Element("p",
                 (runs.size() > 1 ? run.label + ": the" : std::string("The")) +
                     " result names no pictures" +
                     (run.result.schema_version < 1 ? "; files of its version never do." : "."));
  }
  html.Close();
  return html;
}

}  // namespace nve
