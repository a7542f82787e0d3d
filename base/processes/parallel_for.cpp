// SPDX-License-Identifier: Apache-2.0
// Threads that take the next piece from a counter: see parallel_for.hpp.
#include "base/processes/parallel_for.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace nve {

void ParallelFor(size_t count, const std::function<void(size_t)>& work) {
  std::atomic<size_t> next = 0;
  std::exception_ptr failure;
  std::mutex mutex;
  const auto take_pieces = [&] {
    for (size_t piece = next++; piece < count; piece = next++) {
      try {
        work(piece);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next = count;
      }
    }
  };
  {
    const size_t threads = std::min<size_t>(std::thread::hardware_concurrency(), count);
    std::vector<std::jthread> others;
    for (size_t i = 1; i < threads; ++i) others.emplace_back(take_pieces);
    take_pieces();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace nve
