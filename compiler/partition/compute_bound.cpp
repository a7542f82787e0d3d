// SPDX-License-Identifier: Apache-2.0
// All partitions compared: see compute_bound.hpp.
#include "compiler/partition/compute_bound.hpp"

#include "compiler/partition/units.hpp"

namespace nve {

ComputeBound ComputeBoundOf(const std::vector<RepeatedPart>& programs, int strips, int cores) {
  LayerWork work;
  work.strips = strips;
  for (const RepeatedPart& program : programs) {
    work.programs.push_back({0, program.passes * program.ii});
  }
  ComputeBound best;
  for (const Partition& partition : PartitionsOf(cores)) {
    const int64_t cycles = LoadOf(work, UnitsOf(work, partition)).busiest;
    if (best.cycles == 0 || cycles < best.cycles) best = {partition, cycles};
  }
  return best;
}

}  // namespace nve
