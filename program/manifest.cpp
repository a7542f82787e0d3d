// SPDX-License-Identifier: Apache-2.0
// Writing the manifest.
#include "program/manifest.hpp"

#include "program/settings.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;

Json TransferJson(const Transfer& transfer) {
  if (transfer.IsLoop()) {
    Json body = Json::array();
    for (const Transfer& inner : transfer.body) body.push_back(TransferJson(inner));
    return {{"count", transfer.count}, {"body", std::move(body)}};
  }
  const bool plane = transfer.object.kind == MemoryObject::Kind::kPlane;
  return {{plane ? "plane" : "coefficients", transfer.object.index},
          {"offset", transfer.offset},
          {"bytes", transfer.bytes},
          {"strides", transfer.strides}};
}

Json TransfersJson(const std::vector<Transfer>& transfers) {
  Json list = Json::array();
  for (const Transfer& transfer : transfers) list.push_back(TransferJson(transfer));
  return list;
}

Json StepJson(const AnyStep& step) {
  if (const auto* clear = std::get_if<ClearStep>(&step)) return {{"clear", clear->plane}};
  const auto& run = std::get<RunStep>(step);
  return {{"run", run.program},
          {"core", run.core},
          {"runs", run.runs},
          {"feed", ToString(run.feed)},
          {"input", TransfersJson(run.input)},
          {"output", TransfersJson(run.output)}};
}

Json ProgramJson(const Program& program) {
  Json settings = Json::object();
  for (const std::string& name : ProgramSettingNames()) {
    if (const auto found = program.settings.find(name); found != program.settings.end()) {
      settings[name] = found->second;
    }
  }
  for (const auto& [name, value] : program.settings) settings[name] = value;
  return {{"name", program.name},
          {"layer", program.layer},
          {"input_maps", program.input_maps},
          {"output_maps", program.output_maps},
          {"table", program.table},
          {"outputs_per_iteration", program.outputs_per_iteration},
          {"bound", program.bound},
          {"instructions", program.code.size()},
          {"coefficient_words", program.coefficients.size()},
          {"settings", std::move(settings)}};
}

Json LayerJson(const LayerInfo& layer) {
  return {{"name", layer.name},
          {"out_height", layer.out_height},
          {"out_width", layer.out_width},
          {"kernel_height", layer.kernel_height},
          {"kernel_width", layer.kernel_width},
          {"stride", layer.stride},
          {"output_maps", layer.output_maps},
          {"kernels", layer.kernels}};
}

Json PlaneJson(const Plane& plane) {
  Json json = {{"name", plane.name},      {"layer", plane.layer}, {"map", plane.map},
               {"height", plane.height},  {"width", plane.width}, {"pitch", plane.pitch},
               {"columns", plane.columns}};
  if (plane.pictures != 1) json["pictures"] = plane.pictures;
  if (plane.IsGrouped()) {
    json["group"] = {{"number", plane.group.number},
                     {"start", plane.group.start},
                     {"rows", plane.group.rows},
                     {"strip_rows", plane.group.strip_rows},
                     {"strip_pitch", plane.group.strip_pitch}};
  }
  return json;
}

}  // namespace

Json ManifestJson(const Binary& binary) {
  Json json;
  json["network"] = binary.network;
  if (binary.seed) json["seed"] = *binary.seed;
  if (binary.forced) json["forced"] = true;
  json["arch"] = {{"name", binary.machine.name}, {"id", binary.machine.id}};
  json["vectors"] = kVectorsNames[static_cast<int>(binary.vectors)];
  json["layers"] = Json::array();
  for (const LayerInfo& layer : binary.layers) json["layers"].push_back(LayerJson(layer));
  json["tables"] = binary.tables.size();
  json["programs"] = Json::array();
  for (const Program& program : binary.programs) json["programs"].push_back(ProgramJson(program));
  json["planes"] = Json::array();
  for (const Plane& plane : binary.planes) json["planes"].push_back(PlaneJson(plane));
  json["input_planes"] = binary.input_planes;
  json["output_planes"] = binary.output_planes;
  json["plan"] = Json::array();
  for (const AnyStep& step : binary.steps) json["plan"].push_back(StepJson(step));
  return json;
}

}  // namespace nve
