// SPDX-License-Identifier: Apache-2.0
// Random plans: see random_steps.hpp.
#include "tests/unit/program/random_steps.hpp"

#include <algorithm>
#include <utility>

#include "tests/unit/program/touched_bytes.hpp"

namespace nve::testing {
namespace {

bool Inside(const Transfer& nest, const Plane& plane, bool tame) {
  bool inside = true;
  ForEachPiece({nest}, [&](const Piece& piece) {
    inside = inside && piece.offset >= 0 && piece.offset + piece.bytes <= plane.Bytes();
    inside = inside && (!tame || piece.offset % plane.pitch + piece.bytes <= plane.pitch);
  });
  return inside;
}

// Whether strides along rows stay in a column, whatever the loops around them do.
bool StaysInColumn(const Transfer& transfer, std::vector<int64_t> counts, int64_t pitch) {
  if (transfer.IsLoop()) {
    counts.push_back(transfer.count);
    return std::all_of(transfer.body.begin(), transfer.body.end(),
                       [&](const Transfer& inner) { return StaysInColumn(inner, counts, pitch); });
  }
  int64_t low = transfer.offset % pitch;
  int64_t high = low + transfer.bytes;
  for (size_t depth = 0; depth < transfer.strides.size(); ++depth) {
    const int64_t span = (counts[depth] - 1) * (transfer.strides[depth] % pitch);
    (span < 0 ? low : high) += span;
  }
  return low >= 0 && high <= pitch;
}

}  // namespace

std::vector<Plane> RandomSteps::Planes() {
  return {{"wide", 0, 0, 30, 11, 32, 12},
          {"pictures", 0, 0, 9, 4, 16, 5, 3},
          {"whole", 0, 0, 8, 6, 8, 6}};
}

int64_t RandomSteps::Stride(int64_t pitch, bool tame) {
  const int sign = Below(4) == 0 ? -1 : 1;
  switch (Below(tame ? 3 : 5)) {
    case 0:
      return 0;
    case 1:
      return sign * 8 * From(1, 2);
    case 2:
      return sign * pitch * From(1, 3);
    case 3:
      return sign * (pitch * From(0, 2) + 8 * From(0, 3));
    default:
      return From(-20, 40);
  }
}

Transfer RandomSteps::Loops(int plane, bool tame) {
  const int64_t pitch = Planes()[static_cast<size_t>(plane)].pitch;
  Transfer leaf;
  leaf.object = {MemoryObject::Kind::kPlane, plane};
  leaf.offset = 8 * Below(24);
  leaf.bytes = 8 * From(1, tame ? 2 : 6);
  Transfer nest = leaf;
  const int depth = Below(4);
  for (int i = 0; i < depth; ++i) nest.strides.push_back(Stride(pitch, tame));
  Transfer second = nest;
  second.offset = 8 * Below(24);
  for (int i = 0; i < depth; ++i) {
    Transfer loop;
    loop.count = From(1, 5);
    loop.body = {nest};
    if (i == 0 && Below(3) == 0) loop.body.push_back(second);
    nest = std::move(loop);
  }
  return nest;
}

Transfer RandomSteps::Nest(bool tame) {
  while (true) {
    const int plane = Below(static_cast<int>(Planes().size()));
    const Plane& of_nest = Planes()[static_cast<size_t>(plane)];
    Transfer nest = Loops(plane, tame);
    if (!Inside(nest, of_nest, tame)) continue;
    if (!tame || StaysInColumn(nest, {}, of_nest.pitch)) return nest;
  }
}

Binary RandomSteps::Plan(int steps, int cores) {
  Binary binary;
  binary.planes = Planes();
  binary.programs.resize(1);
  for (int i = 0; i < steps; ++i) {
    if (Below(5) == 0) {
      binary.steps.emplace_back(ClearStep{Below(static_cast<int>(binary.planes.size()))});
      continue;
    }
    RunStep step;
    step.core = Below(cores);
    const bool tame = Below(3) != 0;
    for (int n = Below(3); n > 0; --n) step.input.push_back(Nest(tame));
    for (int n = From(1, 2); n > 0; --n) step.output.push_back(Nest(tame));
    binary.steps.emplace_back(std::move(step));
  }
  return binary;
}

}  // namespace nve::testing
