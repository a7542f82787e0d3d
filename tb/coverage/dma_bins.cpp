// SPDX-License-Identifier: Apache-2.0
// Bins of the DMA: see dma_bins.hpp.
#include "tb/coverage/dma_bins.hpp"

#include <array>
#include <bit>
#include <string>

#include "tb/coverage/bins.hpp"
#include "tb/coverage/model_wire.hpp"

namespace nve::coverage {
namespace {

using Names = BinGrid::Names;

constexpr uint32_t kPage = 4096;

// One handshake: how long VALID waits for READY.
struct Handshake {
  Wire valid, ready;
  uint64_t waited = 0;

  bool Taken() const { return valid() != 0 && ready() != 0; }

  // The column of kWaits when it is taken; -1 otherwise.
  int Step() {
    if (valid() == 0) return -1;
    ++waited;
    if (ready() == 0) return -1;
    const uint64_t cycles = waited - 1;
    waited = 0;
    return cycles == 0 ? 0 : cycles < 10 ? 1 : 2;
  }
};
const Names kWaits = {"taken at once", "waits 1 to 9", "waits 10 or more"};

const Names kChannels = {"mm2s", "s2mm"};
const Names kErrors = {"DMAIntErr", "DMASlvErr", "DMADecErr", "SGIntErr", "SGSlvErr", "SGDecErr"};
const Names kFetchStates = {"idle", "address", "data", "check", "gap"};
const Names kPortWires = {"sg ar",  "sg r",    "sg aw",  "sg w",   "sg b",        "mm2s ar",
                          "mm2s r", "s2mm aw", "s2mm w", "s2mm b", "mm2s stream", "s2mm stream"};
const std::array<const char*, 12> kPortSignals = {"m_axi_sg_ar",  "m_axi_sg_r",    "m_axi_sg_aw",
                                                  "m_axi_sg_w",   "m_axi_sg_b",    "m_axi_mm2s_ar",
                                                  "m_axi_mm2s_r", "m_axi_s2mm_aw", "m_axi_s2mm_w",
                                                  "m_axi_s2mm_b", "m_axis_mm2s_t", "s_axis_s2mm_t"};
constexpr size_t kSgAr = 0, kSgR = 1, kSgAw = 2, kSgB = 4, kMm2sAr = 5, kMm2sR = 6, kS2mmAw = 7,
                 kS2mmB = 9, kMm2sStream = 10, kS2mmStream = 11;

const Names kFifos = {"mm2s descriptors", "s2mm descriptors", "mm2s commands",  "mm2s bursts",
                      "mm2s data",        "mm2s information", "s2mm commands",  "s2mm data",
                      "s2mm bursts",      "s2mm open writes", "s2mm responses", "mm2s updates",
                      "s2mm updates"};
const std::array<const char*, 13> kFifoScopes = {".gen_channel[0].u_cmdq.u_queue",
                                                 ".gen_channel[1].u_cmdq.u_queue",
                                                 ".u_mm2s.u_cmd",
                                                 ".u_mm2s.u_burst",
                                                 ".u_mm2s.u_data",
                                                 ".u_mm2s.u_info",
                                                 ".u_s2mm.u_cmd",
                                                 ".u_s2mm.u_data",
                                                 ".u_s2mm.u_rec",
                                                 ".u_s2mm.u_out",
                                                 ".u_s2mm.u_resp",
                                                 ".u_update.gen_queue[0].u_queue",
                                                 ".u_update.gen_queue[1].u_queue"};

struct Fifo {
  Wire push, room, word, pop;
};

// Lengths of descriptors: columns of the bins.
const Names kLengths = {"0",
                        "1 to 7 bytes",
                        "8 bytes",
                        "9 to 127 bytes",
                        "128 bytes",
                        "129 to 4095 bytes",
                        "4096 bytes or more",
                        "largest"};
size_t LengthColumn(uint64_t length) {
  constexpr uint64_t kLargest = (1u << 26) - 8;
  if (length >= kLargest) return 7;
  if (length == 0) return 0;
  if (length < 8) return 1;
  if (length == 8) return 2;
  if (length < 128) return 3;
  if (length == 128) return 4;
  return length < 4096 ? 5 : 6;
}

class DmaSampler : public Sampler {
 public:
  DmaSampler(const ModelCounters& model, const std::string& scope)
      : no_reset_(model, scope, "rst_ni"),
        fetch_state_(model, scope + ".u_fetch", "state_q"),
        fetch_channel_(model, scope + ".u_fetch", "ch_q"),
        fetch_list_(model, scope + ".u_fetch", "list_q"),
        status_(model, scope, "sr"),
        control_(model, scope, "cr"),
        soft_reset_(model, scope, "soft_reset"),
        clear_(model, scope, "clear_q"),
        desc_valid_(model, scope, "desc_valid"),
        desc_control_(model, scope, "desc_control"),
        desc_buffer_(model, scope, "desc_buffer"),
        mover_(model.Has(scope + ".gen_channel[0].gen_mover.u_rows")) {
    for (size_t k = 0; k < wires_.size(); ++k) {
      const std::string name = kPortSignals[k];
      wires_[k] = {Wire(model, scope, name + "valid"), Wire(model, scope, name + "ready")};
    }
    const auto wire = [&](const char* name) { return Wire(model, scope, name); };
    sg_len_ = wire("m_axi_sg_arlen");
    addresses_ = {wire("m_axi_mm2s_araddr"), wire("m_axi_s2mm_awaddr")};
    lengths_ = {wire("m_axi_mm2s_arlen"), wire("m_axi_s2mm_awlen")};
    sizes_ = {wire("m_axi_mm2s_arsize"), wire("m_axi_s2mm_awsize")};
    bursts_ = {wire("m_axi_mm2s_arburst"), wire("m_axi_s2mm_awburst")};
    responses_ = {wire("m_axi_sg_rresp"), wire("m_axi_sg_bresp"), wire("m_axi_mm2s_rresp"),
                  wire("m_axi_s2mm_bresp")};
    last_ = wire("m_axi_mm2s_rlast");
    streams_keep_ = {wire("m_axis_mm2s_tkeep"), wire("s_axis_s2mm_tkeep")};
    streams_last_ = {wire("m_axis_mm2s_tlast"), wire("s_axis_s2mm_tlast")};
    write_wires_ = {wire("wr_cr"), wire("wr_sr"), wire("wr_cur"), wire("wr_tail")};
    read_ = {wire("s_axi_lite_arvalid"), wire("s_axi_lite_arready")};
    read_address_ = wire("s_axi_lite_araddr");
    for (size_t k = 0; k < kFifoScopes.size(); ++k) {
      const std::string at = scope + kFifoScopes[k];
      fifo_wires_[k] = {Wire(model, at, "push_valid_i"), Wire(model, at, "push_ready_o"),
                        Wire(model, at, "pop_valid_o"), Wire(model, at, "pop_ready_i")};
    }
  }

  void Sample() override {
    if (no_reset_() == 0) {
      if (!in_reset_) CountPinReset();
      in_reset_ = true;
      state_before_ = 0;
      open_ = {};
      for (Handshake& wire : wires_) wire.waited = 0;
      status_before_ = status_();
      return;
    }
    in_reset_ = false;
    CountPorts();
    CountStreams();
    CountDescriptors();
    CountChannels();
    CountStates();
    CountRegisters();
    CountFifos();
  }

 private:
  void CountPinReset() {
    pin_reset_.Hit(state_before_);
    for (size_t c = 0; c < 2; ++c) channel_reset_.Hit(c, StateOf(status_before_, c));
  }

  void CountPorts() {
    for (size_t k = 0; k < wires_.size(); ++k) {
      taken_[k] = wires_[k].Taken();
      const int column = wires_[k].Step();
      if (column >= 0) waits_.Hit(k, static_cast<size_t>(column));
    }
    if (taken_[kSgAr]) {
      accesses_.Hit(fetch_list_() != 0 ? 2 : sg_len_() == 7 ? 0 : 1);
    }
    accesses_.HitIf(taken_[kSgAw], 3);
    const std::array<bool, 4> answers = {taken_[kSgR], taken_[kSgB], taken_[kMm2sR],
                                         taken_[kS2mmB]};
    for (size_t k = 0; k < answers.size(); ++k) {
      const uint64_t response = responses_[k]();
      if (answers[k]) answer_.Hit(k, response == 0 ? 0 : response == 2 ? 1 : 2);
    }
    const std::array<bool, 2> opened = {taken_[kMm2sAr], taken_[kS2mmAw]};
    const std::array<bool, 2> closed = {taken_[kMm2sR] && last_() != 0, taken_[kS2mmB]};
    for (size_t c = 0; c < 2; ++c) {
      if (opened[c]) CountBurst(c);
      open_[c] += (opened[c] ? 1 : 0) - (closed[c] ? 1 : 0);
      if (opened[c] && open_[c] > 0) {
        open_bursts_.Hit(c, open_[c] < 4    ? static_cast<size_t>(open_[c] - 1)
                            : open_[c] == 4 ? 3
                                            : 4);
      }
    }
  }

  void CountBurst(size_t c) {
    const uint64_t beats = lengths_[c]() + 1;
    const uint64_t begin = addresses_[c]() % kPage;
    const uint64_t end = begin + (beats << sizes_[c]());
    beats_.Hit(c, beats < 3 ? beats - 1 : beats < 16 ? 2 : 3);
    boundary_.HitIf(begin == 0, c, 0);
    boundary_.HitIf(end == kPage, c, 1);
    boundary_.HitIf(end == kPage && beats < 16, c, 2);
    boundary_.HitIf(end == kPage && beats == 16, c, 3);
    boundary_.HitIf(begin == kPage - (uint64_t{1} << sizes_[c]()), c, 4);
    if (bursts_[c]() != 0) boundary_.HitIf(end > kPage, c, 5);
    type_.Hit(c, bursts_[c]() == 0 ? 0 : 1);
  }

  void CountStreams() {
    for (size_t c = 0; c < 2; ++c) {
      if (!taken_[c == 0 ? kMm2sStream : kS2mmStream]) continue;
      const auto bytes = static_cast<size_t>(std::popcount(streams_keep_[c]()));
      const bool last = streams_last_[c]() != 0;
      words_.Hit(c, last ? 1 : 0);
      if (last && bytes > 0) last_bytes_.Hit(c, bytes - 1);
      if (last) one_word_.HitIf(last_before_[c], c);
      last_before_[c] = last;
    }
  }

  void CountDescriptors() {
    for (size_t c = 0; c < 2; ++c) {
      if ((desc_valid_() >> c & 1) == 0) continue;
      const uint64_t control = desc_control_();
      packets_.Hit(c, control >> 26 & 3);
      if (!mover_) buffers_.Hit(c, LengthColumn(control & ((1u << 26) - 1)));
      alignment_.Hit(c, desc_buffer_() % 8 != 0 ? 2 : desc_buffer_() % kPage == 0 ? 0 : 1);
    }
  }

  // Bits of DMASR and DMACR of a channel.
  static bool Bit(uint64_t word, size_t channel, int bit) {
    return (word >> (32 * channel + static_cast<size_t>(bit)) & 1) != 0;
  }

  void CountChannels() {
    static constexpr std::array<int, 6> kErrorBits = {4, 5, 6, 8, 9, 10};
    const uint64_t status = status_();
    const uint64_t control = control_();
    for (size_t c = 0; c < 2; ++c) {
      for (size_t e = 0; e < kErrorBits.size(); ++e) {
        const int bit = kErrorBits[e];
        error_.HitIf(Bit(status, c, bit) && !Bit(status_before_, c, bit), c, e);
      }
      for (int k = 0; k < 3; ++k) {
        const bool rises = Bit(status, c, 12 + k) && !Bit(status_before_, c, 12 + k);
        interrupt_.HitIf(rises, 3 * c + static_cast<size_t>(k), Bit(control, c, 12 + k) ? 1 : 0);
      }
      const size_t state = StateOf(status, c), before = StateOf(status_before_, c);
      channel_state_.Hit(c, state);
      if (state != before && clear_() == 0 && !cleared_) channel_arc_.Hit(3 * c + before, state);
      mode_.HitIf(state == 1, c, Bit(control, c, 3) ? 1 : Bit(control, c, 4) ? 2 : 0);
      if (soft_reset_() != 0) soft_resets_.Hit(c, (status >> 32 * c & 0x770) != 0 ? 3 : state);
    }
    cleared_ = clear_() != 0;
    status_before_ = status;
  }

  // halted, running, idle
  static size_t StateOf(uint64_t status, size_t c) {
    return Bit(status, c, 0) ? 0 : Bit(status, c, 1) ? 2 : 1;
  }

  void CountStates() {
    const auto state = static_cast<size_t>(fetch_state_());
    fetch_.Hit(state, static_cast<size_t>(fetch_channel_()));
    if (state != state_before_ && clear_() == 0 && !cleared_before_) {
      fetch_arcs_.Hit(state_before_, state);
    }
    fetch_stopped_.HitIf(soft_reset_() != 0, state);
    state_before_ = state;
    cleared_before_ = clear_() != 0;
  }

  void CountRegisters() {
    for (size_t k = 0; k < write_wires_.size(); ++k) {
      for (size_t c = 0; c < 2; ++c) {
        written_.HitIf((write_wires_[k]() >> c & 1) != 0, k, c);
      }
    }
    if (read_.Taken()) {
      static constexpr std::array<uint64_t, 4> kOffsets = {0, 4, 8, 0x10};
      const uint64_t address = read_address_();
      bool known = false;
      for (size_t k = 0; k < kOffsets.size(); ++k) {
        for (size_t c = 0; c < 2; ++c) {
          if (address == kOffsets[k] + 0x30 * c) {
            read_bins_.Hit(k, c);
            known = true;
          }
        }
      }
      no_register_.HitIf(!known, 0);
    }
  }

  void CountFifos() {
    for (size_t k = 0; k < fifo_wires_.size(); ++k) {
      const Fifo& fifo = fifo_wires_[k];
      const bool push = fifo.push() != 0 && fifo.room() != 0;
      const bool pop = fifo.pop() != 0 && fifo.word() != 0;
      fifos_.HitIf(fifo.word() == 0, k, 0);
      fifos_.HitIf(fifo.room() == 0, k, 1);
      fifos_.HitIf(push && pop, k, 2);
    }
  }

  Wire no_reset_, fetch_state_, fetch_channel_, fetch_list_, status_, control_, soft_reset_, clear_;
  Wire desc_valid_, desc_control_, desc_buffer_, sg_len_, last_, read_address_;
  bool mover_;  // the profile with rows
  std::array<Handshake, 12> wires_;
  std::array<bool, 12> taken_{};
  std::array<Wire, 2> addresses_, lengths_, sizes_, bursts_, streams_keep_, streams_last_;
  std::array<Wire, 4> responses_, write_wires_;
  std::array<Fifo, 13> fifo_wires_;
  Handshake read_;
  std::array<int, 2> open_{};
  std::array<bool, 2> last_before_{};
  size_t state_before_ = 0;
  uint64_t status_before_ = 0;
  bool in_reset_ = true, cleared_ = false, cleared_before_ = false;

  // The DMA takes read data, and the answers to its writes, at once.
  BinGrid waits_{"dma wait", kPortWires, kWaits, [](size_t wire, size_t column) {
                   return column == 0 ||
                          (wire != kSgR && wire != kSgB && wire != kMm2sR && wire != kS2mmB);
                 }};
  BinGrid accesses_{"dma descriptor port",
                    {"fetch of 8 words", "fetch of 6 words", "list read", "status write"}};
  BinGrid answer_{"dma answer",
                  {"sg read", "sg write", "mm2s read", "s2mm write"},
                  {"OKAY", "SLVERR", "DECERR"}};
  BinGrid open_bursts_{"dma open bursts", {"mm2s", "s2mm"}, {"1", "2", "3", "4", "more"}};
  BinGrid beats_{"dma burst", kChannels, {"1 beat", "2 beats", "3 to 15 beats", "16 beats"}};
  BinGrid boundary_{"dma 4 KB boundary",
                    kChannels,
                    {"begins at it", "ends at it", "shortened by it", "16 beats up to it",
                     "begins one word before it", "crosses it"},
                    [](size_t, size_t column) { return column != 5; }};
  BinGrid type_{"dma burst type", kChannels, {"FIXED", "INCR"}};
  BinGrid words_{"dma stream word", kChannels, {"without TLAST", "with TLAST"}};
  BinGrid last_bytes_{
      "dma bytes of the last word", kChannels, {"1", "2", "3", "4", "5", "6", "7", "8"}};
  BinGrid one_word_{"dma packet of one word", kChannels};
  BinGrid packets_{"dma descriptor", kChannels, {"middle", "EOF", "SOF", "SOF and EOF"}};
  BinGrid buffers_{"dma buffer", kChannels, kLengths};
  BinGrid alignment_{"dma buffer begins", kChannels, {"at 4 KB", "at a word", "inside a word"}};
  BinGrid error_{"dma error", kChannels, kErrors};
  BinGrid interrupt_{
      "dma interrupt cause",
      {"mm2s IOC", "mm2s delay", "mm2s error", "s2mm IOC", "s2mm delay", "s2mm error"},
      {"masked", "enabled"}};
  BinGrid channel_state_{"dma channel state", kChannels, {"halted", "running", "idle"}};
  BinGrid channel_arc_{
      "dma channel arc",
      {"mm2s halted", "mm2s running", "mm2s idle", "s2mm halted", "s2mm running", "s2mm idle"},
      {"to halted", "to running", "to idle"},
      [](size_t from, size_t to) {
        static constexpr std::array<uint32_t, 3> kArcs = {0b010, 0b101, 0b011};
        return (kArcs[from % 3] >> to & 1) != 0;
      }};
  BinGrid mode_{"dma mode", kChannels, {"plain", "keyhole", "cyclic"}};
  BinGrid soft_resets_{
      "dma soft reset", kChannels, {"halted", "running", "idle", "after an error"}};
  BinGrid fetch_{"dma fetch state", kFetchStates, kChannels};
  BinGrid fetch_arcs_{"dma fetch arc",
                      kFetchStates,
                      {"to idle", "to address", "to data", "to check", "to gap"},
                      [](size_t from, size_t to) {
                        static constexpr std::array<uint32_t, 5> kArcs = {0b00010, 0b00100, 0b01000,
                                                                          0b10001, 0b00001};
                        return (kArcs[from] >> to & 1) != 0;
                      }};
  BinGrid pin_reset_{"dma pin reset in fetch state", kFetchStates};
  BinGrid channel_reset_{"dma pin reset in state", kChannels, {"halted", "running", "idle"}};
  BinGrid fetch_stopped_{"dma soft reset in fetch state", kFetchStates};
  BinGrid written_{"dma register written", {"DMACR", "DMASR", "CURDESC", "TAILDESC"}, kChannels};
  BinGrid read_bins_{"dma register read", {"DMACR", "DMASR", "CURDESC", "TAILDESC"}, kChannels};
  BinGrid no_register_{"dma register read", {"no register"}};
  BinGrid fifos_{"dma FIFO", kFifos, {"empty", "full", "push and pop"}};
};

}  // namespace

std::unique_ptr<Sampler> MakeDmaSampler(const ModelCounters& model) {
  for (const std::string scope : {"nve_dma", "nve_top.u_dma"}) {
    if (model.Has(scope)) return std::make_unique<DmaSampler>(model, scope);
  }
  return nullptr;
}

}  // namespace nve::coverage
