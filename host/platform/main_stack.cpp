// SPDX-License-Identifier: Apache-2.0
// Bounds of the program's stack for AddressSanitizer: see main_stack.hpp.
#include "host/platform/main_stack.hpp"

#if defined(__SANITIZE_ADDRESS__)

#include <pthread.h>
#include <sanitizer/common_interface_defs.h>

#include <cstddef>
#include <cstdint>

namespace nve {
namespace {

struct Bounds {
  void* bottom = nullptr;
  size_t size = 0;
};

// To the system the program has one thread: SystemC switches its stacks itself.
Bounds MainStack() {
  Bounds bounds;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return bounds;
  pthread_attr_getstack(&attributes, &bounds.bottom, &bounds.size);
  pthread_attr_destroy(&attributes);
  return bounds;
}

}  // namespace

void TellMainStack() {
  static const Bounds kStack = MainStack();
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  if (here - reinterpret_cast<uintptr_t>(kStack.bottom) >= kStack.size) return;
  void* frames = nullptr;
  __sanitizer_start_switch_fiber(&frames, kStack.bottom, kStack.size);
  __sanitizer_finish_switch_fiber(frames, nullptr, nullptr);
}

}  // namespace nve

// What the processor's thread holds when a run ends before it is not lost: nobody looks for
// pointers on its stack. A suppression knows only where memory was allocated: with this one no leak
// of the driver and of what it calls is seen in co-simulations, also if the thread has ended.
extern "C" const char* __lsan_default_suppressions() { return "leak:sc_thread_cor_fn\n"; }
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }

#endif
