// Real binaries with flipped bits, changed, missing and repeated bytes and parts of each other: the
// loader refuses them, or what it takes runs to its end on the golden model in the predicted
// cycles.
//
// NVE_SEED is the first seed (1), NVE_COUNT the number of files (few; `make regress` takes 100000).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <random>

#include "compiler/compile.hpp"
#include "compiler/frontend/network_xml.hpp"
#include "compiler/program/assembly.hpp"
#include "compiler/support/files.hpp"
#include "tests/fuzz/accepted_binary.hpp"
#include "tests/fuzz/repair.hpp"
#include "tests/unit/support/test_files.hpp"

namespace nve::fuzz {
namespace {

using File = std::vector<uint8_t>;

constexpr int64_t kMaxCycles = 2'000'000;
const std::string kNetworks = std::string(NVE_SOURCE_DIR) + "/networks/";

uint64_t Environment(const char* name, uint64_t standard) {
  const char* text = std::getenv(name);
  return text == nullptr ? standard : std::strtoull(text, nullptr, 10);
}

File Compiled(const std::string& name, Feed feed, Vectors vectors) {
  Diagnostics problems;
  const Network network =
      ReadNetworkXml(kNetworks + "small/" + name + ".xml", problems, PictureSize{36, 20});
  problems.ThrowIfErrors();
  return SerializeBinary(Compile(network, SeededWeights(network, 1),
                                 {.passes = *FindPreset("O3"), .feed = feed, .vectors = vectors})
                             .binary);
}

// Of every kind of plan, layer and program some.
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

struct Counts {
  uint64_t refused = 0;
  uint64_t done = 0;
  uint64_t limit = 0;
  uint64_t too_large = 0;
};

// True if the loader takes the file; then it must run.
bool LoadAndRun(const File& file, Counts* counts) {
  Binary binary;
  try {
    binary = ParseBinary(file, "corrupted.nve");
  } catch (const InputError&) {
    ++counts->refused;
    return false;
  }
  CheckRoundTrips(binary);
  const RunEnd end = RunIdeally(binary, kMaxCycles);
  ++(end == RunEnd::kDone    ? counts->done
     : end == RunEnd::kLimit ? counts->limit
                             : counts->too_large);
  if (end == RunEnd::kDone) CheckHazards(binary);
  return true;
}

TEST(CorruptedBinary, IsRefusedOrRunsToItsEnd) {
  const std::vector<File> originals = Originals();
  for (const File& file : originals) {
    Counts counts;
    ASSERT_TRUE(LoadAndRun(file, &counts));
    ASSERT_EQ(counts.done, 1u) << "an original ends by itself";
  }
  const uint64_t first = Environment("NVE_SEED", 1);
  const uint64_t count = Environment("NVE_COUNT", 3000);
  Counts broken;    // checksums as the damage left them
  Counts repaired;  // checksums right again
  for (uint64_t seed = first; seed < first + count; ++seed) {
    std::mt19937 random(static_cast<uint32_t>(seed));
    const File file = Corrupted(originals, &random);
    try {
      if (seed % 4 == 0) {
        // Any damage shows in a checksum, so only an original is taken.
        const bool taken = LoadAndRun(file, &broken);
        EXPECT_EQ(taken, std::find(originals.begin(), originals.end(), file) != originals.end())
            << "NVE_SEED=" << seed << " NVE_COUNT=1";
      } else {
        LoadAndRun(RepairContainer(file), &repaired);
      }
    } catch (const std::exception& error) {
      ADD_FAILURE() << "NVE_SEED=" << seed << " NVE_COUNT=1: " << error.what();
    }
  }
  fmt::print(
      "{} files from seed {}; checksums broken: {} refused, {} as they were; right: {} "
      "refused, {} run to their end, {} stopped after {} cycles, {} too large to run\n",
      count, first, broken.refused, broken.done, repaired.refused, repaired.done, repaired.limit,
      kMaxCycles, repaired.too_large);
  if (count < 1000) return;
  EXPECT_GT(broken.refused, count / 8);
  EXPECT_GT(repaired.refused, count / 8);
  EXPECT_GT(repaired.done, count / 20);
  EXPECT_LT(repaired.limit + repaired.too_large, count / 20);
}

}  // namespace
}  // namespace nve::fuzz
