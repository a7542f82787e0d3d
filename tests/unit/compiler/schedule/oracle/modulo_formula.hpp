// SPDX-License-Identifier: Apache-2.0
// "The operations of one iteration fit into `ii` cycles, repeated" as a formula, written from
// docs/isa.md, sections 5 and 6.
//
// The order of the `set rb` and `mac` is that of the sequence, and so is the order of the image
// operations; the times of all operations, which coefficients share a word, and the cycles of every
// read and stream write are free. Times are those of iteration 0, `set rb` of its first map at 0;
// what another iteration does lies `ii` cycles away.
#pragma once

#include "compiler/schedule/register_path.hpp"
#include "tests/unit/compiler/schedule/oracle/cnf.hpp"

namespace nve::oracle {

class ModuloFormula {
 public:
  /// `stream_words`: words that an iteration writes through port A.
  ModuloFormula(const OperationSequence& sequence, int stream_words, bool share_port_a, int ii);

  const Cnf& Formula() const { return cnf_; }
  /// The times of a solution.
  RegisterPath PathOf(const std::vector<bool>& model) const;

 private:
  /// Who takes a port's output, in every cycle of the repeated part.
  using Takers = std::vector<std::vector<Literal>>;

  void AddVmac();
  void AddImage();
  void AddWeights();
  void AddWordSizes();
  void AddPorts(int stream_words, bool share_port_a);
  /// Reads of a port so that every taker finds its own word; returns the literals of every cycle.
  std::vector<std::vector<Literal>> AddReads(const Takers& takers,
                                             const std::vector<Literal>& needed);
  /// True if the number is the cycle in the repeated part, in this iteration or the one before.
  Literal InCycle(Number& number, int cycle);
  Literal Both(Literal a, Literal b);

  const OperationSequence& sequence_;
  int ii_;
  int count_;
  Cnf cnf_;
  std::vector<Number> vmac_;
  std::vector<Number> image_;
  std::vector<Number> weight_;  // the WREG operation that brings the coefficient to rw[0]
  std::vector<Literal> is_set_;
};

}  // namespace nve::oracle
