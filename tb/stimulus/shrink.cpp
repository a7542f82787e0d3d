// SPDX-License-Identifier: Apache-2.0
// Delta debugging: see shrink.hpp.
#include "tb/stimulus/shrink.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "arch/build_machine.hpp"
#include "program/instruction.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

// A count of trials, not a time: the same case always shrinks to the same.
constexpr int kMostTrials = 12'000;

// The ways to fail.
enum class Failure : uint8_t { kNone, kLockstep, kOutput, kText };

class Shrinker {
 public:
  Shrinker(const MakeCore& make_core, ShrunkCase start)
      : make_core_(make_core), best_(std::move(start)) {
    // What is left of a legal program may break rules: what has failed in one way must not go on
    // with another one.
    best_.result = Run(best_.random, best_.setup);
    failure_ = FailureOf(best_.result);
    if (failure_ != Failure::kNone) return;
    best_.result = RunPair(best_.random, best_.setup);
    if (!best_.result.problem.empty()) failure_ = Failure::kOutput;
  }

  ShrunkCase Make() {
    if (failure_ == Failure::kNone) return std::move(best_);
    // Many passes help to do without instructions, but no trial shall take long.
    constexpr uint32_t kUsefulPasses = 64;
    Shorter(kUsefulPasses);
    bool smaller = true;
    while (smaller && best_.trials < kMostTrials) {
      const size_t before = Size();
      FewerInstructions();
      FewerOperations();
      Plainer();
      smaller = Size() < before;
    }
    return std::move(best_);
  }

 private:
  CaseResult Run(const RandomCase& random, const RunSetup& setup) {
    const std::unique_ptr<CoreModel> core = make_core_();
    ++best_.trials;
    return CaseRunner(*core).Run(random, setup);
  }

  static Failure FailureOf(const CaseResult& result) {
    if (result.problem.empty()) return Failure::kNone;
    return result.mismatch ? Failure::kLockstep : Failure::kText;
  }

  // Without stalls and with them, each on a new core: the result with a problem if both agree with
  // the golden model, but not with each other.
  CaseResult RunPair(const RandomCase& random, const RunSetup& setup) {
    const CaseResult plain = Run(random, {});
    if (plain.mismatch || plain.reset) return {};
    CaseResult stalled = Run(random, setup);
    if (stalled.mismatch || stalled.reset) return {};
    stalled.problem = OutputProblem(plain.output, stalled.output);
    return stalled;
  }

  // Operations and instructions.
  size_t Size() const {
    size_t size = 0;
    for (const uint64_t word : best_.random.program.code) {
      const Instruction i = Decode(word, arch::BuildSizes().split).value_or(Instruction{});
      size += 1 + (i.mema.op != arch::MemOp::kNop) + (i.memb.op != arch::MemOp::kNop) +
              (i.wreg != arch::WregOp::kNop) + (i.ireg != arch::IregOp::kNop) +
              (i.vmac != arch::VmacOp::kNop) + (i.act != arch::ActOp::kNop);
    }
    return size;
  }

  // A failure that needs a stall may lose its moment when the program changes; other stalls may
  // give it one.
  bool Try(const RandomCase& random, const RunSetup& setup) {
    if (TryWith(random, setup)) return true;
    constexpr RunSetup kOthers[] = {{StallProfile::kRandom25, Congestor::kNone},
                                    {StallProfile::kAlways, Congestor::kOutputFull},
                                    {StallProfile::kAlways, Congestor::kInputFull}};
    return std::any_of(std::begin(kOthers), std::end(kOthers),
                       [&](const RunSetup& other) { return TryWith(random, other); });
  }

  bool TryWith(const RandomCase& random, const RunSetup& setup) {
    if (best_.trials >= kMostTrials) return false;
    const bool pair = failure_ == Failure::kOutput;
    CaseResult result = pair ? RunPair(random, setup) : Run(random, setup);
    if (result.problem.empty() || (!pair && FailureOf(result) != failure_)) return false;
    best_.random = random;
    best_.setup = setup;
    best_.result = std::move(result);
    return true;
  }

  template <typename Change>
  bool TryCase(const Change& change) {
    RandomCase random = best_.random;
    change(random);
    return Try(random, best_.setup);
  }

  void TrySetting(const std::string& name, uint32_t value) {
    if (SettingOf(best_.random.program.settings, name) == value) return;
    TryCase([&](RandomCase& random) { random.program.settings[name] = value; });
  }

  // Starts, runs and iterations, each no fewer than `least`.
  void Shorter(uint32_t least) {
    if (best_.random.starts > 1) TryCase([](RandomCase& random) { random.starts = 1; });
    for (uint32_t runs = least; runs < best_.random.runs; runs *= 2) {
      TryCase([&](RandomCase& random) { random.runs = runs; });
    }
    for (uint32_t n = least; n < SettingOf(best_.random.program.settings, "ITERATIONS"); n *= 2) {
      TrySetting("ITERATIONS", n);
    }
  }

  void Plainer() {
    if (best_.setup.congestor != Congestor::kNone) {
      TryWith(best_.random, {best_.setup.profile, Congestor::kNone});
    }
    if (best_.setup.profile != StallProfile::kAlways) {
      TryWith(best_.random, {StallProfile::kAlways, best_.setup.congestor});
    }
    Shorter(1);
    if (best_.random.packet_words != 0) TryCase([](RandomCase& r) { r.packet_words = 0; });
    if (best_.random.irq_enable) TryCase([](RandomCase& random) { random.irq_enable = false; });
    if (best_.random.table) TryCase([](RandomCase& random) { random.table = false; });
    if (best_.random.StreamsTable()) {
      TryCase([](RandomCase& random) { random.table_streamed = false; });
    }
    const Settings standard = DefaultSettings(best_.random.program.code.size());
    for (const auto& [name, value] : standard) {
      if (name == "ITERATIONS" || name == "PROGRAM_SIZE" || name.starts_with("REPEAT_")) continue;
      TrySetting(name, value);
    }
  }

  // Without the instructions [begin, end). False if nothing of the repeated part would be left.
  static bool LeaveOut(Program* program, uint32_t begin, uint32_t end) {
    Settings& settings = program->settings;
    const uint32_t first = settings["REPEAT_FIRST"];
    const uint32_t last = settings["REPEAT_LAST"];
    if (begin <= first && last < end) return false;
    const auto left = [&](uint32_t pc) { return pc - (std::clamp(pc, begin, end) - begin); };
    settings["REPEAT_FIRST"] = left(first);
    settings["REPEAT_LAST"] = left(last + 1) - 1;
    program->code.erase(program->code.begin() + begin, program->code.begin() + end);
    settings["PROGRAM_SIZE"] = static_cast<uint32_t>(program->code.size());
    return true;
  }

  void FewerInstructions() {
    auto piece = static_cast<uint32_t>(best_.random.program.code.size() / 2);
    for (; piece > 0; piece /= 2) {
      uint32_t end = static_cast<uint32_t>(best_.random.program.code.size());
      // From the end on: what comes after the failure goes first.
      for (; end > 0; end = end > piece ? end - piece : 0) {
        const uint32_t begin = end > piece ? end - piece : 0;
        RandomCase random = best_.random;
        if (LeaveOut(&random.program, begin, end)) Try(random, best_.setup);
      }
    }
    OnePass();
  }

  // The repeated part alone, or all of the program repeated, is shorter to read.
  void OnePass() {
    const auto last = static_cast<uint32_t>(best_.random.program.code.size()) - 1;
    TrySetting("REPEAT_LAST", last);
    TrySetting("REPEAT_FIRST", 0);
  }

  template <typename Change>
  void TrySlot(size_t pc, const Change& change) {
    const std::optional<Instruction> now =
        Decode(best_.random.program.code[pc], arch::BuildSizes().split);
    if (!now) return;
    Instruction changed = *now;
    change(changed);
    if (changed == *now) return;
    TryCase([&](RandomCase& random) { random.program.code[pc] = Encode(changed); });
  }

  void FewerOperations() {
    for (size_t pc = 0; pc < best_.random.program.code.size(); ++pc) {
      TrySlot(pc, [](Instruction& i) { i = {}; });
      TrySlot(pc, [](Instruction& i) {
        i.mema = {};
        i.mema_part = {};
      });
      TrySlot(pc, [](Instruction& i) { i.memb = {}; });
      TrySlot(pc, [](Instruction& i) { i.wreg = {}; });
      TrySlot(pc, [](Instruction& i) { i.ireg = {}; });
      TrySlot(pc, [](Instruction& i) { i.vmac = {}; });
      TrySlot(pc, [](Instruction& i) {
        i.act = {};
        i.act_half = {};
        i.act_to = {};
      });
      TrySlot(pc, [](Instruction& i) { i.mema = {i.mema.op, 0, 0, 0}; });
      TrySlot(pc, [](Instruction& i) { i.memb = {i.memb.op, 0, 0, 0}; });
    }
  }

  const MakeCore& make_core_;
  ShrunkCase best_;
  Failure failure_ = Failure::kNone;
};

}  // namespace

ShrunkCase Shrink(const MakeCore& make_core, const RandomCase& random, const RunSetup& setup) {
  return Shrinker(make_core, {random, setup, {}, 0}).Make();
}

}  // namespace nve
