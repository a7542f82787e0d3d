// Registers of the scatter-gather DMA, AMD AXI DMA v7.1 (PG021): the part the driver uses.
#pragma once

#include <cstdint>
#include <string>

namespace nve::dma {

/// First register of a channel's block.
inline constexpr uint32_t kMm2sBase = 0x00;
inline constexpr uint32_t kS2mmBase = 0x30;

/// Offsets in a channel's block.
inline constexpr uint32_t kControl = 0x00;
inline constexpr uint32_t kStatus = 0x04;
inline constexpr uint32_t kCurrent = 0x08;
inline constexpr uint32_t kTail = 0x10;

/// Bits of DMACR.
inline constexpr uint32_t kControlRun = 1u << 0;
inline constexpr uint32_t kControlReset = 1u << 2;
inline constexpr uint32_t kControlKeyhole = 1u << 3;
inline constexpr uint32_t kControlCyclic = 1u << 4;
inline constexpr uint32_t kControlIocEnable = 1u << 12;
inline constexpr uint32_t kControlErrorEnable = 1u << 14;
inline constexpr int kControlThresholdLsb = 16;

/// Bits of DMASR.
inline constexpr uint32_t kStatusHalted = 1u << 0;
inline constexpr uint32_t kStatusIdle = 1u << 1;
inline constexpr uint32_t kStatusInternalError = 1u << 4;
inline constexpr uint32_t kStatusSlaveError = 1u << 5;
inline constexpr uint32_t kStatusDecodeError = 1u << 6;
inline constexpr uint32_t kStatusSgInternalError = 1u << 8;
inline constexpr uint32_t kStatusSgSlaveError = 1u << 9;
inline constexpr uint32_t kStatusSgDecodeError = 1u << 10;
inline constexpr uint32_t kStatusAllErrors = 0x770;
inline constexpr uint32_t kStatusIocIrq = 1u << 12;
inline constexpr uint32_t kStatusDelayIrq = 1u << 13;
inline constexpr uint32_t kStatusErrorIrq = 1u << 14;
inline constexpr uint32_t kStatusAllIrqs = 0x7000;

/// "halted, SGIntErr (descriptor already completed), Err_Irq": the bits of DMASR in words.
std::string DescribeStatus(uint32_t status);

}  // namespace nve::dma
