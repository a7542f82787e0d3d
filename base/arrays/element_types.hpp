// SPDX-License-Identifier: Apache-2.0
// The element types of NumPy arrays: those that are read, and what is said of the others.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace nve {

// kOther: a type that is not read, such as bool. Arrays of it keep their shape, not their elements.
enum class DType { kU8, kI8, kU16, kI16, kU32, kI32, kU64, kI64, kF32, kF64, kOther };

// "uint8", "int16", ...
const char* DTypeName(DType dtype);
int DTypeBytes(DType dtype);  // 0 for kOther
bool IsInteger(DType dtype);
bool IsFloat(DType dtype);

// As in the header of a file, in little-endian order: "<i2". Of kOther that of no bytes.
const char* DTypeDescr(DType dtype);

// What the header of a file says.
struct StoredType {
  DType dtype = DType::kOther;
  bool big_endian = false;
};
StoredType ParseDescr(std::string_view descr);

// What a reader calls a type that is none of ours: "'|b1' (bool)". `literal` is as in the header.
std::string OtherTypeName(std::string_view literal);

// "element type is FOUND, allowed is uint8", and how to convert an array to that integer type.
std::string ElementTypeProblem(const std::string& found, DType allowed);

// The same where any integer type is allowed.
std::string NoIntegerProblem(const std::string& found);

// The same where float32 and float64 are allowed.
std::string NoFloatProblem(const std::string& found);

template <typename T>
constexpr DType DTypeOf() {
  if constexpr (std::is_same_v<T, uint8_t>) return DType::kU8;
  if constexpr (std::is_same_v<T, int8_t>) return DType::kI8;
  if constexpr (std::is_same_v<T, uint16_t>) return DType::kU16;
  if constexpr (std::is_same_v<T, int16_t>) return DType::kI16;
  if constexpr (std::is_same_v<T, uint32_t>) return DType::kU32;
  if constexpr (std::is_same_v<T, int32_t>) return DType::kI32;
  if constexpr (std::is_same_v<T, uint64_t>) return DType::kU64;
  if constexpr (std::is_same_v<T, int64_t>) return DType::kI64;
  if constexpr (std::is_same_v<T, float>) return DType::kF32;
  if constexpr (std::is_same_v<T, double>) return DType::kF64;
}

}  // namespace nve
