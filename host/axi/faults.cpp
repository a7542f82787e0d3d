// SPDX-License-Identifier: Apache-2.0
// The list of injectable faults: see faults.hpp.
#include "host/axi/faults.hpp"

#include "base/diagnostics/diagnostics.hpp"
#include "host/axi/axi.hpp"
#include "host/driver/dma_descriptors.hpp"

namespace nve {
namespace {

Fault Response(TilePort port, bool write, uint8_t response) {
  return {.kind = Fault::Kind::kResponse, .port = port, .write = write, .response = response};
}

enum class Ring { kInput, kOutput };

// The descriptors that begin a packet are the first of a ring that moves data. The output ring is
// started first.
int64_t FetchOf(Ring ring) { return ring == Ring::kOutput ? 0 : 1; }

// Its input has moved before any output is complete.
int64_t WriteBackOf(Ring ring) { return ring == Ring::kInput ? 0 : 1; }

Fault DescriptorResponse(Ring ring, bool write, uint8_t response) {
  Fault fault = Response(TilePort::kSg, write, response);
  fault.index = write ? WriteBackOf(ring) : FetchOf(ring);
  fault.packets = true;
  return fault;
}

Fault Descriptor(Ring ring, int word, uint32_t and_mask, uint32_t xor_mask) {
  return {.kind = Fault::Kind::kDescriptor,
          .port = TilePort::kSg,
          .index = FetchOf(ring),
          .packets = true,
          .word = word,
          .and_mask = and_mask,
          .xor_mask = xor_mask};
}

// What a descriptor of a ring has in place of what the driver wrote.
Fault ZeroLength(Ring ring) { return Descriptor(ring, dma::kWordControl, ~dma::kLengthMax, 0); }
Fault Misaligned(Ring ring) { return Descriptor(ring, dma::kWordBuffer, UINT32_MAX, 1); }
Fault Completed(Ring ring) {
  return Descriptor(ring, dma::kWordStatus, UINT32_MAX, dma::kCompleted);
}
Fault Short(Ring ring) {
  return Descriptor(ring, dma::kWordControl, ~dma::kLengthMax, dma::kAlignment);
}
// The buffer begins in the last word of the memory.
Fault BeyondMemory(Ring ring, const Board& board) {
  return Descriptor(ring, dma::kWordBuffer, 0,
                    static_cast<uint32_t>(board.memory_bytes - dma::kAlignment));
}

std::vector<NamedFault> BusFaults() {
  constexpr bool kRead = false;
  constexpr bool kWrite = true;
  return {
      {"sg-slverr", "SLVERR on the first descriptor read, an output descriptor",
       Response(TilePort::kSg, kRead, kAxiSlaveError)},
      {"sg-decerr", "DECERR on the first descriptor read, an output descriptor",
       Response(TilePort::kSg, kRead, kAxiDecodeError)},
      {"sg-input-slverr", "SLVERR on the read of an input descriptor",
       DescriptorResponse(Ring::kInput, kRead, kAxiSlaveError)},
      {"sg-input-decerr", "DECERR on the read of an input descriptor",
       DescriptorResponse(Ring::kInput, kRead, kAxiDecodeError)},
      {"sg-write-slverr", "SLVERR on the first descriptor write-back",
       Response(TilePort::kSg, kWrite, kAxiSlaveError)},
      {"sg-write-decerr", "DECERR on the first descriptor write-back",
       Response(TilePort::kSg, kWrite, kAxiDecodeError)},
      {"sg-write-output-slverr", "SLVERR on the write-back of an output descriptor",
       DescriptorResponse(Ring::kOutput, kWrite, kAxiSlaveError)},
      {"sg-write-output-decerr", "DECERR on the write-back of an output descriptor",
       DescriptorResponse(Ring::kOutput, kWrite, kAxiDecodeError)},
      {"mm2s-slverr", "SLVERR on the first input read",
       Response(TilePort::kMm2s, kRead, kAxiSlaveError)},
      {"mm2s-decerr", "DECERR on the first input read",
       Response(TilePort::kMm2s, kRead, kAxiDecodeError)},
      {"s2mm-slverr", "SLVERR on the first output write",
       Response(TilePort::kS2mm, kWrite, kAxiSlaveError)},
      {"s2mm-decerr", "DECERR on the first output write",
       Response(TilePort::kS2mm, kWrite, kAxiDecodeError)},
  };
}

std::vector<NamedFault> DescriptorFaults(const Board& board) {
  // The low bits of a pointer are ignored.
  const auto beyond = static_cast<uint32_t>(board.memory_bytes);
  return {
      {"zero-length", "an input descriptor has length 0", ZeroLength(Ring::kInput)},
      {"zero-length-output", "an output descriptor has length 0", ZeroLength(Ring::kOutput)},
      {"misaligned", "an input descriptor has an odd buffer address", Misaligned(Ring::kInput)},
      {"misaligned-output", "an output descriptor has an odd buffer address",
       Misaligned(Ring::kOutput)},
      {"completed", "an input descriptor is already completed", Completed(Ring::kInput)},
      {"completed-output", "an output descriptor is already completed", Completed(Ring::kOutput)},
      {"beyond-memory", "an input buffer goes beyond the memory",
       BeyondMemory(Ring::kInput, board)},
      {"beyond-memory-output", "an output buffer goes beyond the memory",
       BeyondMemory(Ring::kOutput, board)},
      {"wild-descriptor", "an input descriptor points to one beyond the memory",
       Descriptor(Ring::kInput, dma::kWordNext, 0, beyond)},
      {"short-input", "an input descriptor is shorter than the driver wrote", Short(Ring::kInput)},
      {"short-output", "an output descriptor is shorter than the driver wrote",
       Short(Ring::kOutput)},
  };
}

// Slaves that break an AXI rule.
std::vector<NamedFault> RuleFaults() {
  constexpr uint8_t kExclusiveOkay = 1;
  return {
      {"axi-late-last",
       "the first input read has no RLAST",
       {.kind = Fault::Kind::kLateLast, .port = TilePort::kMm2s}},
      {"axi-early-response",
       "the first output write is answered before its data",
       {.kind = Fault::Kind::kEarlyResponse, .port = TilePort::kS2mm, .write = true}},
      {"axi-exokay", "the first input read is answered with EXOKAY",
       Response(TilePort::kMm2s, false, kExclusiveOkay)},
  };
}

std::vector<NamedFault> OtherFaults() {
  // Late enough for a full history and for the accumulators to be in use.
  constexpr int64_t kProbeCycle = 100;
  return {
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

std::vector<NamedFault> NamedFaults(const Board& board) {
  std::vector<NamedFault> all;
  for (const auto& part : {BusFaults(), DescriptorFaults(board), RuleFaults(), OtherFaults()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

Fault FaultByName(const std::string& name, const Board& board) {
  std::string known;
  for (const NamedFault& fault : NamedFaults(board)) {
    if (name == fault.name) return fault.fault;
    known += (known.empty() ? "" : ", ") + std::string(fault.name);
  }
  throw InputError("unknown fault '" + name + "', there are: " + known);
}

}  // namespace nve
