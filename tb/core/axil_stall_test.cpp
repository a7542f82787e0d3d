// SPDX-License-Identifier: Apache-2.0
// The core's register port under every stall profile on all five handshakes: answers, what the core
// is presented and its state are those without stalls.
#include <gmock/gmock.h>

#include <cstring>

#include "axil_bench.hpp"
#include "nve_arch.hpp"
#include "tb/stimulus/port_gates.hpp"

namespace nve::test {
namespace {

constexpr uint32_t kSeeds = 8;
constexpr int kRounds = 12;
constexpr uint32_t kAccesses = 8;  // of a round and direction

struct Write {
  uint32_t address = 0, data = 0;
  int strobes = 0xF;
  bool operator==(const Write&) const = default;
};

// Accesses of the two directions, which go on side by side.
struct Round {
  std::vector<Write> writes;
  std::vector<uint32_t> reads;
};

struct Answer {
  int response = 0;
  uint32_t data = 0;  // of a read
  bool operator==(const Answer&) const = default;
};

// What can be seen of a run but for its cycles.
struct Seen {
  std::vector<Answer> writes, reads;
  std::vector<Write> presented;
  arch::Probe state{};
};

class StalledPort : public AxiLiteBench {
 public:
  StalledPort(StallProfile profile, uint32_t seed)
      : AxiLiteBench(kTimeout),
        gates_(profile, PortGates::Role::kMaster, seed, kRounds * kAccesses) {}

  void Run(const Round& round) {
    const size_t writes = seen.writes.size() + round.writes.size();
    const size_t reads = seen.reads.size() + round.reads.size();
    size_t addressed = 0, written = 0, asked = 0;
    for (int i = 0; seen.writes.size() < writes || seen.reads.size() < reads; ++i) {
      if (i > kLongestRound) FAIL() << "the registers do not answer";
      Vnve_top& pins = *top_;
      // Without an access there is nothing to offer.
      pins.s_axi_ctrl_awvalid =
          addressed < round.writes.size() && gates_.aw.Next(pins.s_axi_ctrl_awready);
      if (pins.s_axi_ctrl_awvalid) pins.s_axi_ctrl_awaddr = round.writes[addressed].address;
      pins.s_axi_ctrl_wvalid =
          written < round.writes.size() && gates_.w.Next(pins.s_axi_ctrl_wready);
      if (pins.s_axi_ctrl_wvalid) {
        pins.s_axi_ctrl_wdata = round.writes[written].data;
        pins.s_axi_ctrl_wstrb = round.writes[written].strobes;
      }
      pins.s_axi_ctrl_bready = gates_.b.Next(pins.s_axi_ctrl_bvalid);
      pins.s_axi_ctrl_arvalid =
          asked < round.reads.size() && gates_.ar.Next(pins.s_axi_ctrl_arready);
      if (pins.s_axi_ctrl_arvalid) pins.s_axi_ctrl_araddr = round.reads[asked];
      pins.s_axi_ctrl_rready = gates_.r.Next(pins.s_axi_ctrl_rvalid);
      pins.eval();
      addressed += pins.s_axi_ctrl_awvalid && pins.s_axi_ctrl_awready;
      written += pins.s_axi_ctrl_wvalid && pins.s_axi_ctrl_wready;
      asked += pins.s_axi_ctrl_arvalid && pins.s_axi_ctrl_arready;
      if (pins.s_axi_ctrl_bvalid && pins.s_axi_ctrl_bready) {
        seen.writes.push_back({pins.s_axi_ctrl_bresp, 0});
      }
      if (pins.s_axi_ctrl_rvalid && pins.s_axi_ctrl_rready) {
        seen.reads.push_back({pins.s_axi_ctrl_rresp, pins.s_axi_ctrl_rdata});
      }
      NotePresented();
      Step();
    }
  }

  /// What the core shows behind the last access.
  void end() {
    for (int i = 0; i < 4; ++i, Step()) NotePresented();
    std::memcpy(&seen.state, &top_->probe_o[0], sizeof seen.state);
    seen.state.reg_rdata = seen.state.reg_rerror = 0;  // of the last address read
  }

  int cycles() const { return cycle_; }

  Seen seen;

 private:
  static constexpr uint64_t kTimeout = 1000;
  static constexpr int kLongestRound = 100'000;

  void NotePresented() {
    arch::ProbeInputs inputs;
    std::memcpy(&inputs, &top_->probe_inputs_o[0], sizeof inputs);
    if (inputs.reg_write != 0) seen.presented.push_back({inputs.reg_waddr, inputs.reg_wdata});
  }

  PortGates gates_;
};

// A register that only this half of the rounds writes; the other half reads it meanwhile, so that
// the pace of reads against writes makes no difference. Nobody writes ITERATIONS: without it every
// START is refused and the core stays idle.
uint32_t setting(Draw& draw, bool odd) {
  for (;;) {
    const size_t index = draw.Below(arch::kRegisters.size());
    const arch::Register& reg = arch::kRegisters[index];
    if (reg.access != arch::Access::kRw || reg.offset == arch::kRegIterations.offset) continue;
    if (index % 2 == (odd ? 1u : 0u)) return reg.offset;
  }
}

Write DrawWrite(Draw& draw, bool odd) {
  Write write = {setting(draw, odd), draw.Below(4)};
  if (draw.OneIn(4)) write.data = static_cast<uint32_t>(draw.Bits());  // mostly refused
  if (draw.OneIn(6)) write.strobes = static_cast<int>(draw.Below(15));
  if (draw.OneIn(6)) write.address = arch::kActTableOffset + 4 * draw.Below(arch::kActEntries);
  if (draw.OneIn(8)) write.address = arch::kRegId.offset;
  if (draw.OneIn(8)) write = {arch::kRegControl.offset, draw.Below(8)};
  return write;
}

uint32_t DrawRead(Draw& draw, bool odd) {
  constexpr uint32_t kUnknown = 0x88;  // and those behind it
  if (draw.OneIn(6)) return kUnknown + 4 * draw.Below(100);
  return draw.OneIn(6) ? arch::kRegArchId.offset : setting(draw, !odd);
}

std::vector<Round> DrawRounds(uint32_t seed) {
  Draw draw(seed);
  std::vector<Round> rounds(kRounds);
  for (size_t i = 0; i < rounds.size(); ++i) {
    for (uint32_t access = 0; access < kAccesses; ++access) {
      rounds[i].writes.push_back(DrawWrite(draw, i % 2 != 0));
      rounds[i].reads.push_back(DrawRead(draw, i % 2 != 0));
    }
  }
  return rounds;
}

TEST(AxiLiteStalls, ChangeNoAccess) {
  for (uint32_t seed = 1; seed <= kSeeds; ++seed) {
    const std::vector<Round> rounds = DrawRounds(seed);
    Seen plain;
    int plain_cycles = 0;
    for (size_t profile = 0; profile < kStallProfileNames.size(); ++profile) {
      SCOPED_TRACE(kStallProfileNames[profile] + std::string(" seed ") + std::to_string(seed));
      StalledPort port(static_cast<StallProfile>(profile), seed);
      for (const Round& round : rounds) ASSERT_NO_FATAL_FAILURE(port.Run(round));
      port.end();
      EXPECT_THAT(port.broken_, ::testing::IsEmpty());
      if (profile == 0) {
        plain = port.seen;
        plain_cycles = port.cycles();
        EXPECT_THAT(plain.writes, ::testing::Contains(Answer{kOkay, 0}));
        EXPECT_THAT(plain.writes, ::testing::Contains(Answer{kSlvErr, 0}));
        EXPECT_THAT(plain.reads, ::testing::Contains(Answer{kSlvErr, 0}));
        EXPECT_THAT(plain.reads, ::testing::Contains(Answer{kOkay, 3}));
        continue;
      }
      EXPECT_EQ(port.seen.writes, plain.writes);
      EXPECT_EQ(port.seen.reads, plain.reads);
      EXPECT_EQ(port.seen.presented, plain.presented);
      EXPECT_EQ(std::memcmp(&port.seen.state, &plain.state, sizeof plain.state), 0);
      // A profile that changes nothing would show nothing.
      EXPECT_GT(port.cycles(), plain_cycles);
    }
  }
}

}  // namespace
}  // namespace nve::test
