// SPDX-License-Identifier: Apache-2.0
// What is around the body of every page.
#pragma once

#include <string>

#include "report/html/html.hpp"

namespace nve {

/// A whole page: it asks for nothing and runs nothing, whatever is in it.
std::string FramedPage(const std::string& title, const Html& body);

}  // namespace nve
