// SPDX-License-Identifier: Apache-2.0
// A DMA played by hand: see played_dma.hpp.
#include "tests/unit/host/axi/played_dma.hpp"

#include "host/driver/dma_registers.hpp"

namespace nve::testing {

namespace {

constexpr size_t kSg = static_cast<size_t>(TilePort::kSg);
constexpr size_t kMm2s = static_cast<size_t>(TilePort::kMm2s);
constexpr size_t kS2mm = static_cast<size_t>(TilePort::kS2mm);

}  // namespace

// One cycle with the pins as they are; afterwards all are low again.
void PlayedDma::Cycle() {
  stream_.Step(mm2s_taken_, mm2s_taken_ || sink_ready, {.keep = 0xFF}, now_, rules_.owes_word());
  rules_.Step({.register_master = register_master_,
               .register_slave = register_slave_,
               .masters = masters_,
               .slaves = slaves_,
               .mm2s_taken = mm2s_taken_,
               .s2mm_taken = s2mm_taken_,
               .mm2s = mm2s_,
               .s2mm = s2mm_},
              now_++);
  register_master_ = {};
  register_slave_ = {};
  masters_ = {};
  slaves_ = {};
  mm2s_taken_ = s2mm_taken_ = false;
}

void PlayedDma::Idle(int cycles) {
  for (int k = 0; k < cycles; ++k) Cycle();
}

void PlayedDma::OfferRegister(uint32_t address, uint32_t data) {
  register_master_ = {.awvalid = true, .awaddr = address, .wvalid = true, .wdata = data};
  register_slave_ = {.awready = true, .wready = true};
}

void PlayedDma::AnswerRegister() {
  register_master_.bready = true;
  register_slave_.bvalid = true;
  Cycle();
}

void PlayedDma::WriteRegister(uint32_t address, uint32_t data) {
  OfferRegister(address, data);
  Cycle();
  Cycle();
  AnswerRegister();
}

void PlayedDma::ReadRegister(uint32_t address, uint32_t data) {
  register_master_ = {.arvalid = true, .araddr = address};
  register_slave_ = {.arready = true};
  Cycle();
  register_master_.rready = true;
  register_slave_.rvalid = true;
  register_slave_.rdata = data;
  Cycle();
}

void PlayedDma::Start(uint32_t base, uint32_t first, uint32_t last, uint32_t control) {
  WriteRegister(base + dma::kCurrent, first);
  constexpr uint32_t kOnePacket = 1U << dma::kControlThresholdLsb;
  WriteRegister(base + dma::kControl,
                dma::kControlRun | control | (control < kOnePacket ? kOnePacket : 0));
  WriteRegister(base + dma::kTail, last);
}

void PlayedDma::Fetch(uint32_t address, const PlayedDescriptor& d, uint8_t response) {
  std::vector<uint32_t> words = {d.next, 0, d.buffer, 0, 0, d.shape, d.control, d.status};
  if (mover_) words.insert(words.end(), {d.steps, d.step_stride, d.maps, 0});
  const size_t beats = mover_ ? words.size() / 2 : words.size();
  masters_[kSg].arvalid = slaves_[kSg].arready = true;
  masters_[kSg].araddr = address;
  masters_[kSg].arlen = static_cast<uint8_t>(beats - 1);
  Cycle();
  for (size_t k = 0; k < beats; ++k) {
    masters_[kSg].rready = slaves_[kSg].rvalid = true;
    slaves_[kSg].rdata = mover_ ? uint64_t{words[2 * k + 1]} << 32 | words[2 * k] : words[k];
    slaves_[kSg].rresp = response;
    slaves_[kSg].rlast = k + 1 == beats;
    Cycle();
  }
}

void PlayedDma::FetchList(uint32_t address, const std::vector<uint32_t>& entries) {
  masters_[kSg].arvalid = slaves_[kSg].arready = true;
  masters_[kSg].araddr = address;
  masters_[kSg].arlen = static_cast<uint8_t>(entries.size() / 2 - 1);
  Cycle();
  for (size_t k = 0; k < entries.size(); k += 2) {
    masters_[kSg].rready = slaves_[kSg].rvalid = true;
    slaves_[kSg].rdata = uint64_t{entries[k + 1]} << 32 | entries[k];
    slaves_[kSg].rlast = k + 2 == entries.size();
    Cycle();
  }
}

void PlayedDma::OfferStatus(uint32_t descriptor, uint32_t status, uint8_t strobes) {
  masters_[kSg].awvalid = slaves_[kSg].awready = true;
  masters_[kSg].awaddr = descriptor + (mover_ ? 0x18 : 0x1C);
  masters_[kSg].wvalid = slaves_[kSg].wready = true;
  masters_[kSg].wdata = mover_ ? uint64_t{status} << 32 | status : status;
  masters_[kSg].wstrb = strobes;
  masters_[kSg].wlast = true;
}

void PlayedDma::StatusStrobes(uint32_t descriptor, uint32_t status, uint8_t strobes) {
  OfferStatus(descriptor, status, strobes);
  Cycle();
}

void PlayedDma::BeginStatus(uint32_t descriptor, uint32_t status) {
  StatusStrobes(descriptor, status, mover_ ? 0xF0 : 0xF);
}

void PlayedDma::EndStatus(uint8_t response) {
  masters_[kSg].bready = slaves_[kSg].bvalid = true;
  slaves_[kSg].bresp = response;
  Cycle();
}

void PlayedDma::Status(uint32_t descriptor, uint32_t status, uint8_t response) {
  BeginStatus(descriptor, status);
  EndStatus(response);
}

void PlayedDma::Ask(uint32_t address, int words, bool fixed) {
  masters_[kMm2s].arvalid = slaves_[kMm2s].arready = true;
  masters_[kMm2s].araddr = address;
  masters_[kMm2s].arlen = static_cast<uint8_t>(words - 1);
  masters_[kMm2s].arburst = fixed ? kAxiBurstFixed : kAxiBurstIncr;
  Cycle();
}

void PlayedDma::Return(int words, uint8_t response) {
  for (int k = 0; k < words; ++k) {
    masters_[kMm2s].rready = slaves_[kMm2s].rvalid = true;
    slaves_[kMm2s].rresp = response;
    slaves_[kMm2s].rlast = k + 1 == words;
    Cycle();
  }
}

void PlayedDma::Read(uint32_t address, int words, uint8_t response) {
  Ask(address, words);
  Return(words, response);
}

void PlayedDma::Send(int words, bool last, uint32_t last_bytes) {
  for (int k = 0; k < words; ++k) {
    const bool end = k + 1 == words;
    mm2s_taken_ = true;
    mm2s_ = {.bytes = end ? last_bytes : 8, .last = end && last};
    Cycle();
  }
}

void PlayedDma::Take(int words, bool last, uint32_t last_bytes) {
  for (int k = 0; k < words; ++k) {
    const bool end = k + 1 == words;
    s2mm_taken_ = true;
    s2mm_ = {.bytes = end ? last_bytes : 8, .last = end && last};
    Cycle();
  }
}

void PlayedDma::Announce(uint32_t address, int words, bool fixed) {
  masters_[kS2mm].awvalid = slaves_[kS2mm].awready = true;
  masters_[kS2mm].awaddr = address;
  masters_[kS2mm].awlen = static_cast<uint8_t>(words - 1);
  masters_[kS2mm].awburst = fixed ? kAxiBurstFixed : kAxiBurstIncr;
  Cycle();
}

void PlayedDma::Put(int words, uint8_t last_strobes, uint8_t strobes) {
  for (int k = 0; k < words; ++k) {
    masters_[kS2mm].wvalid = slaves_[kS2mm].wready = true;
    masters_[kS2mm].wlast = k + 1 == words;
    masters_[kS2mm].wstrb = masters_[kS2mm].wlast ? last_strobes : strobes;
    Cycle();
  }
}

void PlayedDma::Answer(uint8_t response) {
  masters_[kS2mm].bready = slaves_[kS2mm].bvalid = true;
  slaves_[kS2mm].bresp = response;
  Cycle();
}

void PlayedDma::Write(uint32_t address, int words, uint8_t last_strobes, uint8_t response) {
  Announce(address, words);
  Put(words, last_strobes);
  Answer(response);
}

}  // namespace nve::testing
