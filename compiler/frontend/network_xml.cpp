// From the descriptor's XML tree to a Network, with every check a schema cannot express.
//
// A value the schema has already refused is read as "unknown" and takes part in no further check,
// so that one mistake gives one message.
#include "compiler/frontend/network_xml.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "compiler/frontend/network_checks.hpp"
#include "compiler/frontend/xml_document.hpp"
#include "compiler/support/files.hpp"

namespace nve {

// networks/convnet.xsd, embedded at build time.
extern const char* const kNetworkSchemaText;

namespace {

constexpr std::string_view kSpace = " \t\r\n";
constexpr const char* kRootElement = "convNetDescriptor";

// A whole number from 0 to 2^31 - 1, with white space around it; nothing if it is none.
std::optional<int> ToInt(std::string_view text) {
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return std::nullopt;
  text = text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
  if (text.front() == '+') text.remove_prefix(1);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
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

// Splits at commas or, with `also_space`, at white space too; otherwise white space vanishes.
std::vector<std::string> Split(const std::string& text, bool also_space) {
  std::vector<std::string> items(1);
  bool ended = false;  // white space has followed the current item
  for (const char c : text) {
    if (c == ',') {
      items.emplace_back();
      ended = false;
    } else if (kSpace.find(c) != std::string_view::npos) {
      ended = also_space && !items.back().empty();
    } else {
      if (ended) items.emplace_back();
      ended = false;
      items.back() += c;
    }
  }
  return items;
}

// The items of a map list that should have `count` of them.
//
// Commas and white space both separate. But a print may have wrapped a long list within a number
// (the thesis breaks 70 into "7" and "0"): if only the reading without white space has `count`
// items, that one is meant.
std::vector<std::string> SplitMapList(const std::string& text, std::optional<int> count) {
  std::vector<std::string> items = Split(text, /*also_space=*/true);
  if (!count || items.size() == static_cast<size_t>(*count)) return items;
  if (text.find(',') == std::string::npos) return items;
  std::vector<std::string> joined = Split(text, /*also_space=*/false);
  return joined.size() == static_cast<size_t>(*count) ? joined : items;
}

class Loader {
 public:
  Loader(const std::string& file, Diagnostics& diagnostics)
      : file_(file), diagnostics_(diagnostics) {}

  Network Load(const XmlElement& root) {
    Network network;
    for (const auto& [key, value] : root.attributes) {
      if (key == "name") network.name = value;
    }
    std::map<int, int> seen;  // idx to line
    for (const XmlElement& element : root.children) {
      if (element.name != "layerDescriptor") continue;
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
      if (child.name != "outNet") continue;
      CheckIndex(child, static_cast<int>(layer.outputs.size()), "output maps", &seen);
      layer.outputs.push_back(LoadOutput(child, static_cast<int>(layer.outputs.size())));
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
      diagnostics_.Error(At(*count), fmt::format("outCount is {}, but the layer has {} <outNet> "
                                                 "element(s)",
                                                 *stated, found));
    }
  }

  OutputMap LoadOutput(const XmlElement& element, int index) {
    OutputMap output;
    output.index = index;
    output.where = At(element);
    if (element.text.find_first_not_of("0123456789,\t\r\n ") != std::string::npos) return output;
    const std::optional<int> count = AttributeInt(element, "cnt");
    const std::vector<std::string> items = SplitMapList(element.text, count);
    std::set<int> seen;
    bool complete = true;
    for (const std::string& item : items) {
      const std::optional<int> input = ToInt(item);
      if (!input || *input > kMaxMapIndex) {
        diagnostics_.Error(
            output.where, fmt::format("'{}' in the list is no map index, allowed are 0 to {}", item,
                                      kMaxMapIndex));
        complete = false;
        continue;
      }
      if (!seen.insert(*input).second) {
        diagnostics_.Error(output.where, fmt::format("input map {} is listed twice", *input));
      }
      output.inputs.push_back(*input);
    }
    if (complete && count && *count != static_cast<int>(output.inputs.size())) {
      diagnostics_.Error(output.where, fmt::format("cnt is {}, but the list has {} map(s)", *count,
                                                   output.inputs.size()));
    }
    return output;
  }

  // As in the schema.
  static constexpr int kMaxMapIndex = 4095;
  static constexpr int kMaxSize = 16384;

  const std::string& file_;
  Diagnostics& diagnostics_;
};

}  // namespace

Network ParseNetworkXml(std::string_view text, const std::string& name, Diagnostics& diagnostics) {
  Diagnostics found;
  Network network;
  const std::optional<XmlElement> root =
      ParseXml(text, name, {kNetworkSchemaText, kRootElement}, found);
  if (root && root->name == kRootElement) {
    network = Loader(name, found).Load(*root);
    CheckLayers(network, found);
  }
  diagnostics.Append(found);
  return found.ok() ? network : Network();
}

Network ReadNetworkXml(const std::string& path, Diagnostics& diagnostics) {
  return ParseNetworkXml(ReadFileText(path), path, diagnostics);
}

Network LoadNetwork(const std::string& path) {
  Diagnostics diagnostics;
  Network network = ReadNetworkXml(path, diagnostics);
  diagnostics.ThrowIfErrors();
  diagnostics.Print(stderr, Severity::kWarning);
  return network;
}

}  // namespace nve
