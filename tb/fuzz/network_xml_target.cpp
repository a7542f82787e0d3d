// SPDX-License-Identifier: Apache-2.0
// Network descriptors: what is read and written again is the same network, fitted ones as well.
#include <fmt/format.h>

#include "convnet/network_checks.hpp"
#include "convnet/network_xml.hpp"
#include "convnet/weights.hpp"
#include "tb/fuzz/targets.hpp"

namespace nve::fuzz {
namespace {

constexpr const char* kFile = "fuzz.xml";

// The descriptor as text once more, or "" if it is refused.
std::string Reprinted(std::string_view text, const std::optional<PictureSize>& fit) {
  Diagnostics problems;
  const Network network = ParseNetworkXml(text, kFile, problems, fit);
  for (const Diagnostic& problem : problems.all()) {
    Require(problem.where.file == kFile && !problem.text.empty(), "every problem has its file");
  }
  Require(problems.ok() == !network.layers.empty(), "a network is there unless it is refused");
  return problems.ok() ? NetworkXmlText(network) : "";
}

// The weights of a seed belong to the network, and the picture it asks for is right for it.
void CheckUse(const std::string& text) {
  Diagnostics problems;
  const Network network = ParseNetworkXml(text, kFile, problems);
  CheckPicture(network, network.InputMaps(), network.InputHeight(), network.InputWidth(), {},
               problems);
  Require(problems.ok(), "the picture a network asks for fits it");
  int64_t coefficients = 0;
  for (const Layer& layer : network.layers) {
    coefficients += int64_t{layer.Kernels()} * layer.kernel_height * layer.kernel_width;
    Require(layer.Macs() >= 0, "the multiply-accumulates of a layer can be counted");
  }
  constexpr int64_t kFew = 10'000;
  if (coefficients > kFew) return;
  Require(SeededWeights(network, 1).layers.size() == network.layers.size(),
          "every layer has weights");
}

}  // namespace

void FuzzNetworkXml(Bytes bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const std::optional<PictureSize>& fit :
       {std::optional<PictureSize>(), std::optional<PictureSize>(PictureSize{64, 48})}) {
    const std::string printed = Reprinted(text, fit);
    if (printed.empty()) continue;
    Require(Reprinted(printed, std::nullopt) == printed, "a network reads back as it was written");
    CheckUse(printed);
  }
}

}  // namespace nve::fuzz
