// SPDX-License-Identifier: Apache-2.0
// The stack of the program itself, as AddressSanitizer knows it.
//
// SystemC tells the sanitizer of its switches between stacks, but not the bounds of the program's
// own one when it comes back to it. An exception thrown there would then leave the fences of the
// frames it has unwound behind, and what uses that part of the stack next looks damaged.
#pragma once

namespace nve {

#if defined(__SANITIZE_ADDRESS__)
/// Gives the sanitizer the bounds of the program's stack, if that is the one in use.
void TellMainStack();
#else
inline void TellMainStack() {}
#endif

}  // namespace nve
