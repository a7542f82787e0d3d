// SPDX-License-Identifier: Apache-2.0
// The same transfers with congestors in the DMA's FIFOs: data, status and descriptors are those
// without, under stalls at the ports too.
#include <Vdma32.h>
#include <Vdma64.h>
#include <Vdmafast.h>
#include <Vmover.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string_view>

#include "congested_bench.hpp"

namespace nve::dma_test {
namespace {

void ExpectNoErrors(const Seen& seen) {
  ExpectComplete(seen);
  for (const uint32_t status : seen.channel_status) {
    EXPECT_EQ(status & (kAllErrors | kIoc | kHalted), kIoc);
  }
}

// What was seen must be equal, and every side must have hidden something in one run or another.
template <class Bench, class Transfers>
void ExpectEqualWithCongestors(const Transfers& transfers) {
  constexpr StallProfile kPorts[] = {StallProfile::kAlways, StallProfile::kRandom50,
                                     StallProfile::kMixed};
  std::map<std::string, uint64_t> held;
  for (uint32_t seed = 1; seed <= kCongestedSeeds; seed++) {
    SCOPED_TRACE(seed);
    const Run plain =
        RunCongested<Bench>(kNoCongestion, StallProfile::kAlways, seed, transfers).run;
    ExpectNoErrors(plain.seen);
    for (const StallProfile profile : kPorts) {
      SCOPED_TRACE(kStallProfileNames[static_cast<size_t>(profile)]);
      const CongestedRun now = RunCongested<Bench>(kAnywhere, profile, seed, transfers);
      ExpectSame(now.run.seen, plain.seen);
      EXPECT_GT(now.run.cycles, plain.cycles);
      for (const auto& [side, cycles] : now.held) held[side] += cycles;
    }
  }
  for (const auto& [side, cycles] : held) EXPECT_GT(cycles, 0u) << side;
}

std::set<std::string> SidesHeld(const CongestedRun& run) {
  std::set<std::string> sides;
  for (const auto& [side, cycles] : run.held) {
    if (cycles > 0) sides.insert(side);
  }
  return sides;
}

// Every side is held alone, with one seed after the other until the DMA offers something at another
// time than without.
template <class Bench, class Transfers>
void ExpectEachSideFelt(const Transfers& transfers) {
  std::set<std::string> unfelt;
  for (const std::string& side : CongestedSides()) unfelt.insert(side);
  for (uint32_t seed = 1; seed <= kCongestedSeeds && !unfelt.empty(); seed++) {
    SCOPED_TRACE(seed);
    const CongestedRun plain =
        RunCongested<Bench>(kNoCongestion, StallProfile::kAlways, seed, transfers);
    EXPECT_EQ(SidesHeld(plain), std::set<std::string>());
    std::set<std::string> felt;
    for (const std::string& side : unfelt) {
      SCOPED_TRACE(side);
      const Congestion alone = {.where = Congestion::Where::kOneSide, .side = side};
      const CongestedRun now = RunCongested<Bench>(alone, StallProfile::kAlways, seed, transfers);
      ExpectSame(now.run.seen, plain.run.seen);
      if (now.offers == plain.offers) continue;
      EXPECT_EQ(SidesHeld(now), std::set<std::string>{side});
      felt.insert(side);
    }
    for (const std::string& side : felt) unfelt.erase(side);
  }
  EXPECT_EQ(unfelt, std::set<std::string>());
}

// What docs/stimulus.md says about a place: "| `u_mm2s.u_cmd` | at will | never |"; `[c]` for both
// channels.
std::string RowOf(const CongestedPlace& place) {
  constexpr const char* kWords[] = {"never", "stays", "at will"};
  std::string path = place.path;
  for (const char* channel : {"[0]", "[1]"}) {
    const size_t at = path.find(channel);
    if (at != std::string::npos) path.replace(at, std::string_view(channel).size(), "[c]");
  }
  return "| `" + path + "` | " + kWords[static_cast<size_t>(place.push)] + " | " +
         kWords[static_cast<size_t>(place.pop)] + " |";
}

TEST(CongestorTable, IsThatOfTheDocument) {
  std::ifstream file(NVE_SOURCE_DIR "/docs/stimulus.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  for (const CongestedPlace& place : kCongestedPlaces) {
    EXPECT_NE(text.find(RowOf(place)), std::string::npos) << RowOf(place);
  }
}

template <class Model>
class DmaCongestors : public ::testing::Test {};
using Models = ::testing::Types<Vdma32, Vdma64, Vdmafast, Vmover>;
TYPED_TEST_SUITE(DmaCongestors, Models);

// A new FIFO needs a decision what may be held of it, and its reason in docs/stimulus.md.
TYPED_TEST(DmaCongestors, KnowEveryFifo) {
  const CongestedBench<TypeParam> b(kNoCongestion, StallProfile::kAlways, 1);
  const std::multiset<std::string> found(b.paths().begin(), b.paths().end());
  std::multiset<std::string> known;
  for (const CongestedPlace& place : kCongestedPlaces) known.insert(place.path);
  EXPECT_EQ(found, known);
}

TYPED_TEST(DmaCongestors, ChangeNoTransfer) {
  ExpectEqualWithCongestors<CongestedBench<TypeParam>>([](auto& b) { PlainTransfers(b); });
}

TYPED_TEST(DmaCongestors, AreFeltOneByOne) {
  ExpectEachSideFelt<CongestedBench<TypeParam>>([](auto& b) { PlainTransfers(b); });
}

TEST(MoverCongestors, ChangeNoRows) {
  ExpectEqualWithCongestors<CongestedBench<Vmover, MoverBench>>(RowsTransfers);
}

TEST(MoverCongestors, AreFeltOneByOneByRows) {
  ExpectEachSideFelt<CongestedBench<Vmover, MoverBench>>(RowsTransfers);
}

}  // namespace
}  // namespace nve::dma_test
