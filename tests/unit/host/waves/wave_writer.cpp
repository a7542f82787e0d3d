// SPDX-License-Identifier: Apache-2.0
// Small FST files: see wave_writer.hpp.
#include "tests/unit/host/waves/wave_writer.hpp"

#include <gtkwave/fstapi.h>

namespace nve {

void WriteWaves(const std::string& path, const std::vector<WrittenSignal>& signals, uint64_t first,
                uint64_t last, uint64_t block) {
  void* file = fstWriterCreate(path.c_str(), /*use_compressed_hier=*/1);
  fstWriterSetPackType(file, FST_WR_PT_LZ4);
  fstWriterSetScope(file, FST_ST_VCD_MODULE, "TOP", nullptr);
  std::vector<fstHandle> handles;
  for (const WrittenSignal& signal : signals) {
    handles.push_back(fstWriterCreateVar(file,
                                         signal.constant ? FST_VT_VCD_PARAMETER : FST_VT_VCD_WIRE,
                                         FST_VD_IMPLICIT, signal.bits, signal.name.c_str(), 0));
  }
  fstWriterSetUpscope(file);
  for (uint64_t cycle = first; cycle <= last; ++cycle) {
    fstWriterEmitTimeChange(file, 2 * cycle);
    for (size_t i = 0; i < signals.size(); ++i) {
      // At the beginning of the file the latest value before it counts.
      auto value = signals[i].values.upper_bound(cycle);
      if (value == signals[i].values.begin()) continue;
      --value;
      if (cycle != first && value->first != cycle) continue;
      fstWriterEmitValueChange(file, handles[i], value->second.c_str());
    }
    if (cycle % block == 0) fstWriterFlushContext(file);
  }
  fstWriterClose(file);
}

}  // namespace nve
