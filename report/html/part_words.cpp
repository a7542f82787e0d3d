// SPDX-License-Identifier: Apache-2.0
// Parts of a waterfall.
#include "report/html/part_words.hpp"

#include <array>

namespace nve {
namespace {

struct KnownPart {
  const char *name, *meaning, *advice;
};

constexpr const char* kDramAdvice =
    "fewer and longer bursts, ports of their own for input and output, or another memory";

constexpr std::array kKnownParts = {
    KnownPart{
        "bound", "passes of the loops times the fewest cycles that one can take",
        "horizontal vectors, more maps in a program, or a machine that separates even and odd "
        "columns"},
    KnownPart{"schedule", "what the loops are longer than their bound", "nvec --preset default"},
    KnownPart{"prologue", "code before and behind the loops, and passes that fill and drain them",
              "longer strips: a wider picture, or the other direction of vectors"},
    KnownPart{"load", "activation tables and instructions into the core",
              "fewer programs: nvec --report-programs shows them"},
    KnownPart{"host", "core idle: settings, interrupts",
              "fewer steps; of a short run it is most of what is lost"},
    KnownPart{"copy", "core idle: the processor puts pixels in order",
              "nve-cosim --feed mover, or --feed column"},
    KnownPart{"ramp", "from the core's start to its first word", "a memory that answers sooner"},
    KnownPart{"drain", "from the core's end to the last write's response",
              "a memory that answers sooner"},
    KnownPart{"descriptors", "the core waits, and its memory port was asked for no data",
              "nve-cosim --feed mover, whose descriptors move whole strips"},
    KnownPart{"transfer",
              "the core waits while the port moves words, slower than the core takes them",
              "more maps in a program, which share what is loaded"},
    KnownPart{"row", "the core waits for a row of the DRAM", kDramAdvice},
    KnownPart{"turnaround", "the core waits while the DRAM's bus changes its direction",
              kDramAdvice},
    KnownPart{"refresh", "the core waits for a refresh of the DRAM", kDramAdvice},
    KnownPart{"writes", "the core waits for writes in front of its read", kDramAdvice},
    KnownPart{"latency", "the core waits for the way to the memory and back",
              "nve-cosim --feed mover, which has more bursts under way at once"},
    KnownPart{"output", "the core's output FIFO is full",
              "nve-cosim --feed mover, or ports of their own for input and output"},
    KnownPart{"other_cores", "its next step waits for steps of other cores",
              "nvec --partition with other parts, so that cores end a layer together"},
    KnownPart{"processor", "its next step may begin, and the processor works for other cores",
              "fewer steps, or a processor with shorter register accesses"},
    KnownPart{"done", "no step is left for the core in this frame",
              "nvec --partition with other parts, or fewer cores"},
    KnownPart{"sum", "all cycles of the layer's steps", ""}};

}  // namespace

PartWords WordsOf(const std::string& part) {
  for (const KnownPart& known : kKnownParts) {
    if (part == known.name) return {known.meaning, known.advice};
  }
  return {};
}

}  // namespace nve
