// SPDX-License-Identifier: Apache-2.0
// Rules and their messages.
#include "compiler/verify/hazard_log.hpp"

#include <fmt/format.h>

#include <utility>

namespace nve::verify {
namespace {

// A program may break a rule in every pass with nothing leaving: so many occurrences of one
// instruction and slot are told apart.
constexpr int kMaxNotes = 256;

struct Rule {
  const char* name;
  std::string allowed;
};

Rule RuleOf(Hazard hazard) {
  switch (hazard) {
    case Hazard::kTooFresh:
      return {"wr_to_rd",
              fmt::format("`rd` {} cycles or more after the `wr`", arch::kLatencyWrToRd)};
    case Hazard::kUnwritten:
      return {"rd_unwritten", "words that a `wr` of this run has written"};
    case Hazard::kNothingRead:
      return {"rd_to_set",
              fmt::format("{} cycles or more after a `rd` of the port", arch::kLatencyRdToSet)};
    case Hazard::kEmptyWeight:
      return {"set_to_mac", fmt::format("{} cycle or more after a `set rw`, or `sh rw` that moved "
                                        "a coefficient there",
                                        arch::kLatencySetToMac)};
    case Hazard::kEmptyPixel:
      return {"set_to_mac", fmt::format("{} cycle or more after the register operation that put a "
                                        "pixel there",
                                        arch::kLatencySetToMac)};
    case Hazard::kNoSums:
      return {"setrb_to_act", fmt::format("{} cycles or more after the `set rb` that hands over "
                                          "sums, which another `set rb` has begun",
                                          arch::kLatencySetrbToAct)};
    case Hazard::kNoActivation:
      return {"act_to_act", fmt::format("{} cycle or more after an `act`", arch::kLatencyActToAct)};
    case Hazard::kNothingKept:
      return {"wr_odd", "after a `wr even`, whose odd pixels it takes"};
    case Hazard::kPortATwice:
      return {"set_rw_set_ri",
              "one of them, or a program with rows=8, whose pixels come from port B"};
    case Hazard::kWordTwice:
      return {"wr_wr", "another word, or another cycle"};
    case Hazard::kUntaken:
      return {"rd_to_set", fmt::format("a `set` or `setsh` of the port from {} cycles after the "
                                       "`rd` to {} after the port's next `rd`",
                                       arch::kLatencyRdToSet, arch::kLatencyRdToSet - 1)};
    case Hazard::kActTooEarly:
      return {"setrb_to_act",
              fmt::format("`act` from {} cycles after the `set rb` to {} after the next",
                          arch::kLatencySetrbToAct, arch::kLatencySetrbHoldsAct)};
    case Hazard::kActNotInWindow:
      return {"setrb_holds_act",
              fmt::format("`act` from {} cycles after the `set rb` to {} after the next",
                          arch::kLatencySetrbToAct, arch::kLatencySetrbHoldsAct)};
  }
  return {"", ""};
}

}  // namespace

Mark HazardLog::Note(Hazard hazard, const Place& place, const char* slot,
                     const std::string& found) {
  Entry entry{hazard, place, slot, found};
  Key& key = KeyOf(entry);
  if (key.reported || key.notes >= kMaxNotes) return key.last;
  ++key.notes;
  entries_.push_back(std::move(entry));
  key.last = static_cast<Mark>(entries_.size());
  return key.last;
}

void HazardLog::Report(Mark mark) {
  if (mark <= kClean) return;
  Key& key = KeyOf(entries_[static_cast<size_t>(mark - 1)]);
  if (key.reported) return;
  key.reported = true;
  key.last = mark;
}

std::vector<HazardFinding> HazardLog::Take() {
  std::vector<HazardFinding> findings;
  std::map<std::string, std::pair<int, int>> count;  // by rule: findings, pc of the last
  for (const auto& [place, key] : keys_) {
    if (!key.reported) continue;
    const Entry& entry = entries_[static_cast<size_t>(key.last - 1)];
    const Rule rule = RuleOf(entry.hazard);
    auto& [number, pc] = count[rule.name];
    pc = entry.place.pc;
    if (++number > max_per_rule_) continue;
    findings.push_back(
        {pc, rule.name,
         fmt::format("cycle {} ({}, pass {}, pc {}, slot {}): rule {}: {}; allowed: {}",
                     entry.place.cycle, arch::kStateNames[static_cast<size_t>(entry.place.state)],
                     entry.place.pass, pc, entry.slot, rule.name, entry.found, rule.allowed)});
  }
  for (const auto& [rule, number_and_pc] : count) {
    const auto& [number, pc] = number_and_pc;
    if (number <= max_per_rule_) continue;
    findings.push_back(
        {pc, rule, fmt::format("rule {}: {} more like these", rule, number - max_per_rule_)});
  }
  return findings;
}

}  // namespace nve::verify
