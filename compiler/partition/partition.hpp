// SPDX-License-Identifier: Apache-2.0
// How the work of a layer is divided over cores: TSO, algorithm 2 (docs/cores.md).
//
// KS, the paper's kernel slicing, divides the output maps: here the programs of a layer, since maps
// of one program share its loads. OFM divides the rows of all output maps: here the strips. A
// partition AxB does both: A groups of programs times B ranges of strips.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nve {

struct Partition {
  int groups = 1;  ///< of programs
  int ranges = 1;  ///< of strips
  int Cores() const { return groups * ranges; }
  bool operator==(const Partition&) const = default;
};

/// "4x2": groups of programs, then ranges of strips.
std::string ToText(const Partition& partition);

/// Every pair of factors whose product is `cores`, most groups first: KS is the first, OFM the
/// last.
std::vector<Partition> PartitionsOf(int cores);

/// What is asked for: a strategy for all layers, one partition, or for each layer the best one.
struct PartitionChoice {
  enum class Kind { kAuto, kKs, kOfm, kFixed } kind = Kind::kAuto;
  Partition fixed;  ///< of kFixed
};

/// As ParsePartition takes it.
std::string ToText(const PartitionChoice& choice);

/// Partitions that a choice allows on so many cores, one or, of kAuto, all.
std::vector<Partition> PartitionsOf(const PartitionChoice& choice, int cores);

/// "auto", "ks", "ofm" or a partition of so many cores; nothing for any other text.
std::optional<PartitionChoice> ParsePartition(std::string_view text, int cores);

/// What ParsePartition takes: "auto, ks, ofm, 4x1, 2x2, 1x4".
std::string PartitionTexts(int cores);

}  // namespace nve
