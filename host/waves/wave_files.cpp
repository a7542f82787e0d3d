// SPDX-License-Identifier: Apache-2.0
// Files of waves: see wave_files.hpp.
#include "host/waves/wave_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "arch/build_machine.hpp"
#include "base/files/files.hpp"
#include "base/files/leftovers.hpp"
#include "base/json/json_file.hpp"
#include "base/text/shell_word.hpp"
#include "host/lockstep/mismatch_data.hpp"
#include "host/waves/fst_blocks.hpp"

namespace nve {
namespace {

constexpr std::array<const char*, 2> kUnfinishedParts = {"", kHierarchySuffix};

// As short as it can be called from the current folder, else that of the checkout around this
// program: it may have been moved since it was configured.
std::string WavesScript() {
  std::string name = "scripts/waves/waves.sh";
  std::error_code ignored;
  if (std::filesystem::exists(name, ignored)) return name;
  std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", ignored);
  while (folder.has_relative_path()) {
    folder = folder.parent_path();
    if (std::filesystem::exists(folder / name, ignored)) return (folder / name).string();
  }
  return NVE_SOURCE_DIR "/" + name;
}

const char* ViewOfSlot(std::string_view slot) {
  if (slot == "MEMA" || slot == "MEMB") return "agu";
  if (slot == "control") return "fsm";
  if (slot == "registers") return "axi";
  if (slot == "streams") return "core";
  return "datapath";
}

// What is left of unfinished waves goes in the end.
class Discarded {
 public:
  explicit Discarded(const WaveOptions& waves) : waves_(waves) {}
  ~Discarded() { DiscardWaves(waves_); }
  Discarded(const Discarded&) = delete;
  Discarded& operator=(const Discarded&) = delete;

 private:
  const WaveOptions& waves_;
};

void GiveName(const WaveOptions& waves) {
  if (std::rename(waves.written().c_str(), waves.path.c_str()) == 0) return;
  throw InputError({waves.path, 0, ""}, fmt::format("cannot replace: {}", std::strerror(errno)));
}

}  // namespace

WaveOptions WavesInto(const std::string& path, uint64_t first_cycle, uint64_t last_cycle) {
  if (path.empty()) return {};
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return {.path = path,
          .first_cycle = first_cycle,
          .last_cycle = last_cycle,
          .unfinished = (folder / fmt::format(".nve-{}-waves.tmp", getpid())).string()};
}

WaveOptions WavesAround(WaveOptions waves, uint64_t cycle, uint64_t cycles_after) {
  waves.first_cycle = cycle - std::min(cycle, kWaveCyclesBefore);
  waves.last_cycle = cycle + cycles_after;
  return waves;
}

std::string DescriptionOf(const std::string& waves) {
  return waves.empty() ? "" : waves + kDescriptionSuffix;
}

std::vector<GivenPath> WaveOutputs(const std::string& option, const std::string& waves) {
  if (waves.empty()) return {};
  return {{option, waves}, {"the description of " + option, DescriptionOf(waves)}};
}

std::string FullPath(const std::string& path) { return std::filesystem::absolute(path).string(); }

std::string ViewOf(const Mismatch& mismatch) {
  const std::vector<Difference> differences = FindDifferences(mismatch.expected, mismatch.got);
  return differences.empty() ? "core" : ViewOfSlot(differences.front().slot);
}

void BeginWaves(const WaveOptions& waves) {
  for (const char* part : kUnfinishedParts) RememberLeftover(waves.written() + part);
}

std::optional<bool> FinishWaves(WaveOptions& waves) {
  const std::optional<FstTimes> times = TimesOfCompleteFst(waves.written());
  if (!times || times->none()) DiscardWaves(waves);
  if (!times) return std::nullopt;
  if (times->none()) return false;
  waves.first_cycle = times->first / kTimePerCycle;
  waves.last_cycle = times->last / kTimePerCycle;
  return true;
}

void DiscardWaves(const WaveOptions& waves) {
  if (waves.unfinished.empty()) return;
  for (const char* part : kUnfinishedParts) {
    std::error_code ignored;
    std::filesystem::remove(waves.unfinished + part, ignored);
    ForgetLeftover(waves.unfinished + part);
  }
}

std::string EarlierWaves(const std::string& path) {
  std::vector<std::string> there;
  for (const std::string& name : {path, DescriptionOf(path)}) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(name, ignored)) there.push_back(name);
  }
  if (there.empty()) return "";
  return fmt::format("; {} {} of an earlier run", fmt::join(there, " and "),
                     there.size() == 1 ? "is" : "are");
}

nlohmann::ordered_json WavesJson(const WaveOptions& waves, uint64_t cycle, const std::string& view,
                                 int core) {
  return {{"file", waves.path},
          {"first_cycle", waves.first_cycle},
          {"last_cycle", waves.last_cycle},
          {"cycle", cycle},
          {"view", view},
          {"core", core}};
}

void KeepWaves(const WaveOptions& waves, const nlohmann::ordered_json& shown,
               const nlohmann::ordered_json& program) {
  const Discarded discarded(waves);
  nlohmann::ordered_json json = shown;
  // It is read from other folders too.
  json["file"] = FullPath(waves.path);
  json.update(program);
  json["arch"] = arch::BuildMachine().name;
  OutputFile description(DescriptionOf(waves.path));
  description.Write(JsonText(json));
  // What may fail for want of room comes before the first change.
  description.Close();
  GiveName(waves);
  description.Commit();
}

std::string WaveLines(const nlohmann::ordered_json& waves) {
  if (waves.is_null()) return "";
  const auto file = waves["file"].get<std::string>();
  return fmt::format("  waves: {}, cycles {} to {}\n  open them: {} show {}\n", file,
                     waves["first_cycle"].get<uint64_t>(), waves["last_cycle"].get<uint64_t>(),
                     ShellWord(WavesScript()), ShellWord(file));
}

}  // namespace nve
