// SPDX-License-Identifier: Apache-2.0
// Models of the RTL start no thread: a snapshot of a process with several could wait for ever for
// what one of the others held (host/waves).
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <memory>

#include "host/core/core_model.hpp"
#include "host/platform/tile_model.hpp"

namespace nve {
namespace {

std::ptrdiff_t Threads() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

// Not 1: a profiler or a sanitizer may have some of its own.
TEST(OneThread, OfATileThatWritesWaves) {
  const std::ptrdiff_t before = Threads();
  const std::unique_ptr<TileModel> tile = MakeTracedTile({});
  tile->Reset();
  tile->Step();
  EXPECT_EQ(Threads(), before);
}

TEST(OneThread, OfACoreAlone) {
  const std::ptrdiff_t before = Threads();
  const std::unique_ptr<CoreModel> core = MakeRtlCore();
  EXPECT_EQ(Threads(), before);
}

}  // namespace
}  // namespace nve
