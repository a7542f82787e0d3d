// SPDX-License-Identifier: Apache-2.0
// An XML file as a plain tree, parsed and validated by libxml2.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {

struct XmlElement {
  std::string name;
  int line = 0;  // 1-based; of the end of the start tag if that spans lines
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string text;  // the element's own text, comments left out
  std::vector<XmlElement> children;
};

// An XML Schema and the outermost elements its files may have. Messages quote the names of its
// simple types word by word: "wholeNumberFrom1To9" becomes "whole number from 1 to 9".
struct XmlSchema {
  const char* text = nullptr;
  std::vector<std::string> roots;
};

// Parses `text` and validates it against `schema`. Problems go to `diagnostics` with `name` as
// file. The result is there if the text is well-formed, even if it is not valid.
//
// Untrusted input is safe: document type declarations (and with them entities) are refused, nothing
// but `text` is ever read, and nesting is limited by libxml2.
std::optional<XmlElement> ParseXml(std::string_view text, const std::string& name,
                                   const XmlSchema& schema, Diagnostics& diagnostics);

}  // namespace nve
