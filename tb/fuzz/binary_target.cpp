// SPDX-License-Identifier: Apache-2.0
// Binaries, with their checksums as they are and made right again.
#include "program/binary.hpp"
#include "tb/fuzz/accepted_binary.hpp"
#include "tb/fuzz/repair.hpp"

namespace nve::fuzz {
namespace {

constexpr int64_t kMaxCycles = 20'000;

void CheckFile(const std::vector<uint8_t>& bytes) {
  Binary binary;
  try {
    binary = ParseBinary(bytes, "fuzz.nve");
  } catch (const InputError& error) {
    Require(!error.diagnostics().empty(), "a refusal has a reason");
    return;
  }
  CheckNothingIsDropped(bytes, binary);
  CheckRoundTrips(binary);
  if (RunIdeally(binary, kMaxCycles) == RunEnd::kDone) CheckHazards(binary);
}

}  // namespace

void FuzzBinary(Bytes bytes) {
  const std::vector<uint8_t> file(bytes.begin(), bytes.end());
  CheckFile(file);
  const std::vector<uint8_t> repaired = RepairContainer(bytes);
  if (repaired != file) CheckFile(repaired);
}

}  // namespace nve::fuzz
