// SPDX-License-Identifier: Apache-2.0
// A read-out in words.
#pragma once

#include <string>

#include "report/result/read_out_result.hpp"

namespace nve {

/// Lines about classes or boxes, accuracy and equal scores, each with its newline. Of many pictures
/// or boxes the first.
std::string ReadOutText(const ReadOutOfRun& read_out);

/// "24 of 24 signs found, 0 false boxes, 16 of 16 look-alikes rejected"
std::string FoundText(const FoundOfRun& found);

}  // namespace nve
