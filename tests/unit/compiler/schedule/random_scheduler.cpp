// SPDX-License-Identifier: Apache-2.0
// Times are drawn on the axis of one iteration, each within the operations it must lie between,
// those of the iterations before and after, `ii` cycles away, included:
//
//   1. VMAC in its order with random gaps; the rest of the interval lies behind the last mac.
//   2. Between two macs, the image operations of the second; between two VMAC operations, the WREG
//      operation of the second. Drawn again, with a longer gap, until port A's output is not asked
//      for twice.
//   3. Reads between the taker before and their own.
//   4. Activations between the `set rb` that hands their sums over and the one after it.
//
// Passes and stream writes are random_wrap.cpp's.
#include "tests/unit/compiler/schedule/random_scheduler.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "compiler/schedule/bound.hpp"
#include "compiler/schedule/sequence.hpp"
#include "tests/unit/compiler/schedule/random_wrap.hpp"

namespace nve::testing {
namespace {

class RandomScheduler {
 public:
  RandomScheduler(const ProgramShape& shape, std::mt19937& random)
      : shape_(shape), window_(shape.window), random_(random) {}

  RandomIteration Run() {
    made_.shape = shape_;
    DrawSequence();
    DrawWords();
    slack_ = Between(0, 3);
    DrawRegisters();
    DrawReads();
    DrawActivations();
    return std::move(made_);
  }

 private:
  int Between(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1));
  }

  std::vector<int> Shuffled(std::vector<int> numbers) {
    std::shuffle(numbers.begin(), numbers.end(), random_);
    return numbers;
  }

  void DrawSequence() {
    const std::vector<ImageStep> steps = ImageSteps(window_);
    const auto done = [&] { return static_cast<int>(sequence_.image.size()); };
    std::vector<int> columns(static_cast<size_t>(window_.width));
    std::iota(columns.begin(), columns.end(), 0);
    for (int output = 0; output < shape_.Outputs(); ++output) {
      sequence_.vmac.push_back({true, {CoefficientLabel::Kind::kBias, output, 0, 0, 0}, done()});
      for (const int input : Shuffled(shape_.inputs_of_output[static_cast<size_t>(output)])) {
        for (const int column : Shuffled(columns)) {
          for (const ImageStep& step : steps) {
            sequence_.image.push_back({step, input, column});
            if (step.row < 0) continue;
            const CoefficientLabel weight = {CoefficientLabel::Kind::kWeight, output, input,
                                             step.row, column};
            sequence_.vmac.push_back({false, weight, done()});
          }
        }
      }
    }
    count_ = static_cast<int>(sequence_.vmac.size());
    images_ = static_cast<int>(sequence_.image.size());
  }

  // Words of one to four coefficients; the first may hold the last ones of the iteration before.
  void DrawWords() {
    const int first = Between(0, std::min(arch::kRwEntries, count_) - 1);
    word_of_.assign(static_cast<size_t>(count_), 0);
    is_set_.assign(static_cast<size_t>(count_), false);
    for (int done = 0; done < count_;) {
      const int size = std::min(Between(1, arch::kRwEntries), count_ - done);
      CoefficientWordLabels& word = made_.coefficient_words.emplace_back();
      for (int entry = 0; entry < size; ++entry, ++done) {
        const auto k = static_cast<size_t>((first + done) % count_);
        is_set_[k] = entry == 0;
        word_of_[k] = static_cast<int>(made_.coefficient_words.size()) - 1;
        word[static_cast<size_t>(entry)] = sequence_.vmac[k].coefficient;
      }
    }
    if (!is_set_.front()) made_.carried_word = word_of_.front();
  }

  bool TakesPortA(int image) const {
    return sequence_.image[static_cast<size_t>(image)].step.word_a >= 0;
  }

  // Image operations between the mac before operation k and the next mac.
  std::pair<int, int> ImagesFor(int mac) const {
    int before = mac - 1;
    while (before >= 0 && sequence_.vmac[static_cast<size_t>(before)].set_rb) --before;
    const int first = before < 0 ? 0 : sequence_.vmac[static_cast<size_t>(before)].image_steps;
    return {first, sequence_.vmac[static_cast<size_t>(mac)].image_steps};
  }

  // The first VMAC operation behind the mac before: `mac` or a `set rb`.
  int SegmentBefore(int mac) const {
    int first = mac;
    while (first > 0 && sequence_.vmac[static_cast<size_t>(first - 1)].set_rb) --first;
    return first;
  }

  // Every segment ends with a mac and begins with the `set rb` before it, if there are any. The
  // first is drawn last: it lies behind the last mac of the iteration before.
  void DrawRegisters() {
    vmac_.assign(static_cast<size_t>(count_), 0);
    weight_.assign(static_cast<size_t>(count_), 0);
    image_.assign(static_cast<size_t>(images_), 0);
    std::vector<int> macs;
    for (int k = 0; k < count_; ++k) {
      if (!sequence_.vmac[static_cast<size_t>(k)].set_rb) macs.push_back(k);
    }
    int time = 0;  // the first mac
    for (size_t at = 1; at < macs.size(); ++at) time = DrawSegment(macs[at], time);
    // The interval must have room for port A too.
    int writes =
        static_cast<int>(made_.coefficient_words.size()) + NewWordCount(window_, CountsOf(shape_));
    for (int j = 0; j < images_; ++j) writes += TakesPortA(j) ? 1 : 0;
    made_.ii = std::max(DrawSegment(macs.front(), time), writes + Between(0, slack_));
    // Drawn behind the last mac, the first segment belongs to the next iteration.
    for (int k = 0; k <= macs.front(); ++k) {
      if (k < macs.front()) vmac_[static_cast<size_t>(k)] -= made_.ii;
      weight_[static_cast<size_t>(k)] -= made_.ii;
    }
    vmac_[static_cast<size_t>(macs.front())] = 0;
    const auto [first, last] = ImagesFor(macs.front());
    for (int j = first; j < last; ++j) image_[static_cast<size_t>(j)] -= made_.ii;
  }

  // Draws the segment that ends with `mac` behind a mac at time `start`; returns the mac's time.
  int DrawSegment(int mac, int start) {
    const auto [first_image, last_image] = ImagesFor(mac);
    const int first = SegmentBefore(mac);
    int length = std::max(mac - first + 1, last_image - first_image) + Between(0, slack_);
    for (int tries = 0;; ++tries) {
      if (tries % 8 == 7) ++length;
      DrawTimes(start + 1, start + length - 1, mac - first, &vmac_[static_cast<size_t>(first)]);
      vmac_[static_cast<size_t>(mac)] = start + length;
      DrawTimes(start, start + length - 1, last_image - first_image, image_.data() + first_image);
      int before = start;
      for (int k = first; k <= mac; ++k) {
        weight_[static_cast<size_t>(k)] = Between(before, vmac_[static_cast<size_t>(k)] - 1);
        before = vmac_[static_cast<size_t>(k)];
      }
      if (!Conflict(first, mac, first_image, last_image)) return start + length;
    }
  }

  // `count` different times in [low, high], ascending.
  void DrawTimes(int low, int high, int count, int* times) {
    std::set<int> chosen;
    while (static_cast<int>(chosen.size()) < count) chosen.insert(Between(low, high));
    std::copy(chosen.begin(), chosen.end(), times);
  }

  bool Conflict(int first, int mac, int first_image, int last_image) const {
    for (int k = first; k <= mac; ++k) {
      if (!is_set_[static_cast<size_t>(k)]) continue;
      for (int j = first_image; j < last_image; ++j) {
        const bool together = weight_[static_cast<size_t>(k)] == image_[static_cast<size_t>(j)];
        if (together && TakesPortA(j)) return true;
      }
    }
    return false;
  }

  struct Read {
    int taker = 0;  // time
    WordRef ref;
  };

  void Add(Slot slot, OpKind kind, int time, const WordRef& ref = {}, int half = 0) {
    made_.operations.push_back({MakeOperation(made_, slot, kind, ref, half), time});
  }

  void DrawReads() {
    std::vector<Read> port_a;
    std::vector<Read> port_b;
    for (int k = 0; k < count_; ++k) {
      const auto at = static_cast<size_t>(k);
      Add(Slot::kVmac, sequence_.vmac[at].set_rb ? OpKind::kSetRb : OpKind::kMac, vmac_[at]);
      Add(Slot::kWreg, is_set_[at] ? OpKind::kSetRw : OpKind::kShRw, weight_[at]);
      if (!is_set_[at]) continue;
      port_a.push_back({weight_[at], {WordRef::Kind::kCoefficients, word_of_[at], 0, 0, 0}});
    }
    for (size_t j = 0; j < sequence_.image.size(); ++j) {
      const ImageOperation& op = sequence_.image[j];
      Add(Slot::kIreg, KindOf(op.step), image_[j]);
      const auto ref = [&](int word) {
        return WordRef{WordRef::Kind::kPixels, 0, op.input, op.column, word};
      };
      if (op.step.word_a >= 0) port_a.push_back({image_[j], ref(op.step.word_a)});
      if (op.step.word_b >= 0) port_b.push_back({image_[j], ref(op.step.word_b)});
    }
    DrawReadsOf(Slot::kMemA, std::move(port_a));
    DrawReadsOf(Slot::kMemB, std::move(port_b));
  }

  // The output must not change before the taker before has taken it.
  void DrawReadsOf(Slot slot, std::vector<Read> reads) {
    const auto earlier = [](const Read& a, const Read& b) { return a.taker < b.taker; };
    std::sort(reads.begin(), reads.end(), earlier);
    int before = reads.empty() ? 0 : reads.back().taker - made_.ii;
    for (const Read& read : reads) {
      const int latest = read.taker - arch::kLatencyRdToSet;
      // Late ones are likely: early reads make the way of an iteration long.
      const int earliest = before - arch::kLatencyRdToSet + 1;
      Add(slot, OpKind::kRd, Between(Between(0, 1) == 0 ? latest : earliest, latest), read.ref);
      before = read.taker;
    }
  }

  void DrawActivations() {
    std::vector<int> set_rb;
    for (int k = 0; k < count_; ++k) {
      if (sequence_.vmac[static_cast<size_t>(k)].set_rb) {
        set_rb.push_back(vmac_[static_cast<size_t>(k)]);
      }
    }
    const auto handed_over = [&](size_t map) {
      const auto maps = set_rb.size();
      return set_rb[map % maps] + static_cast<int>(map / maps) * made_.ii;
    };
    const int halves = window_.rows / arch::kActLanes;
    int time = std::numeric_limits<int>::min() / 2;
    for (size_t map = 0; map < set_rb.size(); ++map) {
      int last = handed_over(map + 2) + arch::kLatencySetrbHoldsAct;
      // A pass holds the activations of one iteration.
      if (map > 0) last = std::min(last, made_.first_act + made_.ii - 1);
      for (int half = 0; half < halves; ++half) {
        const int first = handed_over(map + 1) + arch::kLatencySetrbToAct;
        const int left = halves - 1 - half;
        time = Between(std::max(first, time + arch::kLatencyActToAct), last - left);
        if (map == 0 && half == 0) {
          made_.first_act = time;
          last = std::min(last, made_.first_act + made_.ii - 1);
        }
        Add(Slot::kAct, OpKind::kAct, time, {}, halves == 1 ? 1 : half);
      }
    }
    made_.last_act = time;
  }

  const ProgramShape& shape_;
  const Window& window_;
  std::mt19937& random_;
  RandomIteration made_;
  int slack_ = 0;
  OperationSequence sequence_;
  int count_ = 0;
  int images_ = 0;
  std::vector<int> word_of_;
  std::vector<bool> is_set_;
  std::vector<int> vmac_;
  std::vector<int> weight_;
  std::vector<int> image_;
};

}  // namespace

Schedule RandomSchedule(const ProgramShape& shape, std::mt19937& random) {
  return WrapAtRandom(RandomScheduler(shape, random).Run(), random);
}

}  // namespace nve::testing
