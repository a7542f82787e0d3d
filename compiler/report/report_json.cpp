// The report as JSON.
#include "compiler/report/report_json.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;

Json BoundsJson(const ResourceBound& bound, int register_bound) {
  return {{"vmac", bound.vmac}, {"wreg", bound.wreg}, {"ireg", bound.ireg},
          {"mema", bound.mema}, {"memb", bound.memb}, {"register_path", register_bound}};
}

Json ProgramJson(const ProgramFigures& program) {
  const Certificate& certificate = program.certificate;
  return {{"name", program.name},
          {"maps", program.output_maps},
          {"loads", program.loads},
          {"ii", program.ii},
          {"bound", certificate.LowerBound()},
          {"bounds", BoundsJson(certificate.bound, certificate.register_bound)},
          {"optimal", program.optimal}};
}

Json LayerJson(const LayerFigures& layer) {
  const LayerReport& report = layer.report;
  Json json = {{"name", report.name},
               {"ii", report.ii},
               {"outputs_per_iteration", report.outputs_per_iteration},
               {"bound", report.bound},
               {"optimal", report.optimal},
               {"certificate", CertificateName(layer)},
               {"mac_per_instr", report.mac_per_instr},
               {"data_words_per_strip", report.data_words_per_strip},
               {"data_words_bound",
                report.data_words_bound == 0 ? Json(nullptr) : Json(report.data_words_bound)},
               {"data_words_per_16_rows", layer.data_words_per_16_rows},
               {"code_words", report.code_words},
               {"programs", report.programs},
               {"kernel_only_programs", report.kernel_only},
               {"loads", report.loads},
               {"predicted_cycles", layer.predicted_cycles}};
  json["bounds"] = BoundsJson(layer.bounds, layer.register_bound);
  json["per_program"] = Json::array();
  for (const ProgramFigures& program : layer.programs) {
    json["per_program"].push_back(ProgramJson(program));
  }
  const CycleParts& parts = layer.cycle_parts;
  json["cycle_parts"] = {{"bound", parts.bound},
                         {"above_bound", parts.above_bound},
                         {"initial", parts.initial},
                         {"ramps", parts.ramps},
                         {"program_load", parts.program_load}};
  return json;
}

}  // namespace

Json ReportJson(const NetworkFigures& figures) {
  Json json = {{"network", figures.network}, {"arch", arch::kName}};
  json["layers"] = Json::array();
  for (const LayerFigures& layer : figures.layers) json["layers"].push_back(LayerJson(layer));
  return json;
}

}  // namespace nve
