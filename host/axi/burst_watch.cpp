// SPDX-License-Identifier: Apache-2.0
// Bursts from their handshakes: see burst_watch.hpp.
#include "host/axi/burst_watch.hpp"

#include <utility>

namespace nve {

void BurstWatch::Step(const AxiMaster& master, const AxiSlave& slave, uint64_t now) {
  if (master.arvalid && slave.arready) reads_.push_back(now);
  if (master.awvalid && slave.awready) writes_.push_back(now);
  if (slave.rvalid && master.rready) {
    ++read_beats_;
    if (slave.rlast && !reads_.empty()) {
      observer_->Burst(tile_, port_, false, reads_.front(), now,
                       Bytes(std::exchange(read_beats_, 0)));
      reads_.pop_front();
    }
  }
  if (master.wvalid && slave.wready) {
    ++write_beats_;
    if (master.wlast) lengths_.push_back(std::exchange(write_beats_, 0));
  }
  if (slave.bvalid && master.bready && !writes_.empty() && !lengths_.empty()) {
    observer_->Burst(tile_, port_, true, writes_.front(), now, Bytes(lengths_.front()));
    writes_.pop_front();
    lengths_.pop_front();
  }
}

}  // namespace nve
