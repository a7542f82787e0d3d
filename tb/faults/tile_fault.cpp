// SPDX-License-Identifier: Apache-2.0
// Kinds of fault of each family: see tile_fault.hpp.
#include "tb/faults/tile_fault.hpp"

#include <fmt/format.h>

#include <exception>
#include <functional>
#include <systemc>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"
#include "program/board.hpp"
#include "tb/faults/tile_run.hpp"

namespace nve {
namespace {

using dma::Direction;

std::vector<TileFaultKind> BusErrorKinds() {
  struct Side {
    TilePort port;
    bool write;
    const char* name;
    const char* error;
  };
  std::vector<TileFaultKind> kinds;
  for (const Side& side :
       {Side{TilePort::kSg, false, "sg read", "SG"}, Side{TilePort::kSg, true, "sg write", "SG"},
        Side{TilePort::kMm2s, false, "mm2s read", "DMA"},
        Side{TilePort::kS2mm, true, "s2mm write", "DMA"}}) {
    for (const uint8_t response : {kAxiSlaveError, kAxiDecodeError}) {
      const bool slave = response == kAxiSlaveError;
      TileFaultKind kind;
      kind.name = fmt::format("{} {}", side.name, slave ? "SLVERR" : "DECERR");
      kind.status = fmt::format("{}{}", side.error, slave ? "SlvErr" : "DecErr");
      kind.apply = [=](TileRun& run) { run.InjectResponse(side.port, side.write, response); };
      kinds.push_back(std::move(kind));
    }
  }
  return kinds;
}

// The first descriptor of rows from `index` on, round the chain: others move code and constants.
uint64_t RowsFrom(TileRun& run, const std::vector<uint64_t>& chain, size_t index) {
  for (size_t k = 0; k < chain.size(); ++k) {
    const uint64_t descriptor = chain[(index + k) % chain.size()];
    if (run.Word(descriptor, dma::kWordShape) >> dma::kColumnsLsb != 0) return descriptor;
  }
  throw InternalError("a chain of the mover without rows");
}

std::vector<TileFaultKind> DescriptorKinds() {
  using Chain = std::vector<uint64_t>;
  enum class Of : uint8_t { kAny, kColumns, kRows };  // feed column, feed mover
  struct Malformed {
    const char* name;
    Expected expected;
    const char* status;
    bool not_the_last;  // its next pointer must be followed
    Of of;              // rows have other fields
    void (*change)(TileRun& run, const Chain& chain, size_t index, uint32_t& tail);
  };
  constexpr auto kReported = Expected::kReported;
  constexpr auto kHarmless = Expected::kHarmless;
  const Malformed all[] = {
      // Of the first half: the core takes what comes again until the error. Behind its last word
      // the
      // loop would stand still.
      {"self loop", kReported, "SGIntErr", true, Of::kColumns,
       [](TileRun& run, const Chain& chain, size_t index, uint32_t&) {
         const uint64_t descriptor = chain[index / 2];
         run.SetWord(descriptor, dma::kWordNext, static_cast<uint32_t>(descriptor));
       }},
      {"ring wrap", kReported, "SGIntErr", true, Of::kColumns,
       [](TileRun& run, const Chain& chain, size_t index, uint32_t&) {
         const size_t back = run.draw().Below(static_cast<uint32_t>(index + 1));
         run.SetWord(chain[index], dma::kWordNext, static_cast<uint32_t>(chain[back]));
       }},
      // Length 0, or complete if it is read again before the first status is answered
      {"null", kReported, "IntErr", true, Of::kColumns,
       [](TileRun& run, const Chain& chain, size_t index, uint32_t&) {
         run.SetWord(chain[index], dma::kWordNext, 0);
       }},
      {"wild", kReported, "SGDecErr", true, Of::kColumns,
       [](TileRun& run, const Chain& chain, size_t index, uint32_t&) {
         constexpr auto kBeyond = static_cast<uint32_t>(Board{}.memory_bytes);
         run.SetWord(chain[index], dma::kWordNext,
                     kBeyond | static_cast<uint32_t>(run.draw().Bits()));
       }},
      {"pointer misaligned", kHarmless, "", false, Of::kAny,
       [](TileRun& run, const Chain& chain, size_t index, uint32_t& tail) {
         constexpr uint32_t kIgnored = dma::kDescriptorBytes - 1;
         const uint32_t bits = 1 + run.draw().Below(kIgnored);
         run.SetWord(chain[index], dma::kWordNext, run.Word(chain[index], dma::kWordNext) | bits);
         if (run.draw().OneIn(2)) tail |= bits;
       }},
      {"tail outside", kReported, "SGIntErr", false, Of::kColumns,
       [](TileRun& run, const Chain&, size_t, uint32_t& tail) {
         tail += static_cast<uint32_t>(dma::kDescriptorBytes) * (1 + run.draw().Below(1000));
       }},
      {"buffer misaligned", kReported, "DMAIntErr", false, Of::kAny,
       [](TileRun& run, const Chain& chain, size_t index, uint32_t&) {
         const uint32_t bits = 1 + run.draw().Below(dma::kAlignment - 1);
         run.SetWord(chain[index], dma::kWordBuffer,
                     run.Word(chain[index], dma::kWordBuffer) + bits);
       }},
      {"buffer beyond", kReported, "DMADecErr", false, Of::kColumns,
       [](TileRun& run, const Chain& chain, size_t index, uint32_t&) {
         constexpr auto kBeyond = static_cast<uint32_t>(Board{}.memory_bytes);
         constexpr auto kAligned = ~static_cast<uint32_t>(dma::kAlignment - 1);
         run.SetWord(chain[index], dma::kWordBuffer,
                     kBeyond | (static_cast<uint32_t>(run.draw().Bits()) & kAligned));
       }},
      {"stale complete", kReported, "SGIntErr", false, Of::kAny,
       [](TileRun& run, const Chain& chain, size_t index, uint32_t&) {
         run.SetWord(chain[index], dma::kWordStatus,
                     dma::kCompleted | static_cast<uint32_t>(run.draw().Bits()));
       }},
      {"length 0", kReported, "DMAIntErr", false, Of::kAny,
       [](TileRun& run, const Chain& chain, size_t index, uint32_t&) {
         const uint32_t control = run.Word(chain[index], dma::kWordControl);
         run.SetWord(chain[index], dma::kWordControl, control & ~dma::kLengthMax);
       }},
      {"length over max", kReported, "", false, Of::kColumns,
       [](TileRun& run, const Chain& chain, size_t index, uint32_t&) {
         constexpr auto kBits = static_cast<uint32_t>(dma::kMaxLength + dma::kAlignment);
         const uint32_t control = run.Word(chain[index], dma::kWordControl);
         const auto any = static_cast<uint32_t>(run.draw().Bits()) & dma::kLengthMax;
         run.SetWord(chain[index], dma::kWordControl, control | kBits | any);
       }},
      {"length odd", kReported, "", false, Of::kAny,
       [](TileRun& run, const Chain& chain, size_t index, uint32_t&) {
         const uint32_t control = run.Word(chain[index], dma::kWordControl);
         run.SetWord(chain[index], dma::kWordControl,
                     control - 1 - run.draw().Below(dma::kAlignment - 1));
       }},
      {"row of no whole words", kReported, "DMAIntErr", false, Of::kRows,
       [](TileRun& run, const Chain& chain, size_t index, uint32_t&) {
         const uint64_t rows = RowsFrom(run, chain, index);
         const uint32_t bits = 1 + run.draw().Below(dma::kAlignment - 1);
         run.SetWord(rows, dma::kWordControl, run.Word(rows, dma::kWordControl) + bits);
       }},
      {"row of 0 bytes", kReported, "DMAIntErr", false, Of::kRows,
       [](TileRun& run, const Chain& chain, size_t index, uint32_t&) {
         const uint64_t rows = RowsFrom(run, chain, index);
         run.SetWord(rows, dma::kWordControl,
                     run.Word(rows, dma::kWordControl) & ~dma::kColumnBytesMax);
       }},
      // Seen at the second row, of a step or of the next one
      {"strides misaligned", kReported, "DMAIntErr", false, Of::kRows,
       [](TileRun& run, const Chain& chain, size_t index, uint32_t&) {
         const uint64_t rows = RowsFrom(run, chain, index);
         const uint32_t bits = 1 + run.draw().Below(dma::kAlignment - 1);
         for (const int word : {dma::kWordShape, dma::kWordStepStride}) {
           run.SetWord(rows, word, run.Word(rows, word) + bits);
         }
       }},
      {"maps beyond the list", kReported, "DMAIntErr", false, Of::kRows,
       [](TileRun& run, const Chain& chain, size_t index, uint32_t&) {
         const uint32_t maps = 2 + run.draw().Below(500);
         const uint32_t first =
             static_cast<uint32_t>(dma::kListEntries) + 1 - maps + run.draw().Below(maps - 1);
         run.SetWord(RowsFrom(run, chain, index), dma::kWordMaps,
                     first << dma::kFirstMapLsb | maps);
       }},
  };
  std::vector<TileFaultKind> kinds;
  for (const Malformed& one : all) {
    for (const Direction channel : {Direction::kMm2s, Direction::kS2mm}) {
      TileFaultKind kind;
      kind.name = fmt::format("{} {}", ToString(channel), one.name);
      const bool too_long = one.name == std::string("length over max");
      // TLAST ends the last output descriptor where it should.
      kind.expected = too_long && channel == Direction::kS2mm ? Expected::kEither : one.expected;
      kind.status = one.status;
      kind.one_descriptor_each = one.of == Of::kColumns;
      kind.rows = one.of == Of::kRows;
      kind.beyond_reset = too_long && channel == Direction::kS2mm;
      kind.apply = [=](TileRun& run) {
        run.ChangeDescriptor(channel, one.not_the_last,
                             [&run, one](const Chain& chain, size_t index, uint32_t& tail) {
                               one.change(run, chain, index, tail);
                             });
      };
      kinds.push_back(std::move(kind));
    }
  }
  return kinds;
}

std::vector<TileFaultKind> StreamKinds() {
  const auto packet = [](const char* name, uint32_t (*change)(Draw&, uint32_t)) {
    TileFaultKind kind;
    kind.name = name;
    kind.beyond_reset = true;
    kind.apply = [change](TileRun& run) {
      run.ChangeSetting(arch::kRegPacketWords,
                        [change, &run](uint32_t words) { return change(run.draw(), words); });
    };
    return kind;
  };
  std::vector<TileFaultKind> kinds = {
      packet("tile TLAST early",
             [](Draw& draw, uint32_t words) { return 1 + draw.Below(words - 1); }),
      packet("tile TLAST late",
             [](Draw& draw, uint32_t words) { return words + 1 + draw.Below(words); }),
      packet("tile TLAST missing", [](Draw&, uint32_t) { return 0u; })};

  TileFaultKind input_dies;
  input_dies.name = "tile input dies";
  input_dies.apply = [](TileRun& run) {
    run.ChangeDescriptor(Direction::kMm2s, true,
                         [](const std::vector<uint64_t>& chain, size_t index, uint32_t& tail) {
                           tail = static_cast<uint32_t>(chain[index]);
                         });
  };
  TileFaultKind output_dies;
  output_dies.name = "tile output dies";
  output_dies.expected = Expected::kEither;  // before its START or after its end
  output_dies.apply = [](TileRun& run) { run.AtRandomCycle([&run] { run.ResetCore(); }); };
  // More words than the core takes, or fewer than its packet has.
  const auto lengthen = [](const char* name, Direction channel, bool longer) {
    TileFaultKind kind;
    kind.name = name;
    kind.one_descriptor_each = true;
    kind.apply = [=](TileRun& run) {
      run.ChangeDescriptor(channel, false,
                           [=, &run](const std::vector<uint64_t>& chain, size_t, uint32_t&) {
                             const uint32_t control = run.Word(chain.back(), dma::kWordControl);
                             const auto unit = static_cast<uint32_t>(dma::kAlignment);
                             const uint32_t words = longer ? 1 + run.draw().Below(64) : 1;
                             run.SetWord(chain.back(), dma::kWordControl,
                                         longer ? control + unit * words : control - unit * words);
                           });
    };
    return kind;
  };
  TileFaultKind held;
  held.name = "tile held";
  held.expected = Expected::kHarmless;
  held.apply = [](TileRun& run) { run.Note("slow memory"); };
  held.configure = [](TileRun& run, PlatformOptions& options) {
    options.memory = MemoryConfig{};
    options.memory.read_latency = run.draw().From(1, 1500);
    options.memory.write_latency = run.draw().From(1, 1500);
  };
  kinds.push_back(std::move(input_dies));
  kinds.push_back(std::move(output_dies));
  kinds.push_back(lengthen("tile input overlong", Direction::kMm2s, true));
  kinds.push_back(lengthen("tile output overlong", Direction::kS2mm, false));
  kinds.push_back(std::move(held));
  return kinds;
}

std::vector<TileFaultKind> ResetKinds() {
  TileFaultKind kind;
  kind.name = "tile reset by the driver";
  kind.expected = Expected::kHarmless;  // behind its last access; else the run is left
  kind.apply = [](TileRun& run) { run.AtRandomCycle([] { throw TileRun::Abandoned{}; }); };
  return {kind};
}

const std::vector<TileFaultKind>& KindsOf(TileFaults family) {
  static const std::vector<TileFaultKind> kAll[] = {BusErrorKinds(), DescriptorKinds(),
                                                    StreamKinds(), ResetKinds()};
  return kAll[static_cast<size_t>(family)];
}

std::function<void()> g_simulation;  // what sc_main runs

}  // namespace

std::vector<std::string> TileFaultKinds(TileFaults family) {
  std::vector<std::string> names;
  for (const TileFaultKind& kind : KindsOf(family)) names.push_back(kind.name);
  return names;
}

FaultRun RunTileFault(TileFaults family, size_t kind, uint64_t seed) {
  FaultRun result;
  std::exception_ptr failure;
  g_simulation = [&] {
    try {
      result = TileRun(KindsOf(family)[kind], seed).Run();
    } catch (...) {
      failure = std::current_exception();
    }
  };
  char name[] = "nve-faults";
  char* arguments[] = {name, nullptr};
  sc_core::sc_elab_and_sim(1, arguments);
  if (failure != nullptr) std::rethrow_exception(failure);
  return result;
}

}  // namespace nve

// Called by SystemC once its own set-up is done.
int sc_main(int /*argc*/, char* /*argv*/[]) {
  nve::g_simulation();
  return 0;
}
