// SPDX-License-Identifier: Apache-2.0
// Fills templates: see generate_code.hpp.
#include "planner/target/generate_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "planner/ir/write_ir.hpp"

namespace nve::planner {
namespace {

using Values = std::map<std::string_view, std::string>;

std::string Lower(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

class Generator {
 public:
  Generator(const PlanIr& ir, const CodeTemplate& code)
      : ir_(ir), code_(code), places_(ConvPlacesOf(ir)) {
    all_ = {{"input_words", WordsIn(IrTensor::kInput)},
            {"weight_words", WordsIn(IrTensor::kWeight)},
            {"output_words", WordsIn(IrTensor::kOutput)},
            {"steps", fmt::to_string(ir.steps.size())}};
  }

  std::string Run() {
    Add("head", {});
    for (const IrTensor tensor : kIrTensors) {
      Add("tensor", {{"tensor", Lower(NameOf(tensor))}, {"words", WordsIn(tensor)}});
    }
    for (const IrMemory& memory : ir_.memories) {
      Add("memory", {{"memory", Lower(NameOf(memory))}, {"words", fmt::to_string(memory.words)}});
    }
    Add("begin", {});
    for (const IrStep& step : ir_.steps) {
      text_ = StepText(ir_, step);
      std::visit([&](const auto& action) { AddStep(action); }, step.action);
    }
    Add("tail", {});
    return std::move(result_);
  }

 private:
  std::string WordsIn(IrTensor tensor) const {
    return fmt::to_string(planner::WordsOf(ir_.SizesOf(tensor)));
  }

  void Add(std::string_view section, Values values) {
    values.insert(all_.begin(), all_.end());
    result_ += Filled(code_.sections.find(section)->second, values);
  }

  void AddStep(const LoadStep& load) { AddCopy("load", load.to, load.tile); }
  void AddStep(const StoreStep& store) {
    AddCopy("store", store.from, {IrTensor::kOutput, store.tile});
  }

  void AddCopy(std::string_view section, const IrPlace& place, const IrTileRef& ref) {
    const IrTile& tile = ir_.TileAt(ref);
    const IrSizes pitches = PitchesOf(ir_.SizesOf(ref.tensor));
    Values values = {{"text", text_},
                     {"tensor", Lower(NameOf(ref.tensor))},
                     {"offset", fmt::to_string(tile.offset)},
                     {"words", fmt::to_string(tile.Words())},
                     {"size0", fmt::to_string(tile.sizes[0])},
                     {"size1", fmt::to_string(tile.sizes[1])},
                     {"size2", fmt::to_string(tile.sizes[2])},
                     {"size3", fmt::to_string(tile.sizes[3])},
                     {"pitch0", fmt::to_string(pitches[0])},
                     {"pitch1", fmt::to_string(pitches[1])},
                     {"pitch2", fmt::to_string(pitches[2])}};
    SetPlace(values, "memory", "address", place);
    Add(section, std::move(values));
  }

  void AddStep(const ConvStep& conv) {
    const ConvPlaces& places = places_[convs_++];
    const IrSizes& output = ir_.TileAt({IrTensor::kOutput, conv.output}).sizes;
    const IrSizes& input = ir_.TileAt({IrTensor::kInput, conv.input}).sizes;
    const IrSizes& weight = ir_.TileAt({IrTensor::kWeight, conv.weight}).sizes;
    Values values = {{"text", text_},
                     {"start", conv.start ? "1" : "0"},
                     {"oc", fmt::to_string(weight[kWeightOutputs])},
                     {"ic", fmt::to_string(weight[kWeightInputs])},
                     {"kh", fmt::to_string(weight[kRow])},
                     {"kw", fmt::to_string(weight[kColumn])},
                     {"oh", fmt::to_string(output[kRow])},
                     {"ow", fmt::to_string(output[kColumn])},
                     {"ih", fmt::to_string(input[kRow])},
                     {"iw", fmt::to_string(input[kColumn])},
                     {"stride_h", fmt::to_string(conv.stride_h)},
                     {"stride_w", fmt::to_string(conv.stride_w)},
                     {"pad_left", fmt::to_string(conv.padding.left)},
                     {"pad_right", fmt::to_string(conv.padding.right)},
                     {"pad_top", fmt::to_string(conv.padding.top)},
                     {"pad_bottom", fmt::to_string(conv.padding.bottom)}};
    SetPlace(values, "output_memory", "output_address", places.output);
    SetPlace(values, "input_memory", "input_address", places.input);
    SetPlace(values, "weight_memory", "weight_address", places.weight);
    Add("conv", std::move(values));
  }

  void SetPlace(Values& values, std::string_view memory, std::string_view address,
                const IrPlace& place) const {
    values[memory] = Lower(NameOf(ir_.memories[place.memory]));
    values[address] = fmt::to_string(place.address);
  }

  const PlanIr& ir_;
  const CodeTemplate& code_;
  const std::vector<ConvPlaces> places_;
  size_t convs_ = 0;
  Values all_;
  std::string text_;
  std::string result_;
};

}  // namespace

std::string GenerateCode(const PlanIr& ir, const CodeTemplate& code) {
  return Generator(ir, code).Run();
}

}  // namespace nve::planner
