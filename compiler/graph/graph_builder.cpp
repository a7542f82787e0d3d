// Task graph construction (thesis 4.2).
//
// From the computation outwards: `set rb` and the `mac`s, one weight operation for each of them,
// the image operations of every window column, the reads their sets need, the writes of the columns
// that are new, the activations. Edges are added in the order of the thesis's figures: between VMAC
// operations (figure 14 left), from registers to VMAC (middle), along the registers (right), from
// VMAC back to the registers (figure 15 left), from reads to sets (right). The scheduler visits
// parents in the order of their edges, so this order is part of the result.
#include "compiler/graph/graph_builder.hpp"

#include <fmt/format.h>

#include <map>

#include "compiler/support/diagnostics.hpp"
#include "nve_arch.hpp"

namespace nve {
namespace {

class GraphBuilder {
 public:
  GraphBuilder(const KernelShape& shape, const CoefficientLayout& layout) {
    graph_.shape = shape;
    graph_.layout = layout;
  }

  TaskGraph Build() {
    AddVmacOperations();
    AddWeightOperations();
    AddImageOperations();
    ConnectVmac();
    ConnectRegister(weight_chain_);
    ConnectRegister(image_chain_);
    AddReads();
    AddWrites();
    AddActivations();
    return std::move(graph_);
  }

 private:
  // One operation on a register.
  struct RegisterStep {
    int operation = 0;
    int feeds = -1;                 // VMAC operation that uses its result; -1 for none
    bool overwrites_all = false;    // does not depend on the register's old contents
    std::vector<BufferWord> words;  // what it takes from port A and B, or from one of them
  };

  void AddVmacOperations() {
    vmac_.push_back(graph_.Add({OpKind::kSetRb, Slot::kVmac, "set rb", {}}));
    for (int weight = 0; weight < graph_.shape.Weights(); ++weight) {
      vmac_.push_back(graph_.Add({OpKind::kMac, Slot::kVmac, "mac [rw ri]", {}}));
    }
    graph_.bottom = vmac_.back();
  }

  // vmac_[n] uses coefficient n: the bias comes first in both.
  void AddWeightOperations() {
    const CoefficientLayout& layout = graph_.layout;
    int coefficient = 0;
    for (int word = 0; word < layout.Words(); ++word) {
      for (int k = 0; k < layout.counts[word]; ++k) {
        const bool set = k == 0;
        const std::string label =
            set ? "set rw" + CoefficientWordName(layout, word) : std::string("sh rw");
        RegisterStep step;
        step.operation =
            graph_.Add({set ? OpKind::kSetRw : OpKind::kShiftRw, Slot::kWreg, label, {}});
        step.feeds = vmac_[coefficient++];
        step.overwrites_all = set;
        if (set) step.words.emplace_back(CoefficientWord{word});
        weight_chain_.push_back(step);
      }
    }
  }

  void AddImageOperations() {
    const KernelShape& shape = graph_.shape;
    const std::vector<ImageStep> steps = ImageStepsOfColumn(shape);
    for (int input = 0; input < shape.inputs; ++input) {
      for (int column = 0; column < shape.width; ++column) {
        const int first_mac = 1 + (input * shape.width + column) * shape.height;
        for (size_t i = 0; i < steps.size(); ++i) {
          image_chain_.push_back(
              AddImageStep(steps[i], {input, column, steps[i].word}, first_mac, i == 0));
        }
      }
    }
  }

  RegisterStep AddImageStep(const ImageStep& step, const PixelWord& word, int first_mac,
                            bool first_of_column) {
    RegisterStep result;
    if (step.tap_row >= 0) result.feeds = vmac_[first_mac + step.tap_row];
    // At stride 2 a set keeps half of the register: the second set builds on the first.
    result.overwrites_all = first_of_column;
    switch (step.kind) {
      case ImageStep::Kind::kSet: {
        const std::string label = fmt::format("set ri[{}-{}]", word.word, word.word + 1);
        result.operation = graph_.Add({OpKind::kSetRi, Slot::kIreg, label, {}});
        result.words = {word, PixelWord{word.input, word.column, word.word + 1}};
        break;
      }
      case ImageStep::Kind::kSetShift: {
        const std::string label = fmt::format("setsh ri[{}]", word.word);
        result.operation = graph_.Add({OpKind::kSetShiftRi, Slot::kIreg, label, {}});
        result.words = {word};
        break;
      }
      case ImageStep::Kind::kShift:
        result.operation = graph_.Add({OpKind::kShiftRi, Slot::kIreg, "sh ri", {}});
        break;
    }
    return result;
  }

  // Figure 14 left and middle. Further `mac`s are not connected with each other: their registers
  // keep them in order.
  void ConnectVmac() {
    graph_.Connect(vmac_[0], vmac_[1], arch::kLatencyMacToMac);
    for (const auto* chain : {&weight_chain_, &image_chain_}) {
      for (const RegisterStep& step : *chain) {
        if (step.feeds >= 0) graph_.Connect(step.operation, step.feeds, arch::kLatencySetToMac);
      }
    }
  }

  // Figure 14 right and 15 left: an operation that builds on the register's contents follows its
  // predecessor; none may come before the VMAC operation that still needs the old contents.
  void ConnectRegister(const std::vector<RegisterStep>& chain) {
    constexpr int kShiftDistance = 1;  // registers show a new value in the next cycle
    constexpr int kSameCycle = 0;      // a VMAC operation reads before the register changes
    for (size_t i = 1; i < chain.size(); ++i) {
      const RegisterStep& before = chain[i - 1];
      const int operation = chain[i].operation;
      if (!chain[i].overwrites_all) graph_.Connect(before.operation, operation, kShiftDistance);
      if (before.feeds >= 0) {
        graph_.Connect(before.feeds, operation, kSameCycle, Edge::Kind::kAnti);
      }
    }
  }

  // Figure 15 right. Coefficients come through port A. A `set ri` takes its first word from port A
  // and its second from port B, a `setsh ri` its word from port B.
  void AddReads() {
    for (const RegisterStep& step : weight_chain_) {
      if (!step.words.empty()) AddRead(step.words[0], Slot::kMema, step.operation);
    }
    for (const RegisterStep& step : image_chain_) {
      if (step.words.empty()) continue;
      if (step.words.size() == 2) AddRead(step.words[0], Slot::kMema, step.operation);
      AddRead(step.words.back(), Slot::kMemb, step.operation);
    }
  }

  void AddRead(const BufferWord& word, Slot slot, int set) {
    const auto* pixels = std::get_if<PixelWord>(&word);
    const std::string name =
        pixels != nullptr
            ? PixelWordName(graph_.shape, *pixels)
            : CoefficientWordName(graph_.layout, std::get<CoefficientWord>(word).index);
    const int read = graph_.Add({OpKind::kRead, slot, "rd " + name, word});
    graph_.Connect(read, set, arch::kLatencyRdToSet);
    if (pixels != nullptr) pixel_reads_[*pixels].push_back(read);
  }

  // The columns an iteration brings in, by map, column and word.
  void AddWrites() {
    const KernelShape& shape = graph_.shape;
    for (int input = 0; input < shape.inputs; ++input) {
      for (int column = shape.InitialColumns(); column < shape.width; ++column) {
        for (int word = 0; word < shape.WordsPerColumn(); ++word) {
          const PixelWord pixels{input, column, word};
          const int write = graph_.Add(
              {OpKind::kWrite, Slot::kMema, "wr " + PixelWordName(shape, pixels), pixels});
          for (const int read : pixel_reads_[pixels]) {
            graph_.Connect(write, read, arch::kLatencyWrToRd);
          }
        }
      }
    }
  }

  // The sums an `act` looks up are those the iteration's own `set rb` hands over: the outputs of
  // the iteration before.
  void AddActivations() {
    const int low = graph_.Add({OpKind::kActLow, Slot::kAct, "act [s(i) word0]", {}});
    const int high = graph_.Add({OpKind::kActHigh, Slot::kAct, "act [s(i) word1]", {}});
    graph_.Connect(vmac_[0], low, arch::kLatencySetrbToAct);
    graph_.Connect(low, high, arch::kLatencyActToAct);
  }

  TaskGraph graph_;
  std::vector<int> vmac_;                              // `set rb`, then the `mac`s in order
  std::vector<RegisterStep> weight_chain_;             // operations on rw in order
  std::vector<RegisterStep> image_chain_;              // operations on ri in order
  std::map<PixelWord, std::vector<int>> pixel_reads_;  // reads of each pixel word
};

}  // namespace

TaskGraph BuildTaskGraph(const KernelShape& shape, const CoefficientLayout& layout) {
  NVE_CHECK(CheckShape(shape).empty(), CheckShape(shape).front());
  NVE_CHECK(layout.Total() == shape.Coefficients(), "the layout has other coefficients");
  return GraphBuilder(shape, layout).Build();
}

}  // namespace nve
