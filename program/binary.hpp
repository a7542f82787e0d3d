// SPDX-License-Identifier: Apache-2.0
// What a `.nve` file holds: programs, coefficient words, settings, activation tables, layer
// geometry, planes and the steps. The container (magic, version, section table, CRC-32 per section)
// is docs/binary.md.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arch/machine.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "program/steps.hpp"

namespace nve {

/// Values of writable settings by register name (docs/isa.md, section 10), e.g. {"STRIDE", 1}.
/// RUNS and PACKET_WORDS are set by whoever executes a run step, all others by the program.
using Settings = std::map<std::string, uint32_t>;

using ActivationTable = std::array<uint8_t, arch::kActEntries>;

/// One program: what fits the instruction buffer at a time.
struct Program {
  std::string name;                    ///< unique in the binary, e.g. "L1.p0"
  int layer = 0;                       ///< 0-based layer it belongs to
  std::vector<int> input_maps;         ///< input maps it loads, in stream order
  std::vector<int> output_maps;        ///< output maps it computes, in stream order
  Settings settings;                   ///< all program settings, PROGRAM_SIZE included
  int table = 0;                       ///< activation table number
  std::vector<uint64_t> code;          ///< instruction words
  std::vector<uint64_t> coefficients;  ///< coefficient words in stream order (may repeat nothing)
  int outputs_per_iteration = 16;      ///< outputs per map and iteration: 16, or 8 for half vectors
  int bound = 0;                       ///< proved lower bound of the repeated part, cycles
};

/// Geometry of one layer, for reports and for checks of the output.
struct LayerInfo {
  std::string name;
  int out_height = 0;
  int out_width = 0;
  int kernel_height = 0;
  int kernel_width = 0;
  int stride = 1;
  int output_maps = 0;
  int64_t kernels =
      0;  ///< connections: kernels applied per output pixel, summed over the output maps
  int64_t Macs() const {
    return int64_t{out_height} * out_width * kernels * kernel_height * kernel_width;
  }
  /// Pixels of one input map that the layer needs.
  int64_t InputPixels() const {
    return (int64_t{out_height - 1} * stride + kernel_height) *
           (int64_t{out_width - 1} * stride + kernel_width);
  }
};

/// The largest seed of made-up weights: tools and text take signed numbers.
inline constexpr int64_t kMaxSeed = INT64_MAX;

/// The most pictures that one run of the steps computes.
inline constexpr int kMaxPictures = 1 << 16;

struct Binary {
  std::string network;
  /// Of made-up weights, 0 to kMaxSeed; nothing if they were given or it is not known.
  std::optional<int64_t> seed = std::nullopt;
  /// Assembled by nve-as --force although programs break hazard rules.
  bool forced = false;
  arch::Machine machine;  ///< that it was compiled for; a file holds its name and ARCH_ID
  /// With horizontal vectors layers and planes are those of the transposed network.
  Vectors vectors = Vectors::kVertical;
  std::vector<LayerInfo> layers;
  std::vector<ActivationTable> tables;
  std::vector<Program> programs;
  std::vector<Plane> planes;
  /// Pictures that one run of the steps computes.
  int Pictures() const { return planes.empty() ? 1 : planes.front().pictures; }

  std::vector<int> input_planes;   ///< planes the picture's maps are put into
  std::vector<int> output_planes;  ///< planes of the last layer
  Steps steps;
};

/// Rows of a strip of a layer: of the vectors that its programs write; all lanes if it has none.
int RowsOfStrip(const Binary& binary, int layer);

/// Serialises; deterministic (same binary, same bytes).
std::vector<uint8_t> SerializeBinary(const Binary& binary);

/// Parses and checks a container: magic, version, lengths, checksums, manifest, ranges of every
/// index, every item marked * in docs/isa.md section 14, and its machine, which must be `machine`
/// or, without one, is looked for (arch/find_machine.hpp). Throws InputError listing all problems
/// found; `name` is used in messages.
Binary ParseBinary(const std::vector<uint8_t>& bytes, const std::string& name,
                   const std::optional<arch::Machine>& machine = {});

Binary ReadBinary(const std::string& path, const std::optional<arch::Machine>& machine = {});
void WriteBinary(const std::string& path, const Binary& binary);

/// Warns of a program that was forced through nve-as; `name` is its file.
void WarnIfForced(const Binary& binary, const std::string& name);

}  // namespace nve
