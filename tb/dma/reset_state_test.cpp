// SPDX-License-Identifier: Apache-2.0
// Whatever the DMA's registers and memories hold before the reset does not matter: data, statuses
// and cycles of transfers are those of a model that begins with zeros.
#include <Vdma32.h>
#include <Vdma64.h>
#include <Vdmafast.h>
#include <Vmover.h>

#include <climits>

#include "stall_bench.hpp"
#include "transfer_run.hpp"

namespace nve::dma_test {
namespace {

constexpr uint32_t kStates = 50;

// The models that begin while one of these is there have random values in every register and
// memory; with state 0 zeros. The builds leave it to Verilator's option --x-initial, which is
// unique.
class InitialState {
 public:
  explicit InitialState(uint32_t state) {
    context().randReset(state == 0 ? kZeros : kRandom);
    // Verilator's random numbers are so linear that some bits are the same for all small seeds.
    context().randSeed(static_cast<int>(Mix(state, 0) % INT_MAX) + 1);
  }
  ~InitialState() { context().randReset(kZeros); }
  InitialState(const InitialState&) = delete;
  InitialState& operator=(const InitialState&) = delete;

 private:
  static constexpr int kZeros = 0, kRandom = 2;

  // That of every model of this program. Asked for by the thread's, which is the same, gcc's
  // undefined behaviour sanitizer takes the thread's variable for a null pointer.
  static VerilatedContext& context() { return *Verilated::defaultContextp(); }
};

// Outputs that are registers or words of a memory.
template <class Model>
std::vector<uint64_t> RegistersOf(const Model& m) {
  constexpr unsigned kBytes = sizeof(m.m_axi_mm2s_rdata);
  return {m.m_axi_mm2s_araddr / kBytes,
          m.m_axi_s2mm_awaddr / kBytes,
          m.m_axi_mm2s_arvalid,
          m.m_axi_s2mm_awvalid,
          m.m_axi_s2mm_wvalid,
          m.m_axi_s2mm_wdata,
          m.m_axis_mm2s_tdata,
          m.s_axi_lite_rvalid,
          m.s_axi_lite_bvalid,
          m.s_axi_lite_rdata,
          m.mm2s_introut,
          m.s2mm_introut};
}

template <class Model>
std::vector<uint64_t> WidthsOf() {
  constexpr uint64_t kBytes = sizeof(Model::m_axi_mm2s_rdata);
  constexpr uint64_t kAddress = UINT32_MAX / kBytes;
  constexpr uint64_t kWord = UINT64_MAX >> (64 - 8 * kBytes);
  return {kAddress, kAddress, 1, 1, 1, kWord, kWord, 1, 1, UINT32_MAX, 1, 1};
}

template <class Bench, class Transfers>
Run RunFrom(uint32_t state, uint32_t seed, const Transfers& transfers) {
  const InitialState initial(state);
  Bench b(StallProfile::kRandom50, seed);
  transfers(b);
  return RunTransfers(b);
}

template <class Bench, class Transfers>
void ExpectEqualFromAll(const Transfers& transfers) {
  for (uint32_t state = 1; state <= kStates; state++) {
    SCOPED_TRACE(state);
    const Run zeros = RunFrom<Bench>(0, state, transfers);
    const Run random = RunFrom<Bench>(state, state, transfers);
    ExpectComplete(zeros.seen);
    ExpectSame(random.seen, zeros.seen);
    EXPECT_EQ(random.cycles, zeros.cycles);
  }
}

template <class Model>
class DmaResetState : public ::testing::Test {};
using Models = ::testing::Types<Vdma32, Vdma64, Vdmafast, Vmover>;
TYPED_TEST_SUITE(DmaResetState, Models);

TYPED_TEST(DmaResetState, IsRandomBeforeTheReset) {
  const std::vector<uint64_t> widths = WidthsOf<TypeParam>();
  std::vector<uint64_t> ones(widths.size()), zeros(widths.size());
  for (uint32_t state = 1; state <= kStates; state++) {
    const InitialState initial(state);
    TypeParam model;
    model.rst_ni = 1;
    model.eval();
    const std::vector<uint64_t> values = RegistersOf(model);
    for (size_t i = 0; i < values.size(); i++) {
      ones[i] |= values[i];
      zeros[i] |= ~values[i];
    }
    model.final();
  }
  for (size_t i = 0; i < widths.size(); i++) {
    EXPECT_EQ(ones[i] & widths[i], widths[i]) << "register " << i;
    EXPECT_EQ(zeros[i] & widths[i], widths[i]) << "register " << i;
  }
}

TYPED_TEST(DmaResetState, DoesNotMatter) {
  ExpectEqualFromAll<StallBench<TypeParam>>([](auto& b) { PlainTransfers(b); });
}

TEST(MoverResetState, DoesNotMatterToRows) {
  ExpectEqualFromAll<StallBench<Vmover, MoverBench>>(RowsTransfers);
}

}  // namespace
}  // namespace nve::dma_test
