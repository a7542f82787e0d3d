// SPDX-License-Identifier: Apache-2.0
// The dictionary at the beginning of a .npy file: used by arrays.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nve {

struct NpyHeader {
  std::string descr;           // element type, such as "<i2"; empty if it is a list
  std::string descr_literal;   // the same as it stands there, such as "'<i2'" or "[('x', '<i2')]"
  bool fortran_order = false;  // first index fastest
  std::vector<int64_t> shape;  // extents, none negative
};

// Parses "{'descr': '<i2', 'fortran_order': False, 'shape': (3, 4), }" and the padding behind it.
// `text` is the file up to the end of its header, and the dictionary begins at byte `begin`, since
// the InputError of a damaged one counts bytes as the file does. `name` stands for the file there.
NpyHeader ParseNpyHeader(std::string_view text, size_t begin, const std::string& name);

}  // namespace nve
