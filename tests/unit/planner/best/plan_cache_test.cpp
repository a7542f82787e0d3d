// SPDX-License-Identifier: Apache-2.0
// Costs come back as they were kept; damaged ones, and those of something else, do not.
#include "planner/best/plan_cache.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/files/files.hpp"
#include "compiler/compile.hpp"
#include "convnet/network_xml.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve::planner {
namespace {

transfer::FeedPrediction Cost() {
  transfer::FeedPrediction cost;
  cost.terms.core = 1234;
  cost.terms.drain = 5;
  cost.events.bursts = 77;
  cost.begin = 10;
  cost.end = 2000;
  cost.first_strip = 1999;
  return cost;
}

Binary Small() {
  const Network network =
      LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml");
  return Compile(network, SeededWeights(network, 1), {}).binary;
}

class PlanCacheTest : public ::testing::Test {
 protected:
  const TestFolder folder_;
  const std::string cache_folder_ = folder_ / "cache";
  PlanCache cache_{cache_folder_};
  transfer::TransferOptions transfer_;
  const std::string name_ = cache_.NameOf(Small(), transfer_, true);
};

TEST_F(PlanCacheTest, KeepsCosts) {
  EXPECT_FALSE(cache_.Find(name_));
  cache_.Keep(name_, Cost());
  const auto found = PlanCache(cache_folder_).Find(name_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->Elapsed(), Cost().Elapsed());
  EXPECT_EQ(found->FirstStrip(), Cost().FirstStrip());
  EXPECT_EQ(found->terms.core, Cost().terms.core);
  EXPECT_EQ(found->terms.drain, Cost().terms.drain);
  EXPECT_EQ(found->events.bursts, Cost().events.bursts);
}

TEST_F(PlanCacheTest, NamesTellEverythingThatACostDependsOn) {
  Binary other = Small();
  other.planes.front().pitch += 8;
  EXPECT_NE(cache_.NameOf(other, transfer_, true), name_);
  EXPECT_NE(cache_.NameOf(Small(), transfer_, false), name_);
  transfer_.memory.read_latency += 1;
  EXPECT_NE(cache_.NameOf(Small(), transfer_, true), name_);
  transfer_ = {};
  transfer_.register_cycles += 1;
  EXPECT_NE(cache_.NameOf(Small(), transfer_, true), name_);
}

// Every byte of the file, changed, gone, and every end cut off.
TEST_F(PlanCacheTest, BelievesNoDamagedFile) {
  cache_.Keep(name_, Cost());
  const std::string path = cache_folder_ + "/" + name_;
  const std::string whole = ReadFileText(path);
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = changed[i] == '1' ? '2' : '1';
    for (const std::string& text : {changed, whole.substr(0, i)}) {
      std::ofstream(path, std::ios::trunc) << text;
      EXPECT_FALSE(cache_.Find(name_)) << "byte " << i;
    }
  }
  std::ofstream(path, std::ios::trunc) << whole;
  EXPECT_TRUE(cache_.Find(name_));
  std::filesystem::copy_file(path, cache_folder_ + "/" + std::string(32, '0'));
  EXPECT_FALSE(cache_.Find(std::string(32, '0'))) << "a cost of something else";
}

TEST_F(PlanCacheTest, AFolderThatCannotBeIsNoError) {
  std::ofstream(folder_ / "file") << "text";
  PlanCache none(folder_ / "file");
  none.Keep(name_, Cost());
  none.Keep(name_, Cost());
  EXPECT_FALSE(none.Find(name_));
  EXPECT_FALSE(PlanCache().IsOn());
  EXPECT_EQ(CacheFolderOf("off"), "");
  EXPECT_EQ(CacheFolderOf("here"), "here");
}

}  // namespace
}  // namespace nve::planner
