// SPDX-License-Identifier: Apache-2.0
// NumPy arrays: .npy files (format 1 to 3) and .npz archives (zip, stored or deflated).
//
// Reading accepts C and Fortran order and both byte orders. Which element types are allowed is up
// to whoever asks for an array: one of a type that is not read (kOther) has no elements. Every
// malformed byte sequence is an InputError that names the file, what was found and what is allowed.
// Written files are byte for byte reproducible.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/arrays/element_types.hpp"

namespace nve {

static_assert(std::endian::native == std::endian::little, ".npy data is used as stored");

struct NpyArray {
  DType dtype = DType::kU8;
  std::vector<int64_t> shape;  // empty: one scalar
  std::vector<uint8_t> data;   // little-endian, C order, Count() * DTypeBytes(dtype) bytes
  std::string other;           // the name of the type if dtype is kOther

  // "uint8", or for kOther what its file says: "'|b1' (bool)".
  std::string TypeName() const;
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
  // A value that does not fit, or another type, is an InputError that begins with `what`.
  std::vector<int64_t> Integers(const std::string& what) const;

  // The elements of float32 or float64 (InternalError otherwise: check dtype first).
  std::vector<double> Doubles() const;

  // "(1, 0, 2)": the place of an element, counted from 0 in C order.
  std::string IndexText(int64_t element) const;

  // values.size() must be the product of the shape.
  template <typename T>
  static NpyArray From(std::vector<int64_t> shape, std::span<const T> values) {
    NpyArray array{DTypeOf<T>(), std::move(shape), {}, {}};
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
