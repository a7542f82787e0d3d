// SPDX-License-Identifier: Apache-2.0
// Three runs of a random program: see core_fault.hpp.
#include "tb/faults/core_fault.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "arch/build_machine.hpp"
#include "program/settings.hpp"
#include "tb/faults/core_session.hpp"
#include "tb/stimulus/draw.hpp"

namespace nve {
namespace {

// Shorter than the patience of a session.
constexpr uint32_t kLongestHold = 2000;

// Words that an output FIFO nobody reads does not take: from here on the program must stall.
const uint64_t kMoreThanFifo = arch::BuildSizes().output_fifo_words + 1;

struct Reference {
  uint64_t cycles = 0;
  uint64_t in_words = 0;
  uint64_t out_words = 0;
  uint64_t starts = 0;
};

// What the machine must do.
enum class Demand : uint8_t {
  kEnd,      ///< end in spite of it, with the same output
  kStall,    ///< show in STATUS.STALL which stream it waits for
  kRecover,  ///< nothing but what every kind asks for: to be as good as new after the reset
};

struct Kind {
  const char* name;
  Demand demand;
  uint64_t least_out;  ///< words a START of the program sends at least
  Neighbours (*neighbours)(Draw& draw, const Reference& reference);
};

Hold HoldAt(Draw& draw, uint64_t words) {
  return {.word = draw.Bits() % words, .cycles = 1 + draw.Below(kLongestHold)};
}

Neighbours InputDies(Draw& draw, const Reference& reference) {
  Neighbours n;
  n.source = {.word = draw.Bits() % reference.in_words, .cycles = UINT64_MAX};
  n.read_address = arch::kRegStatus.offset;
  return n;
}

// In any START, early enough for the rest of its words to fill the FIFO.
Neighbours OutputDies(Draw& draw, const Reference& reference) {
  const uint64_t words = reference.out_words / reference.starts;
  const uint64_t start = draw.Bits() % reference.starts;
  const uint64_t word = draw.Bits() % (words - kMoreThanFifo + 1);
  Neighbours n;
  n.sink = {.word = start * words + word, .cycles = UINT64_MAX};
  n.read_address = arch::kRegStatus.offset;
  return n;
}

const Kind kStreamKinds[] = {
    {"core input TLAST anywhere", Demand::kEnd, 1,
     [](Draw& draw, const Reference&) {
       Neighbours n;
       n.last_percent = 1 + draw.Below(100);
       return n;
     }},
    {"core input held", Demand::kEnd, 1,
     [](Draw& draw, const Reference& r) {
       Neighbours n;
       n.source = HoldAt(draw, r.in_words);
       return n;
     }},
    {"core input dies", Demand::kStall, 1, InputDies},
    {"core input overlong", Demand::kEnd, 1,
     [](Draw& draw, const Reference&) {
       Neighbours n;
       n.extra_words = 1 + draw.Below(3 * arch::BuildSizes().input_fifo_words);
       return n;
     }},
    {"core output held", Demand::kEnd, 1,
     [](Draw& draw, const Reference& r) {
       Neighbours n;
       n.sink = HoldAt(draw, r.out_words);
       return n;
     }},
    {"core output dies", Demand::kStall, kMoreThanFifo, OutputDies},
};

Neighbours StopAnywhere(Draw& draw, const Reference& reference) {
  Neighbours n;
  n.stop = draw.Bits() % reference.cycles;
  return n;
}

const Kind kResetKinds[] = {{"core pin reset", Demand::kRecover, 1, StopAnywhere},
                            {"core soft reset", Demand::kRecover, 1, StopAnywhere}};
constexpr size_t kPinReset = 0;

std::string MismatchText(const CoreSession& session) {
  return fmt::format("lockstep mismatch in cycle {}", session.mismatch()->cycle);
}

// A program without streams has nothing to hold.
RandomCase CaseWithStreams(uint64_t seed, uint64_t least_out) {
  for (uint64_t i = 0;; ++i) {
    RandomCase random = ShortCase(Mix(seed, i));
    const RunWords words = WordsPerRun(random.program, kCodesOfAnyMachine);
    const uint64_t out = static_cast<uint64_t>(words.out) * random.runs;
    if (words.in > 0 && out >= least_out) return random;
  }
}

class CoreFault {
 public:
  CoreFault(const Kind& kind, bool pin_reset, uint64_t seed)
      : kind_(kind),
        pin_reset_(pin_reset),
        seed_(seed),
        draw_(seed),
        random_(CaseWithStreams(seed, kind.least_out)),
        core_(MakeRtlCore()),
        session_(*core_) {
    result_.kind = kind.name;
    // A stream whose fault is what it does with its words does nothing else.
    if (kind.demand == Demand::kRecover) slow_.profile = DrawProfile(draw_);
  }

  FaultRun Run() {
    result_.problem = Problem();
    result_.cycles = session_.cycles();
    if (!result_.problem.empty()) {
      result_.problem += fmt::format("; random program of seed {}", random_.seed);
    }
    return result_;
  }

 private:
  std::string Problem() {
    const SessionResult first = session_.Run(random_, slow_, seed_);
    if (session_.mismatch()) return MismatchText(session_);
    if (!first.ended) return "does not end without fault";
    session_.PinReset();

    const RunWords words = WordsPerRun(random_.program, kCodesOfAnyMachine);
    const uint64_t runs = uint64_t{random_.runs} * random_.starts;
    const Reference reference = {
        .cycles = first.cycles,
        .in_words = random_.program.code.size() + static_cast<uint64_t>(words.in) * runs,
        .out_words = first.output.size(),
        .starts = random_.starts};
    Neighbours neighbours = kind_.neighbours(draw_, reference);
    neighbours.profile = slow_.profile;
    const SessionResult faulty = session_.Run(random_, neighbours, seed_);
    if (session_.mismatch()) return MismatchText(session_);
    std::string fault = FaultProblem(neighbours, first, faulty);
    if (!fault.empty()) return fault;

    if (pin_reset_) {
      session_.PinReset();
    } else if (!session_.SoftReset()) {
      return "not idle and empty after the soft reset";
    }
    const SessionResult again = session_.Run(random_, slow_, seed_);
    if (session_.mismatch()) return MismatchText(session_);
    if (!again.ended) return "does not end after the reset";
    if (again.output != first.output) return "wrong output after the reset";
    if (again.cycles != first.cycles) {
      return fmt::format("{} cycles after the reset, {} before", again.cycles, first.cycles);
    }
    return "";
  }

  std::string FaultProblem(const Neighbours& neighbours, const SessionResult& first,
                           const SessionResult& faulty) {
    const arch::Probe& now = session_.Now();
    if (kind_.demand == Demand::kEnd) {
      if (!faulty.ended) return "does not end";
      return faulty.output == first.output ? "" : "silent: the output is wrong";
    }
    result_.status =
        fmt::format("in state {}, stall {}", arch::kStateNames[now.state], session_.Stall());
    // What has come out is right as far as it goes.
    const bool right = faulty.output.size() <= first.output.size() &&
                       std::equal(faulty.output.begin(), faulty.output.end(), first.output.begin());
    if (!right) return "silent: the output is wrong";
    if (kind_.demand == Demand::kRecover) {
      result_.stall = session_.Stall();
      result_.outcome = Outcome::kRecovered;
      return "";
    }
    result_.outcome = Outcome::kReported;
    if (faulty.ended) return "ends without all of its words";
    const bool input = neighbours.source.cycles != 0;
    const auto stream = static_cast<uint32_t>(input ? arch::Stall::kInput : arch::Stall::kOutput);
    const uint32_t shown = (now.reg_rdata & arch::kStatusStall) >> arch::kStatusStallLsb;
    if (shown == stream) return "";
    return fmt::format("STATUS.STALL is {}, expected {}: the stream that is waited for", shown,
                       stream);
  }

  const Kind& kind_;
  bool pin_reset_;
  uint64_t seed_;
  Draw draw_;
  Neighbours slow_;  // nothing wrong, under a stall profile
  RandomCase random_;
  std::unique_ptr<CoreModel> core_;
  CoreSession session_;
  FaultRun result_;
};

}  // namespace

std::vector<std::string> CoreFaultKinds(CoreFaults family) {
  std::vector<std::string> names;
  if (family == CoreFaults::kStreams) {
    for (const Kind& kind : kStreamKinds) names.emplace_back(kind.name);
  } else {
    for (const Kind& kind : kResetKinds) names.emplace_back(kind.name);
  }
  return names;
}

FaultRun RunCoreFault(CoreFaults family, size_t kind, uint64_t seed) {
  if (family == CoreFaults::kStreams) {
    // The way back is drawn, too.
    return CoreFault(kStreamKinds[kind], Draw(seed).OneIn(4), seed).Run();
  }
  return CoreFault(kResetKinds[kind], kind == kPinReset, seed).Run();
}

}  // namespace nve
