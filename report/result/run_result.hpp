// SPDX-License-Identifier: Apache-2.0
// The result of a run of a network: nve-cosim, with the whole platform or the core alone, and
// nve-sim. Plain data, which tools fill and views show.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "report/result/port_result.hpp"
#include "report/result/processor_result.hpp"
#include "report/result/read_out_result.hpp"
#include "report/result/result_field.hpp"
#include "report/result/schedule_result.hpp"
#include "report/result/use_result.hpp"

namespace nve {

struct MachineOfRun {
  std::string name, arch_id;
  double clock_mhz = 0;
  int lanes = 0;
  static constexpr auto kFields =
      std::make_tuple(Key("name", &MachineOfRun::name, "name of the machine"),
                      Key("arch_id", &MachineOfRun::arch_id, "register ARCH_ID, in hexadecimal"),
                      Key("clock_mhz", &MachineOfRun::clock_mhz, "clock, MHz"),
                      Count("lanes", &MachineOfRun::lanes, "multiply-accumulate units"));
};

struct LockstepOfRun {
  uint64_t cycles = 0, mismatches = 0;
  int64_t cycle_delta = 0;
  std::optional<double> cycles_per_second;
  std::optional<uint64_t> still_cycles;
  static constexpr auto kFields = std::make_tuple(
      Key("cycles", &LockstepOfRun::cycles,
          "clock cycles in which RTL and golden model were compared"),
      Key("mismatches", &LockstepOfRun::mismatches, "0 or 1: the first one ends the run"),
      Key("cycle_delta", &LockstepOfRun::cycle_delta,
          "clock cycles that the RTL needed more than the golden model"),
      Key("cycles_per_second", &LockstepOfRun::cycles_per_second,
          "clock cycles per second of processor time"),
      Key("still_cycles", &LockstepOfRun::still_cycles,
          "of cycles those in which a tile stood still: state and inputs were those of the cycle "
          "before, and its verdict theirs"));
};

struct Stalls {
  int64_t input = 0, output = 0;
  static constexpr auto kFields = std::make_tuple(
      Count("input", &Stalls::input, "clock cycles in which the input FIFO was empty"),
      Count("output", &Stalls::output, "clock cycles in which the output FIFO was full"));
};

/// Of a layer, a program or all together. What the platform alone knows is missing in runs of the
/// core alone, what belongs to layers is missing in programs.
struct LayerOfRun {
  std::string name;
  std::optional<int64_t> macs, pixels;
  int64_t cycles = 0;
  std::optional<int64_t> load_cycles;
  std::optional<double> mac_per_cycle;
  std::optional<int64_t> instruction_words;
  int64_t words_in = 0, words_out = 0;
  Stalls stalls;
  std::optional<int64_t> elapsed_cycles, first_strip_cycles, issued_macs;
  std::optional<double> gops, gops_elapsed;
  std::optional<int64_t> steps, step_cycles;
  std::optional<Named<int64_t>> waterfall;
  std::optional<Named<AxiPortOfRun>> axi;
  static constexpr auto kFields = std::make_tuple(
      Key("name", &LayerOfRun::name, "name of the layer or program"),
      Count("macs", &LayerOfRun::macs, "multiply-accumulates of the layer's definition"),
      Count("pixels", &LayerOfRun::pixels,
            "every input pixel that is needed and every output pixel, once"),
      Count("cycles", &LayerOfRun::cycles, "clock cycles in which the core was at work"),
      Count("load_cycles", &LayerOfRun::load_cycles,
            "clock cycles of loads of activation tables and programs"),
      Key("mac_per_cycle", &LayerOfRun::mac_per_cycle, "macs per cycle of the core"),
      Count("instruction_words", &LayerOfRun::instruction_words,
            "instruction words that were loaded"),
      Count("words_in", &LayerOfRun::words_in, "64-bit words that the core took"),
      Count("words_out", &LayerOfRun::words_out, "64-bit words that the core gave"),
      Key("stalls", &LayerOfRun::stalls, "clock cycles in which the core stood still"),
      Count("elapsed_cycles", &LayerOfRun::elapsed_cycles,
            "clock cycles from the first step's preparation to the last step's end"),
      Count("first_strip_cycles", &LayerOfRun::first_strip_cycles,
            "clock cycles from the first step's preparation until the first strip of every output "
            "map was in memory; of the total"),
      Count("issued_macs", &LayerOfRun::issued_macs,
            "multiply-accumulates that were issued, all lanes"),
      Key("gops", &LayerOfRun::gops, "10^9 operations of macs per second of cycles"),
      Key("gops_elapsed", &LayerOfRun::gops_elapsed, "the same of elapsed_cycles"),
      Count("steps", &LayerOfRun::steps, "steps of the plan"),
      Count("step_cycles", &LayerOfRun::step_cycles,
            "sum over the steps; more than elapsed_cycles if steps of several cores overlap"),
      Key("waterfall", &LayerOfRun::waterfall, "clock cycles by what they went to, and their sum"),
      Key("axi", &LayerOfRun::axi, "what the ports to the memory did"));
};

struct DmaOfRun {
  int64_t descriptors = 0, bytes = 0;
  static constexpr auto kFields =
      std::make_tuple(Count("descriptors", &DmaOfRun::descriptors, "descriptors"),
                      Count("bytes", &DmaOfRun::bytes, "bytes"));
};

struct PixelOfRun {
  int map = 0, row = 0, column = 0, expected = 0, got = 0;
  static constexpr auto kFields =
      std::make_tuple(Key("map", &PixelOfRun::map, "number of the map, from 0"),
                      Key("row", &PixelOfRun::row, "row, from 0"),
                      Key("column", &PixelOfRun::column, "column, from 0"),
                      Key("expected", &PixelOfRun::expected, "value of the reference"),
                      Key("got", &PixelOfRun::got, "value of the run"));
};

struct ComparedLayer {
  std::string name;
  bool bit_exact = false;
  std::optional<int64_t> pixels, different;
  std::optional<PixelOfRun> first;
  std::string text;
  static constexpr auto kFields = std::make_tuple(
      Key("name", &ComparedLayer::name, "name of the layer"),
      Key("bit_exact", &ComparedLayer::bit_exact, "whether every pixel is that of the reference"),
      Count("pixels", &ComparedLayer::pixels, "pixels that were compared"),
      Count("different", &ComparedLayer::different, "pixels that differ"),
      Key("first", &ComparedLayer::first, "the first pixel that differs"),
      Key("text", &ComparedLayer::text, "the same in words, with the first difference"));
};

struct ReferenceOfRun {
  bool bit_exact = false;
  std::optional<int64_t> pixels, different;
  std::optional<PixelOfRun> first;
  std::string text;
  std::vector<ComparedLayer> layers;
  static constexpr auto kFields = std::make_tuple(
      Key("bit_exact", &ReferenceOfRun::bit_exact, "whether every pixel of every layer is right"),
      Count("pixels", &ReferenceOfRun::pixels, "pixels of the output that were compared"),
      Count("different", &ReferenceOfRun::different, "pixels of the output that differ"),
      Key("first", &ReferenceOfRun::first, "the first pixel of the output that differs"),
      Key("text", &ReferenceOfRun::text, "the same in words, with the first difference"),
      Key("layers", &ReferenceOfRun::layers, "by layer"));
};

struct ComparedOfRun {
  uint64_t cycles = 0;
  int64_t pixels = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("cycles", &ComparedOfRun::cycles, "clock cycles compared in lockstep"),
      Count("pixels", &ComparedOfRun::pixels, "pixels compared with the reference"));
};

struct CoreOfRun {
  int core = 0;
  int64_t cycles = 0, busy = 0;
  std::vector<std::string> layers;
  std::optional<Named<int64_t>> waterfall;
  static constexpr auto kFields = std::make_tuple(
      Count("core", &CoreOfRun::core, "number of the core, from 0"),
      Count("cycles", &CoreOfRun::cycles, "clock cycles of the run; of cores alone those at work"),
      Count("busy", &CoreOfRun::busy, "those in which the core was at work"),
      Key("layers", &CoreOfRun::layers, "layers of which it has run programs"),
      Key("waterfall", &CoreOfRun::waterfall,
          "clock cycles of the frame by what they went to: its steps, then waiting for other "
          "cores, "
          "for the processor, and nothing left to do (docs/cores.md, section 6), and their sum"));
};

struct Picture {
  std::string role, file;
  static constexpr auto kFields =
      std::make_tuple(Key("role", &Picture::role,
                          "input, output, or of a read-out: detections, heat map, contact sheet"),
                      Key("file", &Picture::file, "PNG, from the folder of this file"));
};

struct MemoryOfRun {
  nlohmann::ordered_json config, statistics;
  static constexpr auto kFields = std::make_tuple(
      Key("config", &MemoryOfRun::config, "parameters of memory and board (docs/memory.md)"),
      Key("statistics", &MemoryOfRun::statistics, "what the memory counted (docs/memory.md)"));
};

struct CoreAtFailure {
  std::string core, layer, program;
  uint64_t run = 0, pass = 0;
  std::string state, stall;
  uint64_t pc = 0;
  std::string instruction;
  int strips = 0;
  int64_t iterations = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("core", &CoreAtFailure::core, "name of the core"),
      Key("layer", &CoreAtFailure::layer, "layer whose program it ran"),
      Key("program", &CoreAtFailure::program, "name of the program"),
      Key("run", &CoreAtFailure::run, "number of the strip, from 0"),
      Key("pass", &CoreAtFailure::pass, "number of the pass of the loop, from 0"),
      Key("state", &CoreAtFailure::state, "state of the core"),
      Key("stall", &CoreAtFailure::stall, "what it waited for, or none"),
      Key("pc", &CoreAtFailure::pc, "address of the instruction"),
      Key("instruction", &CoreAtFailure::instruction, "the instruction in words"),
      Count("strips", &CoreAtFailure::strips, "strips of the START, 0 if not known"),
      Count("iterations", &CoreAtFailure::iterations, "of the loop in each strip, 0 if not known"));
};

struct RuleBreach {
  std::string of, rule, place;
  uint64_t cycle = 0;
  std::string found, allowed;
  static constexpr auto kFields =
      std::make_tuple(Key("of", &RuleBreach::of, "AXI or DMA (docs/dma.md)"),
                      Key("rule", &RuleBreach::rule, "its name, as A8"),
                      Key("place", &RuleBreach::place, "port, stream or channel"),
                      Key("cycle", &RuleBreach::cycle, "clock cycle in which it was broken"),
                      Key("found", &RuleBreach::found, "what was found"),
                      Key("allowed", &RuleBreach::allowed, "what is allowed"));
};

/// Values of FailureOfRun::kind
inline constexpr const char* kMismatchFailure = "mismatch";
inline constexpr const char* kRuleFailure = "rule";
inline constexpr const char* kHardwareFailure = "hardware";
inline constexpr const char* kStandstillFailure = "standstill";
inline constexpr const char* kLimitFailure = "limit";
inline constexpr const char* kCheckFailure = "check";
inline constexpr const char* kLockstepFailure = "lockstep";
inline constexpr const char* kReferenceFailure = "reference";
inline constexpr const char* kNoEffectFailure = "no effect";
inline constexpr const char* kInputFailure = "input";
inline constexpr const char* kToolFailure = "tool";

struct FailureOfRun {
  std::string kind, text;
  OrNull<uint64_t> cycle;
  bool stood_still = false;
  std::optional<RuleBreach> rule;
  std::vector<CoreAtFailure> cores;
  std::string seed, reproduce;
  static constexpr auto kFields = std::make_tuple(
      Key("kind", &FailureOfRun::kind,
          "mismatch (of RTL and golden model), rule (broken), hardware (an error of "
          "core or DMA), standstill (the watchdog), limit (of cycles), check "
          "(another one), lockstep (its end), reference (pixels), no effect (of a "
          "fault), input (refused) or tool (a bug of it)",
          1),
      Key("text", &FailureOfRun::text, "what was found"),
      Key("cycle", &FailureOfRun::cycle, "clock cycle in which it was found"),
      Key("stood_still", &FailureOfRun::stood_still, "from that cycle on nothing moved", 1),
      Key("rule", &FailureOfRun::rule, "the rule that was broken"),
      Key("cores", &FailureOfRun::cores, "what the cores were working on"),
      Key("seed", &FailureOfRun::seed, "seed of made-up weights"),
      Key("reproduce", &FailureOfRun::reproduce, "command that shows it again"));
};

struct SignalDifference {
  std::string slot, signal;
  int element = -1;
  std::string expected, got;
  static constexpr auto kFields = std::make_tuple(
      Key("slot", &SignalDifference::slot, "issue slot or unit of the signal"),
      Key("signal", &SignalDifference::signal, "name of the signal"),
      Key("element", &SignalDifference::element, "lane or entry, -1 if there is one only"),
      Key("expected", &SignalDifference::expected, "value of the golden model"),
      Key("got", &SignalDifference::got, "value of the RTL"));
};

struct CycleBefore {
  uint64_t cycle = 0;
  std::string state, stall;
  uint64_t pc = 0;
  std::string instruction;
  static constexpr auto kFields =
      std::make_tuple(Key("cycle", &CycleBefore::cycle, "clock cycle"),
                      Key("state", &CycleBefore::state, "state of the core"),
                      Key("stall", &CycleBefore::stall, "what it waited for, or none"),
                      Key("pc", &CycleBefore::pc, "address of the instruction"),
                      Key("instruction", &CycleBefore::instruction, "the instruction in words"));
};

struct StreamBeat {
  uint64_t cycle = 0;
  std::string stream, data;
  bool last = false;
  static constexpr auto kFields =
      std::make_tuple(Key("cycle", &StreamBeat::cycle, "clock cycle"),
                      Key("stream", &StreamBeat::stream, "in or out"),
                      Key("data", &StreamBeat::data, "64 bits, in hexadecimal"),
                      Key("last", &StreamBeat::last, "TLAST"));
};

/// Pins of the core.
struct InputsOfCycle {
  uint32_t s_tvalid = 0;
  std::string s_tdata;
  uint32_t m_tready = 0, reg_write = 0, reg_waddr = 0, reg_wdata = 0, reg_raddr = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("s_tvalid", &InputsOfCycle::s_tvalid, "TVALID of the input stream"),
      Key("s_tdata", &InputsOfCycle::s_tdata, "its 64 bits, in hexadecimal"),
      Key("m_tready", &InputsOfCycle::m_tready, "TREADY of the output stream"),
      Key("reg_write", &InputsOfCycle::reg_write, "1 if a register is written"),
      Key("reg_waddr", &InputsOfCycle::reg_waddr, "address of the write"),
      Key("reg_wdata", &InputsOfCycle::reg_wdata, "its data"),
      Key("reg_raddr", &InputsOfCycle::reg_raddr, "address of the register that is read"));
};

/// Values of MismatchOfRun::writer
inline constexpr const char* kWriterProducer = "producer";
inline constexpr const char* kWriterNow = "this instruction";
inline constexpr const char* kWriterNever = "no instruction";
inline constexpr const char* kWriterUnknown = "unknown";

/// What the core was working on, and what differs.
struct MismatchOfRun : CoreAtFailure {
  uint64_t cycle = 0;
  std::string seed;
  InputsOfCycle inputs;
  std::string writer;
  OrNull<CycleBefore> producer;
  std::vector<SignalDifference> differences;
  std::vector<CycleBefore> history;
  std::vector<StreamBeat> beats;
  std::string reproduce;
  static constexpr auto kFields = std::tuple_cat(
      CoreAtFailure::kFields,
      std::make_tuple(
          Key("cycle", &MismatchOfRun::cycle, "clock cycle of the first difference"),
          Key("seed", &MismatchOfRun::seed, "seed of made-up data"),
          Key("inputs", &MismatchOfRun::inputs, "pins of the core in that cycle", 1),
          Key("writer", &MismatchOfRun::writer,
              "what drives the signal that differs first: producer, this instruction, no "
              "instruction (none ever does) or unknown (none of the cycles before)",
              1),
          Key("producer", &MismatchOfRun::producer,
              "instruction that wrote the value that differs first"),
          Key("differences", &MismatchOfRun::differences, "every signal that differs"),
          Key("history", &MismatchOfRun::history, "the cycles before, the oldest first"),
          Key("beats", &MismatchOfRun::beats, "the last words of the streams"),
          Key("reproduce", &MismatchOfRun::reproduce, "command that shows it again")));
};

/// Two platforms in one simulation, with and without lockstep, probes or use over time.
struct SpeedOfRun {
  std::string of;
  double with = 0, without = 0, ratio = 0;
  static constexpr auto kFields =
      std::make_tuple(Key("of", &SpeedOfRun::of, "lockstep, probes or use"),
                      Key("with", &SpeedOfRun::with, "clock cycles per second with it"),
                      Key("without", &SpeedOfRun::without, "clock cycles per second without it"),
                      Key("ratio", &SpeedOfRun::ratio, "with / without"));
};

struct RunResult {
  static constexpr const char* kSchema = "nve-run";
  static constexpr const char* kMeaning = "result of a run of a network";
  static constexpr int kVersion = 1;  ///< 0: files that say no version

  std::string schema = kSchema;
  int schema_version = kVersion;
  std::string tool, command;
  MachineOfRun machine;
  std::string network, binary, input;
  std::optional<std::string> arch;
  std::optional<bool> forced;
  std::optional<std::string> feed, fault;
  std::optional<int> fault_core;
  std::optional<std::vector<std::string>> warnings;
  OrNull<LockstepOfRun> lockstep;
  std::vector<LayerOfRun> layers;
  std::optional<LayerOfRun> total;
  std::optional<std::vector<LayerOfRun>> programs;
  std::optional<std::vector<CoreOfRun>> cores;
  std::optional<Named<int64_t>> states;
  std::optional<Named<DmaOfRun>> dma;
  std::optional<MemoryOfRun> memory;
  std::optional<ProcessorOfRun> processor;
  std::optional<uint64_t> platform_cycles;
  std::optional<double> cycles_per_second;
  std::optional<SpeedOfRun> speed;
  std::optional<MismatchOfRun> mismatch;
  std::optional<nlohmann::ordered_json> waves;
  std::optional<FailureOfRun> failure;
  std::optional<ReferenceOfRun> reference;
  std::optional<ComparedOfRun> compared;
  std::optional<std::vector<Picture>> pictures;
  std::optional<std::vector<ScheduleOfRun>> schedules;
  std::optional<UseOfRun> use;
  std::optional<ReadOutOfRun> read_out;

  static constexpr auto kFields = std::make_tuple(
      Key("schema", &RunResult::schema, "nve-run", 1),
      Key("schema_version", &RunResult::schema_version, "version of the schema", 1),
      Key("tool", &RunResult::tool, "program that has written the file", 1),
      Key("command", &RunResult::command, "command to run it again", 1),
      Key("machine", &RunResult::machine, "the machine that ran", 1),
      Key("network", &RunResult::network, "name of the network"),
      Key("binary", &RunResult::binary, "file of the program", 1),
      Key("input", &RunResult::input, "file of the picture", 1),
      Key("arch", &RunResult::arch, "name of the machine, in files of nve-sim"),
      Key("forced", &RunResult::forced, "the program was made in spite of errors"),
      Key("feed", &RunResult::feed,
          "how pixels came to the core; ideal: the core alone; none if steps have several"),
      Key("fault", &RunResult::fault, "fault that was put in on purpose, as nve-cosim --fault"),
      Key("fault_core", &RunResult::fault_core, "the core of that fault"),
      Key("warnings", &RunResult::warnings, "what the tool has warned of"),
      Key("lockstep", &RunResult::lockstep, "null without lockstep"),
      Key("layers", &RunResult::layers, "by layer", 1),
      Key("total", &RunResult::total, "all together"),
      Key("programs", &RunResult::programs, "by program"),
      Key("cores", &RunResult::cores, "by core"),
      Key("states", &RunResult::states, "clock cycles of all cores by state"),
      Key("dma", &RunResult::dma, "by channel"), Key("memory", &RunResult::memory, "the memory"),
      Key("processor", &RunResult::processor, "the processor"),
      Key("platform_cycles", &RunResult::platform_cycles, "clock cycles of the whole run"),
      Key("cycles_per_second", &RunResult::cycles_per_second,
          "clock cycles per second of processor time"),
      Key("speed", &RunResult::speed, "a comparison of speeds"),
      Key("mismatch", &RunResult::mismatch, "the first difference of RTL and golden model"),
      Key("waves", &RunResult::waves, "waves around the failure (docs/debugging.md)"),
      Key("failure", &RunResult::failure, "what ended the run early or was wrong at its end"),
      Key("reference", &RunResult::reference, "comparison with the reference"),
      Key("compared", &RunResult::compared, "what was compared in all"),
      Key("pictures", &RunResult::pictures, "maps as pictures"),
      Key("schedules", &RunResult::schedules, "the programs that ran, instruction by instruction"),
      Key("use", &RunResult::use, "use of FIFOs and ports over time"),
      Key("read_out", &RunResult::read_out, "what the network says of its pictures"));
};

/// The PNGs among `files` as pictures of a result in the file `json`: named from its folder, or as
/// they are if it goes to standard output or nowhere.
std::vector<Picture> PicturesOf(const std::string& role, const std::vector<std::string>& files,
                                const std::string& json);

/// The result as a file has it.
nlohmann::ordered_json RunJson(const RunResult& result);

/// Reads a file of this version or an earlier one, which the result then has. InputError with all
/// problems if it is none.
RunResult ReadRun(const std::string& path);
/// The same of what is in such a file.
RunResult RunOf(const std::string& path, nlohmann::ordered_json json);

}  // namespace nve
