// SPDX-License-Identifier: Apache-2.0
// The machine that TSO plans for: an NPU of several tiles (TLE) with several tilelets (TLT) each.
//
// A TLT has a MAC unit and three memories. A load by one TLT can give all TLTs of its TLE the same
// tile (multicast). Loads and MACs do not overlap.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace nve::planner::tso {

struct Npu {
  std::string name;                       ///< the file's, without folder and ending
  int64_t tles = 1;                       ///< #TLEs
  int64_t tlts = 1;                       ///< #TLTs: of each TLE
  std::array<int64_t, 3> mem_bytes = {};  ///< of each TLT: MB0, MB1, MB2
  int64_t element_bytes = 1;              ///< "type" of equation 2
  int64_t macs = 1;                       ///< #MACs: of each TLT, in one cycle
  double frequency = 1;                   ///< GHz
  double bandwidth = 1;                   ///< GB/s (10^9 bytes) of the DRAM
  double cas = 1;                         ///< ns until the first byte of a burst
  int64_t burst_bytes = 1;

  int64_t Mb0() const { return mem_bytes[0]; }  ///< bytes for IN tiles
  int64_t Mb1() const { return mem_bytes[1]; }  ///< bytes for W tiles
  int64_t Mb2() const { return mem_bytes[2]; }  ///< bytes for OUT tiles
};

/// Machines that are there by name: the NMP.
std::vector<std::string> NpuNames();

/// One of them, or a JSON file, which may have comments. Its fields are `tles`, `tlts`, `mem_bytes`
/// ([MB0, MB1, MB2]), `element_bytes`, `macs`, `frequency` (GHz), `bandwidth` (GB/s), `cas` (ns),
/// `burst` (bytes). InputError with every missing, unknown, negative, contradictory or huge field
/// of the file.
Npu ReadNpu(const std::string& name_or_path);

}  // namespace nve::planner::tso
