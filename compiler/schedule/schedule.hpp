// SPDX-License-Identifier: Apache-2.0
// A VLIW schedule of one program: operations with cycles and stages, before addresses.
//
// Terms: a *pass* executes the repeated part once; its length is the initiation interval (II). An
// operation of *stage* k works in pass p for iteration p - k. Stream writes are stage 0; the sums
// of an iteration are handed over by the `set rb` of the next, so the activations are the last
// stage, EXTRA.
//
// A *flat* program is one iteration of all its output maps on a time axis of its own, not yet
// wrapped around the initiation interval; it has neither activations nor stream writes. `Fold`
// turns it into a schedule.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/graph/task_graph.hpp"

namespace nve {

/// An operation and its cycle in the repeated part, counted from 0.
struct Placed {
  Operation operation;
  int cycle = 0;
  int stage = 0;
};

struct Schedule {
  ProgramShape shape;
  int length = 0;                  ///< cycles of the repeated part: the initiation interval
  int extra = 1;                   ///< stage of the activations: overlapped stages less one
  std::vector<Placed> operations;  ///< the repeated part, by cycle, then slot
  std::vector<Operation> initial;  ///< writes of the initial part, one per instruction
  std::vector<CoefficientWordLabels> coefficient_words;

  /// Instructions of the program: initial part and repeated part.
  int InitialInstructions() const { return static_cast<int>(initial.size()); }
  int Instructions() const { return InitialInstructions() + length; }
  /// Columns of each input map's circular area.
  int BufferColumns() const { return shape.window.BufferColumns(extra); }
  /// Words of the local buffer: coefficients and the circular areas.
  int BufferWords() const {
    return static_cast<int>(coefficient_words.size()) +
           shape.inputs * BufferColumns() * shape.window.WordsPerColumn();
  }
  /// Whether the machine's buffers hold it.
  bool FitsBuffers() const {
    const arch::Sizes& sizes = shape.window.sizes;
    return Instructions() <= sizes.instruction_words && BufferWords() <= sizes.local_words;
  }
};

/// An operation and its time in the iteration.
struct FlatOperation {
  Operation operation;
  int time = 0;
};

struct FlatProgram {
  ProgramShape shape;
  std::vector<FlatOperation> operations;  ///< reads, register and VMAC operations
  std::vector<int> set_rb;                ///< time of each output map's `set rb`, ascending
  std::vector<CoefficientWordLabels> coefficient_words;
  /// Time of the first operation of the iteration before whose result this one uses: the read of a
  /// coefficient word that reaches over the end of the iteration.
  std::optional<int> carried_from;
};

/// Wraps a flat program around `ii` cycles, the first stage beginning at time `boundary`: adds the
/// activations as soon as possible and the stream writes as late as possible in free cycles of port
/// A. Nothing if two operations meet in a slot, the activations lie in different stages, an
/// operation comes before stage 0 (the first pass would lack it), or the writes do not fit. With
/// `writes_ahead` the writes lead all reads by a whole stage, which costs one more stage and always
/// has their order right.
std::optional<Schedule> Fold(const FlatProgram& flat, int ii, int boundary, bool writes_ahead);

/// The same with the least EXTRA: tries `boundary`, then the cycle after the last activation of the
/// iteration before, then writes ahead.
std::optional<Schedule> FoldBest(const FlatProgram& flat, int ii, int boundary);

/// The time just after the last activation of the iteration before, the boundary at which all
/// activations share a stage.
int BoundaryAfterActivations(const FlatProgram& flat);

/// The words each iteration loads, in stream order: map, column, word.
std::vector<WordRef> NewWords(const ProgramShape& shape);

/// Everything that is written once per run, in stream order: coefficients, then the first columns.
std::vector<Operation> InitialWrites(const ProgramShape& shape,
                                     const std::vector<CoefficientWordLabels>& words);

/// The repeated part as the thesis prints it (figures 17, 24, 26): a line per cycle, numbered from
/// 1, six slots across. Stages above 0 are marked with primes where they are not the figure's.
std::string ToText(const Schedule& schedule);

}  // namespace nve
