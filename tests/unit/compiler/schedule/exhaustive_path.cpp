// SPDX-License-Identifier: Apache-2.0
// Breadth-first over time: for every state the fewest words with which it can be reached in t
// cycles. A path is closed when the state has come back, one iteration later. Counts run on over
// the end of the iteration; nothing is assumed about which move is better.
#include "tests/unit/compiler/schedule/exhaustive_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>

namespace nve::testing {
namespace {

constexpr int kNever = std::numeric_limits<int>::max() / 2;

// What has happened so far. Coefficients come in the order of the VMAC operations, so `weights`
// tells what stands in rw[0]: coefficient weights - 1.
struct State {
  int vmac = 0;     // operations executed
  int images = 0;   // image operations executed
  int weights = 0;  // coefficients that have come to rw[0]
  int behind = 0;   // coefficients behind rw[0]
  auto operator<=>(const State&) const = default;
};

// A sequence repeated without end.
class Endless {
 public:
  Endless(const OperationSequence& sequence, bool share_port_a)
      : sequence_(sequence), share_(share_port_a) {}

  int Vmac() const { return static_cast<int>(sequence_.vmac.size()); }
  int Images() const { return static_cast<int>(sequence_.image.size()); }

  // Image operations the next mac from operation k on needs.
  int ImagesFor(int k) const {
    while (At(k).set_rb) ++k;
    return At(k).image_steps + k / Vmac() * Images();
  }
  bool IsSetRb(int k) const { return At(k).set_rb; }
  WordStart Word(int k) const { return At(k).word; }
  bool TakesPortA(int image) const {
    const auto at = static_cast<size_t>(image % Images());
    return !share_ && sequence_.image[at].step.word_a >= 0;
  }

 private:
  const VmacOperation& At(int k) const { return sequence_.vmac[static_cast<size_t>(k % Vmac())]; }

  const OperationSequence& sequence_;
  bool share_;
};

using Reached = std::map<State, int>;  // with the fewest words

class Search {
 public:
  Search(const Endless& endless, const State& start) : endless_(endless), end_(start) {
    end_.vmac += endless.Vmac();
    end_.images += endless.Images();
    end_.weights += endless.Vmac();
    now_[start] = 0;
  }

  // One cycle more; words with which the path is closed then, or kNever.
  int Step() {
    Reached next;
    for (const auto& [state, words] : now_) Move(state, words, &next);
    now_ = std::move(next);
    const auto found = now_.find(end_);
    return found == now_.end() ? kNever : found->second;
  }

 private:
  void Move(const State& from, int words, Reached* next) const {
    const bool ready = from.weights > from.vmac;
    const bool has_pixels =
        endless_.IsSetRb(from.vmac) || from.images == endless_.ImagesFor(from.vmac);
    for (const bool execute : {false, true}) {
      if (execute && !(ready && has_pixels)) continue;
      const int vmac = from.vmac + (execute ? 1 : 0);
      for (const bool image : {false, true}) {
        // The pixels of the next mac must not be shifted away.
        if (image && from.images >= endless_.ImagesFor(vmac)) continue;
        const State to = {vmac, from.images + (image ? 1 : 0), from.weights, from.behind};
        Enter(to, words, next);
        if (from.weights > vmac) continue;  // rw[0] is still needed
        const WordStart word = endless_.Word(from.weights);
        if (from.behind > 0 && word != WordStart::kMust)
          Enter({to.vmac, to.images, to.weights + 1, to.behind - 1}, words, next);
        if (word == WordStart::kMustNot) continue;
        if (image && endless_.TakesPortA(from.images)) continue;
        Enter({to.vmac, to.images, to.weights + 1, arch::kRwEntries - 1}, words + 1, next);
      }
    }
  }

  void Enter(const State& state, int words, Reached* next) const {
    if (state.vmac > end_.vmac || state.images > end_.images || state.weights > end_.weights)
      return;
    const auto [entry, is_new] = next->try_emplace(state, words);
    entry->second = std::min(entry->second, words);
  }

  const Endless& endless_;
  State end_;
  Reached now_;
};

}  // namespace

PathSize ExhaustivePath(const OperationSequence& sequence, PathGoal goal, bool share_port_a) {
  const Endless endless(sequence, share_port_a);
  const bool by_words = goal == PathGoal::kWords;
  const auto rank = [by_words](const PathSize& size) {
    return by_words ? std::pair(size.words, size.cycles) : std::pair(size.cycles, size.words);
  };
  PathSize best = {kNever, kNever};
  // Without any overlap: a cycle for every operation of every slot.
  const int most = 2 * endless.Vmac() + endless.Images();
  for (int images = 0; images <= endless.ImagesFor(0); ++images) {
    for (int weights = 0; weights <= 1; ++weights) {
      for (int behind = 0; behind < arch::kRwEntries; ++behind) {
        Search search(endless, {0, images, weights, behind});
        for (int cycles = 1; cycles <= (by_words ? most : std::min(most, best.cycles)); ++cycles) {
          const PathSize size = {cycles, search.Step()};
          if (size.words < kNever && rank(size) < rank(best)) best = size;
        }
      }
    }
  }
  return best;
}

std::string PathProblem(const OperationSequence& sequence, const RegisterPath& path,
                        bool share_port_a) {
  const Endless endless(sequence, share_port_a);
  const int vmac = endless.Vmac();
  const int images = endless.Images();
  constexpr int kIterations = 6;
  std::map<int, int> vmac_at;
  std::map<int, int> wreg_at;
  std::map<int, int> image_at;
  for (int i = 0; i < kIterations; ++i) {
    const int later = i * path.cycles;
    for (int k = 0; k < vmac; ++k) {
      const WordStart word = sequence.vmac[static_cast<size_t>(k)].word;
      const auto wrong =
          path.wreg_is_set[static_cast<size_t>(k)] ? WordStart::kMustNot : WordStart::kMust;
      if (word == wrong) return fmt::format("coefficient {} in the wrong place of a word", k);
      if (!vmac_at.emplace(path.vmac[k] + later, k + i * vmac).second) return "VMAC meets VMAC";
      if (!wreg_at.emplace(path.wreg[k] + later, k + i * vmac).second) return "WREG meets WREG";
    }
    for (int j = 0; j < images; ++j) {
      if (!image_at.emplace(path.image[j] + later, j + i * images).second) return "IREG meets IREG";
    }
  }
  const auto is_set = [&](int k) { return path.wreg_is_set[static_cast<size_t>(k % vmac)]; };
  // rw by number of the coefficient; what no `set rw` has loaded yet is -1.
  std::array<int, arch::kRwEntries> rw;
  rw.fill(-1);
  int executed = -1;  // last image operation
  const int from = std::min(wreg_at.begin()->first, image_at.begin()->first);
  for (int time = from; time < (kIterations - 1) * path.cycles; ++time) {
    // Iteration 0 lacks what the one before has executed ahead.
    if (const auto op = vmac_at.find(time); op != vmac_at.end() && op->second >= 2 * vmac) {
      if (rw[0] != op->second) return fmt::format("rw[0] is not coefficient {}", op->second);
      const bool pixels = executed + 1 == endless.ImagesFor(op->second);
      if (!endless.IsSetRb(op->second) && !pixels) return "a mac sees other pixels";
    }
    const auto image = image_at.find(time);
    if (const auto weight = wreg_at.find(time); weight != wreg_at.end()) {
      const int first = weight->second;
      if (!is_set(first)) {
        std::shift_left(rw.begin(), rw.end(), 1);
        rw.back() = -1;
      } else {
        if (image != image_at.end() && endless.TakesPortA(image->second)) return "port A's output";
        rw.fill(-1);
        for (int k = 0; k < arch::kRwEntries && (k == 0 || !is_set(first + k)); ++k) {
          rw[static_cast<size_t>(k)] = first + k;
        }
      }
    }
    if (image != image_at.end()) executed = image->second;
  }
  return "";
}

}  // namespace nve::testing
