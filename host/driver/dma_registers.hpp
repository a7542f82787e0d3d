// SPDX-License-Identifier: Apache-2.0
// Registers of the scatter-gather DMA (nve_dma.hpp, generated from arch/parts/dma.json) in words.
#pragma once

#include <cstdint>
#include <string>

#include "nve_dma.hpp"

namespace nve::dma {

/// "halted, SGIntErr (descriptor already completed), Err_Irq": the bits of DMASR in words.
std::string DescribeStatus(uint32_t status);

}  // namespace nve::dma
