// SPDX-License-Identifier: Apache-2.0
// Sections of a page.
#include "report/html/section.hpp"

#include <fmt/format.h>

#include "report/compare/run_verdict.hpp"

namespace nve {

std::string RunView::Id(const std::string& name) const {
  return fmt::format("run{}-{}", run.number, name);
}

Html RunView::Section(const std::string& title, const Html& body) const {
  Html html;
  html.Open("section").Element(fmt::format("h{}", level), title).Add(body).Close();
  return html;
}

Html Words(const std::string& text) {
  Html html;
  html.Element("p", text);
  return html;
}

std::vector<ResultPlace<LayerOfRun>> LayersThatRan(const ResultPlace<RunResult>& result) {
  std::vector<ResultPlace<LayerOfRun>> layers;
  for (const auto& layer : result.At(&RunResult::layers).Items()) {
    if (HasEnded(*result, *layer)) layers.push_back(layer);
  }
  return layers;
}

}  // namespace nve
