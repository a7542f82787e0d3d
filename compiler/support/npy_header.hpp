// The dictionary at the beginning of a .npy file: used by arrays.cpp.
#pragma once

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

// Parses "{'descr': '<i2', 'fortran_order': False, 'shape': (3, 4), }"; `name` stands for the file
// in the InputError of a damaged one.
NpyHeader ParseNpyHeader(std::string_view text, const std::string& name);

}  // namespace nve
