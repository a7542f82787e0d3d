// SPDX-License-Identifier: Apache-2.0
// Pairs of factors and their texts: see partition.hpp.
#include "compiler/partition/partition.hpp"

#include <fmt/format.h>

namespace nve {

std::string ToText(const Partition& partition) {
  return fmt::format("{}x{}", partition.groups, partition.ranges);
}

std::string ToText(const PartitionChoice& choice) {
  switch (choice.kind) {
    case PartitionChoice::Kind::kKs:
      return "ks";
    case PartitionChoice::Kind::kOfm:
      return "ofm";
    case PartitionChoice::Kind::kFixed:
      return ToText(choice.fixed);
    case PartitionChoice::Kind::kAuto:
      break;
  }
  return "auto";
}

std::vector<Partition> PartitionsOf(int cores) {
  std::vector<Partition> partitions;
  for (int groups = cores; groups >= 1; --groups) {
    if (cores % groups == 0) partitions.push_back({groups, cores / groups});
  }
  return partitions;
}

std::vector<Partition> PartitionsOf(const PartitionChoice& choice, int cores) {
  switch (choice.kind) {
    case PartitionChoice::Kind::kKs:
      return {{cores, 1}};
    case PartitionChoice::Kind::kOfm:
      return {{1, cores}};
    case PartitionChoice::Kind::kFixed:
      return {choice.fixed};
    case PartitionChoice::Kind::kAuto:
      break;
  }
  return PartitionsOf(cores);
}

std::optional<PartitionChoice> ParsePartition(std::string_view text, int cores) {
  if (text == "auto") return PartitionChoice{};
  if (text == "ks") return PartitionChoice{PartitionChoice::Kind::kKs, {}};
  if (text == "ofm") return PartitionChoice{PartitionChoice::Kind::kOfm, {}};
  for (const Partition& partition : PartitionsOf(cores)) {
    if (text == ToText(partition)) return PartitionChoice{PartitionChoice::Kind::kFixed, partition};
  }
  return std::nullopt;
}

std::string PartitionTexts(int cores) {
  std::string texts = "auto, ks, ofm";
  for (const Partition& partition : PartitionsOf(cores)) texts += ", " + ToText(partition);
  return texts;
}

}  // namespace nve
