// SPDX-License-Identifier: Apache-2.0
// Test bench around one Verilated nve_dma: register driver, descriptor memory, data memories,
// stream source and sink, protocol checkers. A cycle is: outputs settle after the clock edge,
// inputs are applied, handshakes are taken, clock edge. In every cycle the bench also proves that
// applying the inputs changed no output (no combinational path through the DMA).
#pragma once
#include <gtest/gtest.h>
#include <verilated.h>

#include <array>
#include <deque>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "axi_checker.hpp"
#include "axi_memory.hpp"
#include "host/verilated/clocked_model.hpp"
#include "host/verilated/verilated_axi.hpp"
#include "nve_dma.hpp"

namespace nve::dma_test {

enum Channel { kMm2s = 0, kS2mm = 1 };

// Register offsets inside a channel's block.
constexpr unsigned kCr = dma::kControl, kSr = dma::kStatus, kCur = dma::kCurrent,
                   kTail = dma::kTail;

inline unsigned BaseOf(Channel ch) { return ch == kS2mm ? dma::kS2mmBase : dma::kMm2sBase; }
inline const char* name(Channel ch) { return ch == kMm2s ? "MM2S" : "S2MM"; }
inline const char* name(unsigned reg) {
  return reg == kCr ? "DMACR" : reg == kSr ? "DMASR" : reg == kCur ? "CURDESC" : "TAILDESC";
}

// DMACR
constexpr uint32_t kRun = dma::kControlRun, kReset = dma::kControlReset;
constexpr uint32_t kKeyhole = dma::kControlKeyhole, kCyclic = dma::kControlCyclic;
constexpr uint32_t kIoc = dma::kControlIocEnable, kDly = dma::kControlDelayEnable;
constexpr uint32_t kErr = dma::kControlErrorEnable;
// DMASR
constexpr uint32_t kHalted = dma::kStatusHalted, kIdle = dma::kStatusIdle;
constexpr uint32_t kDmaInt = dma::kStatusInternalError, kDmaSlv = dma::kStatusSlaveError;
constexpr uint32_t kDmaDec = dma::kStatusDecodeError, kSgInt = dma::kStatusSgInternalError;
constexpr uint32_t kSgSlv = dma::kStatusSgSlaveError, kSgDec = dma::kStatusSgDecodeError;
constexpr uint32_t kAllErrors = dma::kStatusAllErrors;
// Descriptor words
constexpr uint32_t kEof = dma::kEndOfFrame, kSof = dma::kStartOfFrame, kCmplt = dma::kCompleted;
constexpr uint32_t kDescInt = dma::kInternalError, kDescSlv = dma::kSlaveError;
constexpr uint32_t kDescDec = dma::kDecodeError, kByteMask = dma::kLengthMax;

/// The byte of a descriptor at which a word of it begins.
constexpr uint32_t AtWord(int word) { return 4 * static_cast<uint32_t>(word); }

constexpr size_t kDescSize = 1 << 20, kDataSize = 1 << 20;

struct SinkWord {
  uint64_t cycle;
  uint64_t data;
  unsigned keep;
  bool last;
};

template <class Model>
class Bench {
 public:
  using Word = std::remove_reference_t<decltype(Model::m_axi_mm2s_rdata)>;
  using SgWord = std::remove_reference_t<decltype(Model::m_axi_sg_rdata)>;
  static constexpr unsigned kBytes = sizeof(Word);
  // The descriptor port of the mover is the wider one. A status is written in its bus word.
  static constexpr unsigned kSgBytes = sizeof(SgWord);
  static constexpr bool kMover = kSgBytes == 8;
  // The build with the narrow data ports is the vendor's default.
  static constexpr int kLengthBits = kBytes == 4 ? 14 : 26;
  static constexpr uint32_t kStatusWrite = AtWord(dma::kWordStatus) / kSgBytes * kSgBytes;

  explicit Bench(uint32_t seed = 1)
      : sg(desc, kSgBytes, seed + 1),
        mm2s(source, kBytes, seed + 2),
        s2mm(target, kBytes, seed + 3),
        rng(seed) {
    // A fixed pattern in which no two neighbouring words are equal, and no two pages.
    for (size_t i = 0; i < source.bytes.size(); i++)
      source.bytes[i] = static_cast<uint8_t>(i * 7 + (i >> 8) * 13 + (i >> 16) * 29);
    s2mm_checker.check_strobes_full = true;
    // A model may begin with random values in its inputs too.
    model->s_axi_lite_awvalid = model->s_axi_lite_wvalid = model->s_axi_lite_bready = 0;
    model->s_axi_lite_arvalid = model->s_axi_lite_rready = 0;
    model.HoldReset(4, [&] { Step(); });
    Step();
  }

  ~Bench() {
    for (const auto* list :
         {&sg_checker.errors, &mm2s_checker.errors, &s2mm_checker.errors, &sink_checker.errors,
          &source_checker.errors, &register_checker.errors, &descriptor_checker.errors, &errors}) {
      for (const std::string& text : *list) ADD_FAILURE() << text;
    }
  }

  ///// Registers /////

  // Returns the cycle in which both halves of the write have been taken.
  uint64_t Write(Channel ch, unsigned reg, uint32_t value, unsigned aw_delay = 0,
                 unsigned w_delay = 0) {
    const unsigned addr = reg + BaseOf(ch);
    bool aw_done = false, w_done = false;
    uint64_t done = 0;
    for (unsigned i = 0; !(aw_done && w_done); i++) {
      if (i == kLongestAccess) NoAnswer();
      model->s_axi_lite_awvalid = !aw_done && i >= aw_delay;
      model->s_axi_lite_awaddr = addr;
      model->s_axi_lite_wvalid = !w_done && i >= w_delay;
      model->s_axi_lite_wdata = value;
      if (model->s_axi_lite_awvalid && model->s_axi_lite_awready) aw_done = true;
      if (model->s_axi_lite_wvalid && model->s_axi_lite_wready) w_done = true;
      done = cycle;
      Step();
    }
    model->s_axi_lite_awvalid = 0;
    model->s_axi_lite_wvalid = 0;
    model->s_axi_lite_bready = 1;
    Await(model->s_axi_lite_bvalid);
    EXPECT_EQ(model->s_axi_lite_bresp, 0);
    Step();
    model->s_axi_lite_bready = 0;
    return done;
  }

  uint32_t Read(Channel ch, unsigned reg) {
    model->s_axi_lite_araddr = reg + BaseOf(ch);
    model->s_axi_lite_arvalid = 1;
    Await(model->s_axi_lite_arready);
    Step();
    model->s_axi_lite_arvalid = 0;
    model->s_axi_lite_rready = 1;
    Await(model->s_axi_lite_rvalid);
    const uint32_t value = model->s_axi_lite_rdata;
    EXPECT_EQ(model->s_axi_lite_rresp, 0);
    Step();
    model->s_axi_lite_rready = 0;
    return value;
  }

  // Polls until (register & mask) == value; false after the time limit.
  bool wait(Channel ch, unsigned reg, uint32_t mask, uint32_t value, uint64_t limit = 20000) {
    for (const uint64_t end = cycle + limit; cycle < end;) {
      if ((Read(ch, reg) & mask) == value) return true;
    }
    ADD_FAILURE() << name(ch) << ": " << name(reg) << " is " << std::hex << Read(ch, reg)
                  << ", waited for " << value << " in " << mask;
    return false;
  }
  bool WaitIdle(Channel ch, uint64_t limit = 20000) { return wait(ch, kSr, kIdle, kIdle, limit); }

  bool RunUntil(const std::function<bool()>& done, uint64_t limit = 20000) {
    for (uint64_t i = 0; i < limit; i++) {
      if (done()) return true;
      Step();
    }
    return done();
  }
  void Run(uint64_t cycles) {
    for (uint64_t i = 0; i < cycles; i++) Step();
  }

  void Start(Channel ch, uint32_t first, uint32_t control = 0) {
    Write(ch, kCur, first);
    Write(ch, kCr, control | kRun | 1u << 16);
    EXPECT_EQ(Read(ch, kSr) & kHalted, 0u);
  }

  // Of the DMA alone; what the streams hold stays.
  void ResetDma() {
    in_soft_reset = true;
    Write(kMm2s, kCr, kReset);
    wait(kMm2s, kCr, kReset, 0, 4000);
    in_soft_reset = false;
  }
  void SoftReset() {
    ResetDma();
    Withdraw();
    received.clear();
  }

  ///// Descriptors /////

  void Descriptor(uint32_t addr, uint32_t next, uint32_t buffer, uint32_t control) {
    for (unsigned i = 0; i < 64; i += 4) desc.SetWord(addr + i, 0xdead0000 + i);
    desc.SetWord(addr + AtWord(dma::kWordNext), next);
    desc.SetWord(addr + AtWord(dma::kWordBuffer), buffer);
    if (kMover) desc.SetWord(addr + AtWord(dma::kWordShape), 0);  // a word reserved in PG021
    desc.SetWord(addr + AtWord(dma::kWordControl), control);
    desc.SetWord(addr + AtWord(dma::kWordStatus), 0);
  }
  uint32_t status(uint32_t addr) const { return desc.word(addr + AtWord(dma::kWordStatus)); }

  // A chain at base, base + 64, ...: one packet per descriptor. Returns the address of the last.
  uint32_t Chain(uint32_t base, unsigned count, uint32_t buffer, uint32_t stride, uint32_t length) {
    for (unsigned i = 0; i < count; i++) {
      Descriptor(base + 64 * i, base + 64 * (i + 1), buffer + stride * i, length | kSof | kEof);
    }
    return base + 64 * (count - 1);
  }

  ///// Streams /////

  // Queues one packet for S2MM.
  void send(const std::vector<uint8_t>& bytes, bool end = true) {
    for (size_t i = 0; i < bytes.size(); i += kBytes) {
      AxisPort beat;
      for (unsigned k = 0; k < kBytes && i + k < bytes.size(); k++) {
        beat.data |= uint64_t{bytes[i + k]} << (8 * k);
        beat.keep |= 1u << k;
      }
      beat.last = end && i + kBytes >= bytes.size();
      beats.push_back(beat);
    }
  }
  // Takes back what has not been sent, the word on offer too.
  void Withdraw() {
    beats.clear();
    source_checker.Forget();
  }
  std::vector<uint8_t> RandomBytes(size_t n) {
    std::vector<uint8_t> v(n);
    for (uint8_t& b : v) b = static_cast<uint8_t>(rng() >> 8);
    return v;
  }

  // The bytes the sink has received so far, split at TLAST; an open packet is not returned.
  std::vector<std::vector<uint8_t>> packets() const {
    std::vector<std::vector<uint8_t>> out;
    std::vector<uint8_t> packet;
    for (const SinkWord& w : received) {
      for (unsigned k = 0; k < kBytes; k++) {
        if (w.keep >> k & 1) packet.push_back(static_cast<uint8_t>(w.data >> (8 * k)));
      }
      if (w.last) {
        out.push_back(packet);
        packet.clear();
      }
    }
    return out;
  }

  void stalls(unsigned percent) {
    sg.stall_percent = mm2s.stall_percent = s2mm.stall_percent = percent;
    sink_stall = source_stall = percent;
  }
  void latency(unsigned descriptor_read, unsigned data_read, unsigned descriptor_write,
               unsigned data_write) {
    sg.read_latency = descriptor_read;
    sg.write_latency = descriptor_write;
    mm2s.read_latency = data_read;
    s2mm.write_latency = data_write;
  }

  void Step() {
    const auto before = outputs();
    AxiPort g, r, w;
    sg.Drive(cycle, g);
    mm2s.Drive(cycle, r);
    s2mm.Drive(cycle, w);
    if (hold) hold(g, r, w);
    Apply(g, r, w);
    // The sink may lower TREADY at any time; the source holds its word.
    model->m_axis_mm2s_tready = sink_stall == 0 || (sink_stall < 100 && rng() % 100 >= sink_stall);
    if (!source_valid_) {
      source_valid_ = !beats.empty() && (source_stall == 0 || rng() % 100 >= source_stall);
    }
    if (beats.empty()) source_valid_ = false;
    model->s_axis_s2mm_tvalid = source_valid_;
    if (source_valid_) {
      model->s_axis_s2mm_tdata = static_cast<Word>(beats[0].data);
      model->s_axis_s2mm_tkeep = static_cast<uint8_t>(beats[0].keep);
      model->s_axis_s2mm_tlast = beats[0].last;
    }
    model->eval();
    if (model->rst_ni && outputs() != before && errors.empty()) {
      errors.push_back("A4: an input reached an output in cycle " + std::to_string(cycle));
    }
    Sample(g, r, w);
    const bool in_reset = !model->rst_ni;
    if (!in_reset) CheckStatusWrite(g);
    const AxisPort in = source_valid_ ? AxisPort{true, bool(model->s_axis_s2mm_tready),
                                                 beats[0].last, beats[0].data, beats[0].keep}
                                      : AxisPort{};
    const AxisPort out{bool(model->m_axis_mm2s_tvalid), bool(model->m_axis_mm2s_tready),
                       bool(model->m_axis_mm2s_tlast), model->m_axis_mm2s_tdata,
                       model->m_axis_mm2s_tkeep};
    if (!in_reset && (model->mm2s_introut || model->s2mm_introut)) interrupts++;
    register_checker.Observe(cycle, *model, in_reset);
    sg_checker.Observe(cycle, g, in_reset, sg.acceptance);
    mm2s_checker.Observe(cycle, r, in_reset, mm2s.acceptance);
    s2mm_checker.Observe(cycle, w, in_reset, s2mm.acceptance);
    // A soft reset may withdraw a waiting word.
    if (in_soft_reset) sink_checker.Forget();
    sink_checker.Observe(cycle, out, in_reset, descriptor_checker.OwesWord());
    // A source that is told to stall may wait for READY, as one profile of StallBench does.
    source_checker.Observe(cycle, in, in_reset, !beats.empty() && source_stall < 100);
    descriptor_checker.Observe(cycle, *model, {&g, &r, &w}, out, in, in_reset);
    if (out.valid && first_tvalid == 0) first_tvalid = cycle;
    if (g.arvalid && first_sg_ar == 0) first_sg_ar = cycle;
    if (r.arvalid && first_mm2s_ar == 0) first_mm2s_ar = cycle;
    if (w.awvalid && first_s2mm_aw == 0) first_s2mm_aw = cycle;
    if (source_valid_ && first_s2mm_tvalid == 0) first_s2mm_tvalid = cycle;
    if (!in_reset) {
      sg.Clock(cycle, g);
      mm2s.Clock(cycle, r);
      s2mm.Clock(cycle, w);
      if (out.valid && out.ready) received.push_back({cycle, out.data, out.keep, out.last});
      if (source_valid_ && model->s_axis_s2mm_tready) {
        if (beats[0].last) source_lasts.push_back(cycle);
        beats.pop_front();
        source_valid_ = false;
      }
    }
    model.Rise();
    model.Fall();
    cycle++;
  }

  Store desc{kDescSize}, source{kDataSize}, target{kDataSize};
  AxiMemory sg, mm2s, s2mm;
  std::minstd_rand rng;
  PortChecker sg_checker{"sg", kSgBytes}, mm2s_checker{"mm2s", kBytes},
      s2mm_checker{"s2mm", kBytes};
  StreamChecker sink_checker{"m_axis_mm2s", kBytes}, source_checker{"s_axis_s2mm", kBytes};
  RegisterChecker register_checker;
  DescriptorChecker descriptor_checker{
      {.sg_bytes = kSgBytes, .data_bytes = kBytes, .length_bits = kLengthBits}};
  std::vector<std::string> errors;
  // In the context of all models of the program, where tests set what registers and memories hold
  // before the reset, and what a broken assertion does.
  ClockedModel<Model> model{*Verilated::defaultContextp()};
  std::deque<AxisPort> beats;          // still to be sent to S2MM
  std::vector<SinkWord> received;      // taken from MM2S
  std::vector<uint64_t> source_lasts;  // cycles of TLAST handshakes into S2MM
  unsigned sink_stall = 0, source_stall = 0;
  // Called in every cycle with what the memories at sg, mm2s and s2mm would drive: may hold READY
  // or VALID back, and say by the stalls above, 0 or 100, what the streams do.
  std::function<void(AxiPort&, AxiPort&, AxiPort&)> hold;
  bool in_soft_reset = false;
  uint64_t interrupts = 0;
  uint64_t cycle = 1;
  // First cycle of each VALID, 0 while none; to be cleared by a test before the event it measures.
  uint64_t first_sg_ar = 0, first_mm2s_ar = 0, first_tvalid = 0, first_s2mm_aw = 0;
  uint64_t first_s2mm_tvalid = 0;

 private:
  std::array<uint64_t, 55> outputs() const {
    const Model& m = *model;
    return {m.s_axi_lite_awready, m.s_axi_lite_wready,  m.s_axi_lite_bresp,   m.s_axi_lite_bvalid,
            m.s_axi_lite_arready, m.s_axi_lite_rdata,   m.s_axi_lite_rresp,   m.s_axi_lite_rvalid,
            m.m_axi_sg_araddr,    m.m_axi_sg_arlen,     m.m_axi_sg_arsize,    m.m_axi_sg_arburst,
            m.m_axi_sg_arvalid,   m.m_axi_sg_rready,    m.m_axi_sg_awaddr,    m.m_axi_sg_awlen,
            m.m_axi_sg_awvalid,   m.m_axi_sg_wdata,     m.m_axi_sg_wstrb,     m.m_axi_sg_wlast,
            m.m_axi_sg_wvalid,    m.m_axi_sg_bready,    m.m_axi_mm2s_araddr,  m.m_axi_mm2s_arlen,
            m.m_axi_mm2s_arburst, m.m_axi_mm2s_arvalid, m.m_axi_mm2s_rready,  m.m_axis_mm2s_tdata,
            m.m_axis_mm2s_tkeep,  m.m_axis_mm2s_tlast,  m.m_axis_mm2s_tvalid, m.s_axis_s2mm_tready,
            m.m_axi_s2mm_awaddr,  m.m_axi_s2mm_awlen,   m.m_axi_s2mm_awburst, m.m_axi_s2mm_awvalid,
            m.m_axi_s2mm_wdata,   m.m_axi_s2mm_wstrb,   m.m_axi_s2mm_wlast,   m.m_axi_s2mm_wvalid,
            m.m_axi_s2mm_bready,  m.mm2s_introut,       m.s2mm_introut,       m.m_axi_mm2s_arsize,
            m.m_axi_s2mm_awsize,  m.m_axi_sg_awsize,    m.m_axi_sg_awburst,   m.m_axi_sg_arcache,
            m.m_axi_sg_arprot,    m.m_axi_sg_awcache,   m.m_axi_sg_awprot,    m.m_axi_mm2s_arcache,
            m.m_axi_mm2s_arprot,  m.m_axi_s2mm_awcache, m.m_axi_s2mm_awprot};
  }

  void Apply(const AxiPort& g, const AxiPort& r, const AxiPort& w) {
    DriveMemoryPorts(*model, {g, r, w});
  }

  void Sample(AxiPort& g, AxiPort& r, AxiPort& w) const {
    std::array<AxiMaster, kTilePorts> masters;
    ReadMemoryPorts(*model, masters);
    static_cast<AxiMaster&>(g) = masters[0];
    static_cast<AxiMaster&>(r) = masters[1];
    static_cast<AxiMaster&>(w) = masters[2];
  }

  // A register port that does not answer ends the test, which would wait for ever.
  static constexpr unsigned kLongestAccess = 1000;
  [[noreturn]] static void NoAnswer() {
    throw std::runtime_error("no answer on the register port");
  }
  template <class Signal>
  void Await(const Signal& signal) {
    for (unsigned i = 0; !signal; i++) {
      if (i == kLongestAccess) NoAnswer();
      Step();
    }
  }

  // One status is under way at a time: its response is waited for when address and word have been
  // taken, and not before.
  void CheckStatusWrite(const AxiPort& g) {
    if (g.bready && !(status_addressed_ && status_written_) && errors.empty()) {
      errors.push_back("BREADY of the descriptor port without a write in cycle " +
                       std::to_string(cycle));
    }
    if (g.awvalid && g.awready) status_addressed_ = true;
    if (g.wvalid && g.wready) status_written_ = true;
    if (g.bvalid && g.bready) status_addressed_ = status_written_ = false;
  }

  bool source_valid_ = false;
  bool status_addressed_ = false, status_written_ = false;  // halves taken of a status write
};

}  // namespace nve::dma_test
