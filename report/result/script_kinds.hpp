// SPDX-License-Identifier: Apache-2.0
// Kinds of result files that scripts write. Their tables of keys stand in
// scripts/lib/result_tables.py, which makes the definition when this is built.
#pragma once

namespace nve {

/// A JSON object: the JSON Schema of each kind by its name.
extern const char* const kScriptSchemas;

}  // namespace nve
