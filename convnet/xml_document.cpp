// SPDX-License-Identifier: Apache-2.0
// XML through libxml2's tree parser and schema validator.
//
// Both report through structured error callbacks; neither may let a C++ exception pass through the
// library's C frames, so the callbacks only store what they get.
#include "convnet/xml_document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlschemas.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <new>

namespace nve {
namespace {

constexpr size_t kMaxBytes = size_t{64} << 20;

template <auto Free>
struct Deleter {
  template <typename T>
  void operator()(T* pointer) const {
    Free(pointer);
  }
};
using ParserPtr = std::unique_ptr<xmlParserCtxt, Deleter<xmlFreeParserCtxt>>;
using DocPtr = std::unique_ptr<xmlDoc, Deleter<xmlFreeDoc>>;
using SchemaParserPtr = std::unique_ptr<xmlSchemaParserCtxt, Deleter<xmlSchemaFreeParserCtxt>>;
using SchemaPtr = std::unique_ptr<xmlSchema, Deleter<xmlSchemaFree>>;
using ValidatorPtr = std::unique_ptr<xmlSchemaValidCtxt, Deleter<xmlSchemaFreeValidCtxt>>;

std::string ToText(const xmlChar* text) {
  return text == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(text));
}

// Where the callbacks put their findings.
struct Sink {
  std::string file;
  Diagnostics* diagnostics = nullptr;
  std::map<std::string, std::string> types;  // of values, by element or "@attribute"
  bool has_doctype = false;
  const void* last_facet_node = nullptr;  // the node of the last "[facet ...]" message
  bool out_of_memory = false;

  void Add(int line, const std::string& element, const std::string& text) noexcept {
    try {
      diagnostics->Error({file, line, element}, text);
    } catch (const std::bad_alloc&) {
      out_of_memory = true;
    }
  }
};

// libxml2's sentence without its final newline and full stop, and without the leading
// "Element 'x': " (or "Element '{namespace}x': ") that the location repeats.
std::string Trimmed(std::string text, const std::string& element) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '.')) text.pop_back();
  const std::string end = element + "'";
  const size_t at = text.find(end);
  if (!element.empty() && text.starts_with("Element '") && at != std::string::npos) {
    text.erase(0, at + end.size());
    text.erase(0, text.find_first_not_of(",: "));
  }
  return text;
}

// "whole number from 1 to 9" of "wholeNumberFrom1To9": a blank before every capital and number.
std::string TypeWords(std::string_view type) {
  std::string words;
  for (const char c : type.substr(type.find_last_of(":}") + 1)) {
    const bool number = std::isdigit(static_cast<unsigned char>(c)) != 0;
    const bool begins =
        std::isupper(static_cast<unsigned char>(c)) != 0 ||
        (number && !words.empty() && std::isdigit(static_cast<unsigned char>(words.back())) == 0);
    if (begins && !words.empty()) words += ' ';
    words += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return words;
}

// A value as messages show it: in quotes and one line, long ones cut.
std::string Quoted(std::string_view value) {
  constexpr size_t kShown = 60;
  std::string shown(value.substr(0, kShown));
  std::replace_if(
      shown.begin(), shown.end(), [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
  return fmt::format("'{}{}'", shown, value.size() > kShown ? "..." : "");
}

// "<a>, <b>" of "( a, b )".
std::string ElementList(std::string_view list) {
  std::string elements;
  std::string name;
  for (const char c : list) {
    if (std::string_view(" ,()").find(c) == std::string_view::npos) {
      name += c;
    } else if (!name.empty()) {
      elements += fmt::format("{}<{}>", elements.empty() ? "" : ", ", name);
      name.clear();
    }
  }
  return elements;
}

// The part of `text` after `before`, if it begins so.
std::optional<std::string_view> After(std::string_view text, std::string_view before) {
  if (!text.starts_with(before)) return std::nullopt;
  return text.substr(before.size());
}

// The value a sentence of the validator quotes between `before` and the last `after`, if it has
// that form.
std::optional<std::string_view> Between(std::string_view text, std::string_view before,
                                        std::string_view after) {
  const auto rest = After(text, before);
  const size_t end = rest ? rest->rfind(after) : std::string_view::npos;
  if (end == std::string_view::npos) return std::nullopt;
  return rest->substr(0, end);
}

// The value that a sentence calls wrong.
std::optional<std::string_view> WrongValue(std::string_view text) {
  if (const auto value = Between(text, "'", "' is not a valid value of the ")) return value;
  if (!text.starts_with("[facet ")) return std::nullopt;
  text.remove_prefix(std::min(text.find(']'), text.size()));
  for (const char* after : {"' is greater than ", "' is less than ", "' is not accepted by "}) {
    if (const auto value = Between(text, "] The value '", after)) return value;
  }
  return std::nullopt;
}

// A trimmed sentence of the validator about a value's place (an element, or "@attribute"), in our
// words: what was found and what is allowed. Sentences not known here stay as they are.
std::string Reworded(const std::string& text, const std::string& place,
                     const std::map<std::string, std::string>& types) {
  if (const auto rest = After(text, "attribute '")) {
    const size_t end = rest->find("': ");
    if (end != std::string_view::npos) {
      const std::string name(rest->substr(0, end));
      const std::string inner = Reworded(std::string(rest->substr(end + 3)), "@" + name, types);
      return inner.starts_with("attribute ") ? inner : fmt::format("attribute {}: {}", name, inner);
    }
  }
  if (const auto value = WrongValue(text)) {
    const auto type = types.find(place);
    if (type != types.end()) {
      return fmt::format("found {}, allowed: {}", Quoted(*value), TypeWords(type->second));
    }
  }
  const size_t list = std::min(text.rfind('('), text.size());
  if (text.starts_with("This element is not expected")) {
    return list == text.size()
               ? "not expected here, nothing may follow"
               : fmt::format("not expected here, allowed: {}", ElementList(text.substr(list)));
  }
  if (text.starts_with("Missing child element(s)")) {
    return fmt::format("ends too early, needed next: {}", ElementList(text.substr(list)));
  }
  if (const auto rest = After(text, "The attribute '")) {
    const std::string name(rest->substr(0, rest->find('\'')));
    if (text.ends_with("is not allowed")) return fmt::format("attribute {}: not allowed", name);
    if (text.ends_with("is required but missing")) {
      return fmt::format("attribute {}: missing", name);
    }
  }
  if (text.starts_with("Character content other than whitespace is not allowed")) {
    return "found text, allowed: only elements";
  }
  if (text.starts_with("Element content is not allowed")) {
    return "found an element inside, allowed: only a value";
  }
  if (text.starts_with("No matching global declaration")) return "not allowed as outermost element";
  return text;
}

void OnParseError(void* user, xmlErrorPtr error) {
  auto* parser = static_cast<xmlParserCtxtPtr>(user);
  auto* sink = static_cast<Sink*>(parser->_private);
  if (sink->has_doctype || error->level < XML_ERR_ERROR) return;
  sink->Add(error->line, "", "not well-formed: " + Trimmed(error->message, ""));
}

// What libxml2 says outside of any parser, about wrong encodings, it would print; the parser's own
// error follows.
void OnStrayError(void*, xmlErrorPtr) {}

void OnDocType(void* user, const xmlChar*, const xmlChar*, const xmlChar*) {
  auto* parser = static_cast<xmlParserCtxtPtr>(user);
  auto* sink = static_cast<Sink*>(parser->_private);
  if (sink->has_doctype) return;
  sink->has_doctype = true;
  sink->Add(parser->input->line, "", "document type declarations (<!DOCTYPE>) are not allowed");
  xmlStopParser(parser);
}

void AddSchemaError(const xmlError& error, Sink* sink) {
  const auto* node = static_cast<const xmlNode*>(error.node);
  // An attribute error may name the attribute; its element is what has a line.
  if (node != nullptr && node->type == XML_ATTRIBUTE_NODE) node = node->parent;
  const std::string message = error.message == nullptr ? "invalid" : error.message;
  // After "[facet 'maxInclusive'] ..." may come a second message about the same value.
  if (message.find("[facet ") != std::string::npos) {
    sink->last_facet_node = node;
  } else if (node != nullptr && node == sink->last_facet_node &&
             message.find("is not a valid value of the atomic type") != std::string::npos) {
    sink->last_facet_node = nullptr;
    return;
  }
  const std::string element = node == nullptr ? std::string() : ToText(node->name);
  const int line = node == nullptr ? error.line : static_cast<int>(xmlGetLineNo(node));
  std::string text = Reworded(Trimmed(message, element), element, sink->types);
  if (node != nullptr && node->ns != nullptr) {
    text += fmt::format(" (found in namespace '{}', allowed: none)", ToText(node->ns->href));
  }
  sink->Add(line, element, text);
}

void OnSchemaError(void* user, xmlErrorPtr error) {
  auto* sink = static_cast<Sink*>(user);
  try {
    AddSchemaError(*error, sink);
  } catch (const std::bad_alloc&) {
    sink->out_of_memory = true;
  }
}

// Hints where to find a schema would make the validator open files.
void RemoveSchemaLocations(xmlNode* node) {
  for (; node != nullptr; node = node->next) {
    if (node->type != XML_ELEMENT_NODE) continue;
    for (xmlAttr* attribute = node->properties; attribute != nullptr;) {
      xmlAttr* next = attribute->next;
      const std::string name = ToText(attribute->name);
      if (attribute->ns != nullptr &&
          (name == "schemaLocation" || name == "noNamespaceSchemaLocation")) {
        xmlRemoveProp(attribute);
      }
      attribute = next;
    }
    RemoveSchemaLocations(node->children);
  }
}

// The parser takes a zero byte for the end. Those of UTF-16 stand in pairs with another byte.
bool RefuseZeroByte(std::string_view text, Sink* sink) {
  using namespace std::string_view_literals;
  const auto begins = [&](std::string_view with) { return text.starts_with(with); };
  const bool utf16 = begins("\xFF\xFE") || begins("\xFE\xFF") || begins("<\0"sv) || begins("\0<"sv);
  const size_t at = text.find('\0');
  if (utf16 || at == std::string_view::npos) return false;
  const auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  sink->Add(static_cast<int>(line), "",
            fmt::format("not well-formed: found a zero byte at byte {}, allowed: text", at));
  return true;
}

DocPtr Parse(std::string_view text, Sink* sink) {
  if (RefuseZeroByte(text, sink)) return nullptr;
  const ParserPtr parser(xmlNewParserCtxt());
  if (!parser) throw std::bad_alloc();
  parser->_private = sink;
  parser->sax->serror = OnParseError;
  parser->sax->internalSubset = OnDocType;
  DocPtr doc(xmlCtxtReadMemory(parser.get(), text.data(), static_cast<int>(text.size()),
                               sink->file.c_str(), nullptr, XML_PARSE_NONET | XML_PARSE_BIG_LINES));
  if (sink->has_doctype || !parser->wellFormed) doc.reset();
  if (!doc && sink->diagnostics->ok()) sink->Add(0, "", "not well-formed XML");
  return doc;
}

void Validate(xmlDoc* doc, const char* schema_text, Sink* sink) {
  const SchemaParserPtr parser(xmlSchemaNewMemParserCtxt(
      schema_text, static_cast<int>(std::string_view(schema_text).size())));
  if (!parser) throw std::bad_alloc();
  const SchemaPtr schema(xmlSchemaParse(parser.get()));
  NVE_CHECK(schema != nullptr, "the built-in schema is broken");
  const ValidatorPtr validator(xmlSchemaNewValidCtxt(schema.get()));
  if (!validator) throw std::bad_alloc();
  xmlSchemaSetValidStructuredErrors(validator.get(), OnSchemaError, sink);
  const int before = sink->diagnostics->errors();
  const int status = xmlSchemaValidateDoc(validator.get(), doc);
  NVE_CHECK(status >= 0, "the schema validator failed");
  if (status > 0 && sink->diagnostics->errors() == before) sink->Add(0, "", "not valid");
}

XmlElement Convert(const xmlNode* node) {
  XmlElement element;
  element.name = ToText(node->name);
  element.line = static_cast<int>(xmlGetLineNo(node));
  for (const xmlAttr* attribute = node->properties; attribute != nullptr;
       attribute = attribute->next) {
    std::string value;
    for (const xmlNode* part = attribute->children; part != nullptr; part = part->next) {
      value += ToText(part->content);
    }
    element.attributes.emplace_back(ToText(attribute->name), std::move(value));
  }
  for (const xmlNode* child = node->children; child != nullptr; child = child->next) {
    if (child->type == XML_ELEMENT_NODE) {
      element.children.push_back(Convert(child));
    } else if (child->type == XML_TEXT_NODE || child->type == XML_CDATA_SECTION_NODE) {
      element.text += ToText(child->content);
    }
  }
  return element;
}

// The value of an attribute, "" if there is none.
std::string AttributeOf(const XmlElement& element, const char* name) {
  for (const auto& [key, value] : element.attributes) {
    if (key == name) return value;
  }
  return "";
}

// The type names of a schema by element and "@attribute"; a complex type with a simple content
// stands under its own name, for the type of the content.
void CollectTypes(const XmlElement& schema, const std::string& within,
                  std::map<std::string, std::string>* types) {
  for (const XmlElement& child : schema.children) {
    const std::string name = AttributeOf(child, "name");
    if (child.name == "extension") types->emplace(within, AttributeOf(child, "base"));
    if (child.name == "element") types->emplace(name, AttributeOf(child, "type"));
    if (child.name == "attribute") types->emplace("@" + name, AttributeOf(child, "type"));
    CollectTypes(child, child.name == "complexType" && !name.empty() ? name : within, types);
  }
}

std::map<std::string, std::string> TypesOf(const char* schema_text) {
  Diagnostics problems;
  Sink sink;
  sink.file = "schema";
  sink.diagnostics = &problems;
  const DocPtr doc = Parse(schema_text, &sink);
  NVE_CHECK(doc != nullptr, "the built-in schema is no XML");
  std::map<std::string, std::string> types;
  CollectTypes(Convert(xmlDocGetRootElement(doc.get())), "", &types);
  for (auto& [place, type] : types) {
    if (const auto content = types.find(type); content != types.end()) type = content->second;
  }
  return types;
}

}  // namespace

std::optional<XmlElement> ParseXml(std::string_view text, const std::string& name,
                                   const XmlSchema& schema, Diagnostics& diagnostics) {
  if (text.size() > kMaxBytes) {
    diagnostics.Error({name, 0, ""}, fmt::format("file of {} bytes, allowed are at most {}",
                                                 text.size(), kMaxBytes));
    return std::nullopt;
  }
  xmlInitParser();
  xmlSetStructuredErrorFunc(nullptr, OnStrayError);
  Diagnostics found;
  Sink sink;
  sink.file = name;
  sink.diagnostics = &found;
  std::optional<XmlElement> root;
  const DocPtr doc = Parse(text, &sink);
  if (doc) {
    RemoveSchemaLocations(doc->children);
    const xmlNode* node = xmlDocGetRootElement(doc.get());
    NVE_CHECK(node != nullptr, "a well-formed document without a root");
    const std::string outermost = ToText(node->name);
    if (std::find(schema.roots.begin(), schema.roots.end(), outermost) != schema.roots.end()) {
      sink.types = TypesOf(schema.text);
      Validate(doc.get(), schema.text, &sink);
    } else {
      sink.Add(static_cast<int>(xmlGetLineNo(node)), outermost,
               fmt::format("found as outermost element, allowed: <{}>",
                           fmt::join(schema.roots, "> or <")));
    }
    root = Convert(node);
  }
  if (sink.out_of_memory) throw std::bad_alloc();
  diagnostics.Append(found);
  return root;
}

}  // namespace nve
