// Checks of planes and plan. Loop nests are checked by the extremes of their offsets, never by
// walking them: a damaged count must not cost time.
#include <fmt/format.h>

#include <limits>
#include <set>

#include "compiler/program/checks.hpp"
#include "compiler/program/settings.hpp"

namespace nve {
namespace {

using Wide = __int128;
constexpr int64_t kMaxBytes = int64_t{1} << 40;  // More than any memory map of ours holds.
constexpr size_t kMaxDepth = 16;

class PlanChecker {
 public:
  explicit PlanChecker(const Binary& binary) : binary_(binary) {}

  std::vector<std::string> Run() {
    CheckPlanes();
    CheckPlaneList(binary_.input_planes, "input_planes");
    CheckPlaneList(binary_.output_planes, "output_planes");
    if (problems_.empty()) CheckOutputSizes();
    if (!problems_.empty()) return std::move(problems_);
    for (step_ = 0; step_ < binary_.plan.size(); ++step_) {
      std::visit([this](const auto& step) { CheckStep(step); }, binary_.plan[step_]);
    }
    return std::move(problems_);
  }

 private:
  template <typename... Args>
  void Problem(fmt::format_string<Args...> format, Args&&... args) {
    problems_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }
  template <typename... Args>
  void StepProblem(fmt::format_string<Args...> format, Args&&... args) {
    problems_.push_back(
        fmt::format("plan step {}: {}", step_, fmt::format(format, std::forward<Args>(args)...)));
  }

  void CheckPlanes() {
    std::set<std::string> names;
    for (const Plane& plane : binary_.planes) {
      if (!names.insert(plane.name).second) Problem("plane {}: the name is used twice", plane.name);
      if (plane.layer < -1 || plane.map < 0 || plane.height < 1 || plane.width < 1) {
        Problem("plane {}: layer {}, map {}, {} x {} pixels: one is out of range", plane.name,
                plane.layer, plane.map, plane.height, plane.width);
      }
      if (plane.pitch < plane.height || plane.pitch % arch::kWordBytes != 0) {
        Problem("plane {}: pitch {}, allowed: a multiple of {}, at least the height {}", plane.name,
                plane.pitch, arch::kWordBytes, plane.height);
      }
      if (plane.columns < plane.width) {
        Problem("plane {}: {} columns, allowed: at least the width {}", plane.name, plane.columns,
                plane.width);
      }
      if (Wide{plane.pitch} * plane.columns > kMaxBytes) {
        Problem("plane {}: pitch {} x columns {} is too large", plane.name, plane.pitch,
                plane.columns);
      }
    }
  }

  void CheckPlaneList(const std::vector<int>& planes, const char* what) {
    for (const int plane : planes) {
      if (plane < 0 || plane >= static_cast<int>(binary_.planes.size())) {
        Problem("{}: found {}, the file has {} planes", what, plane, binary_.planes.size());
      }
    }
  }

  // The output planes are delivered as maps of one size.
  void CheckOutputSizes() {
    for (const int index : binary_.output_planes) {
      const Plane& first = binary_.planes[static_cast<size_t>(binary_.output_planes[0])];
      const Plane& plane = binary_.planes[static_cast<size_t>(index)];
      if (plane.height != first.height || plane.width != first.width) {
        Problem("output plane {} has {} x {} pixels, output plane {} {} x {}: must be equal",
                plane.name, plane.height, plane.width, first.name, first.height, first.width);
      }
    }
  }

  void CheckStep(const ClearStep& step) {
    if (step.plane < 0 || step.plane >= static_cast<int>(binary_.planes.size())) {
      StepProblem("clears plane {}, the file has {} planes", step.plane, binary_.planes.size());
    }
  }

  void CheckStep(const RunStep& step) {
    if (step.program < 0 || step.program >= static_cast<int>(binary_.programs.size())) {
      StepProblem("runs program {}, the file has {} programs", step.program,
                  binary_.programs.size());
      return;
    }
    if (step.core < 0) StepProblem("core: found {}, allowed: 0 or more", step.core);
    if (step.runs < 1 || step.runs > 65535) {
      StepProblem("runs: found {}, allowed: 1 to 65535", step.runs);
      return;
    }
    const RunWords words = WordsPerRun(binary_.programs[static_cast<size_t>(step.program)]);
    CheckTransfers(step.input, "input", step.runs, words.in);
    CheckTransfers(step.output, "output", step.runs, words.out);
    if (Wide{words.out} * step.runs > std::numeric_limits<uint32_t>::max()) {
      StepProblem("{} output words per run x {} runs exceed a packet", words.out, step.runs);
    }
  }

  void CheckTransfers(const std::vector<Transfer>& transfers, const char* direction, int runs,
                      int64_t words) {
    direction_ = direction;
    Wide bytes = 0;
    bool good = true;
    for (const Transfer& transfer : transfers) {
      std::vector<int64_t> counts;
      good &= CheckTransfer(transfer, &counts, &bytes);
    }
    if (good && bytes != Wide{runs} * words * arch::kWordBytes) {
      StepProblem("{} moves {} words, {} run{} of the program {} {}", direction,
                  static_cast<int64_t>(bytes / arch::kWordBytes), runs, runs == 1 ? "" : "s",
                  direction_[0] == 'i' ? "take" : "give", Wide64(Wide{runs} * words));
    }
  }

  static int64_t Wide64(Wide value) { return static_cast<int64_t>(value); }

  // Adds the bytes of `transfer` to `total`; `counts` are the enclosing loops, outermost first.
  bool CheckTransfer(const Transfer& transfer, std::vector<int64_t>* counts, Wide* total) {
    if (!transfer.IsLoop()) return CheckPiece(transfer, *counts, total);
    if (transfer.count < 1 || transfer.count > kMaxBytes || counts->size() >= kMaxDepth) {
      StepProblem("{}: loop of {} at depth {}, allowed: 1 or more, at most {} deep", direction_,
                  transfer.count, counts->size(), kMaxDepth);
      return false;
    }
    counts->push_back(transfer.count);
    bool good = true;
    for (const Transfer& inner : transfer.body) good &= CheckTransfer(inner, counts, total);
    counts->pop_back();
    return good;
  }

  bool CheckPiece(const Transfer& piece, const std::vector<int64_t>& counts, Wide* total) {
    const bool plane = piece.object.kind == MemoryObject::Kind::kPlane;
    const size_t objects = plane ? binary_.planes.size() : binary_.programs.size();
    const char* kind = plane ? "plane" : "coefficients of program";
    if (piece.object.index < 0 || piece.object.index >= static_cast<int>(objects)) {
      StepProblem("{}: {} {}, the file has {}", direction_, kind, piece.object.index, objects);
      return false;
    }
    if (!plane && direction_[0] == 'o') {
      StepProblem("output: writes to the coefficients of program {}", piece.object.index);
      return false;
    }
    const auto index = static_cast<size_t>(piece.object.index);
    const int64_t size = plane ? binary_.planes[index].Bytes()
                               : static_cast<int64_t>(binary_.programs[index].coefficients.size()) *
                                     arch::kWordBytes;
    if (piece.bytes < 1 || piece.bytes > kMaxBytes || piece.bytes % arch::kWordBytes != 0) {
      StepProblem("{}: a piece of {} bytes, allowed: a positive multiple of {}", direction_,
                  piece.bytes, arch::kWordBytes);
      return false;
    }
    if (piece.strides.size() > counts.size()) {
      StepProblem("{}: a piece with {} strides in {} loops", direction_, piece.strides.size(),
                  counts.size());
      return false;
    }
    return CheckExtent(piece, counts, size, kind, total);
  }

  bool CheckExtent(const Transfer& piece, const std::vector<int64_t>& counts, int64_t size,
                   const char* kind, Wide* total) {
    Wide low = piece.offset;
    Wide high = Wide{piece.offset} + piece.bytes;
    Wide times = 1;
    for (size_t depth = 0; depth < counts.size(); ++depth) {
      const Wide span =
          depth < piece.strides.size() ? Wide{counts[depth] - 1} * piece.strides[depth] : 0;
      (span < 0 ? low : high) += span;
      times *= counts[depth];
      if (times > kMaxBytes) break;
    }
    if (low < 0 || high > size) {
      StepProblem("{}: pieces reach bytes {} to {} of {} {}, which has {}", direction_,
                  Clamped(low), Clamped(high) - 1, kind, piece.object.index, size);
      return false;
    }
    *total += times * piece.bytes;
    if (times > kMaxBytes || *total > Wide{kMaxBytes} * kMaxBytes / 2) {
      StepProblem("{}: a loop nest of too many pieces", direction_);
      return false;
    }
    return true;
  }

  static int64_t Clamped(Wide value) {
    constexpr Wide kLow = std::numeric_limits<int64_t>::min() / 2;
    constexpr Wide kHigh = std::numeric_limits<int64_t>::max() / 2;
    return static_cast<int64_t>(value < kLow ? kLow : value > kHigh ? kHigh : value);
  }

  const Binary& binary_;
  std::vector<std::string> problems_;
  size_t step_ = 0;
  const char* direction_ = "";
};

}  // namespace

std::vector<std::string> CheckPlanesAndPlan(const Binary& binary) {
  return PlanChecker(binary).Run();
}

}  // namespace nve
