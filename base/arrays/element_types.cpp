// SPDX-License-Identifier: Apache-2.0
// A type in a header is a byte order ('<' little, '>' big, '|' none), a kind and a number of bytes.
#include "base/arrays/element_types.hpp"

#include <fmt/format.h>

#include <utility>

namespace nve {
namespace {

struct TypeRow {
  const char* name;
  const char* descr;
  int bytes;
  const char* values;  // of an integer
};

// In the order of DType.
constexpr TypeRow kTypes[] = {
    {"uint8", "|u1", 1, "0 to 255"},       {"int8", "|i1", 1, "-128 to 127"},
    {"uint16", "<u2", 2, "0 to 65535"},    {"int16", "<i2", 2, "-32768 to 32767"},
    {"uint32", "<u4", 4, "0 to 2^32 - 1"}, {"int32", "<i4", 4, "-2^31 to 2^31 - 1"},
    {"uint64", "<u8", 8, "0 to 2^64 - 1"}, {"int64", "<i8", 8, "-2^63 to 2^63 - 1"},
    {"float32", "<f4", 4, nullptr},        {"float64", "<f8", 8, nullptr},
    {"another", "|V0", 0, nullptr}};

constexpr std::pair<std::string_view, const char*> kOtherTypes[] = {
    {"b1", "bool"}, {"f2", "float16"}, {"c8", "complex64"}, {"c16", "complex128"}, {"O", "object"}};

const TypeRow& Row(DType dtype) { return kTypes[static_cast<int>(dtype)]; }

// NumPy converts no array of several fields to one of numbers.
const char* FirstStep(const std::string& type) {
  return type.starts_with('[') ? "take one of its fields, " : "";
}

}  // namespace

const char* DTypeName(DType dtype) { return Row(dtype).name; }

int DTypeBytes(DType dtype) { return Row(dtype).bytes; }

bool IsInteger(DType dtype) { return Row(dtype).values != nullptr; }

bool IsFloat(DType dtype) { return dtype == DType::kF32 || dtype == DType::kF64; }

const char* DTypeDescr(DType dtype) { return Row(dtype).descr; }

StoredType ParseDescr(std::string_view descr) {
  if (descr.empty()) return {};
  const char order = descr[0];
  for (int type = 0; type < static_cast<int>(DType::kOther); ++type) {
    const TypeRow& row = kTypes[type];
    if (descr.substr(1) != std::string_view(row.descr).substr(1)) continue;
    // NumPy writes '|' for one-byte types but accepts a byte order there.
    if (order != '<' && order != '>' && (order != '|' || row.bytes > 1)) continue;
    return {static_cast<DType>(type), order == '>'};
  }
  return {};
}

std::string OtherTypeName(std::string_view literal) {
  constexpr size_t kMost = 40;
  for (const auto& [descr, name] : kOtherTypes) {
    // Quotes and byte order stand around.
    if (literal.size() == descr.size() + 3 && literal.substr(2, descr.size()) == descr) {
      return fmt::format("{} ({})", literal, name);
    }
  }
  return fmt::format("{}{}", literal.substr(0, kMost), literal.size() > kMost ? "..." : "");
}

std::string ElementTypeProblem(const std::string& found, DType allowed) {
  return fmt::format(
      "element type is {}, allowed is {}; {}bring the values to {} and convert them with NumPy's "
      "astype('{}')",
      found, DTypeName(allowed), FirstStep(found), Row(allowed).values, DTypeName(allowed));
}

std::string NoIntegerProblem(const std::string& found) {
  return fmt::format(
      "element type is {}, allowed are the integer types; {}convert it with NumPy's "
      "astype('int32')",
      found, FirstStep(found));
}

std::string NoFloatProblem(const std::string& found) {
  return fmt::format(
      "element type is {}, allowed are float32 and float64; {}convert it with NumPy's "
      "astype('float32')",
      found, FirstStep(found));
}

}  // namespace nve
