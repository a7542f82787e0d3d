// SPDX-License-Identifier: Apache-2.0
// From the descriptor's XML tree to a Network, with every check a schema cannot express.
//
// A value the schema has already refused is read as "unknown" and takes part in no further check,
// so that one mistake gives one message.
#include "convnet/network_xml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <utility>

#include "base/diagnostics/message_kinds.hpp"
#include "base/files/files.hpp"
#include "convnet/map_list.hpp"
#include "convnet/network_checks.hpp"
#include "convnet/xml_document.hpp"

namespace nve {

// networks/convnet.xsd, embedded at build time.
extern const char* const kNetworkSchemaText;

namespace {

// What the dialects call their elements.
struct Dialect {
  const char* root;
  const char* layer;
  const char* output;
};
constexpr std::array kDialects = {Dialect{"convNetDescriptor", "layerDescriptor", "outNet"},
                                  Dialect{"NVEDescriptor", "layer", "outMap"}};

const Dialect* FindDialect(std::string_view root) {
  for (const Dialect& dialect : kDialects) {
    if (dialect.root == root) return &dialect;
  }
  return nullptr;
}

XmlSchema Schema() {
  XmlSchema schema = {kNetworkSchemaText, {}};
  for (const Dialect& dialect : kDialects) schema.roots.emplace_back(dialect.root);
  return schema;
}

// The name of a network whose dialect gives none: that of its file, without folder and ending.
std::string NameOfFile(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c < ' ' || c > '~'; }, '_');
  return name;
}

std::optional<int> AttributeInt(const XmlElement& element, std::string_view name) {
  for (const auto& [key, value] : element.attributes) {
    if (key == name) return ToInt(value);
  }
  return std::nullopt;
}

const XmlElement* Child(const XmlElement& element, std::string_view name) {
  for (const XmlElement& child : element.children) {
    if (child.name == name) return &child;
  }
  return nullptr;
}

class Loader {
 public:
  Loader(const std::string& file, const Dialect& dialect, Diagnostics& diagnostics)
      : file_(file), dialect_(dialect), diagnostics_(diagnostics) {}

  Network Load(const XmlElement& root) {
    Network network;
    network.name = NameOfFile(file_);
    for (const auto& [key, value] : root.attributes) {
      if (key == "name") network.name = value;
    }
    std::map<int, int> seen;  // idx to line
    for (const XmlElement& element : root.children) {
      if (element.name != dialect_.layer) continue;
      CheckIndex(element, static_cast<int>(network.layers.size()), "layers", &seen);
      network.layers.push_back(LoadLayer(element, static_cast<int>(network.layers.size())));
    }
    const std::optional<int> count = AttributeInt(root, "layerCount");
    if (count && *count != static_cast<int>(network.layers.size())) {
      diagnostics_.Warning(At(root), fmt::format("layerCount is {}, but the file has {} layer(s)",
                                                 *count, network.layers.size()));
    }
    return network;
  }

 private:
  SourceLocation At(const XmlElement& element) const { return {file_, element.line, element.name}; }

  // idx must count up from 0.
  void CheckIndex(const XmlElement& element, int expected, const char* what,
                  std::map<int, int>* seen) {
    const std::optional<int> index = AttributeInt(element, "idx");
    if (!index) return;
    const auto [earlier, fresh] = seen->emplace(*index, element.line);
    if (*index == expected) return;
    diagnostics_.Error(
        At(element),
        fmt::format("idx is {}{}, allowed is {} ({} count up from 0)", *index,
                    fresh ? "" : fmt::format(" as in line {}", earlier->second), expected, what));
  }

  // The number in a child element; 0 (unknown) if it is missing or not valid.
  int Size(const XmlElement& layer, std::string_view name) const {
    const XmlElement* child = Child(layer, name);
    if (child == nullptr) return 0;
    const int size = ToInt(child->text).value_or(0);
    return size <= kMaxSize ? size : 0;
  }

  Layer LoadLayer(const XmlElement& element, int index) {
    Layer layer;
    layer.index = index;
    layer.name = fmt::format("L{}", index + 1);
    layer.where = At(element);
    layer.out_height = Size(element, "outHeight");
    layer.out_width = Size(element, "outWidth");
    layer.kernel_height = Size(element, "kernelHeight");
    layer.kernel_width = Size(element, "kernelWidth");
    layer.stride_y = Size(element, "subHeight");
    layer.stride_x = Size(element, "subWidth");
    CheckStride(element, "subHeight", layer.stride_y, "kernelHeight", layer.kernel_height);
    CheckStride(element, "subWidth", layer.stride_x, "kernelWidth", layer.kernel_width);
    std::map<int, int> seen;  // idx to line
    for (const XmlElement& child : element.children) {
      if (child.name != dialect_.output) continue;
      CheckIndex(child, static_cast<int>(layer.outputs.size()), "output maps", &seen);
      layer.outputs.push_back(LoadOutput(child, static_cast<int>(layer.outputs.size())));
      LimitSize(layer, &layer.outputs.back());
    }
    CheckOutCount(element, static_cast<int>(layer.outputs.size()));
    return layer;
  }

  void CheckStride(const XmlElement& layer, const char* stride_name, int stride,
                   const char* kernel_name, int kernel) {
    if (stride == 0 || kernel == 0 || stride <= kernel) return;
    diagnostics_.Warning(At(*Child(layer, stride_name)),
                         fmt::format("{} {} is larger than {} {}: pixels between the windows are "
                                     "never read",
                                     stride_name, stride, kernel_name, kernel));
  }

  void CheckOutCount(const XmlElement& layer, int found) {
    const XmlElement* count = Child(layer, "outCount");
    if (count == nullptr) return;
    const std::optional<int> stated = ToInt(count->text);
    if (stated && *stated > 0 && *stated != found) {
      diagnostics_.Error(At(*count), fmt::format("outCount is {}, but the layer has {} <{}> "
                                                 "element(s)",
                                                 *stated, found, dialect_.output));
    }
  }

  OutputMap LoadOutput(const XmlElement& element, int index) {
    OutputMap output;
    output.index = index;
    output.where = At(element);
    if (too_large_) return output;
    if (element.text.find_first_not_of("0123456789-,\t\r\n ") != std::string::npos) return output;
    output.inputs =
        ReadMapList(element.text, AttributeInt(element, "cnt"), output.where, diagnostics_);
    return output;
  }

  // Ranges make it easy to write down more than anything can hold. Reported once; what is beyond
  // the limits is forgotten.
  void LimitSize(const Layer& layer, OutputMap* output) {
    const auto inputs = static_cast<int64_t>(output->inputs.size());
    kernels_ += inputs;
    coefficients_ += inputs * layer.kernel_height * layer.kernel_width;
    if (kernels_ <= kMaxKernels && coefficients_ <= kMaxCoefficients) return;
    output->inputs.clear();
    if (std::exchange(too_large_, true)) return;
    diagnostics_.Error(
        output->where,
        fmt::format("the network is too large: up to here {} kernels of {} coefficients in all, "
                    "allowed are at most {} and {}",
                    kernels_, coefficients_, kMaxKernels, kMaxCoefficients));
  }

  static constexpr int kMaxSize = 16384;  // As in the schema.
  static constexpr int64_t kMaxKernels = int64_t{1} << 20;
  static constexpr int64_t kMaxCoefficients = int64_t{1} << 24;

  const std::string& file_;
  const Dialect& dialect_;
  Diagnostics& diagnostics_;
  int64_t kernels_ = 0;
  int64_t coefficients_ = 0;
  bool too_large_ = false;
};

}  // namespace

Network ParseNetworkXml(std::string_view text, const std::string& name, Diagnostics& diagnostics,
                        const std::optional<PictureSize>& fit) {
  Diagnostics found;
  Network network;
  const std::optional<XmlElement> root = ParseXml(text, name, Schema(), found);
  const Dialect* dialect = root ? FindDialect(root->name) : nullptr;
  if (dialect != nullptr) {
    network = Loader(name, *dialect, found).Load(*root);
    if (fit) {
      CheckMaps(network, found);
      if (found.ok()) network = ResizeNetwork(network, *fit, found);
    } else {
      CheckLayers(network, found);
    }
  }
  diagnostics.Append(FirstOfEachKind(found));
  return found.ok() ? network : Network();
}

Network ReadNetworkXml(const std::string& path, Diagnostics& diagnostics,
                       const std::optional<PictureSize>& fit) {
  return ParseNetworkXml(ReadFileText(path), path, diagnostics, fit);
}

Network LoadNetwork(const std::string& path, const std::optional<PictureSize>& fit) {
  Diagnostics diagnostics;
  Network network = ReadNetworkXml(path, diagnostics, fit);
  diagnostics.ThrowIfErrors();
  diagnostics.Print(stderr, Severity::kWarning);
  return network;
}

}  // namespace nve
