// SPDX-License-Identifier: Apache-2.0
// What a file is, its charts, its tables.
#include "report/html/file_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/compare/reported_run.hpp"
#include "report/html/file_tables.hpp"
#include "report/html/file_verdict.hpp"
#include "report/html/page_frame.hpp"
#include "report/html/parameter_section.hpp"
#include "report/html/section.hpp"
#include "report/html/varied_table.hpp"

namespace nve {
namespace {

std::string TitleOf(const nlohmann::ordered_json& schema, size_t files) {
  const std::string title = Capital(schema["description"]);
  return files == 1 ? title : fmt::format("{}: {} results", title, files);
}

// Which tool has written it, and by which command.
Html About(const JsonInFile& file, size_t number) {
  const auto at = [&](const std::string& key) {
    return JsonCell(file.json[key], fmt::format("{}#/{}", number, key));
  };
  const auto has = [&](const std::string& key) {
    const auto found = file.json.find(key);
    return found != file.json.end() && found->is_string() &&
           !found->get_ref<const std::string&>().empty();
  };
  Html html;
  html.Open("p").Text("A result of kind ").Value(at("schema"));
  html.Text(", version ").Value(at("schema_version"));
  if (has("tool")) html.Text(", written by ").Value(at("tool"));
  html.Text(".").Close();
  if (has("command")) {
    html.Add(Words("The command that runs it again:")).Add(CommandPart(at("command")));
  }
  return html;
}

Html Charts(const std::vector<ChartFile>& charts) {
  if (charts.empty()) return {};
  Html html;
  html.Open("section").Element("h2", "Charts");
  for (const ChartFile& chart : charts) html.Add(ChartFigure(chart));
  html.Close();
  return html;
}

}  // namespace

std::string FilePage(const std::vector<JsonInFile>& files, const nlohmann::ordered_json& schema,
                     const std::vector<ChartFile>& charts) {
  std::vector<std::string> paths(files.size());
  std::ranges::transform(files, paths.begin(), &JsonInFile::path);
  const std::vector<std::string> labels = LabelsOf(paths);
  const std::string title = TitleOf(schema, files.size());
  const bool several = files.size() > 1;
  Html html;
  html.Open("body").Open("header").Element("h1", title).Close();
  html.Open("main");
  if (several) html.Add(Charts(charts));
  for (size_t number = 0; number < files.size(); ++number) {
    html.Open("article", {{"aria-label", labels[number]}});
    if (several) html.Element("h2", labels[number]);
    html.Add(FileVerdict(files[number].json, number)).Add(About(files[number], number));
    if (!several) html.Add(Charts(charts));
    html.Add(VariedTable(files[number].json, number, several ? 3 : 2));
    html.Add(FileTables({schema, files[number].json, number, several ? 3 : 2})).Close();
  }
  html.Close().Open("footer");
  html.Element("p", fmt::format("Written by nve-report from {}.", fmt::join(paths, ", ")));
  html.Close().Close();
  return FramedPage(title, html);
}

}  // namespace nve
