// SPDX-License-Identifier: Apache-2.0
// Command lines, number ranges and memory configurations: see targets.hpp. A command line is
// refused with exit code 2 or an InputError, and the command that nve-cosim prints for reproducing
// a run means the same options.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "base/json/json_file.hpp"
#include "compiler/tools/pass_options.hpp"
#include "compiler/tools/predict_options.hpp"
#include "convnet/resize_network.hpp"
#include "host/tools/cosim_options.hpp"
#include "model/sim/trace.hpp"
#include "tb/fuzz/memory_file.hpp"
#include "tb/fuzz/targets.hpp"

// The tools' main functions under names of their own (CMakeLists.txt).
int NveAsMain(int argc, char** argv);
int NveObjdumpMain(int argc, char** argv);
int NveSimMain(int argc, char** argv);
int NvecMain(int argc, char** argv);

// SystemC, which comes with nve-cosim's options, wants one; nothing is simulated.
int sc_main(int, char**) { return 0; }

namespace nve::fuzz {
namespace {

using Arguments = std::vector<std::string>;

std::string Text(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

Bytes BytesOf(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

// One argument per line. A slash would lead out of the working folder, and a result on standard
// output redirects it for good.
Arguments Lines(std::string text) {
  std::replace(text.begin(), text.end(), '/', '_');
  std::replace(text.begin(), text.end(), '\0', ' ');
  Arguments arguments;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    arguments.push_back(text.substr(at, end - at));
    if (arguments.back() == "-" || arguments.back().ends_with("=-")) arguments.back() += '_';
    at = end + 1;
  }
  return arguments;
}

// Calls `use(argc, argv)` with `name` as the program's.
template <typename Use>
auto WithArgv(std::string name, Arguments arguments, Use use) {
  std::vector<char*> argv = {name.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  const int argc = static_cast<int>(argv.size());
  argv.push_back(nullptr);
  return use(argc, argv.data());
}

// False if the command line is refused, or asks for help.
bool Parsed(CLI::App& app, const Arguments& arguments) {
  try {
    WithArgv("tool", arguments, [&app](int argc, char** argv) { app.parse(argc, argv); });
  } catch (const CLI::Error& error) {
    Require(error.get_name() != "", "a refusal has a reason");
    return false;
  }
  return true;
}

// The words of a line that a shell would make of it; quotes are the single ones only.
Arguments ShellWords(const std::string& line) {
  Arguments words;
  bool quoted = false;
  bool inside = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (!quoted && line[i] == ' ') {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (line[i] == '\'') {
      quoted = !quoted;
    } else if (!quoted && line[i] == '\\') {
      words.back() += line[++i];
    } else {
      words.back() += line[i];
    }
  }
  return words;
}

std::optional<CosimOptions> ParsedCosim(const Arguments& arguments) {
  CLI::App app;
  CosimOptions options;
  options.command = "nve-cosim";
  AddOptions(app, options);
  if (!Parsed(app, arguments)) return std::nullopt;
  CheckOptions(options);
  return options;
}

void CheckCosim(const Arguments& arguments) {
  const std::optional<CosimOptions> options = ParsedCosim(arguments);
  if (!options) return;
  ParseWatchedMemory(*options);
  if (!options->wave.empty()) WavesOf(*options);
  if (!options->timeline.empty()) TimelineCyclesOf(*options);
  const std::string command = ReproduceCommand(*options);
  Arguments words = ShellWords(command);
  words.erase(words.begin());
  const std::optional<CosimOptions> again = ParsedCosim(words);
  Require(again && ReproduceCommand(*again) == command,
          fmt::format("'{}' means the options it is printed for", command));
}

void CheckNvec(const Arguments& arguments) {
  CLI::App app;
  PassOptions passes;
  PredictOptions predict;
  DeclarePasses(app, passes);
  DeclarePredict(app, predict);
  if (!Parsed(app, arguments)) return;
  TransferOptionsOf(predict, 1);
  Require(!PassesResult(ParsePasses(passes)).scheduler.empty(), "passes have their report");
}

void CheckTool(Arguments arguments) {
  using Main = int (*)(int, char**);
  constexpr std::pair<const char*, Main> kTools[] = {{"nve-as", NveAsMain},
                                                     {"nve-objdump", NveObjdumpMain},
                                                     {"nve-sim", NveSimMain},
                                                     {"nvec", NvecMain}};
  if (arguments.empty()) return;
  const std::string name = arguments.front();
  arguments.erase(arguments.begin());
  for (const auto& [tool, run] : kTools) {
    if (name != tool) continue;
    const int code = WithArgv(name, arguments, run);
    Require(code == kExitOk || code == kExitUsage,
            fmt::format("a command line gives exit code 0 or 2, found {}", code));
  }
}

// A range printed in full is the same range.
void CheckRanges(const std::string& text) {
  if (const std::optional<NumberRange> range = ParseRange(text)) {
    const auto again = ParseRange(fmt::format("{}-{}", range->first, range->last));
    Require(range->first <= range->last && again && again->first == range->first &&
                again->last == range->last,
            "a range reads back as it was written");
  }
  if (text.find('/') != std::string::npos) return;
  const PictureSize size = ReadPictureSize(text);
  Require(size.height >= 1 && size.width >= 1, "a picture has a size");
}

// What a file cannot set: it follows from the rest.
void EraseDerived(nlohmann::ordered_json* json) {
  if (!json->contains("dram")) return;
  for (const char* key : {"banks", "page_bytes", "peak_mb_s"}) (*json)["dram"].erase(key);
}

void CheckMemory(const std::string& text) {
  nlohmann::ordered_json json =
      MemoryConfigJson(ReadMemoryConfig(MemoryFile(BytesOf(text)).path()));
  Require(text.find('\0') == std::string::npos, "a memory configuration is text");
  EraseDerived(&json);
  const MemoryFile written(BytesOf(json.dump()));
  nlohmann::ordered_json again = MemoryConfigJson(ReadMemoryConfig(written.path()));
  EraseDerived(&again);
  Require(again == json, "a memory configuration reads back as it was written");
}

}  // namespace

void FuzzOptions(Bytes bytes) {
  if (bytes.empty()) return;
  const std::string text = Text(bytes.subspan(1));
  try {
    if (bytes[0] == 'm') CheckMemory(text);
    if (bytes[0] == 'r') CheckRanges(text);
    if (bytes[0] == 'c') CheckCosim(Lines(text));
    if (bytes[0] == 'v') CheckNvec(Lines(text));
    if (bytes[0] == 't') CheckTool(Lines(text));
  } catch (const InputError& error) {
    Require(!error.diagnostics().empty(), "a refusal has a reason");
  }
}

}  // namespace nve::fuzz
