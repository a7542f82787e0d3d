// A lockstep mismatch in words: what differs, lane by lane, and what led to it.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "host/lockstep/lockstep_checker.hpp"

namespace nve {

/// What the core was working on; empty members are left out of the report.
struct MismatchContext {
  std::string core;       ///< "core 0"
  std::string layer;      ///< "L2"
  std::string program;    ///< "L2.p0"
  std::string reproduce;  ///< command that shows the mismatch again, with binary or seed
};

/// One element of a probe field that differs.
struct Difference {
  const char* slot =
      "";  ///< the part of the machine: a slot's name, "control", "streams" or "registers"
  const char* field = "";  ///< probe field
  int element = -1;        ///< lane or entry, -1 if the field has one element
  int bits = 0;
  uint64_t expected = 0;  ///< golden model
  uint64_t got = 0;       ///< RTL
};

/// Elements that differ, in probe order.
std::vector<Difference> FindDifferences(const arch::Probe& expected, const arch::Probe& got);

/// The report of docs/host.md, several lines with a final newline.
std::string FormatMismatch(const Mismatch& mismatch, const MismatchContext& context);

nlohmann::ordered_json MismatchJson(const Mismatch& mismatch, const MismatchContext& context);

}  // namespace nve
