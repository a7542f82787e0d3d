// A run of a few packets on each channel is broken off in every one of its cycles and goes on: a
// pause, a stop by RS = 0, a soft reset. Every packet is moved once, and nothing is an error.
#include <Vdma32.h>
#include <Vdma64.h>
#include <Vdmafast.h>
#include <Vmover.h>

#include "ring_software.hpp"

namespace nve::dma_test {
namespace {

struct Packets {
  unsigned count, parts;  // descriptors of a packet
};
constexpr Packets kOfOne = {4, 1}, kOfThree = {2, 3};
// Reads and writes of descriptors, and of data. In the second a status is long under way.
struct Latency {
  unsigned descriptor_read, data_read, descriptor_write, data_write;
};
constexpr Latency kLatencies[] = {{5, 6, 4, 5}, {3, 9, 20, 12}};
// Of packets of several descriptors: statuses wait, and the run is short.
constexpr Latency kStatusesWait = {3, 4, 9, 4};

template <class Model>
class DmaPause : public ::testing::Test {
 protected:
  using Software = RingSoftware<Model>;

  // `break_off` in the cycles of a run, each with a bench in the state after a soft reset.
  template <class BreakOff>
  static void expect_all_packets(const BreakOff& break_off) {
    for (const Latency& latency : kLatencies) expect_all_packets(latency, kOfOne, break_off);
  }

  template <class BreakOff>
  static void expect_all_packets(const Latency& l, const Packets& p, const BreakOff& break_off) {
    Bench<Model> b;
    b.latency(l.descriptor_read, l.data_read, l.descriptor_write, l.data_write);
    bool under_way = true;
    unsigned cycle = 0;
    for (; under_way && !::testing::Test::HasFailure(); cycle++) {
      SCOPED_TRACE("broken off in cycle " + std::to_string(cycle));
      const unsigned ring = p.count * p.parts + 2;
      Software in(b, kMm2s, ring, p.parts), out(b, kS2mm, ring, p.parts);
      in.start();
      out.start();
      out.submit(p.count);
      in.submit(p.count);
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

// The break may come between the descriptors of a packet: the packet begins again, those of its
// descriptors that have a status included.
TYPED_TEST(DmaPause, StopWithinPackets) {
  this->expect_all_packets(kStatusesWait, kOfThree, [](auto&, auto& in, auto& out) {
    in.stop();
    out.stop();
    in.start();
    out.start();
  });
}

TYPED_TEST(DmaPause, ResetWithinPackets) {
  this->expect_all_packets(kStatusesWait, kOfThree, [](auto& b, auto& in, auto& out) {
    b.reset_dma();
    in.restart_stream();
    out.restart_stream();
    in.start();
    out.start();
  });
}

}  // namespace
}  // namespace nve::dma_test
