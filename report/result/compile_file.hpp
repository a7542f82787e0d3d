// SPDX-License-Identifier: Apache-2.0
// What nvec writes with --json and --ladder: what the code of a network is worth, layer by layer.
// "Words" are 64-bit words of a stream; a strip is as many output rows as a vector has.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "report/result/prediction_result.hpp"
#include "report/result/result_field.hpp"

namespace nve {

struct BoundsOfCompile {
  int vmac = 0, wreg = 0, ireg = 0, mema = 0, memb = 0, register_path = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("vmac", &BoundsOfCompile::vmac, "operations of the slot VMAC"),
      Key("wreg", &BoundsOfCompile::wreg, "operations of the slot WREG"),
      Key("ireg", &BoundsOfCompile::ireg, "operations of the slot IREG"),
      Key("mema", &BoundsOfCompile::mema, "operations of the slot MEMA"),
      Key("memb", &BoundsOfCompile::memb, "operations of the slot MEMB"),
      Key("register_path", &BoundsOfCompile::register_path,
          "least cycles of a path through the registers' contents, 0 if none was sought"));
};

struct AlternativeOfCompile {
  bool half_vectors = false;
  std::string packing, fusion;
  int64_t cycles = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("half_vectors", &AlternativeOfCompile::half_vectors, "vectors of eight rows"),
      Key("packing", &AlternativeOfCompile::packing, "as nvec --packing"),
      Key("fusion", &AlternativeOfCompile::fusion, "as nvec --fusion"),
      Key("cycles", &AlternativeOfCompile::cycles, "predicted cycles of the finished programs"));
};

struct ProgramOfCompile {
  std::string name;
  int maps = 0, loads = 0, ii = 0, bound = 0;
  BoundsOfCompile bounds;
  bool optimal = false;
  static constexpr auto kFields =
      std::make_tuple(Key("name", &ProgramOfCompile::name, "name of the program"),
                      Key("maps", &ProgramOfCompile::maps, "output maps"),
                      Key("loads", &ProgramOfCompile::loads, "input maps loaded"),
                      Key("ii", &ProgramOfCompile::ii, "cycles of the repeated part"),
                      Key("bound", &ProgramOfCompile::bound, "proved lower bound of ii"),
                      Key("bounds", &ProgramOfCompile::bounds, "bounds of ii by slot"),
                      Key("optimal", &ProgramOfCompile::optimal, "ii equals its bound"));
};

struct CyclePartsOfCompile {
  int64_t bound = 0, above_bound = 0, initial = 0, ramps = 0, program_load = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("bound", &CyclePartsOfCompile::bound, "all iterations at their proved bound"),
      Key("above_bound", &CyclePartsOfCompile::above_bound, "what intervals lie above it"),
      Key("initial", &CyclePartsOfCompile::initial,
          "coefficients and first columns, once per strip"),
      Key("ramps", &CyclePartsOfCompile::ramps, "overlapped iterations that fill and drain"),
      Key("program_load", &CyclePartsOfCompile::program_load,
          "activation tables and instructions streamed in, and the first fetch of every START"));
};

/// What code is worth. What is not known is left out.
struct MetricsOfCompile {
  std::optional<double> mac_per_instr;
  std::optional<Figure> data_words_per_16_rows, code_words, programs, ii;
  static constexpr auto kFields = std::make_tuple(
      Key("mac_per_instr", &MetricsOfCompile::mac_per_instr,
          "multiply-accumulates per instruction that is executed"),
      Key("data_words_per_16_rows", &MetricsOfCompile::data_words_per_16_rows,
          "words moved for 16 rows"),
      Key("code_words", &MetricsOfCompile::code_words, "instructions"),
      Key("programs", &MetricsOfCompile::programs, "programs"),
      Key("ii", &MetricsOfCompile::ii, "cycles of the repeated parts of all programs"));
};

/// A layer of the best plan, of nvec --plan.
struct PlanOfCompile {
  std::string partition, feed, layout;
  bool half_vectors = false;
  int max_maps_per_program = 0;
  int64_t predicted_cycles = 0, lower_bound = 0, space = 0, evaluated = 0;
  double gap = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("partition", &PlanOfCompile::partition,
          "AxB: programs in A groups of cores, strips in B ranges; it need not use all cores"),
      Key("feed", &PlanOfCompile::feed, "as nvec --feed"),
      Key("layout", &PlanOfCompile::layout, "how its output maps lie in memory"),
      Key("half_vectors", &PlanOfCompile::half_vectors, "the layer runs on half vectors"),
      Key("max_maps_per_program", &PlanOfCompile::max_maps_per_program,
          "output maps of a program at most, 0: as many as fit"),
      Key("predicted_cycles", &PlanOfCompile::predicted_cycles,
          "cycles of the layer alone, from a drained memory, with all transfers"),
      Key("lower_bound", &PlanOfCompile::lower_bound, "no candidate of the layer takes less"),
      Key("space", &PlanOfCompile::space, "candidates between two layouts that fit"),
      Key("evaluated", &PlanOfCompile::evaluated, "of them, those that were predicted"),
      Key("gap", &PlanOfCompile::gap, "(predicted_cycles - lower_bound) / lower_bound"));
};

struct LayerOfCompile {
  std::string name;
  int ii = 0, outputs_per_iteration = 0, bound = 0;
  bool optimal = false;
  std::string certificate;
  double mac_per_instr = 0;
  int64_t data_words_per_strip = 0;
  std::string grouping;
  OrNull<int64_t> data_words_bound;
  int64_t data_words_per_16_rows = 0, code_words = 0;
  int programs = 0, kernel_only_programs = 0, loads = 0;
  std::string partition;
  std::string layout;
  int64_t predicted_cycles = 0, bound_cycles = 0;
  bool half_vectors = false;
  std::string choice;
  std::vector<AlternativeOfCompile> alternatives;
  BoundsOfCompile bounds;
  std::vector<ProgramOfCompile> per_program;
  CyclePartsOfCompile cycle_parts;
  std::optional<PlanOfCompile> plan;
  Named<MetricsOfCompile> published;
  static constexpr auto kFields = std::make_tuple(
      Key("name", &LayerOfCompile::name, "name of the layer"),
      Key("ii", &LayerOfCompile::ii, "cycles of the repeated part, summed over the programs"),
      Key("outputs_per_iteration", &LayerOfCompile::outputs_per_iteration,
          "rows of a strip: 16, or 8 for half vectors"),
      Key("bound", &LayerOfCompile::bound, "proved lower bounds of ii, summed over the programs"),
      Key("optimal", &LayerOfCompile::optimal, "ii of every program equals its bound"),
      Key("certificate", &LayerOfCompile::certificate, "optimal or gap: the same in a word"),
      Key("mac_per_instr", &LayerOfCompile::mac_per_instr,
          "multiply-accumulates per instruction that is executed in a strip"),
      Key("data_words_per_strip", &LayerOfCompile::data_words_per_strip, "words moved for a strip"),
      Key("grouping", &LayerOfCompile::grouping,
          "minimal: no grouping of maps into programs moves fewer words; bounded: beside a lower "
          "bound; none: not sought"),
      Key("data_words_bound", &LayerOfCompile::data_words_bound,
          "words that no grouping gets below, for a strip; null if it was not sought"),
      Key("data_words_per_16_rows", &LayerOfCompile::data_words_per_16_rows,
          "words moved for 16 rows"),
      Key("code_words", &LayerOfCompile::code_words, "instructions of all programs"),
      Key("programs", &LayerOfCompile::programs, "programs"),
      Key("kernel_only_programs", &LayerOfCompile::kernel_only_programs,
          "programs without code for prologue and epilogue"),
      Key("loads", &LayerOfCompile::loads, "input maps loaded, summed over the programs"),
      Key("partition", &LayerOfCompile::partition,
          "AxB: programs in A groups of cores, strips in B ranges"),
      Key("layout", &LayerOfCompile::layout,
          "how its output maps lie in memory: planes, columns or strips"),
      Key("predicted_cycles", &LayerOfCompile::predicted_cycles,
          "cycles for the whole picture if streams never wait; of several cores those of the one "
          "that has the most"),
      Key("bound_cycles", &LayerOfCompile::bound_cycles,
          "passes (those of EXTRA included) x ii x strips of the busiest core, with the partition "
          "for which this is least"),
      Key("half_vectors", &LayerOfCompile::half_vectors, "the layer runs on half vectors"),
      Key("choice", &LayerOfCompile::choice,
          "for which choices the layer is optimal and what others take"),
      Key("alternatives", &LayerOfCompile::alternatives,
          "what was compared; none without a choice"),
      Key("bounds", &LayerOfCompile::bounds, "bounds of ii by slot, summed over the programs"),
      Key("per_program", &LayerOfCompile::per_program, "by program"),
      Key("cycle_parts", &LayerOfCompile::cycle_parts, "predicted_cycles taken apart"),
      Key("plan", &LayerOfCompile::plan, "what nvec --plan best chose"),
      Key("published", &LayerOfCompile::published,
          "what sources print of the layer: manual, scopes2015, thesis2016"));
};

struct SumOfCompile : MetricsOfCompile {
  Named<MetricsOfCompile> published;
  std::optional<int64_t> frame_cycles = {}, first_strip_cycles = {};
  std::optional<std::vector<int>> bands = {};
  static constexpr auto kFields = std::tuple_cat(
      MetricsOfCompile::kFields,
      std::make_tuple(Key("frame_cycles", &SumOfCompile::frame_cycles,
                          "predicted cycles of the frame, layers overlapping, of --plan"),
                      Key("first_strip_cycles", &SumOfCompile::first_strip_cycles,
                          "those until the first strip of the output is in memory"),
                      Key("bands", &SumOfCompile::bands,
                          "of pipelined layers: strips of the last layer, band after band, as nvec "
                          "--pipeline"),
                      Key("published", &SumOfCompile::published,
                          "the same of sources that print all layers: manual, scopes2015, "
                          "thesis2016")));
};

struct PassesOfCompile {
  std::string scheduler, packing, folding, fusion, half_vectors;
  int max_maps_per_program = 0;
  std::string prologue;
  static constexpr auto kFields =
      std::make_tuple(Key("scheduler", &PassesOfCompile::scheduler, "as nvec --scheduler"),
                      Key("packing", &PassesOfCompile::packing, "as nvec --packing"),
                      Key("folding", &PassesOfCompile::folding, "as nvec --folding"),
                      Key("fusion", &PassesOfCompile::fusion, "as nvec --fusion"),
                      Key("half_vectors", &PassesOfCompile::half_vectors, "as nvec --half-vectors"),
                      Key("max_maps_per_program", &PassesOfCompile::max_maps_per_program,
                          "output maps of a program at most, 0: as many as fit"),
                      Key("prologue", &PassesOfCompile::prologue, "as nvec --prologue"));
};

/// Layers and their sums.
struct LayersOfCompile {
  std::vector<LayerOfCompile> layers;
  SumOfCompile mean, total;
  static constexpr auto kFields = std::make_tuple(
      Key("layers", &LayersOfCompile::layers, "by layer"),
      Key("mean", &LayersOfCompile::mean, "means of the layers, weighted by multiply-accumulates"),
      Key("total", &LayersOfCompile::total,
          "sums of the layers; mac_per_instr: of all instructions"));
};

/// The best plan on some cores, of nvec --pareto.
struct PlanOnCores {
  int cores = 1;
  int64_t frame_cycles = 0, first_strip_cycles = 0, bytes = 0;
  double fps = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("cores", &PlanOnCores::cores, "cores"),
      Key("frame_cycles", &PlanOnCores::frame_cycles, "predicted cycles of the frame"),
      Key("first_strip_cycles", &PlanOnCores::first_strip_cycles,
          "those until the first strip of the output is in memory"),
      Key("bytes", &PlanOnCores::bytes, "bytes moved, instructions included"),
      Key("fps", &PlanOnCores::fps, "frames per second"));
};

struct CompiledFile : FileHead, LayersOfCompile {
  static constexpr const char* kSchema = "nve-compile";
  static constexpr const char* kMeaning = "code of a network that nvec has made";
  CompiledFile() : FileHead{kSchema, 1, "nvec", {}} {}

  std::string preset;
  PassesOfCompile passes;
  std::string vectors, network, arch;
  int cores = 1;
  int64_t bound_cycles = 0;
  std::optional<PredictionResult> predicted;
  std::optional<std::vector<PlanOnCores>> pareto;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields,
      std::make_tuple(Key("preset", &CompiledFile::preset, "as nvec --preset"),
                      Key("passes", &CompiledFile::passes, "choices that were made"),
                      Key("vectors", &CompiledFile::vectors,
                          "which way vectors lie in the picture: vertical or horizontal"),
                      Key("network", &CompiledFile::network, "name of the network"),
                      Key("arch", &CompiledFile::arch, "name of the machine"),
                      Key("cores", &CompiledFile::cores, "as nvec --cores"),
                      Key("bound_cycles", &CompiledFile::bound_cycles, "those of all layers")),
      LayersOfCompile::kFields,
      std::make_tuple(Key("predicted", &CompiledFile::predicted,
                          "cycles with transfers, of "
                          "--predict"),
                      Key("pareto", &CompiledFile::pareto,
                          "the best plans on several numbers of cores, of --pareto")));
};

struct PresetOfLadder : LayersOfCompile {
  std::string preset;
  static constexpr auto kFields =
      std::tuple_cat(std::make_tuple(Key("preset", &PresetOfLadder::preset, "name of the preset")),
                     LayersOfCompile::kFields);
};

struct RefusedPreset {
  std::string preset, reason;
  static constexpr auto kFields =
      std::make_tuple(Key("preset", &RefusedPreset::preset, "name of the preset"),
                      Key("reason", &RefusedPreset::reason, "why it cannot compile the network"));
};

struct LadderFile : FileHead {
  static constexpr const char* kSchema = "nve-ladder";
  static constexpr const char* kMeaning = "code of a network by preset, of nvec --ladder";
  LadderFile() : FileHead{kSchema, 1, "nvec", {}} {}

  std::string network, arch;
  std::vector<PresetOfLadder> presets;
  std::vector<RefusedPreset> refused;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields,
      std::make_tuple(Key("network", &LadderFile::network, "name of the network"),
                      Key("arch", &LadderFile::arch, "name of the machine"),
                      Key("presets", &LadderFile::presets, "by preset"),
                      Key("refused", &LadderFile::refused, "presets that are left out")));
};

}  // namespace nve
