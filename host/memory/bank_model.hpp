// SPDX-License-Identifier: Apache-2.0
// The `bank` model: AXI ports in front of a DDR3 controller (dram_controller.hpp).
#pragma once

#include "host/memory/memory_model.hpp"

namespace nve {

std::unique_ptr<MemoryModel> MakeBankModel(const MemoryConfig& config, double clock_mhz);

}  // namespace nve
