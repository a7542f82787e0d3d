// SPDX-License-Identifier: Apache-2.0
// The files of waves and what tools say of them: FILE.fst, FILE.fst.json beside it, which tells
// scripts/waves/waves.sh what FILE.fst shows, and the lines of a report.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/files/paths.hpp"
#include "host/lockstep/lockstep_checker.hpp"
#include "host/waves/wave_options.hpp"

namespace nve {

/// Of the file beside unfinished waves in which the writer of FST files collects the names of the
/// signals.
inline constexpr const char* kHierarchySuffix = ".hier";

/// Cycles in the waves before a failure and after a mismatch.
inline constexpr uint64_t kWaveCyclesBefore = 10'000;
inline constexpr uint64_t kWaveCyclesAfter = 200;

/// Waves at `path`, under a temporary name of this process until they are complete: an earlier file
/// stays until then. No path gives none.
WaveOptions WavesInto(const std::string& path, uint64_t first_cycle = 0,
                      uint64_t last_cycle = UINT64_MAX);

/// The same of the window of a failure in `cycle`.
WaveOptions WavesAround(WaveOptions waves, uint64_t cycle, uint64_t cycles_after);

/// The file beside a file of waves that says what it shows; nothing for none.
std::string DescriptionOf(const std::string& waves);

/// All that is written for `waves`, the name an option gave: the file and its description; for
/// CheckPaths.
std::vector<GivenPath> WaveOutputs(const std::string& option, const std::string& waves);

/// As written from any folder.
std::string FullPath(const std::string& path);

/// The view of GTKWave that shows the first difference.
std::string ViewOf(const Mismatch& mismatch);

/// Waves are about to be written: a signal that ends the tool deletes them.
void BeginWaves(const WaveOptions& waves);

/// The writer has closed the file: sets the cycles of `waves` to those it shows; false if it shows
/// none. Nothing if it is not there or not complete. Only one with a cycle stays, for KeepWaves.
std::optional<bool> FinishWaves(WaveOptions& waves);
inline constexpr const char* kIncompleteWaves =
    "the waves could not be written completely; expected room on the disk and in /tmp, and the "
    "folder still there";

/// Takes away unfinished waves.
void DiscardWaves(const WaveOptions& waves);

/// The end of a message of waves that are not written, about files of their name: "; w.fst is of an
/// earlier run". Empty if there are none.
std::string EarlierWaves(const std::string& path);

/// What is told of waves: {file, first_cycle, last_cycle, cycle (of the failure), view, core}.
nlohmann::ordered_json WavesJson(const WaveOptions& waves, uint64_t cycle, const std::string& view,
                                 int core = 0);

/// Gives the file of FinishWaves its name and writes FILE.json: `shown`, a WavesJson, and
/// `program`, which says what ran. Both take the place of earlier ones, or by an InputError neither
/// does, and no part of the waves stays.
void KeepWaves(const WaveOptions& waves, const nlohmann::ordered_json& shown,
               const nlohmann::ordered_json& program);

/// The lines of a report that say where the waves of a WavesJson are; none for null.
std::string WaveLines(const nlohmann::ordered_json& waves);

}  // namespace nve
