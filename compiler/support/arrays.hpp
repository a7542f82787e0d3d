// NumPy arrays: .npy files (format 1 to 3) and .npz archives (zip, stored or deflated).
//
// Reading accepts C and Fortran order, little-endian (or single-byte) element types of the list
// below. Anything else, and every malformed byte sequence, is an InputError that names the file,
// what was found and what is allowed. Written files are byte for byte reproducible.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace nve {

static_assert(std::endian::native == std::endian::little, ".npy data is used as stored");

enum class DType { kU8, kI8, kI16, kI32, kI64, kU64, kF32, kF64 };

// "uint8", "int16", ...
const char* DTypeName(DType dtype);
int DTypeBytes(DType dtype);

template <typename T>
constexpr DType DTypeOf() {
  if constexpr (std::is_same_v<T, uint8_t>) return DType::kU8;
  if constexpr (std::is_same_v<T, int8_t>) return DType::kI8;
  if constexpr (std::is_same_v<T, int16_t>) return DType::kI16;
  if constexpr (std::is_same_v<T, int32_t>) return DType::kI32;
  if constexpr (std::is_same_v<T, int64_t>) return DType::kI64;
  if constexpr (std::is_same_v<T, uint64_t>) return DType::kU64;
  if constexpr (std::is_same_v<T, float>) return DType::kF32;
  if constexpr (std::is_same_v<T, double>) return DType::kF64;
}

struct NpyArray {
  DType dtype = DType::kU8;
  std::vector<int64_t> shape;  // empty: one scalar
  std::vector<uint8_t> data;   // little-endian, C order, Count() * DTypeBytes(dtype) bytes

  // The number of elements: the product of the shape.
  int64_t Count() const;
  // "(2, 3)", "(5,)", "()"
  std::string ShapeText() const;

  // The elements, whose type must be exactly T (InternalError otherwise: check dtype first).
  template <typename T>
  std::vector<T> Values() const {
    CheckDType(DTypeOf<T>());
    std::vector<T> values(static_cast<size_t>(Count()));
    if (!values.empty()) std::memcpy(values.data(), data.data(), data.size());
    return values;
  }

  // The elements of any integer type as int64 (also float values that are whole numbers).
  // A value that does not fit is an InputError that begins with `what`.
  std::vector<int64_t> Integers(const std::string& what) const;

  // values.size() must be the product of the shape.
  template <typename T>
  static NpyArray From(std::vector<int64_t> shape, std::span<const T> values) {
    NpyArray array{DTypeOf<T>(), std::move(shape), {}};
    array.data.resize(values.size_bytes());
    if (!values.empty()) std::memcpy(array.data.data(), values.data(), values.size_bytes());
    array.CheckSize();
    return array;
  }
  template <typename T>
  static NpyArray From(std::vector<int64_t> shape, const std::vector<T>& values) {
    return From(std::move(shape), std::span<const T>(values));
  }

 private:
  void CheckDType(DType expected) const;
  void CheckSize() const;
};

// Arrays by name, without the ".npy" that members of an archive carry.
using NpzArrays = std::map<std::string, NpyArray>;

// What the first bytes say.
bool LooksLikeNpy(std::span<const uint8_t> bytes);
bool LooksLikeZip(std::span<const uint8_t> bytes);

NpyArray ReadNpy(const std::string& path);
void WriteNpy(const std::string& path, const NpyArray& array);
NpzArrays ReadNpz(const std::string& path);
void WriteNpz(const std::string& path, const NpzArrays& arrays);

// The same on memory; `name` stands for the file in messages.
NpyArray ParseNpy(std::span<const uint8_t> bytes, const std::string& name);
std::vector<uint8_t> FormatNpy(const NpyArray& array);
NpzArrays ParseNpz(std::span<const uint8_t> bytes, const std::string& name);
std::vector<uint8_t> FormatNpz(const NpzArrays& arrays);

}  // namespace nve
