// Builds the task graph as thesis 4.2 describes: VMAC operations from the kernel size; as many
// weight-register operations; image-register operations from kernel and stride; reads from the
// register loads. Writes and activations are added after scheduling (4.3), so they are no vertices
// here.
#include <fmt/format.h>

#include "compiler/graph/task_graph.hpp"

namespace nve {
namespace {

std::string CoefficientName(int number) {
  return number == 0 ? "b" : fmt::format("w{}", number - 1);
}

class Builder {
 public:
  Builder(const Window& window, int inputs) {
    graph_.window = window;
    graph_.inputs = inputs;
  }

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
    const int macs = graph_.inputs * graph_.window.Taps();
    for (int mac = 0; mac < macs; ++mac) {
      vmac_.push_back(Add(Slot::kVmac, OpKind::kMac, "mac [rw ri]"));
    }
    Depend(vmac_[1], vmac_[0], arch::kLatencyMacToMac);
  }

  void AddWeightOperations() {
    const int count = static_cast<int>(vmac_.size());
    int previous = -1;
    for (int first = 0; first < count; first += arch::kRwEntries) {
      const std::string names = AddCoefficientWord(first, count);
      for (int k = first; k < std::min(first + arch::kRwEntries, count); ++k) {
        const bool set = k == first;
        const int op = set ? Add(Slot::kWreg, OpKind::kSetRw, fmt::format("set rw{}", names))
                           : Add(Slot::kWreg, OpKind::kShRw, "sh rw");
        // Visiting order matters to the figure: the weight register comes before the image
        // register.
        Depend(vmac_[k], op, arch::kLatencySetToMac);
        if (!set) Depend(op, previous, 1);
        if (k > 0) Depend(op, vmac_[k - 1], 0);
        if (set) {
          const WordRef ref{WordRef::Kind::kCoefficients, first / arch::kRwEntries, 0, 0, 0};
          Depend(op, Add(Slot::kMemA, OpKind::kRd, fmt::format("rd {}", names), ref),
                 arch::kLatencyRdToSet);
        }
        previous = op;
      }
    }
  }

  /// Labels the word that starts with coefficient `first`; returns its text, e.g. "[w7 w8 -]".
  std::string AddCoefficientWord(int first, int count) {
    CoefficientWordLabels labels;
    std::vector<std::string> names;
    for (int k = first; k < std::min(first + arch::kRwEntries, count); ++k) {
      CoefficientLabel& label = labels[k - first];
      if (k == 0) {
        label.kind = CoefficientLabel::Kind::kBias;
      } else {
        const int tap = (k - 1) % graph_.window.Taps();
        label = {CoefficientLabel::Kind::kWeight, 0, (k - 1) / graph_.window.Taps(),
                 tap % graph_.window.height, tap / graph_.window.height};
      }
      names.push_back(CoefficientName(k));
    }
    // One dash stands for all empty entries, as in figure 17.
    if (first + arch::kRwEntries > count) names.emplace_back("-");
    graph_.coefficient_words.push_back(labels);
    return fmt::format("[{}]", fmt::join(names, " "));
  }

  void AddImageOperations() {
    const std::vector<ImageStep> steps = ImageSteps(graph_.window);
    int mac = 0;        // macs that have their pixels
    int previous = -1;  // last image-register operation
    for (int input = 0; input < graph_.inputs; ++input) {
      for (int column = 0; column < graph_.window.width; ++column) {
        for (const ImageStep& step : steps) {
          const int op = AddImageStep(step, input, column);
          // Two successive sets of a stride-2 column and every shift build on what is in the
          // register.
          const bool first_of_column = &step == &steps.front();
          if (!first_of_column) Depend(op, previous, 1);
          if (mac > 0 && (step.feeds_mac || first_of_column)) Depend(op, vmac_[mac], 0);
          if (step.feeds_mac) Depend(vmac_[++mac], op, arch::kLatencySetToMac);
          previous = op;
        }
      }
    }
  }

  int AddImageStep(const ImageStep& step, int input, int column) {
    const auto read = [&](int op, Slot slot, int word) {
      const std::string map = graph_.inputs == 1 ? "" : fmt::format("{}", input);
      const WordRef ref{WordRef::Kind::kPixels, 0, input, column, word};
      Depend(op,
             Add(slot, OpKind::kRd, fmt::format("rd [s{}(i+{}) word{}]", map, column, word), ref),
             arch::kLatencyRdToSet);
    };
    int op = 0;
    switch (step.kind) {
      case ImageStep::Kind::kSet:
        op = Add(Slot::kIreg, OpKind::kSetRi,
                 fmt::format("set ri[{}-{}]", step.word, step.word + 1));
        read(op, Slot::kMemA, step.word);
        read(op, Slot::kMemB, step.word + 1);
        break;
      case ImageStep::Kind::kSetShift:
        op = Add(Slot::kIreg, OpKind::kSetshRi, fmt::format("setsh ri[{}]", step.word));
        read(op, Slot::kMemB, step.word);
        break;
      case ImageStep::Kind::kShift:
        op = Add(Slot::kIreg, OpKind::kShRi, "sh ri");
        break;
    }
    return op;
  }

  TaskGraph graph_;
  std::vector<int> vmac_;  // set rb, then the macs in order
};

}  // namespace

TaskGraph BuildTaskGraph(const Window& window, int inputs) {
  return Builder(window, inputs).Build();
}

}  // namespace nve
