// SPDX-License-Identifier: Apache-2.0
// What the network says of its pictures.
#pragma once

#include "report/html/section.hpp"

namespace nve {

/// Accuracy, boxes, the confusion matrix and the pictures that were taken for another class;
/// nothing if the result has no read-out.
Html ReadOutSection(const RunView& view);

}  // namespace nve
