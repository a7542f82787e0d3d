// SPDX-License-Identifier: Apache-2.0
// The look of charts that are files of their own.
#pragma once

namespace nve {

inline constexpr const char* kChartStyle =
    "text{font-family:Helvetica,Arial,sans-serif;font-size:12px;fill:#222}"
    ".title{font-size:16px;font-weight:bold}.value{font-size:10px}.light{fill:#fff}.dark{fill:#000}"
    ".middle{text-anchor:middle}.end{text-anchor:end}"
    ".grid{stroke:#ddd}.fine{stroke:#f2f2f2}.axis{stroke:#222}";

}  // namespace nve
