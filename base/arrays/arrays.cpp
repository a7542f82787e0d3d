// SPDX-License-Identifier: Apache-2.0
// NpyArray and the .npy format.
//
// A file is: magic "\x93NUMPY", version (major, minor), header length (2 bytes in version 1, else
// 4), a Python dictionary literal with the keys descr, fortran_order and shape, then the elements.
#include "base/arrays/arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/arrays/npy_header.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"

namespace nve {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

// The bytes that `shape` needs, or -1 if that is more than 63 bits can say.
int64_t BytesFor(const std::vector<int64_t>& shape, int element_bytes) {
  int64_t bytes = element_bytes;
  for (const int64_t extent : shape) {
    if (extent == 0) return 0;
  }
  for (const int64_t extent : shape) {
    if (__builtin_mul_overflow(bytes, extent, &bytes)) return -1;
  }
  return bytes;
}

// The elements of a Fortran-ordered array (first index fastest) in C order (last index fastest).
std::vector<uint8_t> ToCOrder(std::span<const uint8_t> data, const std::vector<int64_t>& shape,
                              size_t element_bytes) {
  std::vector<uint8_t> result(data.size());
  std::vector<int64_t> index(shape.size());
  std::vector<size_t> stride(shape.size());  // elements between neighbours along a dimension
  size_t step = 1;
  for (size_t d = 0; d < shape.size(); ++d) {
    stride[d] = step;
    step *= static_cast<size_t>(shape[d]);
  }
  for (size_t to = 0; to < data.size(); to += element_bytes) {
    size_t from = 0;
    for (size_t d = 0; d < shape.size(); ++d) from += static_cast<size_t>(index[d]) * stride[d];
    std::memcpy(result.data() + to, data.data() + from * element_bytes, element_bytes);
    for (size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d]) break;
      index[d] = 0;
    }
  }
  return result;
}

// As Python writes a tuple.
std::string TupleText(const std::vector<int64_t>& values) {
  if (values.size() == 1) return fmt::format("({},)", values[0]);
  return fmt::format("({})", fmt::join(values, ", "));
}

void SwapBytes(int element_bytes, std::vector<uint8_t>* data) {
  for (auto at = data->begin(); at != data->end(); at += element_bytes) {
    std::reverse(at, at + element_bytes);
  }
}

}  // namespace

std::string NpyArray::TypeName() const { return dtype == DType::kOther ? other : DTypeName(dtype); }

int64_t NpyArray::Count() const {
  // An extent of 0 may stand beside others whose product is beyond 64 bits.
  return BytesFor(shape, 1);
}

std::string NpyArray::ShapeText() const { return TupleText(shape); }

std::string NpyArray::IndexText(int64_t element) const {
  std::vector<int64_t> index(shape.size());
  for (size_t d = shape.size(); d-- > 0; element /= shape[d]) index[d] = element % shape[d];
  return TupleText(index);
}

std::vector<double> NpyArray::Doubles() const {
  if (dtype == DType::kF64) return Values<double>();
  const std::vector<float> values = Values<float>();
  return {values.begin(), values.end()};
}

std::vector<int64_t> NpyArray::Integers(const std::string& what) const {
  std::vector<int64_t> result;
  result.reserve(static_cast<size_t>(Count()));
  const auto append = [&](const auto& values) {
    for (const auto value : values) {
      using T = std::decay_t<decltype(value)>;
      bool fits = true;
      if constexpr (std::is_floating_point_v<T>) {
        fits = std::trunc(value) == value && value >= -0x1p63 && value < 0x1p63;
      } else if constexpr (std::is_same_v<T, uint64_t>) {
        fits = value <= static_cast<uint64_t>(INT64_MAX);
      }
      if (!fits) throw InputError(fmt::format("{}: {} is no 64-bit integer", what, value));
      result.push_back(static_cast<int64_t>(value));
    }
  };
  switch (dtype) {
    case DType::kU8:
      append(Values<uint8_t>());
      break;
    case DType::kI8:
      append(Values<int8_t>());
      break;
    case DType::kU16:
      append(Values<uint16_t>());
      break;
    case DType::kI16:
      append(Values<int16_t>());
      break;
    case DType::kU32:
      append(Values<uint32_t>());
      break;
    case DType::kI32:
      append(Values<int32_t>());
      break;
    case DType::kI64:
      append(Values<int64_t>());
      break;
    case DType::kU64:
      append(Values<uint64_t>());
      break;
    case DType::kF32:
      append(Values<float>());
      break;
    case DType::kF64:
      append(Values<double>());
      break;
    case DType::kOther:
      throw InputError(what + ": " + NoIntegerProblem(TypeName()));
  }
  return result;
}

void NpyArray::CheckDType(DType expected) const {
  NVE_CHECK(dtype == expected,
            fmt::format("array of {} read as {}", DTypeName(dtype), DTypeName(expected)));
  CheckSize();
}

void NpyArray::CheckSize() const {
  NVE_CHECK(BytesFor(shape, DTypeBytes(dtype)) == static_cast<int64_t>(data.size()),
            fmt::format("{} bytes in an array of shape {}", data.size(), ShapeText()));
}

bool LooksLikeNpy(std::span<const uint8_t> bytes) {
  return bytes.size() >= kMagic.size() &&
         std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) == 0;
}

NpyArray ParseNpy(std::span<const uint8_t> bytes, const std::string& name) {
  const SourceLocation where{name, 0, ""};
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!LooksLikeNpy(bytes)) {
    throw InputError(where, "no .npy file: it does not begin with \\x93NUMPY");
  }
  size_t at = kMagic.size();
  if (text.size() < at + 4) throw InputError(where, ".npy file ends within its header");
  const int major = bytes[at];
  if (major < 1 || major > 3) {
    throw InputError(where, fmt::format(".npy format version is {}, allowed are 1 to 3", major));
  }
  at += 2;
  const size_t length_bytes = major == 1 ? 2 : 4;
  if (text.size() < at + length_bytes) {
    throw InputError(where, ".npy file ends within its header");
  }
  size_t length = 0;
  for (size_t i = 0; i < length_bytes; ++i) length |= size_t{bytes[at + i]} << (8 * i);
  at += length_bytes;
  if (length > text.size() - at) {
    throw InputError(where, fmt::format(".npy header of {} bytes, but only {} bytes follow", length,
                                        text.size() - at));
  }
  const NpyHeader header = ParseNpyHeader(text.substr(0, at + length), at, name);
  at += length;

  NpyArray array;
  const StoredType type = ParseDescr(header.descr);
  array.dtype = type.dtype;
  array.shape = header.shape;
  if (array.dtype == DType::kOther) {
    array.other = OtherTypeName(header.descr_literal);
    return array;
  }
  const int64_t needed = BytesFor(array.shape, DTypeBytes(array.dtype));
  const std::span<const uint8_t> elements = bytes.subspan(at);
  if (needed != static_cast<int64_t>(elements.size())) {
    throw InputError(
        where, fmt::format("{} bytes of elements from byte {} on, but shape {} of {} needs {}",
                           elements.size(), at, array.ShapeText(), DTypeName(array.dtype),
                           needed < 0 ? "more than 2^63" : std::to_string(needed)));
  }
  const bool reorder = header.fortran_order && array.shape.size() > 1;
  array.data = reorder
                   ? ToCOrder(elements, array.shape, static_cast<size_t>(DTypeBytes(array.dtype)))
                   : std::vector<uint8_t>(elements.begin(), elements.end());
  if (type.big_endian) SwapBytes(DTypeBytes(array.dtype), &array.data);
  return array;
}

std::vector<uint8_t> FormatNpy(const NpyArray& array) {
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}",
                                   DTypeDescr(array.dtype), array.ShapeText());
  // The elements start at a multiple of 64 bytes; the header ends with a newline.
  constexpr size_t kPrefix = 10;
  header.append(63 - (kPrefix + header.size()) % 64, ' ');
  header += '\n';
  std::vector<uint8_t> bytes(kMagic.begin(), kMagic.end());
  for (const size_t byte : {size_t{1}, size_t{0}, header.size() & 0xff, header.size() >> 8}) {
    bytes.push_back(static_cast<uint8_t>(byte));
  }
  bytes.insert(bytes.end(), header.begin(), header.end());
  bytes.insert(bytes.end(), array.data.begin(), array.data.end());
  return bytes;
}

NpyArray ReadNpy(const std::string& path) { return ParseNpy(ReadFileBytes(path), path); }

void WriteNpy(const std::string& path, const NpyArray& array) {
  WriteFileAtomically(path, FormatNpy(array));
}

}  // namespace nve
