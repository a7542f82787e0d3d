// SPDX-License-Identifier: Apache-2.0
// Descriptors for tests, as text: one element a line, so that messages can be checked by line.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "convnet/network_xml.hpp"

namespace nve {

// Two layers: 6x6 moved by 2 (three maps of plane 0), then 3x3 (two maps). Lines are given below.
inline std::string TwoLayers() {
  return R"(<?xml version="1.0" encoding="UTF-8"?>
<convNetDescriptor name="Two" layerCount="2">
  <layerDescriptor idx="0">
    <outHeight>20</outHeight>
    <outWidth>18</outWidth>
    <kernelHeight>6</kernelHeight>
    <kernelWidth>5</kernelWidth>
    <subHeight>2</subHeight>
    <subWidth>1</subWidth>
    <outCount>3</outCount>
    <outNet idx="0" cnt="1">0</outNet>
    <outNet idx="1" cnt="1">0</outNet>
    <outNet idx="2" cnt="1">0</outNet>
  </layerDescriptor>
  <layerDescriptor idx="1">
    <outHeight>18</outHeight>
    <outWidth>16</outWidth>
    <kernelHeight>3</kernelHeight>
    <kernelWidth>3</kernelWidth>
    <subHeight>1</subHeight>
    <subWidth>1</subWidth>
    <outCount>2</outCount>
    <outNet idx="0" cnt="2">0,2</outNet>
    <outNet idx="1" cnt="3">0,1,2</outNet>
  </layerDescriptor>
</convNetDescriptor>
)";
}

// The first of the layers of TwoLayers() in the SCOPES 2015 dialect, with a second layer of 1x1.
inline std::string TwoScopesLayers() {
  return R"(<?xml version="1.0" encoding="UTF-8"?>
<NVEDescriptor>
  <layer idx="0">
    <outHeight>20</outHeight>
    <outWidth>18</outWidth>
    <kernelHeight>6</kernelHeight>
    <kernelWidth>5</kernelWidth>
    <subHeight>2</subHeight>
    <subWidth>1</subWidth>
    <outCount>3</outCount>
    <outMap idx="0" cnt="1">0</outMap>
    <outMap idx="1" cnt="1">0</outMap>
    <outMap idx="2" cnt="1">0</outMap>
  </layer>
  <layer idx="1">
    <outHeight>20</outHeight>
    <outWidth>18</outWidth>
    <kernelHeight>1</kernelHeight>
    <kernelWidth>1</kernelWidth>
    <subHeight>1</subHeight>
    <subWidth>1</subWidth>
    <outCount>1</outCount>
    <outMap idx="0" cnt="3">0-2</outMap>
  </layer>
</NVEDescriptor>
)";
}

// Reading without a word must work.
inline Network MustParse(const std::string& text, const std::string& name = "n.xml") {
  Diagnostics diagnostics;
  Network network = ParseNetworkXml(text, name, diagnostics);
  NVE_CHECK(diagnostics.all().empty(), ToString(diagnostics.all().front()));
  return network;
}

// Everything but where it stands in the file.
inline bool SameNetwork(const Network& a, const Network& b) {
  const auto same_output = [](const OutputMap& x, const OutputMap& y) {
    return x.index == y.index && x.inputs == y.inputs;
  };
  const auto same_layer = [&](const Layer& x, const Layer& y) {
    return x.index == y.index && x.name == y.name && x.out_height == y.out_height &&
           x.out_width == y.out_width && x.kernel_height == y.kernel_height &&
           x.kernel_width == y.kernel_width && x.stride_y == y.stride_y &&
           x.stride_x == y.stride_x &&
           std::equal(x.outputs.begin(), x.outputs.end(), y.outputs.begin(), y.outputs.end(),
                      same_output);
  };
  return a.name == b.name &&
         std::equal(a.layers.begin(), a.layers.end(), b.layers.begin(), b.layers.end(), same_layer);
}

// `text` with the first occurrence of `from` replaced.
inline std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  NVE_CHECK(at != std::string::npos, "'" + from + "' is not in the text");
  return text.replace(at, from.size(), to);
}

// What reading `text` reports, one line each, notes left out.
inline std::vector<std::string> Messages(const std::string& text) {
  Diagnostics diagnostics;
  ParseNetworkXml(text, "n.xml", diagnostics);
  std::vector<std::string> lines;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity != Severity::kNote) lines.push_back(ToString(diagnostic));
  }
  return lines;
}

}  // namespace nve
