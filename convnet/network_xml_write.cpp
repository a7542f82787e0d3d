// SPDX-License-Identifier: Apache-2.0
// From a Network to the thesis's dialect of the descriptor.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/files/files.hpp"
#include "convnet/network_xml.hpp"

namespace nve {
namespace {

// A value between quotes. Blanks other than spaces would be read back as spaces.
std::string Escaped(const std::string& value) {
  std::string text;
  for (const char c : value) {
    if (std::string_view("&<>\"\t\r\n").find(c) == std::string_view::npos) {
      text += c;
    } else {
      text += fmt::format("&#{};", static_cast<int>(c));
    }
  }
  return text;
}

std::string LayerText(const Layer& layer) {
  std::string text = fmt::format("  <layerDescriptor idx=\"{}\">\n", layer.index);
  const auto add = [&text](const char* name, int value) {
    text += fmt::format("    <{}>{}</{}>\n", name, value, name);
  };
  add("outHeight", layer.out_height);
  add("outWidth", layer.out_width);
  add("kernelHeight", layer.kernel_height);
  add("kernelWidth", layer.kernel_width);
  add("subHeight", layer.stride_y);
  add("subWidth", layer.stride_x);
  add("outCount", static_cast<int>(layer.outputs.size()));
  for (const OutputMap& output : layer.outputs) {
    text += fmt::format("    <outNet idx=\"{}\" cnt=\"{}\">{}</outNet>\n", output.index,
                        output.inputs.size(), fmt::join(output.inputs, ","));
  }
  return text + "  </layerDescriptor>\n";
}

}  // namespace

std::string NetworkXmlText(const Network& network) {
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<convNetDescriptor name=\"{}\" layerCount=\"{}\">\n",
      Escaped(network.name), network.layers.size());
  for (const Layer& layer : network.layers) text += LayerText(layer);
  return text + "</convNetDescriptor>\n";
}

void WriteNetworkXml(const std::string& path, const Network& network) {
  WriteFileAtomically(path, NetworkXmlText(network));
}

}  // namespace nve
