// SPDX-License-Identifier: Apache-2.0
// The result of a co-simulation as JSON and as a table.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "host/cosim/session.hpp"

namespace nve {

/// Keys: lockstep, layers[], total, states, dma (docs/host.md).
nlohmann::ordered_json SessionJson(const Session& session);

/// The same for people.
std::string SessionTable(const Session& session);

/// Clock cycles per second of the host's processor time.
double CyclesPerSecond(const Session& session);

}  // namespace nve
