// The files of waves and what tools say of them: FILE.fst, FILE.fst.json beside it, which tells
// scripts/waves.sh what FILE.fst shows, and the lines of a report.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "compiler/support/paths.hpp"
#include "host/lockstep/lockstep_checker.hpp"
#include "host/wave_options.hpp"

namespace nve {

/// Of the file beside waves in which the writer of FST files collects the names of the signals;
/// what has this name is deleted.
inline constexpr const char* kHierarchySuffix = ".hier";

/// Cycles in the waves before a failure and after a mismatch.
inline constexpr uint64_t kWaveCyclesBefore = 10'000;
inline constexpr uint64_t kWaveCyclesAfter = 200;

/// The window of a failure in `cycle`.
WaveOptions WavesAround(const std::string& path, uint64_t cycle, uint64_t cycles_after);

/// The file beside a file of waves that says what it shows; nothing for none.
std::string DescriptionOf(const std::string& waves);

/// All that is written beside `waves`, the name an option gave: the file, its description, and one
/// that is there while the file is written; for CheckPaths.
std::vector<GivenPath> WaveOutputs(const std::string& option, const std::string& waves);

/// As written from any folder.
std::string FullPath(const std::string& path);

/// The view of GTKWave that shows the first difference.
std::string ViewOf(const Mismatch& mismatch);

/// Sets the cycles of `waves` to those its file shows; false if it shows none. Nothing if it is not
/// there or not complete.
std::optional<bool> ReadWaveCycles(WaveOptions& waves);
inline constexpr const char* kIncompleteWaves =
    "the waves could not be written completely; expected room on the disk and in /tmp, and the "
    "folder still there";

/// Takes away the waves of an earlier run, or incomplete ones, and what was written with them.
void RemoveWaves(const std::string& path);

/// What is told of waves: {file, first_cycle, last_cycle, cycle (of the failure), view}.
nlohmann::ordered_json WavesJson(const WaveOptions& waves, uint64_t cycle, const std::string& view);

/// Writes FILE.json: `waves`, a WavesJson, and `program`, which says what ran.
void WriteDescription(const nlohmann::ordered_json& waves, const nlohmann::ordered_json& program);

/// The lines of a report that say where the waves of a WavesJson are; none for null.
std::string WaveLines(const nlohmann::ordered_json& waves);

}  // namespace nve
