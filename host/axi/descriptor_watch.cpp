// SPDX-License-Identifier: Apache-2.0
// Descriptors from their handshakes: a read begins one, the response to a write into it ends it.
// Lists of the mover's maps are read too and never written, so they end nothing.
#include "host/axi/descriptor_watch.hpp"

#include "host/driver/dma_descriptors.hpp"

namespace nve {

void DescriptorWatch::Step(const AxiMaster& master, const AxiSlave& slave, uint64_t now) {
  if (master.arvalid && slave.arready) fetched_[master.araddr] = now;
  if (master.awvalid && slave.awready) {
    writes_.push_back(master.awaddr / dma::kDescriptorBytes * dma::kDescriptorBytes);
  }
  if (!slave.bvalid || !master.bready || writes_.empty()) return;
  const auto descriptor = fetched_.find(writes_.front());
  writes_.pop_front();
  if (descriptor == fetched_.end()) return;
  observer_->Descriptor(tile_, descriptor->first, descriptor->second, now);
  fetched_.erase(descriptor);
}

}  // namespace nve
