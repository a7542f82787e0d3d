// SPDX-License-Identifier: Apache-2.0
// The six fuzz targets: one per kind of file or text that the tools read. Each takes any bytes. It
// returns if the product refused them with an InputError or took them and kept its promises (what
// was read and is written again reads back the same); everything else it lets out as an exception,
// which ends a fuzzer and fails a test.
#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <span>
#include <stdexcept>
#include <string>

namespace nve::fuzz {

using Bytes = std::span<const uint8_t>;

void FuzzNetworkXml(Bytes bytes);  ///< network descriptors
void FuzzBinary(Bytes bytes);      ///< .nve
void FuzzAssembly(Bytes bytes);    ///< .nvs
void FuzzWeights(Bytes bytes);     ///< .npz and .npy
void FuzzImage(Bytes bytes);       ///< PNG and anymaps
/// By the first byte: m memory configuration (JSON), r ranges and sizes, c options of nve-cosim, v
/// those of nvec, t a tool as a whole; one argument per line. File names are cut to what lies in
/// the working folder, which must be an empty one.
void FuzzOptions(Bytes bytes);

struct Target {
  const char* name;
  void (*run)(Bytes);
};
/// For the names of tests.
inline void PrintTo(const Target& target, std::ostream* out) { *out << target.name; }

inline constexpr std::array<Target, 6> kTargets = {{{"network_xml", FuzzNetworkXml},
                                                    {"binary", FuzzBinary},
                                                    {"assembly", FuzzAssembly},
                                                    {"weights", FuzzWeights},
                                                    {"image", FuzzImage},
                                                    {"options", FuzzOptions}}};

/// A promise the product did not keep.
class Broken : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

inline void Require(bool kept, const std::string& promise) {
  if (!kept) throw Broken(promise);
}

}  // namespace nve::fuzz
