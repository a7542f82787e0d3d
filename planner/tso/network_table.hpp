// SPDX-License-Identifier: Apache-2.0
// The networks of TSO's paper searched in both models and both readings, and with one strategy for
// all layers: the tables that its evaluation stands on.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "planner/tso/network_search.hpp"
#include "planner/tso/published.hpp"

namespace nve::planner::tso {

/// The paper's networks of which the layers are known: inceptionv3, lenet, mobilenetv2, resnet50
/// and squeezenet. Its YOLO of licence plates was not found. The paper names no versions; these are
/// SqueezeNet 1.1 for 227x227 and MobileNetV2 of width 1.
std::vector<std::string> TsoNetworkNames();
NetworkShape TsoNetwork(const std::string& name);

struct TsoRow {
  std::string network;
  Model model = Model::kBurst;
  Reading reading = Reading::kPrinted;
  NetworkResult result;
};

/// Five networks x {printed, consistent} x {burst, noburst}. InputError naming every layer that no
/// tile fits.
std::vector<TsoRow> NetworkTable(const Npu& npu, Tie tie = Tie::kFirstFound);

/// A network's microseconds in the columns of table I, by the equations. A layer that a strategy
/// cannot map takes no time there and is counted.
struct StrategyRow {
  std::string network;
  std::string published;                        ///< its name in table I
  std::array<double, kColumns> microseconds;    ///< by Column, with bursts
  std::array<int64_t, kColumns> unmapped = {};  ///< by Column: convolutions without a mapping
};
std::vector<StrategyRow> StrategyTable(const Npu& npu, Reading reading, Tie tie = Tie::kFirstFound);

/// What a column of table I allows a search.
SearchOptions OptionsOf(Column column, Reading reading, Tie tie);

}  // namespace nve::planner::tso
