// SPDX-License-Identifier: Apache-2.0
// Register accesses with named errors: see register_block.hpp.
#include "host/driver/register_block.hpp"

#include <fmt/format.h>

namespace nve {

const char* ToString(BusResponse response) {
  switch (response) {
    case BusResponse::kOkay:
      return "OKAY";
    case BusResponse::kSlaveError:
      return "SLVERR";
    case BusResponse::kDecodeError:
      return "DECERR";
  }
  return "?";
}

uint32_t RegisterBlock::Read(uint32_t offset, const char* name) {
  uint32_t value = 0;
  const BusResponse response = bus_.Read32(base_ + offset, value);
  if (response != BusResponse::kOkay) Fail(response, "read of", offset, name);
  return value;
}

void RegisterBlock::Write(uint32_t offset, uint32_t value, const char* name) {
  const BusResponse response = bus_.Write32(base_ + offset, value);
  if (response != BusResponse::kOkay) {
    Fail(response, fmt::format("write of 0x{:x} to", value).c_str(), offset, name);
  }
}

void RegisterBlock::Fail(BusResponse response, const char* verb, uint32_t offset,
                         const char* name) {
  throw DriverError(fmt::format("{}: {} {} at 0x{:08x} was answered with {}", device_, verb, name,
                                base_ + offset, ToString(response)));
}

}  // namespace nve
