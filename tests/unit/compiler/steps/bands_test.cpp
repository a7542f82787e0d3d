// SPDX-License-Identifier: Apache-2.0
// Bands: every strip is in one, and what a strip reads is in its band or an earlier one. That all
// pixels are right is tested by random networks (tests/networks).
#include "compiler/steps/bands.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "compiler/compile.hpp"
#include "compiler/steps/step_builder.hpp"
#include "compiler/transpose.hpp"
#include "convnet/network_xml.hpp"
#include "program/first_strip.hpp"
#include "program/step_dependencies.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class BandsTest : public ::testing::Test {
 protected:
  static CompileOptions Options(const std::vector<int>& sizes, int cores = 3) {
    CompileOptions options;
    options.vectors = Vectors::kHorizontal;
    options.cores = cores;
    options.bands = sizes;
    return options;
  }
  Binary Compiled(const std::vector<int>& sizes) const {
    return Compile(network_, weights_, Options(sizes)).binary;
  }
  std::vector<Band> Bands(const std::vector<int>& sizes) const {
    return BandsOf(machine_network_, whole_, sizes);
  }

  const Network network_ =
      LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/face_detection.xml");
  const Weights weights_ = SeededWeights(network_, 1);
  const Network machine_network_ = Transposed(network_);
  const Binary whole_ = Compiled({});
};

TEST_F(BandsTest, EveryStripIsInOneBand) {
  for (const std::vector<int>& sizes :
       {std::vector<int>{}, {1}, {1, 2}, {5, 1}, {1000}, {1, 3, 1000}}) {
    const std::vector<Band> bands = Bands(sizes);
    for (size_t layer = 0; layer < machine_network_.layers.size(); ++layer) {
      int done = 0;
      for (const Band& band : bands) {
        EXPECT_EQ(band[layer].first, done);
        EXPECT_GE(band[layer].count, 0);
        done += band[layer].count;
      }
      EXPECT_EQ(done, WorkOf(machine_network_.layers[layer], whole_).strips);
    }
  }
}

TEST_F(BandsTest, SizesAreThoseOfTheLastLayerAndTheLastOneHolds) {
  std::vector<int> sizes;
  for (const Band& band : Bands({1, 2, 4})) sizes.push_back(band.back().count);
  EXPECT_THAT(sizes, ElementsAre(1, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4)) << "39 half strips";
  EXPECT_EQ(Bands({}).size(), 1U);
}

// Layer L4 reads 1x1 windows, L3 7x7 ones, L2 those of two rows each.
TEST_F(BandsTest, TheFirstBandIsWhatTheFirstStripNeeds) {
  const Band first = Bands({1}).front();
  for (size_t layer = 0; layer + 1 < first.size(); ++layer) {
    const int rows = first[layer].count * RowsOfStrip(whole_, static_cast<int>(layer));
    const int reader_rows = RowsOfStrip(whole_, static_cast<int>(layer) + 1);
    const int64_t read =
        RowsRead(machine_network_.layers[layer + 1], reader_rows, first[layer + 1].count);
    EXPECT_GE(rows, read);
    EXPECT_LT(rows - RowsOfStrip(whole_, static_cast<int>(layer)), read) << "none too many";
  }
}

// In the order of the steps no step reads what a later one writes for the same picture.
TEST_F(BandsTest, NothingIsReadBeforeItIsWritten) {
  const Binary binary = Compiled({1, 2});
  const std::vector<StepWork> works = WorksOf(binary);
  for (size_t later = 0; later < works.size(); ++later) {
    if (works[later].core == StepWork::kProcessor) continue;
    for (size_t earlier = 0; earlier < later; ++earlier) {
      for (const PlaneRegion& read : works[earlier].reads) {
        for (const PlaneRegion& written : works[later].writes) {
          EXPECT_FALSE(read.Meets(written))
              << "step " << works[earlier].step << " reads before step " << works[later].step;
        }
      }
    }
  }
}

TEST_F(BandsTest, StepsOfAllBandsMoveTheSameBytes) {
  const auto bytes_of = [](const Binary& binary) {
    std::map<int, std::pair<int64_t, int64_t>> bytes;  // by program
    for (const AnyStep& step : binary.steps) {
      const auto* run = std::get_if<RunStep>(&step);
      if (run == nullptr) continue;
      bytes[run->program].first += TotalBytes(run->input);
      bytes[run->program].second += TotalBytes(run->output);
    }
    return bytes;
  };
  EXPECT_EQ(bytes_of(Compiled({1, 4})), bytes_of(whole_));
}

TEST_F(BandsTest, TheFirstStripIsWrittenByStepsOfTheFirstBand) {
  const auto writers = [](const Binary& binary) {
    std::vector<int> runs;
    const std::vector<bool> writes = WritesFirstStrip(binary);
    for (size_t step = 0; step < writes.size(); ++step) {
      if (writes[step]) runs.push_back(std::get<RunStep>(binary.steps[step]).runs);
    }
    return runs;
  };
  EXPECT_THAT(writers(Compiled({1})), ElementsAre(1)) << "one program, one strip";
  EXPECT_EQ(writers(whole_).size(), 1U);
  EXPECT_GT(writers(whole_).front(), 1);
}

TEST(ParseBands, TakesListsOfStrips) {
  EXPECT_THAT(ParseBands("off"), IsEmpty());
  EXPECT_THAT(ParseBands("1,2,4"), ElementsAre(1, 2, 4));
  for (const char* text : {"", "0", "1,,2", "1,x", "-1", "65537", "off,1"}) {
    ExpectInputError([&] { ParseBands(text); }, "--pipeline: found '");
  }
}

}  // namespace
}  // namespace nve
