// SPDX-License-Identifier: Apache-2.0
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
  static void ExpectAllPackets(const BreakOff& break_off) {
    for (const Latency& latency : kLatencies) ExpectAllPackets(latency, kOfOne, break_off);
  }

  template <class BreakOff>
  static void ExpectAllPackets(const Latency& l, const Packets& p, const BreakOff& break_off) {
    Bench<Model> b;
    b.latency(l.descriptor_read, l.data_read, l.descriptor_write, l.data_write);
    bool under_way = true;
    unsigned cycle = 0;
    for (; under_way && !::testing::Test::HasFailure(); cycle++) {
      SCOPED_TRACE("broken off in cycle " + std::to_string(cycle));
      const unsigned ring = p.count * p.parts + 2;
      Software in(b, kMm2s, ring, p.parts), out(b, kS2mm, ring, p.parts);
      in.Start();
      out.Start();
      out.submit(p.count);
      in.submit(p.count);
      b.Run(cycle);
      under_way = b.status(in.tail()) == 0 || b.status(out.tail()) == 0;
      break_off(b, in, out);
      in.ExpectAll();
      out.ExpectAll();
      b.SoftReset();
    }
    EXPECT_GT(cycle, 100u);
  }
};
using Models = ::testing::Types<Vdma32, Vdma64, Vdmafast, Vmover>;
TYPED_TEST_SUITE(DmaPause, Models);

TYPED_TEST(DmaPause, ResumeWritesTheSameTail) {
  this->ExpectAllPackets([](auto&, auto& in, auto& out) {
    in.Resume();
    out.Resume();
    // Some software does so twice.
    in.Resume();
    out.Resume();
  });
}

TYPED_TEST(DmaPause, ResumeOfReceive) {
  this->ExpectAllPackets([](auto&, auto&, auto& out) { out.Resume(); });
}

TYPED_TEST(DmaPause, StopAndStartOfSend) {
  this->ExpectAllPackets([](auto&, auto& in, auto&) {
    in.Stop();
    in.Start();
  });
}

TYPED_TEST(DmaPause, StopAndStartOfReceive) {
  this->ExpectAllPackets([](auto&, auto&, auto& out) {
    out.Stop();
    out.Start();
  });
}

TYPED_TEST(DmaPause, ResetAndStart) {
  this->ExpectAllPackets([](auto& b, auto& in, auto& out) {
    b.ResetDma();
    in.RestartStream();
    out.RestartStream();
    in.Start();
    out.Start();
    in.Resume();
    out.Resume();
  });
}

// The break may come between the descriptors of a packet: the packet begins again, those of its
// descriptors that have a status included.
TYPED_TEST(DmaPause, StopWithinPackets) {
  this->ExpectAllPackets(kStatusesWait, kOfThree, [](auto&, auto& in, auto& out) {
    in.Stop();
    out.Stop();
    in.Start();
    out.Start();
  });
}

TYPED_TEST(DmaPause, ResetWithinPackets) {
  this->ExpectAllPackets(kStatusesWait, kOfThree, [](auto& b, auto& in, auto& out) {
    b.ResetDma();
    in.RestartStream();
    out.RestartStream();
    in.Start();
    out.Start();
  });
}

// Software that knows what it has told writes TAILDESC only for more: however long it takes from
// its decision to the write, a value is not read as the beginning of another run.
TYPED_TEST(DmaPause, SlowSoftwareTellsOnlyWhatIsNew) {
  constexpr unsigned kInRing = 2, kLastDelay = 160;
  Bench<TypeParam> b;
  for (const unsigned gap : {2u, 5u, 20u}) {
    for (unsigned delay = 0; delay < kLastDelay && !this->HasFailure(); delay += 1 + gap / 5) {
      SCOPED_TRACE("gap " + std::to_string(gap) + ", pause in cycle " + std::to_string(delay));
      RingSoftware<TypeParam> in(b, kMm2s, kInRing), out(b, kS2mm, kInRing);
      for (auto* software : {&in, &out}) {
        software->Start();
        software->submit(kInRing);
      }
      b.Run(delay);
      EXPECT_FALSE(in.tell(gap) || out.tell(gap));
      b.Run(40);
      for (auto* software : {&in, &out}) {
        software->Collect();
        if (software->room() > 0) software->submit(software->room(), false);
        software->tell(gap);
      }
      in.ExpectAll();
      out.ExpectAll();
      b.SoftReset();
    }
  }
}

}  // namespace
}  // namespace nve::dma_test
