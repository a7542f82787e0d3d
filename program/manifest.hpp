// SPDX-License-Identifier: Apache-2.0
// The manifest of a binary: everything but instruction words, coefficient words and tables, as
// JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "program/binary.hpp"

namespace nve {

/// The manifest; programs carry the lengths of their code and coefficients, "tables" is their
/// number.
nlohmann::ordered_json ManifestJson(const Binary& binary);

/// A manifest read back. `code`, `coefficients` and `tables` of the result have the right lengths
/// and hold zeros. Wrong types, missing and unknown keys are added to `problems`; the limits bound
/// what is allocated.
struct ManifestLimits {
  size_t code_words = 0;
  size_t coefficient_words = 0;
  size_t tables = 0;
};
Binary ParseManifest(const nlohmann::ordered_json& json, const ManifestLimits& limits,
                     std::vector<std::string>* problems);

}  // namespace nve
