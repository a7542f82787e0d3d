// SPDX-License-Identifier: Apache-2.0
// What ports to the memory did.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "report/result/result_field.hpp"

namespace nve {

struct AxiSideOfRun {
  Named<uint64_t> cycles;
  uint64_t bursts = 0, bytes = 0, address_wait = 0, most_open = 0;
  Named<uint64_t> latency;
  static constexpr auto kFields = std::make_tuple(
      Key("cycles", &AxiSideOfRun::cycles, "clock cycles by what the port did or waited for"),
      Key("bursts", &AxiSideOfRun::bursts, "bursts"), Key("bytes", &AxiSideOfRun::bytes, "bytes"),
      Key("address_wait", &AxiSideOfRun::address_wait,
          "clock cycles in which an address was not accepted"),
      Key("most_open", &AxiSideOfRun::most_open, "most bursts under way at once"),
      Key("latency", &AxiSideOfRun::latency,
          "bursts by clock cycles from address to first beat, or to the response"));
};

struct AxiPortOfRun {
  std::optional<AxiSideOfRun> read, write;
  static constexpr auto kFields =
      std::make_tuple(Key("read", &AxiPortOfRun::read, "reading side of the port"),
                      Key("write", &AxiPortOfRun::write, "writing side of the port"));
};

}  // namespace nve
