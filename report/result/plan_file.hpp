// SPDX-License-Identifier: Apache-2.0
// What nve-plan --json writes of networks whose layers it tiles (docs/planner.md). "Words" are
// those that move between memory and chip.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "report/result/compile_file.hpp"
#include "report/result/result_field.hpp"

namespace nve {

struct TileOfPlan {
  int64_t oc = 0, ic = 0, oh = 0, ow = 0, kh = 0, kw = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("oc", &TileOfPlan::oc, "output channels"), Key("ic", &TileOfPlan::ic, "input channels"),
      Key("oh", &TileOfPlan::oh, "output rows"), Key("ow", &TileOfPlan::ow, "output columns"),
      Key("kh", &TileOfPlan::kh, "rows of the kernel"),
      Key("kw", &TileOfPlan::kw, "columns of the kernel"));
};

struct WordsOfPlan {
  int64_t input = 0, weight = 0, output = 0;
  static constexpr auto kFields =
      std::make_tuple(Key("input", &WordsOfPlan::input, "words of the input"),
                      Key("weight", &WordsOfPlan::weight, "words of the weights"),
                      Key("output", &WordsOfPlan::output, "words of outputs and partial sums"));
};

struct SummedWordsOfPlan : WordsOfPlan {
  int64_t total = 0;
  static constexpr auto kFields = std::tuple_cat(
      WordsOfPlan::kFields, std::make_tuple(Key("total", &SummedWordsOfPlan::total, "all words")));
};

struct LayerOfPlan {
  std::string layer;
  int64_t count = 0;
  TileOfPlan tile;
  std::string flow;
  SummedWordsOfPlan executed;
  int64_t kept = 0;
  SummedWordsOfPlan equations;
  double intensity = 0, active_pes = 0, performance = 0;
  std::string roof;
  OrNull<int64_t> zhang, ma, smartshuttle;
  int64_t bound = 0, once = 0;
  std::string winner, why;
  int64_t evaluations = 0;
  Named<int64_t> space;
  static constexpr auto kFields = std::make_tuple(
      Key("layer", &LayerOfPlan::layer, "name of the layer"),
      Key("count", &LayerOfPlan::count, "how often the network has it"),
      Key("tile", &LayerOfPlan::tile, "sizes of the chosen tile"),
      Key("flow", &LayerOfPlan::flow, "order of the tiles: IS, WS or OS"),
      Key("executed", &LayerOfPlan::executed, "words when it runs, with the halo of tiles"),
      Key("kept", &LayerOfPlan::kept, "words when it runs and tiles still on chip are kept"),
      Key("equations", &LayerOfPlan::equations, "words by equations 6.1 to 6.5"),
      Key("intensity", &LayerOfPlan::intensity, "multiply-accumulates per byte"),
      Key("active_pes", &LayerOfPlan::active_pes, "processing elements at work on average"),
      Key("performance", &LayerOfPlan::performance, "10^9 multiply-accumulates/s attainable"),
      Key("roof", &LayerOfPlan::roof, "what limits them: compute or memory"),
      Key("zhang", &LayerOfPlan::zhang, "words by 6.1 of Zhang's plan, null without one"),
      Key("ma", &LayerOfPlan::ma, "words by 6.1 of Ma's plan, null without one"),
      Key("smartshuttle", &LayerOfPlan::smartshuttle,
          "words by 6.1 of SmartShuttle's plan, null without one"),
      Key("bound", &LayerOfPlan::bound, "lower bound of words for this memory"),
      Key("once", &LayerOfPlan::once, "words if each moves once"),
      Key("winner", &LayerOfPlan::winner, "whose plan moves the fewest words when it runs"),
      Key("why", &LayerOfPlan::why, "what the next best moves more"),
      Key("evaluations", &LayerOfPlan::evaluations, "plans looked at"),
      Key("space", &LayerOfPlan::space, "sizes of the search space by what is chosen"));
};

struct TotalOfPlan {
  int64_t executed = 0, equations = 0, zhang = 0, zhang_executed = 0, ma = 0, smartshuttle = 0;
  int64_t bound = 0, once = 0, evaluations = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("executed", &TotalOfPlan::executed, "words when it runs"),
      Key("equations", &TotalOfPlan::equations, "words by equations 6.1 to 6.5"),
      Key("zhang", &TotalOfPlan::zhang, "words by 6.1 of Zhang's plans"),
      Key("zhang_executed", &TotalOfPlan::zhang_executed, "words when those run"),
      Key("ma", &TotalOfPlan::ma, "words by 6.1 of Ma's plans"),
      Key("smartshuttle", &TotalOfPlan::smartshuttle, "words by 6.1 of SmartShuttle's plans"),
      Key("bound", &TotalOfPlan::bound, "lower bounds of words"),
      Key("once", &TotalOfPlan::once, "words if each moves once"),
      Key("evaluations", &TotalOfPlan::evaluations, "plans looked at"));
};

struct RunOfPlan {
  std::string layer;
  int64_t count = 0, steps = 0;
  WordsOfPlan loaded, stored;
  int64_t words = 0, words_of_tiles = 0;
  bool equal = false;
  static constexpr auto kFields = std::make_tuple(
      Key("layer", &RunOfPlan::layer, "name of the layer, or file of its plan"),
      Key("count", &RunOfPlan::count, "how often the network has it"),
      Key("steps", &RunOfPlan::steps, "steps of the plan"),
      Key("loaded", &RunOfPlan::loaded, "words loaded, counted"),
      Key("stored", &RunOfPlan::stored, "words stored, counted"),
      Key("words", &RunOfPlan::words, "all words, counted"),
      Key("words_of_tiles", &RunOfPlan::words_of_tiles, "all words by the plan's tiles"),
      Key("equal", &RunOfPlan::equal, "outputs equal those of a convolution without tiles"));
};

struct PlanFile : FileHead {
  static constexpr const char* kSchema = "nve-plan";
  static constexpr const char* kMeaning = "how the layers of a network are tiled for a machine";
  PlanFile() : FileHead{kSchema, 1, "nve-plan", {}} {}

  std::string network, hardware, convention;
  std::vector<LayerOfPlan> layers;
  TotalOfPlan total;
  std::optional<std::vector<RunOfPlan>> runs;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields,
      std::make_tuple(
          Key("network", &PlanFile::network, "name of the network"),
          Key("hardware", &PlanFile::hardware, "name of the machine"),
          Key("convention", &PlanFile::convention,
              "padded: zeros around a map count as words; stored: they do not"),
          Key("layers", &PlanFile::layers, "by layer"),
          Key("total", &PlanFile::total, "sums, each layer as often as the network has it"),
          Key("runs", &PlanFile::runs, "plans that were run, of --execute")));
};

struct PlanRunsFile : FileHead {
  static constexpr const char* kSchema = "nve-plan-runs";
  static constexpr const char* kMeaning = "a plan of one layer that was run";
  PlanRunsFile() : FileHead{kSchema, 1, "nve-plan", {}} {}

  std::vector<RunOfPlan> runs;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields, std::make_tuple(Key("runs", &PlanRunsFile::runs, "plans that were run")));
};

struct RowOfVolumes {
  std::string network, setup;
  int64_t optimum = 0, zhang = 0, ma = 0, smartshuttle = 0;
  std::optional<int64_t> bound;
  int64_t once = 0, executed = 0, zhang_executed = 0, evaluations = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("network", &RowOfVolumes::network, "name of the network"),
      Key("setup", &RowOfVolumes::setup, "set-up of the thesis: A to D"),
      Key("optimum", &RowOfVolumes::optimum, "fewest words by equations 6.1 to 6.5"),
      Key("zhang", &RowOfVolumes::zhang, "words by 6.1 of Zhang's plans"),
      Key("ma", &RowOfVolumes::ma, "words by 6.1 of Ma's plans"),
      Key("smartshuttle", &RowOfVolumes::smartshuttle, "words by 6.1 of SmartShuttle's plans"),
      Key("bound", &RowOfVolumes::bound, "lower bound of words, of convention padded"),
      Key("once", &RowOfVolumes::once, "words if each moves once"),
      Key("executed", &RowOfVolumes::executed, "fewest words when it runs"),
      Key("zhang_executed", &RowOfVolumes::zhang_executed, "words when Zhang's plans run"),
      Key("evaluations", &RowOfVolumes::evaluations, "plans looked at for the optimum"));
};

struct VolumesFile : FileHead {
  static constexpr const char* kSchema = "nve-plan-table";
  static constexpr const char* kMeaning = "words of five networks in four set-ups";
  VolumesFile() : FileHead{kSchema, 1, "nve-plan", {}} {}

  std::vector<RowOfVolumes> rows;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields, std::make_tuple(Key("rows", &VolumesFile::rows, "by network and set-up")));
};

struct LayerOfNvePlan {
  std::string layer;
  bool fits = false;
  std::optional<int64_t> programs, maps, loads, rows, data_words_per_16_rows, words, macs, cycles;
  std::optional<double> intensity, performance;
  std::optional<std::string> roof, problem;
  static constexpr auto kFields = std::make_tuple(
      Key("layer", &LayerOfNvePlan::layer, "name of the layer"),
      Key("fits", &LayerOfNvePlan::fits, "the machine can run it; only then what follows is known"),
      Key("programs", &LayerOfNvePlan::programs, "programs"),
      Key("maps", &LayerOfNvePlan::maps, "output maps of the largest program"),
      Key("loads", &LayerOfNvePlan::loads, "input maps loaded, summed over the programs"),
      Key("rows", &LayerOfNvePlan::rows, "rows of a strip"),
      Key("data_words_per_16_rows", &LayerOfNvePlan::data_words_per_16_rows,
          "stream words for 16 rows"),
      Key("words", &LayerOfNvePlan::words, "stream words of the whole layer"),
      Key("macs", &LayerOfNvePlan::macs, "multiply-accumulates"),
      Key("cycles", &LayerOfNvePlan::cycles, "predicted clock cycles of the finished programs"),
      Key("intensity", &LayerOfNvePlan::intensity, "multiply-accumulates per byte"),
      Key("performance", &LayerOfNvePlan::performance, "10^9 multiply-accumulates/s attainable"),
      Key("roof", &LayerOfNvePlan::roof, "what limits them: compute or memory"),
      Key("problem", &LayerOfNvePlan::problem, "why the machine cannot run it"));
};

struct NvePlanFile : FileHead {
  static constexpr const char* kSchema = "nve-plan-nve";
  static constexpr const char* kMeaning = "what the compiler makes of a network for an NVE";
  NvePlanFile() : FileHead{kSchema, 1, "nve-plan", {}} {}

  std::string network, hardware;
  std::vector<LayerOfNvePlan> layers;
  static constexpr auto kFields =
      std::tuple_cat(FileHead::kFields,
                     std::make_tuple(Key("network", &NvePlanFile::network, "name of the network"),
                                     Key("hardware", &NvePlanFile::hardware, "name of the machine"),
                                     Key("layers", &NvePlanFile::layers, "by layer")));
};

struct RankedPlanOfLayer {
  std::vector<int64_t> tile;
  std::string flow;
  int64_t predicted = 0, moved = 0;
  double seconds = 0;
  static constexpr auto kFields =
      std::make_tuple(Key("tile", &RankedPlanOfLayer::tile,
                          "output and input channels, rows and columns of a tile"),
                      Key("flow", &RankedPlanOfLayer::flow, "order of the tiles: IS, WS or OS"),
                      Key("predicted", &RankedPlanOfLayer::predicted, "words by the closed form"),
                      Key("moved", &RankedPlanOfLayer::moved, "words that its program counts"),
                      Key("seconds", &RankedPlanOfLayer::seconds, "least time of its program"));
};

struct LayerOfRanks {
  std::string layer;
  double spearman = 0;
  std::vector<double> interval;
  std::vector<RankedPlanOfLayer> plans;
  static constexpr auto kFields = std::make_tuple(
      Key("layer", &LayerOfRanks::layer, "name of the layer"),
      Key("spearman", &LayerOfRanks::spearman, "rank correlation of predicted and seconds"),
      Key("interval", &LayerOfRanks::interval, "ends of its 95 % interval"),
      Key("plans", &LayerOfRanks::plans, "plans that were drawn"));
};

struct RanksFile : FileHead {
  static constexpr const char* kSchema = "nve-plan-rank";
  static constexpr const char* kMeaning = "words of plans against their time on this computer";
  RanksFile() : FileHead{kSchema, 1, "nve-plan", {}} {}

  std::vector<LayerOfRanks> layers;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields, std::make_tuple(Key("layers", &RanksFile::layers, "by layer")));
};

struct PlannedLayerOfBinary {
  std::string name;
  PlanOfCompile plan;
  static constexpr auto kFields =
      std::make_tuple(Key("name", &PlannedLayerOfBinary::name, "name of the layer"),
                      Key("plan", &PlannedLayerOfBinary::plan, "what was chosen"));
};

struct PlannedFrame {
  int64_t frame_cycles = 0, first_strip_cycles = 0;
  static constexpr auto kFields =
      std::make_tuple(Key("frame_cycles", &PlannedFrame::frame_cycles,
                          "predicted cycles of the frame, layers overlapping"),
                      Key("first_strip_cycles", &PlannedFrame::first_strip_cycles,
                          "those until the first strip of the output is in memory"));
};

struct PlanBinaryFile : FileHead {
  static constexpr const char* kSchema = "nve-plan-binary";
  static constexpr const char* kMeaning = "the best steps for the programs of a binary";
  PlanBinaryFile() : FileHead{kSchema, 1, "nve-plan", {}} {}

  std::string network;
  int cores = 1;
  std::vector<PlannedLayerOfBinary> layers;
  PlannedFrame total;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields,
      std::make_tuple(Key("network", &PlanBinaryFile::network, "name of the network"),
                      Key("cores", &PlanBinaryFile::cores, "cores"),
                      Key("layers", &PlanBinaryFile::layers, "by layer"),
                      Key("total", &PlanBinaryFile::total, "all layers together")));
};

struct TableOfPaper {
  std::string id, title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> notes;
  static constexpr auto kFields =
      std::make_tuple(Key("id", &TableOfPaper::id, "name of its file, without .csv"),
                      Key("title", &TableOfPaper::title, "title"),
                      Key("columns", &TableOfPaper::columns, "titles of the columns"),
                      Key("rows", &TableOfPaper::rows, "cells, as text"),
                      Key("notes", &TableOfPaper::notes, "what was done, and why figures differ"));
};

struct PaperOfPlans {
  std::string title;
  std::vector<TableOfPaper> tables;
  static constexpr auto kFields =
      std::make_tuple(Key("title", &PaperOfPlans::title, "title of the paper"),
                      Key("tables", &PaperOfPlans::tables, "its tables, ours beside the printed"));
};

struct PapersFile : FileHead {
  static constexpr const char* kSchema = "nve-plan-papers";
  static constexpr const char* kMeaning = "tables of two papers, ours beside the printed ones";
  PapersFile() : FileHead{kSchema, 1, "nve-plan", {}} {}

  std::vector<PaperOfPlans> papers;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields, std::make_tuple(Key("papers", &PapersFile::papers, "by paper")));
};

}  // namespace nve
