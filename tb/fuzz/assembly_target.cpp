// SPDX-License-Identifier: Apache-2.0
// Assembly text: problems have their line, and what is taken keeps all promises of a binary.
#include <algorithm>

#include "program/assembly.hpp"
#include "tb/fuzz/accepted_binary.hpp"
#include "tb/fuzz/targets.hpp"

namespace nve::fuzz {

void FuzzAssembly(Bytes bytes) {
  constexpr const char* kFile = "fuzz.nvs";
  constexpr int64_t kMaxCycles = 20'000;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  Binary binary;
  try {
    binary = ParseAssembly(text, kFile);
  } catch (const InputError& error) {
    const auto lines = 1 + std::count(text.begin(), text.end(), '\n');
    Require(!error.diagnostics().empty(), "a refusal has a reason");
    for (const Diagnostic& problem : error.diagnostics()) {
      Require(problem.where.file == kFile && problem.where.line <= lines,
              "every problem has its file and line");
    }
    return;
  }
  CheckRoundTrips(binary);
  if (RunIdeally(binary, kMaxCycles) == RunEnd::kDone) CheckHazards(binary);
}

}  // namespace nve::fuzz
