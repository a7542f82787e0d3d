// SPDX-License-Identifier: Apache-2.0
// The machine that e-PlaNNer plans for: its hardware file (figure 6.1).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "planner/shapes/layer_shape.hpp"

namespace nve::planner {

/// A loop of the six.
enum class Loop { kOc, kIc, kOh, kOw, kKh, kKw };

struct Hardware {
  std::string name;                       ///< the file's, without folder and ending
  double bandwidth = 1.6;                 ///< GB/s (10^9 bytes), off chip
  double frequency = 1.2;                 ///< GHz, of the PEs
  std::array<int64_t, 3> mem_words = {};  ///< on chip: input, weight, output; words of `word_bytes`
  int64_t word_bytes = 4;
  std::array<int64_t, 2> pe_len = {1, 1};            ///< columns, rows of the PE array
  std::array<std::vector<Loop>, 2> pe_mapping = {};  ///< loops unrolled over columns, over rows

  int64_t InputWords() const { return mem_words[0]; }
  int64_t WeightWords() const { return mem_words[1]; }
  int64_t OutputWords() const { return mem_words[2]; }
  int64_t Pes() const { return pe_len[0] * pe_len[1]; }
};

/// Machines that are there by name: those of planner/machines/.
std::vector<std::string> HardwareNames();

/// One of them, or a JSON file, which may have comments as the thesis prints them. Its fields are
/// `bandwidth` (GB/s), `frequency` (GHz), `mem_size` ([input, weight, output] KB of 1024 bytes),
/// `pe_len` ([columns, rows]), `pe_mapping` ([[loops of columns], [loops of rows]]). InputError
/// with every missing, unknown, negative, contradictory or huge field of the file.
Hardware ReadHardware(const std::string& name_or_path);

}  // namespace nve::planner
