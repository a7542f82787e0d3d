// SPDX-License-Identifier: Apache-2.0
// The register port: every word of its address space, any order and distance of the handshakes, and
// reads of one channel while the other one is written. The expected values come from the plain
// register file below, that of two channels that are never started (docs/dma.md, "Registers").
#include <Vdma32.h>
#include <Vmover.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "dma_bench.hpp"

namespace nve::dma_test {
namespace {

constexpr unsigned kWords = 256;  // of the port's 10 address bits
constexpr std::array<unsigned, 4> kMapped = {kCr, kSr, kCur, kTail};
constexpr uint32_t kPointer = 0xffffffc0;

unsigned AddressOf(Channel ch, unsigned reg) { return reg + BaseOf(ch); }

class RegisterFile {
 public:
  void Write(unsigned addr, uint32_t value) {
    for (const Channel ch : {kMm2s, kS2mm}) {
      Registers& r = channels_[ch];
      if (addr == AddressOf(ch, kCr)) {
        const uint32_t threshold = value >> 16 & 0xff;
        r.control = (value & 0xff007018) | 2 | std::max(threshold, 1u) << 16;
      }
      if (addr == AddressOf(ch, kCur)) r.current = value & kPointer;
      if (addr == AddressOf(ch, kTail)) r.tail = value & kPointer;
    }
  }

  uint32_t Read(unsigned addr) const {
    for (const Channel ch : {kMm2s, kS2mm}) {
      const Registers& r = channels_[ch];
      if (addr == AddressOf(ch, kCr)) return r.control;
      // Halted, scatter-gather built in, as many packets left as the threshold says.
      if (addr == AddressOf(ch, kSr)) return (r.control & 0x00ff0000) | 9;
      if (addr == AddressOf(ch, kCur)) return r.current;
      if (addr == AddressOf(ch, kTail)) return r.tail;
    }
    return 0;
  }

  static bool mapped(unsigned addr) {
    return std::any_of(kMapped.begin(), kMapped.end(), [addr](unsigned reg) {
      return addr == AddressOf(kMm2s, reg) || addr == AddressOf(kS2mm, reg);
    });
  }

 private:
  struct Registers {
    uint32_t control = 0x00010002, current = 0, tail = 0;
  };
  std::array<Registers, 2> channels_;
};

struct Write {
  unsigned addr;
  uint32_t value;
};

template <class Model>
class DmaRegisters : public ::testing::Test {
 protected:
  using B = Bench<Model>;

  // What nothing in this file does: a start or a reset.
  static uint32_t Harmless(unsigned addr, uint32_t value) {
    const bool control = addr == AddressOf(kMm2s, kCr) || addr == AddressOf(kS2mm, kCr);
    return control ? value & ~(kRun | kReset) : value;
  }

  // All these accesses at once, each VALID and each READY with a chance of `percent` per cycle.
  // Returns what was read.
  static std::vector<uint32_t> Access(B& b, const std::vector<Write>& writes,
                                      const std::vector<unsigned>& reads, unsigned percent) {
    auto& m = *b.model;
    const auto drawn = [&] { return b.rng() % 100 < percent; };
    size_t aw = 0, w = 0, answers = 0, ar = 0;
    std::vector<uint32_t> values;
    m.s_axi_lite_awvalid = m.s_axi_lite_wvalid = m.s_axi_lite_arvalid = 0;
    const auto done = [&] { return answers == writes.size() && values.size() == reads.size(); };
    for (unsigned cycles = 0; cycles < 30000 && !done(); cycles++) {
      if (!m.s_axi_lite_awvalid) m.s_axi_lite_awvalid = aw < writes.size() && drawn();
      if (!m.s_axi_lite_wvalid) m.s_axi_lite_wvalid = w < writes.size() && drawn();
      if (!m.s_axi_lite_arvalid) m.s_axi_lite_arvalid = ar < reads.size() && drawn();
      m.s_axi_lite_awaddr = m.s_axi_lite_awvalid ? writes[aw].addr : b.rng() % kWords * 4;
      m.s_axi_lite_wdata = m.s_axi_lite_wvalid ? writes[w].value : static_cast<uint32_t>(b.rng());
      m.s_axi_lite_araddr = m.s_axi_lite_arvalid ? reads[ar] : b.rng() % kWords * 4;
      m.s_axi_lite_bready = drawn();
      m.s_axi_lite_rready = drawn();
      const bool aw_taken = m.s_axi_lite_awvalid && m.s_axi_lite_awready;
      const bool w_taken = m.s_axi_lite_wvalid && m.s_axi_lite_wready;
      const bool ar_taken = m.s_axi_lite_arvalid && m.s_axi_lite_arready;
      answers += m.s_axi_lite_bvalid && m.s_axi_lite_bready;
      if (m.s_axi_lite_rvalid && m.s_axi_lite_rready) values.push_back(m.s_axi_lite_rdata);
      b.Step();
      aw += aw_taken;
      w += w_taken;
      ar += ar_taken;
      if (aw_taken) m.s_axi_lite_awvalid = 0;
      if (w_taken) m.s_axi_lite_wvalid = 0;
      if (ar_taken) m.s_axi_lite_arvalid = 0;
    }
    m.s_axi_lite_bready = m.s_axi_lite_rready = 0;
    if (!done()) throw std::runtime_error("no answer on the register port");
    return values;
  }

  static void ExpectAll(B& b, const RegisterFile& expected, unsigned percent) {
    std::vector<unsigned> reads;
    for (unsigned word = 0; word < kWords; word++) reads.push_back(4 * word);
    std::shuffle(reads.begin(), reads.end(), b.rng);
    const auto values = Access(b, {}, reads, percent);
    for (size_t i = 0; i < reads.size(); i++) {
      ASSERT_EQ(values[i], expected.Read(reads[i])) << std::hex << reads[i];
    }
  }
};
using Models = ::testing::Types<Vdma32, Vmover>;
TYPED_TEST_SUITE(DmaRegisters, Models);

// A write of a word without a register changes none, whatever it holds: also what would be a start
// or a reset elsewhere.
TYPED_TEST(DmaRegisters, UnmappedWritesChangeNothing) {
  Bench<TypeParam> b;
  RegisterFile expected;
  for (const Channel ch : {kMm2s, kS2mm}) {
    for (const unsigned reg : {kCr, kCur, kTail}) {
      const Write write{AddressOf(ch, reg),
                        this->Harmless(AddressOf(ch, reg), static_cast<uint32_t>(b.rng()) * 5)};
      this->Access(b, {write}, {}, 100);
      expected.Write(write.addr, write.value);
    }
  }
  std::vector<Write> writes;
  for (unsigned addr = 0; addr < 4 * kWords; addr += 4) {
    if (!RegisterFile::mapped(addr)) writes.push_back({addr, 0xffffffff});
  }
  this->Access(b, writes, {}, 100);
  this->ExpectAll(b, expected, 100);
  EXPECT_TRUE(b.sg.reads.empty());
}

// Every bit of every register alone: it is kept if it is one that is writable, and nowhere else.
TYPED_TEST(DmaRegisters, EveryBit) {
  Bench<TypeParam> b;
  RegisterFile expected;
  for (const Channel ch : {kMm2s, kS2mm}) {
    for (const unsigned reg : kMapped) {
      const unsigned addr = AddressOf(ch, reg);
      for (unsigned bit = 0; bit < 32; bit++) {
        for (const uint32_t value : {1u << bit, ~(1u << bit), 0u}) {
          const Write write{addr, this->Harmless(addr, value)};
          this->Access(b, {write}, {}, 100);
          expected.Write(write.addr, write.value);
          std::vector<unsigned> reads;
          for (const unsigned other : kMapped) {
            reads.push_back(AddressOf(kMm2s, other));
            reads.push_back(AddressOf(kS2mm, other));
          }
          const auto values = this->Access(b, {}, reads, 100);
          for (size_t i = 0; i < reads.size(); i++) {
            ASSERT_EQ(values[i], expected.Read(reads[i]))
                << std::hex << addr << " written with " << write.value << ", read " << reads[i];
          }
        }
      }
    }
  }
}

// Writes of one channel in their order, with reads of the other one at the same time.
TYPED_TEST(DmaRegisters, AnyOrderOfTheHandshakes) {
  Bench<TypeParam> b(7);
  RegisterFile expected;
  for (unsigned round = 0; round < 150; round++) {
    const Channel written = round % 2 ? kMm2s : kS2mm, other = round % 2 ? kS2mm : kMm2s;
    const unsigned percent = std::array{15u, 40u, 80u, 100u}[b.rng() % 4];
    std::vector<Write> writes;
    std::vector<unsigned> reads;
    for (unsigned i = b.rng() % 8; i < 8; i++) {
      const unsigned any = b.rng() % kWords * 4;
      const bool unmapped = b.rng() % 4 == 0 && !RegisterFile::mapped(any);
      const unsigned addr = unmapped ? any : AddressOf(written, kMapped[b.rng() % 4]);
      writes.push_back({addr, this->Harmless(addr, static_cast<uint32_t>(b.rng()) * 3)});
      reads.push_back(unmapped ? any : AddressOf(other, kMapped[b.rng() % 4]));
    }
    const auto values = this->Access(b, writes, reads, percent);
    for (size_t i = 0; i < reads.size(); i++) {
      ASSERT_EQ(values[i], expected.Read(reads[i])) << round << std::hex << ' ' << reads[i];
    }
    for (const Write& write : writes) expected.Write(write.addr, write.value);
    this->ExpectAll(b, expected, percent);
  }
}

// An address inside a word, which no master may give (rule L4), is that of the word.
TYPED_TEST(DmaRegisters, AddressInsideAWord) {
  Bench<TypeParam> b;
  RegisterFile expected;
  for (const Channel ch : {kMm2s, kS2mm}) {
    for (const unsigned reg : kMapped) {
      const unsigned addr = AddressOf(ch, reg);
      const Write write{addr, this->Harmless(addr, static_cast<uint32_t>(b.rng()) * 3)};
      this->Access(b, {{addr + 1 + reg / 4 % 3, write.value}}, {}, 100);
      expected.Write(write.addr, write.value);
    }
  }
  std::vector<unsigned> reads;
  for (unsigned addr = 0; addr < 4 * kWords; addr++) reads.push_back(addr);
  const auto values = this->Access(b, {}, reads, 100);
  for (const unsigned addr : reads) {
    ASSERT_EQ(values[addr], expected.Read(addr & ~3u)) << std::hex << addr;
  }
  ASSERT_FALSE(b.register_checker.errors.empty());
  EXPECT_NE(b.register_checker.errors[0].find("L4"), std::string::npos);
  b.register_checker.errors.clear();
}

// Address and data are taken once per write each: a third one waits until the response of the first
// is taken, and the answer to a read stands until it is.
TYPED_TEST(DmaRegisters, NothingIsTakenAheadOfTheResponses) {
  Bench<TypeParam> b;
  auto& m = *b.model;
  m.s_axi_lite_awaddr = AddressOf(kMm2s, kCur);
  m.s_axi_lite_araddr = AddressOf(kS2mm, kSr);
  m.s_axi_lite_awvalid = m.s_axi_lite_wvalid = m.s_axi_lite_arvalid = 1;
  unsigned addresses = 0, data = 0, reads = 0;
  for (int i = 0; i < 20; i++) {
    addresses += m.s_axi_lite_awready;
    data += m.s_axi_lite_wready;
    reads += m.s_axi_lite_arready;
    b.Step();
  }
  EXPECT_EQ(addresses, 2u);
  EXPECT_EQ(data, 2u);
  EXPECT_EQ(reads, 1u);
  EXPECT_TRUE(m.s_axi_lite_bvalid && m.s_axi_lite_rvalid);
  EXPECT_EQ(m.s_axi_lite_rdata, 0x00010009u);
}

// The write acts in the cycle after its later handshake, and so does a read on AR.
TYPED_TEST(DmaRegisters, Latency) {
  for (const unsigned wait : {0u, 1u, 5u}) {
    for (const bool address_first : {false, true}) {
      Bench<TypeParam> b;
      auto& m = *b.model;
      const unsigned addr = AddressOf(kS2mm, kTail);
      m.s_axi_lite_awaddr = m.s_axi_lite_araddr = addr;
      m.s_axi_lite_wdata = 0x12345640;
      for (unsigned i = 0; i <= wait; i++) {
        m.s_axi_lite_awvalid = i == (address_first ? 0 : wait);
        m.s_axi_lite_wvalid = i == (address_first ? wait : 0);
        EXPECT_FALSE(m.s_axi_lite_bvalid);
        b.Step();
      }
      m.s_axi_lite_awvalid = m.s_axi_lite_wvalid = 0;
      EXPECT_FALSE(m.s_axi_lite_bvalid);
      EXPECT_FALSE(m.s_axi_lite_awready) << "the write acts in this cycle";
      b.Step();
      EXPECT_TRUE(m.s_axi_lite_bvalid && m.s_axi_lite_awready && m.s_axi_lite_wready);
      m.s_axi_lite_arvalid = 1;
      EXPECT_TRUE(m.s_axi_lite_arready);
      b.Step();
      m.s_axi_lite_arvalid = 0;
      EXPECT_TRUE(m.s_axi_lite_rvalid && m.s_axi_lite_bvalid);
      EXPECT_EQ(m.s_axi_lite_rdata, 0x12345640u);
    }
  }
}

// With nothing to wait for, the eight clocks of a soft reset begin when the response of its write
// has been taken. The Reset bit reads 1 in each of them and in none after them.
TYPED_TEST(DmaRegisters, SoftResetEnds) {
  constexpr unsigned kCycles = 8;
  for (unsigned delay = 0; delay < 2 * kCycles; delay++) {
    Bench<TypeParam> b;
    auto& m = *b.model;
    const unsigned addr = AddressOf(kMm2s, kCr);
    this->Access(b, {{addr, kReset}}, {}, 100);
    b.Run(delay);
    m.s_axi_lite_araddr = addr;
    m.s_axi_lite_arvalid = 1;
    b.Step();
    m.s_axi_lite_arvalid = 0;
    EXPECT_EQ(m.s_axi_lite_rdata, delay < kCycles ? 0x00010006u : 0x00010002u) << delay;
  }
}

}  // namespace
}  // namespace nve::dma_test
