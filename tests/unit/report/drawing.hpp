// SPDX-License-Identifier: Apache-2.0
// What a drawing shows: its elements, texts and rectangles, read by an XML parser.
#pragma once

#include <gtest/gtest.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace nve::testing {

/// How often each element occurs, what the texts say and how large the rectangles are; empty if the
/// text is not an SVG file.
struct Drawing {
  std::map<std::string, int> elements;
  std::vector<std::string> texts;
  std::vector<std::pair<double, double>> rectangles;  ///< width and height; 0: not in pixels
};

inline double Attribute(const xmlNode* node, const char* name) {
  xmlChar* text = xmlGetProp(node, reinterpret_cast<const xmlChar*>(name));
  const std::string value = reinterpret_cast<const char*>(text);
  xmlFree(text);
  return value.back() == '%' ? 0 : std::stod(value);
}

inline void Visit(const xmlNode* node, Drawing& drawing) {
  for (; node != nullptr; node = node->next) {
    if (node->type != XML_ELEMENT_NODE) continue;
    const std::string name = reinterpret_cast<const char*>(node->name);
    ++drawing.elements[name];
    if (name == "text") {
      xmlChar* content = xmlNodeGetContent(node);
      drawing.texts.emplace_back(reinterpret_cast<const char*>(content));
      xmlFree(content);
    }
    if (name == "rect") {
      drawing.rectangles.emplace_back(Attribute(node, "width"), Attribute(node, "height"));
    }
    Visit(node->children, drawing);
  }
}

inline Drawing Parse(const std::string& svg) {
  Drawing drawing;
  xmlDoc* document = xmlReadMemory(svg.data(), static_cast<int>(svg.size()), "drawing.svg", nullptr,
                                   XML_PARSE_NONET);
  EXPECT_NE(document, nullptr) << "not well-formed";
  if (document == nullptr) return drawing;
  const xmlNode* root = xmlDocGetRootElement(document);
  EXPECT_STREQ(reinterpret_cast<const char*>(root->name), "svg");
  // A part of an HTML page needs no namespace.
  EXPECT_EQ(root->ns != nullptr, svg.starts_with("<?xml"));
  if (root->ns != nullptr) {
    EXPECT_STREQ(reinterpret_cast<const char*>(root->ns->href), "http://www.w3.org/2000/svg");
  }
  Visit(root, drawing);
  xmlFreeDoc(document);
  return drawing;
}

inline int Count(const Drawing& drawing, const std::string& text) {
  return static_cast<int>(std::count(drawing.texts.begin(), drawing.texts.end(), text));
}

// Heights of the bars, which are as wide as no other rectangle.
inline std::vector<double> BarHeights(const Drawing& drawing) {
  std::vector<double> heights;
  for (const auto& [width, height] : drawing.rectangles) {
    if (width == 16) heights.push_back(height);
  }
  return heights;
}

}  // namespace nve::testing
