// SPDX-License-Identifier: Apache-2.0
// The numbers generated from arch/parts/dma.json against those of PG021, typed by hand from the
// tables of "Register Space" and "Scatter Gather Descriptor".
#include <gtest/gtest.h>

#include "host/driver/dma_descriptors.hpp"
#include "host/driver/dma_registers.hpp"

namespace nve::dma {
namespace {

TEST(DmaNumbers, RegistersAreThoseOfPg021) {
  EXPECT_EQ(kMm2sBase + kControl, 0x00u);
  EXPECT_EQ(kMm2sBase + kStatus, 0x04u);
  EXPECT_EQ(kMm2sBase + kCurrent, 0x08u);
  EXPECT_EQ(kMm2sBase + kTail, 0x10u);
  EXPECT_EQ(kS2mmBase + kControl, 0x30u);
  EXPECT_EQ(kS2mmBase + kStatus, 0x34u);
  EXPECT_EQ(kS2mmBase + kCurrent, 0x38u);
  EXPECT_EQ(kS2mmBase + kTail, 0x40u);
}

TEST(DmaNumbers, BitsAreThoseOfPg021) {
  EXPECT_EQ(kControlRun, 0x1u);
  EXPECT_EQ(kControlReset, 0x4u);
  EXPECT_EQ(kControlKeyhole, 0x8u);
  EXPECT_EQ(kControlCyclic, 0x10u);
  EXPECT_EQ(kControlIocEnable | kControlDelayEnable | kControlErrorEnable, 0x7000u);
  EXPECT_EQ(kControlThresholdMax << kControlThresholdLsb, 0x00FF0000u);
  EXPECT_EQ(kControlDelayMax << kControlDelayLsb, 0xFF000000u);
  EXPECT_EQ(kControlAfterReset, 0x00010002u);
  EXPECT_EQ(kStatusHalted, 0x1u);
  EXPECT_EQ(kStatusIdle, 0x2u);
  EXPECT_EQ(kStatusInternalError, 0x10u);
  EXPECT_EQ(kStatusSlaveError, 0x20u);
  EXPECT_EQ(kStatusDecodeError, 0x40u);
  EXPECT_EQ(kStatusSgInternalError, 0x100u);
  EXPECT_EQ(kStatusSgSlaveError, 0x200u);
  EXPECT_EQ(kStatusSgDecodeError, 0x400u);
  EXPECT_EQ(kStatusAllErrors, 0x770u);
  EXPECT_EQ(kStatusIocIrq, 0x1000u);
  EXPECT_EQ(kStatusDelayIrq, 0x2000u);
  EXPECT_EQ(kStatusErrorIrq, 0x4000u);
  EXPECT_EQ(kStatusAllIrqs, 0x7000u);
  EXPECT_EQ(kStatusPacketsLeftLsb, 16);
  EXPECT_EQ(kStatusDelayTimerLsb, 24);
}

TEST(DmaNumbers, DescriptorsAreThoseOfPg021) {
  EXPECT_EQ(kDescriptorBytes, 0x40u);
  EXPECT_EQ(kPointerMask, 0xFFFFFFC0u);
  EXPECT_EQ(4 * kWordNext, 0x00);
  EXPECT_EQ(4 * kWordBuffer, 0x08);
  EXPECT_EQ(4 * kWordShape, 0x14);
  EXPECT_EQ(4 * kWordControl, 0x18);
  EXPECT_EQ(4 * kWordStatus, 0x1C);
  EXPECT_EQ(kLengthMax, 0x03FFFFFFu);
  EXPECT_EQ(kEndOfFrame, 0x04000000u);
  EXPECT_EQ(kStartOfFrame, 0x08000000u);
  EXPECT_EQ(kInternalError, 0x10000000u);
  EXPECT_EQ(kSlaveError, 0x20000000u);
  EXPECT_EQ(kDecodeError, 0x40000000u);
  EXPECT_EQ(kErrorBits, 0x70000000u);
  EXPECT_EQ(kCompleted, 0x80000000u);
  // The multichannel descriptor of PG021: VSIZE and STRIDE
  EXPECT_EQ(kColumnsMax << kColumnsLsb, 0xFFF80000u);
  EXPECT_EQ(kColumnStrideMax << kColumnStrideLsb, 0x0000FFFFu);
  EXPECT_EQ(kMaxLength, 8388600u);
}

}  // namespace
}  // namespace nve::dma
