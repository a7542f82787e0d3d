// SPDX-License-Identifier: Apache-2.0
// `--feed ideal`: the steps on the RTL core alone, in lockstep, with streams that never wait.
#pragma once

#include "host/tools/cosim_run.hpp"

namespace nve {

/// Runs the task on the core alone. InputError if the tool has none.
CosimRun RunIdeal(const CosimTask& task);

}  // namespace nve
