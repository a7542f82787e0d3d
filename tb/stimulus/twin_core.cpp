// SPDX-License-Identifier: Apache-2.0
// The comparison of both cores: see twin_core.hpp.
#include "tb/stimulus/twin_core.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "base/diagnostics/diagnostics.hpp"
#include "tb/stimulus/random_memories.hpp"

namespace nve {
namespace {

// What a word that was read passes through, in the order in which it does.
constexpr std::array<std::string_view, 11> kDatapath = {
    "read_a_data", "read_b_data", "port_a", "port_b", "rw",     "ri",
    "accu",        "stage1",      "stage2", "result", "act_out"};

bool MayDiffer(std::string_view field) {
  return std::find(kDatapath.begin(), kDatapath.end(), field) != kDatapath.end();
}

uint32_t WordsOf(const arch::ProbeField& field) {
  constexpr int kWordBits = 32;
  return static_cast<uint32_t>((field.count * field.bits + kWordBits - 1) / kWordBits);
}

bool Differs(const arch::ProbeField& field, const arch::Probe& a, const arch::Probe& b) {
  const auto* words_a = reinterpret_cast<const uint32_t*>(&a) + field.first_word;
  const auto* words_b = reinterpret_cast<const uint32_t*>(&b) + field.first_word;
  return std::memcmp(words_a, words_b, WordsOf(field) * sizeof(uint32_t)) != 0;
}

}  // namespace

TwinCore::TwinCore(const CoreMemories& contents, EarlyReads& reads) : reads_(reads) {
  first_.SetMemories(contents);
  second_.SetMemories(Inverted(contents));
}

const arch::Probe& TwinCore::Evaluate(const arch::ProbeInputs& in) {
  const arch::Probe& a = first_.Evaluate(in);
  const arch::Probe& b = second_.Evaluate(in);
  if (std::memcmp(&a, &b, sizeof(a)) == 0) return a;
  for (const arch::ProbeField& field : arch::kProbeFields) {
    if (!MayDiffer(field.name) && Differs(field, a, b)) {
      throw CheckFailed(fmt::format("{} depends on what the memories held before, pc {}, pass {}",
                                    field.name, a.pc, a.pass));
    }
  }
  return a;
}

// A read shows in the next cycle.
void TwinCore::Commit(const arch::ProbeInputs& in) {
  const arch::Probe before = Evaluate(in);
  first_.Commit(in);
  second_.Commit(in);
  if (before.agu_write == 0) return;
  const bool repeat = before.state == static_cast<uint32_t>(arch::State::kRepeat);
  uint64_t& reads = repeat && before.pass < before.extra         ? reads_.filling
                    : repeat && before.pass >= before.iterations ? reads_.draining
                                                                 : reads_.other;
  arch::ProbeInputs idle{};
  const arch::Probe& a = first_.Evaluate(idle);
  const arch::Probe& b = second_.Evaluate(idle);
  for (const arch::ProbeField& field : arch::kProbeFields) {
    const std::string_view name = field.name;
    if ((name == "read_a_data" || name == "read_b_data") && Differs(field, a, b)) ++reads;
  }
}

}  // namespace nve
