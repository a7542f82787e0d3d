// SPDX-License-Identifier: Apache-2.0
// nve-report: results as a page that opens from disk; those of runs compared as text, and held to
// limits.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "base/cli/tool_main.hpp"
#include "base/cli/word_options.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "base/text/shell_word.hpp"
#include "report/compare/comparison_text.hpp"
#include "report/compare/gate.hpp"
#include "report/compare/predicted_text.hpp"
#include "report/compare/reported_results.hpp"
#include "report/html/file_page.hpp"
#include "report/html/report_page.hpp"
#include "report/result/file_kinds.hpp"
#include "report/result/result_file.hpp"
#include "report/result/run_result.hpp"
#include "report/vary/vary_result.hpp"

namespace nve {
namespace {

struct Options {
  std::string call;  // the whole command line
  std::vector<std::string> results;
  std::string page, images = "network", schema;
  bool text = false;
  std::vector<std::string> limits, charts;
  bool varied = false;
  std::string json, csv, chart, command;
};

CLI::Validator LimitText() {
  return {[](std::string& text) {
            return ParseLimitRule(text) ? std::string()
                                        : "found '" + text + "', allowed: " + kLimitGrammar;
          },
          "", "limit"};
}

void AddOptions(CLI::App& app, Options& o) {
  app.description(
      "Shows results of one kind (--json of any tool) as one HTML page. Those of runs, of "
      "nve-cosim and nve-sim, can be compared, also with cycles that nvec --predict predicts.");
  AddPaths(app, "results", o.results, "results, the earlier ones first (.json)");
  AddResult(app, "-o,--output", o.page, "file for the page (.html)");
  app.add_option("--images", o.images,
                 "pictures in the page: network (its input and outputs), or all (of every layer)")
      ->transform(OneOf({"network", "all"}))
      ->capture_default_str();
  AddPaths(app, "--with-chart", o.charts,
           "charts for the page of results that are not of runs (.svg)");
  app.add_flag("--text", o.text, "print how the results of runs differ, and how from predictions");
  AddList(app, "--fail-on", o.limits,
          std::string("exit code 1 if the second of two results is worse than the first by more "
                      "than this: ") +
              kLimitGrammar,
          LimitText());
  auto* varied = app.add_flag("--vary", o.varied,
                              "the results are of nve-cosim --vary: join them, print their table");
  AddResult(app, "--json", o.json, "with --vary: file for the result of all")->needs(varied);
  AddResult(app, "--csv", o.csv, "with --vary: file for the table")->needs(varied);
  AddResult(app, "--chart", o.chart, "with --vary: file for the chart (.svg)")->needs(varied);
  app.add_option("--command", o.command,
                 "with --vary: command that made the results, for the result of all; that of the "
                 "join without this")
      ->needs(varied);
  app.add_option("--schema", o.schema,
                 fmt::format("print the JSON Schema of a kind of result files: {}",
                             fmt::join(FileKinds(), ", ")))
      ->transform(OneOf(FileKinds()));
}

[[noreturn]] void Refuse(const std::string& text) { throw InputError({"nve-report", 0, ""}, text); }

void Check(const Options& o) {
  const bool work = !o.page.empty() || o.text || !o.limits.empty();
  if (!work && o.schema.empty()) {
    Refuse("found nothing to do, allowed: -o, --text, --fail-on or --schema");
  }
  if (!work && !o.results.empty()) Refuse("found results with --schema, allowed: --schema alone");
  if (work && o.results.empty()) Refuse("found no results, allowed: one or more files of --json");
  const std::string count = "found " + std::to_string(o.results.size());
  if (o.text && o.results.size() < 2) Refuse("--text: " + count + " result, allowed: 2 or more");
  if (!o.limits.empty() && o.results.size() != 2) {
    Refuse("--fail-on: " + count + (o.results.size() == 1 ? " result" : " results") +
           ", allowed: 2, the earlier one first");
  }
}

// The results and charts, and the pictures that results name, which the page must not take the
// place of either.
void CheckFiles(const Options& o, const std::vector<ReportedRun>& runs) {
  std::vector<GivenPath> inputs;
  for (const std::string& path : o.results) inputs.push_back({"a result", path});
  for (const std::string& path : o.charts) inputs.push_back({"--with-chart", path});
  for (const ReportedRun& run : runs) {
    // They are named from the folder of the run, which is this one or that of the result.
    const auto folder = std::filesystem::path(run.path).parent_path();
    for (const std::string& file : {run.result.input, run.result.binary}) {
      for (const std::string& path : {file, (folder / file).string()}) {
        std::error_code error;
        if (!std::filesystem::is_regular_file(path, error)) continue;
        inputs.push_back({"a file of the run " + run.path, path});
      }
    }
    if (!run.result.pictures) continue;
    for (const Picture& picture : *run.result.pictures) {
      inputs.push_back({"a picture of " + run.path, PicturePath(run, picture)});
    }
  }
  CheckPaths(inputs, {{"--output", o.page}});
}

int CheckRules(const Options& o, const std::vector<ReportedRun>& runs) {
  std::vector<LimitRule> rules;
  for (const std::string& text : o.limits) rules.push_back(*ParseLimitRule(text));
  const GateResult gate = CheckGate(runs[0], runs[1], rules);
  for (const std::string& warning : gate.warnings) Message("nve-report: warning: {}\n", warning);
  Print("{}", gate.text);
  if (!gate.passed) throw CheckFailed("the later result " + gate.problem + ", see above");
  return kExitOk;
}

int JoinVaried(const Options& o) {
  if (!o.page.empty() || o.text || !o.limits.empty() || !o.schema.empty() || !o.charts.empty()) {
    Refuse("--vary: found what shows other results, allowed: --json, --csv and --chart");
  }
  if (o.results.empty()) Refuse("--vary: found no results, allowed: files of nve-cosim --vary");
  std::vector<GivenPath> inputs;
  for (const std::string& path : o.results) inputs.push_back({"a result", path});
  CheckPaths(inputs, {{"--json", o.json}, {"--csv", o.csv}, {"--chart", o.chart}});
  VaryResult result = ReadVaried(o.results);
  if (!o.command.empty()) {
    result.command = o.command;
  } else if (o.results.size() > 1) {
    result.command = o.call;
  }
  Print("{}", VaryTable(result));
  if (!o.json.empty()) WriteJson(o.json, VaryJson(result));
  if (!o.csv.empty()) WriteFileAtomically(o.csv, VaryCsv(result));
  if (!o.chart.empty()) WriteFileAtomically(o.chart, VaryChart(result));
  return kExitOk;
}

void WritePage(const Options& o, const std::string& page) {
  if (o.page == kStandardOutput) {
    WriteStandardOutput(page);
  } else {
    WriteFileAtomically(o.page, page);
  }
}

int ShowFiles(const Options& o, const std::vector<JsonInFile>& files) {
  const std::string kind = KindOf(files.front());
  for (const auto& [given, option] :
       {std::pair(o.text, "--text"), std::pair(!o.limits.empty(), "--fail-on")}) {
    if (given)
      Refuse(fmt::format("{}: found results of kind nve-{}, allowed: nve-run", option, kind));
  }
  const nlohmann::ordered_json schema = SchemaOf(kind);
  CheckKind(files, schema);
  std::vector<ChartFile> charts;
  Diagnostics problems;
  for (const std::string& path : o.charts) {
    try {
      charts.push_back(ReadChart(path));
    } catch (const InputError& error) {
      problems.Append(error);
    }
  }
  problems.ThrowIfErrors();
  WritePage(o, FilePage(files, schema, charts));
  return kExitOk;
}

int ShowRuns(const Options& o, const ReportedResults& results) {
  const std::vector<ReportedRun>& runs = results.runs;
  if (!o.charts.empty())
    Refuse("--with-chart: found results of runs, allowed: those of other kinds");
  if (!o.limits.empty() && !results.predictions.empty())
    Refuse("--fail-on: found a prediction, allowed: 2 results of runs, the earlier one first");
  CheckFiles(o, runs);
  if (!o.page.empty()) {
    const auto choice = o.images == "all" ? PictureChoice::kAll : PictureChoice::kNetwork;
    WritePage(o, ReportPage(results, choice));
  }
  if (o.text) Print("{}{}", ComparisonText(runs, Compare(runs)), PredictedText(results));
  return o.limits.empty() ? kExitOk : CheckRules(o, runs);
}

int Run(const Options& o) {
  if (o.varied) return JoinVaried(o);
  Check(o);
  if (!o.schema.empty()) Print("{}", JsonText(SchemaOf(o.schema)));
  if (o.results.empty()) return kExitOk;
  CheckFiles(o, {});
  const std::vector<JsonInFile> files = ReadResults(o.results);
  const auto is_run = [](const JsonInFile& file) { return KindOf(file) == kRunKind; };
  return std::ranges::any_of(files, is_run) ? ShowRuns(o, ResultsOf(files)) : ShowFiles(o, files);
}

}  // namespace
}  // namespace nve

int main(int argc, char** argv) {
  nve::Options options;
  options.call = nve::ShellLine(argc, argv);
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { nve::AddOptions(app, options); },
      [&] { return nve::Run(options); });
}
