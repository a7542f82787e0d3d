// A run of four descriptors on each channel is broken off in every one of its cycles and goes on: a
// pause, whose end writes TAILDESC once more, a stop by RS = 0, a soft reset. Every packet is moved
// once, and nothing is an error.
#include <Vdma32.h>
#include <Vdma64.h>
#include <Vdmafast.h>
#include <Vmover.h>

#include "ring_software.hpp"

namespace nve::dma_test {
namespace {

constexpr unsigned kPackets = 4;
// Reads and writes of descriptors, and of data. In the second a status is long under way.
struct Latency {
  unsigned descriptor_read, data_read, descriptor_write, data_write;
};
constexpr Latency kLatencies[] = {{5, 6, 4, 5}, {3, 9, 20, 12}};

template <class Model>
class DmaPause : public ::testing::Test {
 protected:
  using Software = RingSoftware<Model>;

  // `break_off` in the cycles of a run, each with a bench in the state after a soft reset.
  template <class BreakOff>
  static void expect_all_packets(const BreakOff& break_off) {
    for (const Latency& latency : kLatencies) expect_all_packets(latency, break_off);
  }

  template <class BreakOff>
  static void expect_all_packets(const Latency& l, const BreakOff& break_off) {
    Bench<Model> b;
    b.latency(l.descriptor_read, l.data_read, l.descriptor_write, l.data_write);
    bool under_way = true;
    unsigned cycle = 0;
    for (; under_way && !::testing::Test::HasFailure(); cycle++) {
      SCOPED_TRACE("broken off in cycle " + std::to_string(cycle));
      Software in(b, kMm2s, kPackets + 2), out(b, kS2mm, kPackets + 2);
      in.start();
      out.start();
      out.submit(kPackets);
      in.submit(kPackets);
      b.run(cycle);
      under_way = b.status(in.tail()) == 0 || b.status(out.tail()) == 0;
      break_off(b, in, out);
      in.expect_all();
      out.expect_all();
      b.soft_reset();
    }
    EXPECT_GT(cycle, 100u);
  }
};
using Models = ::testing::Types<Vdma32, Vdma64, Vdmafast, Vmover>;
TYPED_TEST_SUITE(DmaPause, Models);

TYPED_TEST(DmaPause, ResumeWritesTheSameTail) {
  this->expect_all_packets([](auto&, auto& in, auto& out) {
    in.resume();
    out.resume();
    // Some software does so twice.
    in.resume();
    out.resume();
  });
}

TYPED_TEST(DmaPause, ResumeOfReceive) {
  this->expect_all_packets([](auto&, auto&, auto& out) { out.resume(); });
}

TYPED_TEST(DmaPause, StopAndStartOfSend) {
  this->expect_all_packets([](auto&, auto& in, auto&) {
    in.stop();
    in.start();
  });
}

TYPED_TEST(DmaPause, StopAndStartOfReceive) {
  this->expect_all_packets([](auto&, auto&, auto& out) {
    out.stop();
    out.start();
  });
}

TYPED_TEST(DmaPause, ResetAndStart) {
  this->expect_all_packets([](auto& b, auto& in, auto& out) {
    b.reset_dma();
    in.restart_stream();
    out.restart_stream();
    in.start();
    out.start();
    in.resume();
    out.resume();
  });
}

}  // namespace
}  // namespace nve::dma_test
