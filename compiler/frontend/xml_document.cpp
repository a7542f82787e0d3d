// XML through libxml2's tree parser and schema validator.
//
// Both report through structured error callbacks; neither may let a C++ exception pass through the
// library's C frames, so the callbacks only store what they get.
#include "compiler/frontend/xml_document.hpp"

#include <fmt/format.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlschemas.h>

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
// "Element 'x': " that the location repeats.
std::string Trimmed(std::string text, const std::string& element) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '.')) text.pop_back();
  const std::string prefix = fmt::format("Element '{}'", element);
  if (!element.empty() && text.starts_with(prefix)) {
    text.erase(0, prefix.size());
    text.erase(0, text.find_first_not_of(",: "));
  }
  return text;
}

void OnParseError(void* user, xmlErrorPtr error) {
  auto* parser = static_cast<xmlParserCtxtPtr>(user);
  auto* sink = static_cast<Sink*>(parser->_private);
  if (sink->has_doctype || error->level < XML_ERR_ERROR) return;
  sink->Add(error->line, "", "not well-formed: " + Trimmed(error->message, ""));
}

void OnDocType(void* user, const xmlChar*, const xmlChar*, const xmlChar*) {
  auto* parser = static_cast<xmlParserCtxtPtr>(user);
  auto* sink = static_cast<Sink*>(parser->_private);
  if (sink->has_doctype) return;
  sink->has_doctype = true;
  sink->Add(parser->input->line, "", "document type declarations (<!DOCTYPE>) are not allowed");
  xmlStopParser(parser);
}

void OnSchemaError(void* user, xmlErrorPtr error) {
  auto* sink = static_cast<Sink*>(user);
  const auto* node = static_cast<const xmlNode*>(error->node);
  // An attribute error may name the attribute; its element is what has a line.
  if (node != nullptr && node->type == XML_ATTRIBUTE_NODE) node = node->parent;
  const std::string message = error->message == nullptr ? "invalid" : error->message;
  // After "[facet 'maxInclusive'] ..." comes a second message that says less about the same value.
  if (message.find("[facet ") != std::string::npos) {
    sink->last_facet_node = node;
  } else if (node != nullptr && node == sink->last_facet_node &&
             message.find("is not a valid value of the atomic type") != std::string::npos) {
    sink->last_facet_node = nullptr;
    return;
  }
  const std::string element = node == nullptr ? std::string() : ToText(node->name);
  const int line = node == nullptr ? error->line : static_cast<int>(xmlGetLineNo(node));
  sink->Add(line, element, Trimmed(message, element));
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

DocPtr Parse(std::string_view text, Sink* sink) {
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

}  // namespace

std::optional<XmlElement> ParseXml(std::string_view text, const std::string& name,
                                   const char* schema, Diagnostics& diagnostics) {
  if (text.size() > kMaxBytes) {
    diagnostics.Error({name, 0, ""}, fmt::format("file of {} bytes, allowed are at most {}",
                                                 text.size(), kMaxBytes));
    return std::nullopt;
  }
  xmlInitParser();
  Diagnostics found;
  Sink sink;
  sink.file = name;
  sink.diagnostics = &found;
  std::optional<XmlElement> root;
  const DocPtr doc = Parse(text, &sink);
  if (doc) {
    RemoveSchemaLocations(doc->children);
    Validate(doc.get(), schema, &sink);
    const xmlNode* node = xmlDocGetRootElement(doc.get());
    NVE_CHECK(node != nullptr, "a well-formed document without a root");
    root = Convert(node);
  }
  if (sink.out_of_memory) throw std::bad_alloc();
  diagnostics.Append(found);
  return root;
}

}  // namespace nve
