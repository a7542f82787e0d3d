// SPDX-License-Identifier: Apache-2.0
// One cost a file, with a checksum: see plan_cache.hpp.
#include "planner/best/plan_cache.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/text/content_hash.hpp"
#include "base/text/numbers.hpp"
#include "base/text/text_lines.hpp"

namespace nve::planner {
namespace {

constexpr const char* kHead = "nve plan cost 1";
constexpr size_t kMostBytes = 4096;  // of a file

using Numbers = std::array<int64_t*, 15>;

Numbers NumbersOf(transfer::FeedPrediction& cost) {
  transfer::TransferTerms& terms = cost.terms;
  transfer::MemoryEvents& events = cost.events;
  return {&terms.core,         &terms.load,       &terms.host,  &terms.copy,    &terms.ramp,
          &terms.descriptors,  &terms.memory,     &terms.drain, &events.bursts, &events.row_misses,
          &events.turnarounds, &events.refreshes, &cost.begin,  &cost.end,      &cost.first_strip};
}

std::string LineOf(transfer::FeedPrediction cost) {
  std::vector<int64_t> numbers;
  for (const int64_t* number : NumbersOf(cost)) numbers.push_back(*number);
  return fmt::format("{} {}", kHead, fmt::join(numbers, " "));
}

std::string ChecksumOf(const std::string& name, std::string_view line) {
  return ContentHash().Add(name).Add(line).Digits();
}

// Nothing of a text that was not written for this name, or not as it is.
std::optional<transfer::FeedPrediction> Parse(const std::string& name, std::string_view text) {
  const std::vector<std::string_view> lines = PartsOf(text, '\n');
  if (lines.size() != 3 || lines[1] != ChecksumOf(name, lines[0])) return std::nullopt;
  transfer::FeedPrediction cost;
  const Numbers numbers = NumbersOf(cost);
  std::vector<std::string_view> words = PartsOf(lines[0], ' ');
  const size_t head = PartsOf(kHead, ' ').size();
  if (words.size() != head + numbers.size() || !lines[0].starts_with(kHead)) return std::nullopt;
  for (size_t i = 0; i < numbers.size(); ++i) {
    const std::optional<int64_t> number = ParseSigned(words[head + i]);
    if (!number) return std::nullopt;
    *numbers[i] = *number;
  }
  return cost;
}

std::string HashOfProgram() {
  try {
    return ContentHash().Add(ReadFileBytes("/proc/self/exe")).Digits();
  } catch (const InputError&) {
    return "";
  }
}

}  // namespace

PlanCache::PlanCache(const std::string& folder) {
  if (folder.empty()) return;
  program_ = HashOfProgram();
  if (!program_.empty()) folder_ = folder;
}

std::string PlanCache::PathOf(const std::string& name) const { return folder_ + "/" + name; }

std::string PlanCache::NameOf(const Binary& binary, const transfer::TransferOptions& transfer,
                              bool mover) const {
  return ContentHash()
      .Add(program_)
      .Add(SerializeBinary(binary))
      .Add(MemoryConfigJson(transfer.memory).dump())
      .Add(fmt::format("{} {} {} {} {} {}", transfer.copy_mb_s, transfer.register_cycles,
                       transfer.interrupt_cycles, transfer.max_descriptor_bytes, transfer.clock_mhz,
                       mover))
      .Digits();
}

transfer::FeedPrediction PlanCache::Cost(const Binary& binary,
                                         const transfer::TransferOptions& transfer, bool mover,
                                         const std::function<transfer::FeedPrediction()>& predict) {
  if (!IsOn()) return predict();
  const std::string name = NameOf(binary, transfer, mover);
  if (const auto known = Find(name)) return *known;
  const transfer::FeedPrediction cost = predict();
  Keep(name, cost);
  return cost;
}

std::optional<transfer::FeedPrediction> PlanCache::Find(const std::string& name) {
  std::string text;
  const std::string path = PathOf(name);
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return std::nullopt;
  try {
    text = ReadFileText(path, kMostBytes);
  } catch (const InputError&) {
    // As a damaged one
  }
  std::optional<transfer::FeedPrediction> cost = Parse(name, text);
  if (cost) {
    const std::lock_guard lock(writing_);
    if (!own_.contains(name)) ++found_;
  } else if (!told_.exchange(true)) {
    Message("note: {}: no cost of a plan, as it was damaged: predicted anew, as others like it\n",
            path);
  }
  return cost;
}

void PlanCache::Keep(const std::string& name, const transfer::FeedPrediction& cost) {
  const std::lock_guard lock(writing_);
  own_.insert(name);
  if (!written_) return;
  const std::string line = LineOf(cost);
  try {
    WriteFileAtomically(PathOf(name), line + "\n" + ChecksumOf(name, line) + "\n");
  } catch (const InputError& error) {
    written_ = false;
    Message("note: costs of plans are not kept: {}\n", error.what());
  }
}

std::string CacheFolderOf(const std::string& option) {
  if (option == "off") return "";
  if (!option.empty()) return option;
  for (const auto& [variable, below] :
       {std::pair("XDG_CACHE_HOME", "/nve/plans"), std::pair("HOME", "/.cache/nve/plans")}) {
    const char* folder = std::getenv(variable);
    if (folder != nullptr && *folder == '/') return std::string(folder) + below;
  }
  return "";
}

}  // namespace nve::planner
