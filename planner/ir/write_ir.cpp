// SPDX-License-Identifier: Apache-2.0
// Line by line: see write_ir.hpp.
#include "planner/ir/write_ir.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nve::planner {
namespace {

std::string Text(const IrSizes& sizes) {
  return fmt::format("({},{},{},{})", sizes[0], sizes[1], sizes[2], sizes[3]);
}

class Writer {
 public:
  explicit Writer(const PlanIr& ir) : ir_(ir) {}

  std::string Write() const {
    std::string text = "[info]\n// (batch,channel,height,width)\n";
    for (const IrTensor tensor : kIrTensors) {
      text += NameOf(tensor) + Text(ir_.SizesOf(tensor)) + "\n";
    }
    text += "\n[var]\n// Memories (words)\n";
    for (const IrMemory& memory : ir_.memories) {
      text += fmt::format("{}({})\n", NameOf(memory), memory.words);
    }
    text += "// Tiles [offset](batch,channel,height,width)\n";
    for (const IrTensor tensor : kIrTensors) {
      for (size_t i = 0; i < ir_.TilesOf(tensor).size(); ++i) {
        const IrTile& tile = ir_.TilesOf(tensor)[i];
        text += fmt::format("{}[{}]{}\n", NameOf(ir_, {tensor, i}), tile.offset, Text(tile.sizes));
      }
    }
    text += "\n[text]\n";
    for (const IrStep& step : ir_.steps) text += StepOf(step) + "\n";
    return text;
  }

  std::string StepOf(const IrStep& step) const {
    return std::visit([&](const auto& action) { return Line(action); }, step.action);
  }

 private:
  std::string Place(const IrPlace& place) const {
    const std::string name = NameOf(ir_.memories[place.memory]);
    return place.address == 0 ? name : fmt::format("{}[{}]", name, place.address);
  }

  std::string Line(const LoadStep& load) const {
    return fmt::format("LOAD {} {}", Place(load.to), NameOf(ir_, load.tile));
  }

  std::string Line(const ConvStep& conv) const {
    const std::string stride = conv.stride_h == conv.stride_w
                                   ? fmt::format("{}", conv.stride_h)
                                   : fmt::format("({},{})", conv.stride_h, conv.stride_w);
    const IrPadding& zeros = conv.padding;
    return fmt::format("CONV {} {} {} {} {}{}", NameOf(ir_, {IrTensor::kOutput, conv.output}),
                       NameOf(ir_, {IrTensor::kInput, conv.input}),
                       NameOf(ir_, {IrTensor::kWeight, conv.weight}), stride,
                       Text({zeros.left, zeros.right, zeros.top, zeros.bottom}), Start(conv));
  }

  // Address 0 of the first output memory is where a CONV starts that names no place.
  std::string Start(const ConvStep& conv) const {
    if (!conv.start || *conv.start == UsualStart(ir_)) return "";
    return fmt::format(" {}", Place(*conv.start));
  }

  std::string Line(const StoreStep& store) const {
    return fmt::format("STORE {} {}", NameOf(ir_, {IrTensor::kOutput, store.tile}),
                       Place(store.from));
  }

  const PlanIr& ir_;
};

}  // namespace

std::string WriteIr(const PlanIr& ir) { return Writer(ir).Write(); }

std::string StepText(const PlanIr& ir, const IrStep& step) { return Writer(ir).StepOf(step); }

}  // namespace nve::planner
