// SPDX-License-Identifier: Apache-2.0
// The bench of a tile: see tile_bench.hpp. A slave drives its pins for a cycle from what it knew
// before it, and takes over afterwards what was handed over in it.
#include "tb/coverage/tile_bench.hpp"

#include <cstring>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"
#include "host/platform/tile_dma.hpp"
#include "model/golden/words.hpp"

namespace nve {
namespace {

constexpr int kMostWaiting = 100'000;  // cycles for an answer of a register block

}  // namespace

TileBench::TileBench(std::unique_ptr<TileModel> tile, uint64_t seed)
    : tile_(std::move(tile)), draw_(seed), seed_(seed), sg_bytes_(tile_->sg_bytes()) {
  Reset();
}

void TileBench::Reset() {
  in_ = {};
  ports_ = {};
  rules_ = std::make_unique<Rules>(sg_bytes_);
  tile_->Reset([this] { WatchReset(); });
  checker_.Reset();
  Cycle();  // no VALID in the first cycle (A1)
}

uint64_t TileBench::Word(uint32_t address) const {
  const auto found = memory_.find(address & ~7u);
  return found == memory_.end() ? Mix(seed_, address & ~7u) : found->second;
}

uint32_t TileBench::Half(uint32_t address) const {
  return static_cast<uint32_t>(Word(address) >> (address & 4) * 8);
}

void TileBench::SetHalf(uint32_t address, uint32_t data) {
  const unsigned shift = (address & 4) * 8;
  const uint64_t rest = Word(address) & ~(uint64_t{0xFFFFFFFF} << shift);
  SetWord(address, rest | uint64_t{data} << shift);
}

void TileBench::DrivePort(size_t index) {
  Port& port = ports_[index];
  AxiSlave& pins = port.pins;
  pins.arready = port.reads.size() < takes && !Waits();
  pins.awready = port.writes.size() + port.answers < takes && !Waits();
  pins.wready = !Waits();
  if (!pins.rvalid) pins.rvalid = !port.reads.empty() && !Waits();
  const bool held = index == 0 && draw_.Percent(static_cast<uint32_t>(sg_write_stall_percent));
  if (!pins.bvalid) pins.bvalid = port.answers > 0 && !Waits() && !held;
  pins.bresp = pins.bvalid ? write_answer[index] : kAxiOkay;
  pins.rresp = pins.rvalid ? read_answer[index] : kAxiOkay;
  pins.rdata = 0;
  pins.rlast = false;
  if (pins.rvalid) {
    const Burst& burst = port.reads.front();
    pins.rdata = BusBytes(index) == 8 ? Word(burst.address) : Half(burst.address);
    pins.rlast = burst.beats == 1;
  }
}

void TileBench::TakeFromPort(size_t index) {
  Port& port = ports_[index];
  const AxiMaster& master = tile_->outputs().ports[index];
  AxiSlave& pins = port.pins;
  const auto next = [&](Burst& burst) {
    if (!burst.fixed) burst.address += BusBytes(index);
    return --burst.beats == 0;
  };
  if (pins.rvalid && master.rready) {
    if (next(port.reads.front())) port.reads.pop_front();
    pins.rvalid = false;
  }
  if (pins.bvalid && master.bready) {
    --port.answers;
    pins.bvalid = false;
  }
  if (master.arvalid && pins.arready) {
    port.reads.push_back({master.araddr, master.arlen + 1, master.arburst == kAxiBurstFixed});
  }
  if (master.awvalid && pins.awready) {
    port.writes.push_back({master.awaddr, master.awlen + 1, master.awburst == kAxiBurstFixed});
  }
  if (master.wvalid && pins.wready) {
    port.beats.push_back({master.wdata, master.wstrb, master.wlast});
  }
  while (!port.writes.empty() && !port.beats.empty()) {
    const Beat beat = port.beats.front();
    Burst& burst = port.writes.front();
    for (uint32_t k = 0; k < BusBytes(index); ++k) {
      if ((beat.strobes >> k & 1) == 0) continue;
      const uint32_t address = burst.address + k;
      const unsigned shift = address % 8 * 8;
      const uint64_t byte = beat.data >> 8 * k & 0xFF;
      SetWord(address, (Word(address) & ~(uint64_t{0xFF} << shift)) | byte << shift);
    }
    port.beats.pop_front();
    NVE_CHECK(beat.last == (burst.beats == 1), "WLAST in the wrong beat");
    if (next(burst)) {
      port.writes.pop_front();
      ++port.answers;
    }
  }
}

void TileBench::WatchReset() {
  const TileOutputs& pins = tile_->outputs();
  for (size_t index = 0; index < ports_.size(); ++index) {
    rules_->ports[index].StepReset(pins.ports[index], in_.ports[index], rules_->now);
  }
  rules_->core.StepReset(in_.core, pins.core, rules_->now);
  rules_->dma.StepReset(in_.dma, pins.dma, rules_->now);
  rules_->streams.StepReset(*reinterpret_cast<const arch::ProbeInputs*>(tile_->probe_inputs()),
                            *reinterpret_cast<const arch::Probe*>(tile_->probe()), rules_->now);
}

void TileBench::Watch(const arch::ProbeInputs& in, const arch::Probe& out) {
  const TileOutputs& pins = tile_->outputs();
  const uint64_t now = rules_->now++;
  for (size_t index = 0; index < ports_.size(); ++index) {
    rules_->ports[index].Step(pins.ports[index], in_.ports[index], now);
  }
  if (registers_keep_rules) {
    rules_->core.Step(in_.core, pins.core, now);
    rules_->dma.Step(in_.dma, pins.dma, now);
  }
  rules_->streams.Step(in, out, in_.dma, now,
                       {.due = rules_->descriptors.owes_word(), .flags = pins.input});
  rules_->descriptors.Step(DmaPinsOf(in_.dma, in_, pins, in, out), now);
}

void TileBench::Cycle() {
  for (size_t index = 0; index < ports_.size(); ++index) {
    DrivePort(index);
    in_.ports[index] = ports_[index].pins;
  }
  tile_->Drive(in_);
  checker_.Step(tile_->probe(), tile_->probe_inputs());
  arch::Probe probe;
  arch::ProbeInputs inputs;
  std::memcpy(&probe, tile_->probe(), sizeof(probe));
  std::memcpy(&inputs, tile_->probe_inputs(), sizeof(inputs));
  Watch(inputs, probe);
  if (inputs.s_tvalid != 0 && probe.s_tready != 0)
    core_input.push_back(golden::LoadWord(inputs.s_tdata));
  if (probe.m_tvalid != 0 && inputs.m_tready != 0)
    core_output.push_back(golden::LoadWord(probe.m_tdata));
  for (size_t index = 0; index < ports_.size(); ++index) TakeFromPort(index);
  tile_->Step();
}

void TileBench::Write(AxiLiteMaster& pins, const AxiLiteSlave& answers, uint32_t offset,
                      uint32_t data) {
  pins.awvalid = pins.wvalid = true;
  pins.awaddr = offset;
  pins.wdata = data;
  for (int cycle = 0;; ++cycle) {
    NVE_CHECK(cycle < kMostWaiting, "no answer to a write");
    const bool address = pins.awvalid && answers.awready, word = pins.wvalid && answers.wready;
    pins.bready = !Waits();
    const bool done = answers.bvalid && pins.bready;
    Cycle();
    pins.awvalid = pins.awvalid && !address;
    pins.wvalid = pins.wvalid && !word;
    if (done) break;
  }
  pins.bready = false;
}

uint32_t TileBench::Read(AxiLiteMaster& pins, const AxiLiteSlave& answers, uint32_t offset) {
  pins.arvalid = true;
  pins.araddr = offset;
  uint32_t data = 0;
  for (int cycle = 0;; ++cycle) {
    NVE_CHECK(cycle < kMostWaiting, "no answer to a read");
    const bool address = pins.arvalid && answers.arready;
    pins.rready = !Waits();
    const bool done = answers.rvalid && pins.rready;
    data = answers.rdata;
    Cycle();
    pins.arvalid = pins.arvalid && !address;
    if (done) break;
  }
  pins.rready = false;
  return data;
}

void TileBench::WriteCore(uint32_t offset, uint32_t data) {
  Write(in_.core, tile_->outputs().core, offset, data);
}
void TileBench::WriteDma(uint32_t offset, uint32_t data) {
  Write(in_.dma, tile_->outputs().dma, offset, data);
}
uint32_t TileBench::ReadCore(uint32_t offset) {
  return Read(in_.core, tile_->outputs().core, offset);
}
uint32_t TileBench::ReadDma(uint32_t offset) { return Read(in_.dma, tile_->outputs().dma, offset); }

}  // namespace nve
