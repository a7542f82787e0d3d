// SPDX-License-Identifier: Apache-2.0
// Real binaries, damaged: the loader refuses them, or what it takes runs to its end on the golden
// model in the predicted cycles. A quarter is damaged anywhere and keeps its broken checksums. The
// others have right ones, and most of them are damaged where the container stays readable, so that
// the loader gets to its own checks.
//
// NVE_SEED is the first seed (1), NVE_COUNT the number of files (few; `make regress` takes 100000).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <random>

#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "compiler/compile.hpp"
#include "convnet/network_xml.hpp"
#include "program/assembly.hpp"
#include "program/container.hpp"
#include "program/manifest.hpp"
#include "tb/fuzz/accepted_binary.hpp"
#include "tb/fuzz/damaged_sections.hpp"
#include "tb/fuzz/repair.hpp"
#include "tests/environment.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve::fuzz {
namespace {

using File = std::vector<uint8_t>;

constexpr int64_t kMaxCycles = 2'000'000;
const std::string kNetworks = std::string(NVE_SOURCE_DIR) + "/networks/";

File Compiled(const std::string& name, Feed feed, Vectors vectors) {
  Diagnostics problems;
  const Network network =
      ReadNetworkXml(kNetworks + "small/" + name + ".xml", problems, PictureSize{36, 20});
  problems.ThrowIfErrors();
  return SerializeBinary(Compile(network, SeededWeights(network, 1),
                                 {.passes = *FindPreset("O3"), .feed = feed, .vectors = vectors})
                             .binary);
}

// Of every kind of step, layer and program some.
std::vector<File> Originals() {
  const std::string example = kNetworks + "examples/hand_written.nvs";
  return {SerializeBinary(ParseAssembly(ReadFileText(example), example)),
          Compiled("filter3x3", Feed::kContiguous, Vectors::kVertical),
          Compiled("two_layers", Feed::kColumn, Vectors::kVertical),
          Compiled("mix1x1", Feed::kMover, Vectors::kHorizontal),
          Compiled("stride2_4x4_fused", Feed::kReordered, Vectors::kVertical)};
}

// The beginning of one file and the end of another, or a part of another in its middle.
File Spliced(File file, const File& other, std::mt19937* random) {
  const auto pick = [&](size_t below) { return static_cast<std::ptrdiff_t>((*random)() % below); };
  const std::ptrdiff_t at = pick(file.size());
  const std::ptrdiff_t from = pick(other.size());
  if (pick(2) == 0) {
    file.resize(static_cast<size_t>(at));
    file.insert(file.end(), other.begin() + from, other.end());
  } else {
    const auto count = std::min<std::ptrdiff_t>(
        1 + pick(64), std::min(std::ssize(file) - at, std::ssize(other) - from));
    std::copy_n(other.begin() + from, count, file.begin() + at);
  }
  return file;
}

File Corrupted(const std::vector<File>& originals, std::mt19937* random) {
  const auto pick = [&](size_t below) { return (*random)() % below; };
  File file = originals[pick(originals.size())];
  switch (pick(4)) {
    case 0:
      for (size_t flips = 1 + pick(4); flips > 0; --flips) {
        file[pick(file.size())] ^= static_cast<uint8_t>(1 << pick(8));
      }
      return file;
    case 1:
      return Spliced(std::move(file), originals[pick(originals.size())], random);
    default:
      return Damage(std::move(file), random);
  }
}

// Where the loader ends, in the order of its checks.
enum Stage { kContainer, kJson, kForm, kChecks, kDone, kLimit, kTooLarge, kStages };
using Counts = std::array<uint64_t, kStages>;

// Which of the loader's checks refuses a file.
Stage RefusedBy(const File& file) {
  Sections sections;
  nlohmann::ordered_json manifest;
  try {
    sections = ParseContainer(file, "corrupted.nve");
  } catch (const InputError&) {
    return kContainer;
  }
  const std::vector<uint8_t>& text = sections.at(0).bytes;
  try {
    manifest = ParseJson({reinterpret_cast<const char*>(text.data()), text.size()}, "manifest");
  } catch (const InputError&) {
    return kJson;
  }
  std::vector<std::string> problems;
  ParseManifest(manifest,
                {sections.at(1).bytes.size() / arch::kWordBytes,
                 sections.at(2).bytes.size() / arch::kWordBytes,
                 sections.at(3).bytes.size() / arch::kActEntries},
                &problems);
  return problems.empty() ? kChecks : kForm;
}

// What the loader takes must run.
Stage LoadAndRun(const File& file) {
  Binary binary;
  try {
    binary = ParseBinary(file, "corrupted.nve");
  } catch (const InputError&) {
    return RefusedBy(file);
  }
  CheckNothingIsDropped(file, binary);
  CheckRoundTrips(binary);
  const RunEnd end = RunIdeally(binary, kMaxCycles);
  if (end == RunEnd::kDone) CheckHazards(binary);
  return end == RunEnd::kDone ? kDone : end == RunEnd::kLimit ? kLimit : kTooLarge;
}

// Damaged anywhere or, three times in four, behind the checksums; all checksums are right.
File CorruptedInside(const std::vector<File>& originals, std::mt19937* random) {
  if ((*random)() % 4 == 0) return RepairContainer(Corrupted(originals, random));
  const auto any = [&] {
    return ParseContainer(originals[(*random)() % originals.size()], "original.nve");
  };
  const Sections sections = any();
  return FormatContainer(DamageSections(sections, any(), random));
}

TEST(CorruptedBinary, IsRefusedOrRunsToItsEnd) {
  const std::vector<File> originals = Originals();
  for (const File& file : originals) {
    ASSERT_EQ(LoadAndRun(file), kDone) << "an original ends by itself";
  }
  const uint64_t first = testing::EnvironmentNumber("NVE_SEED").value_or(1);
  const uint64_t count = testing::EnvironmentNumber("NVE_COUNT", 1).value_or(3000);
  Counts broken{};  // checksums as the damage left them
  Counts right{};   // checksums right again
  for (uint64_t seed = first; seed < first + count; ++seed) {
    std::mt19937 random(static_cast<uint32_t>(seed));
    try {
      if (seed % 4 == 0) {
        const File file = Corrupted(originals, &random);
        const Stage stage = LoadAndRun(file);
        ++broken[stage];
        // Any damage shows in a checksum, so only an original is taken.
        const bool is_original =
            std::find(originals.begin(), originals.end(), file) != originals.end();
        EXPECT_EQ(stage, is_original ? kDone : kContainer) << "NVE_SEED=" << seed << " NVE_COUNT=1";
      } else {
        ++right[LoadAndRun(CorruptedInside(originals, &random))];
      }
    } catch (const std::exception& error) {
      ADD_FAILURE() << "NVE_SEED=" << seed << " NVE_COUNT=1: " << error.what();
    }
  }
  const uint64_t files = std::accumulate(right.begin(), right.end(), uint64_t{0});
  fmt::print(
      "{} files from seed {}\n"
      "checksums broken: {} refused, {} as they were\n"
      "checksums right:  {}, of which {} refused as container, {} as JSON, {} for the form of the "
      "manifest, {} by the "
      "loader's checks of what it says; {} run to their end, {} stopped after {} cycles, {} too "
      "large to run\n",
      count, first, broken[kContainer], broken[kDone], files, right[kContainer], right[kJson],
      right[kForm], right[kChecks], right[kDone], right[kLimit], kMaxCycles, right[kTooLarge]);
  if (count < 1000) return;
  EXPECT_GT(broken[kContainer], count / 8);
  // At least half get as far as the checks of what the manifest says; of these some are refused and
  // some run.
  EXPECT_GE(2 * (right[kChecks] + right[kDone] + right[kLimit] + right[kTooLarge]), files);
  EXPECT_GT(right[kChecks], files / 8);
  EXPECT_GT(right[kDone], files / 8);
  EXPECT_LT(right[kLimit] + right[kTooLarge], files / 16);
}

}  // namespace
}  // namespace nve::fuzz
