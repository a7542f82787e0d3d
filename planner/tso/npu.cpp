// SPDX-License-Identifier: Apache-2.0
// NPU files: see npu.hpp.
#include "planner/tso/npu.hpp"

#include <fmt/format.h>

#include "base/json/json_file.hpp"
#include "planner/mapping/machine_fields.hpp"
#include "planner_npus.hpp"

namespace nve::planner::tso {
namespace {

using Json = nlohmann::ordered_json;

// With these limits and those of layers (layer_limits.hpp) every count of tiles fits in 63 bits.
constexpr int64_t kMostCores = 1024;
constexpr int64_t kMostBytes = int64_t{1} << 40;
constexpr int64_t kMostElementBytes = 8;
constexpr int64_t kMostMacs = 65536;
constexpr int64_t kMostBurstBytes = 65536;

// Fields that are each good, beside each other.
void CheckTogether(const Npu& npu, MachineFields& fields) {
  for (const int64_t bytes : npu.mem_bytes) {
    if (bytes >= npu.element_bytes) continue;
    fields.Error("mem_bytes",
                 fmt::format("found a memory of {} bytes, allowed: at least one element, which has "
                             "{} bytes",
                             bytes, npu.element_bytes));
  }
  if (npu.burst_bytes % npu.element_bytes != 0) {
    fields.Error("burst", fmt::format("found {}, allowed: a multiple of an element's {} bytes",
                                      npu.burst_bytes, npu.element_bytes));
  }
}

Npu Parse(const MachineText& machine) {
  const Json json = ParseJson(machine.text, machine.file, JsonComments::kAllowed);
  MachineFields fields(machine.file, json,
                       {"tles", "tlts", "mem_bytes", "element_bytes", "macs", "frequency",
                        "bandwidth", "cas", "burst"});
  Npu npu;
  npu.name = machine.name;
  npu.tles = fields.Number("tles", "tiles of the NPU", kMostCores);
  npu.tlts = fields.Number("tlts", "tilelets of a tile", kMostCores);
  npu.mem_bytes = fields.Numbers<3>("mem_bytes", "bytes for input, weights and output", kMostBytes);
  npu.element_bytes = fields.Number("element_bytes", "bytes of an element", kMostElementBytes);
  npu.macs = fields.Number("macs", "multiply-accumulates of a tilelet in a cycle", kMostMacs);
  npu.frequency = fields.Rate("frequency", "GHz");
  npu.bandwidth = fields.Rate("bandwidth", "GB/s");
  npu.cas = fields.Rate("cas", "ns");
  npu.burst_bytes = fields.Number("burst", "bytes of a DRAM burst", kMostBurstBytes);
  fields.ThrowIfErrors();
  CheckTogether(npu, fields);
  fields.ThrowIfErrors();
  return npu;
}

}  // namespace

std::vector<std::string> NpuNames() { return MachineNames(kNpuFiles); }

Npu ReadNpu(const std::string& name_or_path) {
  return Parse(ReadMachineText(name_or_path, kNpuFiles));
}

}  // namespace nve::planner::tso
