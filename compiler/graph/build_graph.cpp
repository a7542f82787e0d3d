// SPDX-License-Identifier: Apache-2.0
// Builds the task graph as thesis 4.2 describes: VMAC operations from the kernel size; as many
// weight-register operations; image-register operations from kernel and stride; reads from the
// register loads. Writes and activations are added after scheduling (4.3), so they are no vertices
// here.
#include <algorithm>

#include "compiler/graph/task_graph.hpp"

namespace nve {
namespace {

class Builder {
 public:
  Builder(const ProgramShape& shape, int output, const CoefficientLayout& layout)
      : shape_(shape), output_(output), layout_(layout) {}

  TaskGraph Build() {
    AddVmacOperations();
    AddWeightOperations();
    AddImageOperations();
    graph_.bottom = vmac_.back();
    return std::move(graph_);
  }

 private:
  int Add(Slot slot, OpKind kind, std::string label, WordRef ref = {}) {
    graph_.operations.push_back({slot, kind, ref, 0, std::move(label)});
    graph_.parents.emplace_back();
    return static_cast<int>(graph_.operations.size()) - 1;
  }

  void Depend(int child, int parent, int distance) {
    graph_.parents[child].push_back({parent, distance});
  }

  void AddVmacOperations() {
    graph_.set_rb = Add(Slot::kVmac, OpKind::kSetRb, "set rb");
    vmac_.push_back(graph_.set_rb);
    const int macs =
        static_cast<int>(shape_.inputs_of_output[output_].size()) * shape_.window.Taps();
    for (int mac = 0; mac < macs; ++mac) {
      vmac_.push_back(Add(Slot::kVmac, OpKind::kMac, "mac [rw ri]"));
    }
    Depend(vmac_[1], vmac_[0], arch::kLatencyMacToMac);
  }

  void AddWeightOperations() {
    const std::vector<CoefficientLabel> order = CoefficientOrder(shape_, output_);
    const int count = static_cast<int>(order.size());
    int previous = -1;
    int first = 0;
    for (size_t word = 0; first < count; ++word) {
      const int length = layout_[std::min(word, layout_.size() - 1)];
      const int end = std::min(first + length, count);
      CoefficientWordLabels labels;
      std::copy(order.begin() + first, order.begin() + end, labels.begin());
      graph_.coefficient_words.push_back(labels);
      const std::string name = CoefficientWordName(shape_, labels);
      for (int k = first; k < end; ++k) {
        const bool set = k == first;
        const int op = set ? Add(Slot::kWreg, OpKind::kSetRw, "set rw" + name)
                           : Add(Slot::kWreg, OpKind::kShRw, "sh rw");
        // Visiting order matters to the figure: the weight register comes before the image
        // register.
        Depend(vmac_[k], op, arch::kLatencySetToMac);
        if (!set) Depend(op, previous, 1);
        if (k > 0) Depend(op, vmac_[k - 1], 0);
        if (set) {
          const WordRef ref{WordRef::Kind::kCoefficients, static_cast<int>(word), 0, 0, 0};
          Depend(op, Add(Slot::kMemA, OpKind::kRd, "rd " + name, ref), arch::kLatencyRdToSet);
        }
        previous = op;
      }
      first = end;
    }
  }

  void AddImageOperations() {
    const std::vector<ImageStep> steps = ImageSteps(shape_.window);
    int mac = 0;  // macs that have their pixels
    for (const int input : shape_.inputs_of_output[output_]) {
      for (int column = 0; column < shape_.window.width; ++column) {
        int previous = -1;         // image step before this one in the column
        bool first_of_mac = true;  // nothing has been prepared for the next mac yet
        for (const ImageStep& step : steps) {
          const int op = AddImageStep(step, input, column);
          // A set that completes another and every shift build on what is in the register.
          const bool builds = step.kind != ImageStep::Kind::kSet || !first_of_mac;
          if (builds && previous >= 0) Depend(op, previous, 1);
          if (mac > 0 && (step.row >= 0 || first_of_mac)) Depend(op, vmac_[mac], 0);
          if (step.row >= 0) Depend(vmac_[++mac], op, arch::kLatencySetToMac);
          first_of_mac = step.row >= 0;
          previous = op;
        }
      }
    }
  }

  int AddImageStep(const ImageStep& step, int input, int column) {
    const int op = Add(Slot::kIreg, KindOf(step), StepLabel(step));
    const auto read = [&](Slot slot, int word) {
      if (word < 0) return;
      const WordRef ref{WordRef::Kind::kPixels, 0, input, column, word};
      Depend(op, Add(slot, OpKind::kRd, "rd " + PixelName(shape_, ref), ref),
             arch::kLatencyRdToSet);
    };
    read(Slot::kMemA, step.word_a);
    read(Slot::kMemB, step.word_b);
    return op;
  }

  const ProgramShape& shape_;
  int output_;
  const CoefficientLayout& layout_;
  TaskGraph graph_;
  std::vector<int> vmac_;  // set rb, then the macs in order
};

}  // namespace

TaskGraph BuildTaskGraph(const ProgramShape& shape, int output, const CoefficientLayout& layout) {
  return Builder(shape, output, layout).Build();
}

}  // namespace nve
