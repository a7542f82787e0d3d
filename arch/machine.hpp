// SPDX-License-Identifier: Apache-2.0
// A machine as a value: its name, ARCH_ID, sizes and the ranges of its settings. What all machines
// share are the constants of nve_isa.hpp; both come from the descriptions arch/*.json.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "nve_isa.hpp"

namespace nve::arch {

/// What a description may choose (arch/README.md).
struct Sizes {
  int instruction_words = 0;  ///< of the instruction buffer
  int local_words = 0;        ///< of the local buffer, a power of two
  int input_fifo_words = 0;
  int output_fifo_words = 0;
  int max_extra_passes = 0;  ///< largest EXTRA
  int max_bias_shift = 0;    ///< largest BIAS_SHIFT, bits
  int max_act_shift = 0;     ///< largest ACT_SHIFT, bits
  int max_stride = 0;        ///< largest STRIDE, pixels between neighbouring lanes
  int ri_entries = 0;        ///< pixels of the image register
  bool split = false;        ///< `wr` separates even and odd pixels of a stride-2 column
  bool operator==(const Sizes&) const = default;
};

/// What START asks of a setting in any program, inclusive; all its bits where it asks nothing.
struct RegisterRange {
  uint32_t min = 0;
  uint32_t max = 0;
  bool operator==(const RegisterRange&) const = default;
};
/// By Register::index.
using RegisterRanges = std::array<RegisterRange, kRegisters.size()>;

struct Machine {
  std::string name;
  std::string title;
  uint32_t id = 0;  ///< ARCH_ID: a checksum of the description
  Sizes sizes;
  RegisterRanges ranges;

  RegisterRange RangeOf(const Register& reg) const { return ranges[reg.index]; }
  bool operator==(const Machine&) const = default;
};

/// The machine of `text`, what arch/generate.py --machine writes. `name` is used in messages.
/// InputError if it is anything else.
Machine ParseMachine(const std::string& text, const std::string& name);

}  // namespace nve::arch
