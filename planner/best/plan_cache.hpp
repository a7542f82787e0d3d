// SPDX-License-Identifier: Apache-2.0
// Costs of layers that were predicted before: a folder that processes share.
//
// A file holds one cost. Its name is the hash of all that the cost depends on: steps, programs and
// planes, memory, processor, and the program that predicted it, so a cost of another version is
// never found. A file is written whole or not at all; one that is damaged is not believed.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "model/transfer/predict.hpp"

namespace nve::planner {

class PlanCache {
 public:
  /// Of a folder, which is made when there is something to keep. Without one nothing is kept.
  explicit PlanCache(const std::string& folder = "");

  /// The name of a cost.
  std::string NameOf(const Binary& binary, const transfer::TransferOptions& transfer,
                     bool mover) const;

  /// What is kept of the binary, or what `predict` says, which is kept then.
  transfer::FeedPrediction Cost(const Binary& binary, const transfer::TransferOptions& transfer,
                                bool mover,
                                const std::function<transfer::FeedPrediction()>& predict);

  std::optional<transfer::FeedPrediction> Find(const std::string& name);
  void Keep(const std::string& name, const transfer::FeedPrediction& cost);

  bool IsOn() const { return !folder_.empty(); }
  /// Costs that an earlier run has kept, each time that one was asked for.
  int64_t found() const { return found_; }

 private:
  std::string PathOf(const std::string& name) const;

  std::string folder_;
  std::string program_;  // hash of the one that runs
  std::atomic<int64_t> found_ = 0;
  std::atomic<bool> told_ = false;  // of a damaged file
  std::mutex writing_;
  std::set<std::string> own_;  // that this run has predicted
  bool written_ = true;        // what was to be kept
};

/// The folder that an option asks for: its own, none for "off"; for "" that of the user,
/// $XDG_CACHE_HOME/nve/plans or in ~/.cache, none if neither is known.
std::string CacheFolderOf(const std::string& option);

}  // namespace nve::planner
