// Files of waves: see wave_files.hpp.
#include "host/tools/wave_files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "compiler/support/json_file.hpp"
#include "compiler/support/leftovers.hpp"
#include "compiler/support/shell_word.hpp"
#include "host/diff/fst_blocks.hpp"
#include "host/lockstep/mismatch_report.hpp"

namespace nve {
namespace {

constexpr std::array<const char*, 2> kUnfinishedParts = {"", kHierarchySuffix};

// As short as it can be called from the current folder, else that of the checkout around this
// program: it may have been moved since it was configured.
std::string WavesScript() {
  std::string name = "scripts/waves.sh";
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
  std::error_code error;
  if (times) std::filesystem::rename(waves.written(), waves.path, error);
  DiscardWaves(waves);
  if (!times || error) return std::nullopt;
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

void RemoveWaves(const std::string& path) {
  for (const char* part : {"", kDescriptionSuffix}) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path + part, ignored) || IsInput(path + part)) continue;
    std::filesystem::remove(path + part, ignored);
  }
}

nlohmann::ordered_json WavesJson(const WaveOptions& waves, uint64_t cycle,
                                 const std::string& view) {
  return {{"file", waves.path},
          {"first_cycle", waves.first_cycle},
          {"last_cycle", waves.last_cycle},
          {"cycle", cycle},
          {"view", view}};
}

void WriteDescription(const nlohmann::ordered_json& waves, const nlohmann::ordered_json& program) {
  nlohmann::ordered_json description = waves;
  const auto file = waves["file"].get<std::string>();
  // It is read from other folders too.
  description["file"] = FullPath(file);
  description.update(program);
  description["arch"] = arch::kName;
  WriteJson(DescriptionOf(file), description);
}

std::string WaveLines(const nlohmann::ordered_json& waves) {
  if (waves.is_null()) return "";
  const auto file = waves["file"].get<std::string>();
  return fmt::format("  waves: {}, cycles {} to {}\n  open them: {} show {}\n", file,
                     waves["first_cycle"].get<uint64_t>(), waves["last_cycle"].get<uint64_t>(),
                     ShellWord(WavesScript()), ShellWord(file));
}

}  // namespace nve
