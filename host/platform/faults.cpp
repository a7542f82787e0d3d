// The list of injectable faults: see faults.hpp.
#include "host/platform/faults.hpp"

#include "compiler/support/diagnostics.hpp"
#include "host/driver/dma_descriptors.hpp"
#include "host/platform/axi.hpp"

namespace nve {
namespace {

Fault Response(TilePort port, bool write, uint8_t response) {
  return {.kind = Fault::Kind::kResponse, .port = port, .write = write, .response = response};
}

enum class Ring { kInput, kOutput };

// The first descriptor of a ring: the one with the bit that begins a packet, which the driver sets
// in both rings. The output ring is started first.
Fault Descriptor(Ring ring, int word, uint32_t and_mask, uint32_t xor_mask) {
  return {.kind = Fault::Kind::kDescriptor,
          .port = TilePort::kSg,
          .index = ring == Ring::kOutput ? 0 : 1,
          .word = word,
          .and_mask = and_mask,
          .xor_mask = xor_mask};
}

std::vector<NamedFault> MakeFaults() {
  constexpr uint32_t kAll = 0xFFFFFFFF;
  constexpr uint32_t kShortLength = dma::kAlignment;  // bytes: one word
  // Late enough for a full history and for the accumulators to be in use.
  constexpr int64_t kProbeCycle = 100;
  return {
      {"sg-slverr", "SLVERR on the first descriptor read",
       Response(TilePort::kSg, false, kAxiSlaveError)},
      {"sg-decerr", "DECERR on the first descriptor read",
       Response(TilePort::kSg, false, kAxiDecodeError)},
      {"sg-write-slverr", "SLVERR on the first descriptor write-back",
       Response(TilePort::kSg, true, kAxiSlaveError)},
      {"mm2s-slverr", "SLVERR on the first input read",
       Response(TilePort::kMm2s, false, kAxiSlaveError)},
      {"mm2s-decerr", "DECERR on the first input read",
       Response(TilePort::kMm2s, false, kAxiDecodeError)},
      {"s2mm-slverr", "SLVERR on the first output write",
       Response(TilePort::kS2mm, true, kAxiSlaveError)},
      {"s2mm-decerr", "DECERR on the first output write",
       Response(TilePort::kS2mm, true, kAxiDecodeError)},
      {"zero-length", "an input descriptor has length 0",
       Descriptor(Ring::kInput, dma::kWordControl, ~dma::kLengthMask, 0)},
      {"misaligned", "an input descriptor has an odd buffer address",
       Descriptor(Ring::kInput, dma::kWordBuffer, kAll, 1)},
      {"completed", "an input descriptor is already completed",
       Descriptor(Ring::kInput, dma::kWordStatus, kAll, dma::kCompleted)},
      {"short-input", "an input descriptor is shorter than the driver wrote",
       Descriptor(Ring::kInput, dma::kWordControl, ~dma::kLengthMask, kShortLength)},
      {"short-output", "an output descriptor is shorter than the driver wrote",
       Descriptor(Ring::kOutput, dma::kWordControl, ~dma::kLengthMask, kShortLength)},
      {"cut-stream", "MM2S moves only its first descriptor", {.kind = Fault::Kind::kCutStream}},
      {"mute-memory", "the input port accepts no read address", {.kind = Fault::Kind::kMute}},
      {"unmapped-core",
       "the core's registers are not where the driver looks",
       {.kind = Fault::Kind::kUnmapped}},
      {"probe",
       "one accumulator bit of the RTL is seen inverted in one cycle",
       {.kind = Fault::Kind::kProbe, .index = kProbeCycle}},
  };
}

}  // namespace

const std::vector<NamedFault>& NamedFaults() {
  static const std::vector<NamedFault> kFaults = MakeFaults();
  return kFaults;
}

Fault FaultByName(const std::string& name) {
  std::string known;
  for (const NamedFault& fault : NamedFaults()) {
    if (name == fault.name) return fault.fault;
    known += (known.empty() ? "" : ", ") + std::string(fault.name);
  }
  throw InputError("unknown fault '" + name + "', there are: " + known);
}

}  // namespace nve
