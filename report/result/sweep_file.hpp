// SPDX-License-Identifier: Apache-2.0
// What nve-sweep --json writes: rates of the DMA by size of its transfers.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "report/result/result_field.hpp"

namespace nve {

struct RateOfSweep {
  double period = 0, mb_s = 0;
  uint64_t first = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("period", &RateOfSweep::period, "clock cycles from one transfer to the next"),
      Key("mb_s", &RateOfSweep::mb_s, "rate, 10^6 bytes/s"),
      Key("first", &RateOfSweep::first, "clock cycles from the start to the first word"));
};

struct PeakOfSweep {
  double direction = 0, together = 0;
  static constexpr auto kFields =
      std::make_tuple(Key("direction", &PeakOfSweep::direction, "of one direction, 10^6 bytes/s"),
                      Key("together", &PeakOfSweep::together, "of both together, 10^6 bytes/s"));
};

struct TransferOfSweep {
  std::string profile, memory, ports, direction;
  uint64_t bytes = 0;
  std::optional<RateOfSweep> mm2s, s2mm;
  std::optional<double> closed_form_period;
  std::optional<std::vector<double>> closed_form_range;
  PeakOfSweep peak_mb_s;
  std::optional<Named<std::string>> values;
  static constexpr auto kFields = std::make_tuple(
      Key("profile", &TransferOfSweep::profile, "profile of the DMA's times (docs/dma.md)"),
      Key("memory", &TransferOfSweep::memory, "as given to --memory: a key of memories"),
      Key("ports", &TransferOfSweep::ports, "separate or shared memory ports"),
      Key("direction", &TransferOfSweep::direction, "mm2s, s2mm or both, which run at once"),
      Key("bytes", &TransferOfSweep::bytes, "bytes of a transfer"),
      Key("mm2s", &TransferOfSweep::mm2s, "from memory to stream"),
      Key("s2mm", &TransferOfSweep::s2mm, "from stream to memory"),
      Key("closed_form_period", &TransferOfSweep::closed_form_period,
          "period of mm2s by the closed form of docs/dma.md, clock cycles"),
      Key("closed_form_range", &TransferOfSweep::closed_form_range,
          "least and greatest period of mm2s as far as the vendor's times are known"),
      Key("peak_mb_s", &TransferOfSweep::peak_mb_s, "most that port and memory allow"),
      Key("values", &TransferOfSweep::values, "with --vary: value of each parameter"));
};

struct SweepFile : FileHead {
  static constexpr const char* kSchema = "nve-sweep";
  static constexpr const char* kMeaning = "rates of the DMA by size of its transfers";
  SweepFile() : FileHead{kSchema, 1, "nve-sweep", {}} {}

  int clock_mhz = 0;
  int lanes = 0;
  double port_mb_s = 0;
  Named<nlohmann::ordered_json> memories;
  uint64_t outstanding = 0, stride = 0;
  std::vector<TransferOfSweep> transfers;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields,
      std::make_tuple(
          Key("clock_mhz", &SweepFile::clock_mhz, "clock, MHz"),
          Key("lanes", &SweepFile::lanes, "multiply-accumulate units of the machine"),
          Key("port_mb_s", &SweepFile::port_mb_s, "most that a port moves, 10^6 bytes/s"),
          Key("memories", &SweepFile::memories,
              "parameters of memory and board by what was given to --memory (docs/memory.md)"),
          Key("outstanding", &SweepFile::outstanding,
              "bursts of a direction that a memory port accepts"),
          Key("stride", &SweepFile::stride,
              "bytes from transfer to transfer, 0: one behind the other"),
          Key("transfers", &SweepFile::transfers, "by measurement")));
};

}  // namespace nve
