// SPDX-License-Identifier: Apache-2.0
// The steps of compiled networks: transfers stay in their planes and come in the stream order of
// docs/isa.md, section 12. The expected order is written down here by plain loops, not taken from
// the builder.
#include "compiler/steps/step_builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "compiler/compile.hpp"
#include "convnet/network_xml.hpp"
#include "tests/unit/program/touched_bytes.hpp"

namespace nve {
namespace {

using PieceKey = std::tuple<MemoryObject::Kind, int, int64_t, int64_t>;  // object, offset, bytes

std::vector<PieceKey> PiecesOf(const std::vector<Transfer>& transfers) {
  std::vector<PieceKey> pieces;
  ForEachPiece(transfers, [&](const Piece& piece) {
    pieces.emplace_back(piece.object.kind, piece.object.index, piece.offset, piece.bytes);
  });
  return pieces;
}

int PlaneOf(const Binary& binary, int layer, int map) {
  const auto found =
      std::find_if(binary.planes.begin(), binary.planes.end(),
                   [&](const Plane& plane) { return plane.layer == layer && plane.map == map; });
  return static_cast<int>(found - binary.planes.begin());
}

// What all strips of a program take, column by column. For windows at least as wide as their step.
std::vector<PieceKey> ExpectedInput(const Binary& binary, const RunStep& step, const Layer& layer) {
  const Program& program = binary.programs[step.program];
  const int64_t bytes = ((program.outputs_per_iteration - 1) * layer.stride_y +
                         layer.kernel_height + arch::kWordPixels - 1) /
                        arch::kWordPixels * arch::kWordBytes;
  const int initial = layer.kernel_width - layer.stride_x;
  std::vector<PieceKey> pieces;
  for (int run = 0; run < step.runs; ++run) {
    const auto add_columns = [&](int first, int count) {
      for (const int map : program.input_maps) {
        const int plane = PlaneOf(binary, program.layer - 1, map);
        for (int column = first; column < first + count; ++column) {
          const int64_t top = int64_t{run} * program.outputs_per_iteration * layer.stride_y;
          pieces.emplace_back(MemoryObject::Kind::kPlane, plane,
                              column * binary.planes[plane].pitch + top, bytes);
        }
      }
    };
    pieces.emplace_back(MemoryObject::Kind::kCoefficients, step.program, 0,
                        static_cast<int64_t>(program.coefficients.size()) * arch::kWordBytes);
    add_columns(0, initial);
    for (int iteration = 0; iteration < layer.out_width; ++iteration) {
      add_columns(initial + iteration * layer.stride_x, layer.stride_x);
    }
  }
  return pieces;
}

class SmallNetworks : public ::testing::TestWithParam<std::string> {
 protected:
  SmallNetworks()
      : network_(LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/" + GetParam())),
        binary_(Compile(network_, SeededWeights(network_, 1), {}).binary) {}

  // Every piece lies in one column of its plane: the rows behind a column belong to the next one.
  void ExpectInsideColumns(const std::vector<Transfer>& transfers) const {
    for (const auto& [kind, index, offset, bytes] : PiecesOf(transfers)) {
      if (kind != MemoryObject::Kind::kPlane) continue;
      const Plane& plane = binary_.planes[index];
      ASSERT_GE(offset, 0) << plane.name;
      ASSERT_LE(offset % plane.pitch + bytes, plane.pitch) << plane.name << " at " << offset;
      ASSERT_LE(offset + bytes, plane.Bytes()) << plane.name;
      ASSERT_EQ(offset % arch::kWordBytes, 0) << plane.name;
    }
  }

  Network network_;
  Binary binary_;
};

TEST_P(SmallNetworks, TransfersStayInTheirColumns) {
  for (const AnyStep& any_step : binary_.steps) {
    const auto* step = std::get_if<RunStep>(&any_step);
    if (step == nullptr) continue;
    ExpectInsideColumns(step->input);
    ExpectInsideColumns(step->output);
  }
}

TEST_P(SmallNetworks, InputComesInStreamOrder) {
  for (const AnyStep& any_step : binary_.steps) {
    const auto* step = std::get_if<RunStep>(&any_step);
    if (step == nullptr) continue;
    const Layer& layer = network_.layers[binary_.programs[step->program].layer];
    ASSERT_GE(layer.kernel_width, layer.stride_x);
    EXPECT_EQ(PiecesOf(step->input), ExpectedInput(binary_, *step, layer))
        << binary_.programs[step->program].name;
  }
}

TEST_P(SmallNetworks, OutputFillsEveryStripColumnByColumn) {
  for (const AnyStep& any_step : binary_.steps) {
    const auto* step = std::get_if<RunStep>(&any_step);
    if (step == nullptr) continue;
    const Program& program = binary_.programs[step->program];
    const Layer& layer = network_.layers[program.layer];
    std::vector<PieceKey> expected;
    for (int run = 0; run < step->runs; ++run) {
      for (int column = 0; column < layer.out_width; ++column) {
        for (const int map : program.output_maps) {
          const int plane = PlaneOf(binary_, program.layer, map);
          expected.emplace_back(
              MemoryObject::Kind::kPlane, plane,
              column * binary_.planes[plane].pitch + int64_t{run} * program.outputs_per_iteration,
              program.outputs_per_iteration);
        }
      }
    }
    EXPECT_EQ(PiecesOf(step->output), expected) << program.name;
  }
}

// Who waits for whom depends on it: no byte too few and none too many.
TEST_P(SmallNetworks, RegionsAreExact) {
  for (const AnyStep& any_step : binary_.steps) {
    const auto* step = std::get_if<RunStep>(&any_step);
    if (step == nullptr) continue;
    for (const std::vector<Transfer>* transfers : {&step->input, &step->output}) {
      EXPECT_EQ(testing::BytesOf(RegionsOf(*transfers, binary_.planes), binary_.planes),
                testing::BytesOf(*transfers))
          << binary_.programs[static_cast<size_t>(step->program)].name;
    }
  }
}

// The loader's checks: ranges of every index, planes, extents of transfers.
TEST_P(SmallNetworks, TheLoaderAcceptsTheBinary) {
  const std::vector<uint8_t> bytes = SerializeBinary(binary_);
  EXPECT_EQ(SerializeBinary(ParseBinary(bytes, GetParam())), bytes);
}

std::vector<std::string> SmallFiles() {
  std::vector<std::string> names;
  const std::string folder = std::string(NVE_SOURCE_DIR) + "/networks/small";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back("small/" + entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string TestName(const ::testing::TestParamInfo<std::string>& info) {
  return std::filesystem::path(info.param).stem().string();
}

INSTANTIATE_TEST_SUITE_P(Steps, SmallNetworks, ::testing::ValuesIn(SmallFiles()), TestName);

// Each program computes all pictures in one step, of which each has the transfers of a single one
// in its own part of the planes.
TEST_P(SmallNetworks, PicturesFollowEachOtherInEachStep) {
  constexpr int kPictures = 3;
  const Binary three =
      Compile(network_, SeededWeights(network_, 1), {.pictures = kPictures}).binary;
  const auto repeated = [&](const std::vector<Transfer>& single) {
    std::vector<PieceKey> pieces;
    for (int picture = 0; picture < kPictures; ++picture) {
      for (auto [kind, index, offset, bytes] : PiecesOf(single)) {
        if (kind == MemoryObject::Kind::kPlane) offset += picture * binary_.planes[index].Bytes();
        pieces.emplace_back(kind, index, offset, bytes);
      }
    }
    return pieces;
  };
  EXPECT_EQ(three.Pictures(), kPictures);
  ASSERT_EQ(three.steps.size(), binary_.steps.size());
  for (size_t number = 0; number < three.steps.size(); ++number) {
    const auto* one = std::get_if<RunStep>(&binary_.steps[number]);
    if (one == nullptr) continue;
    const auto& step = std::get<RunStep>(three.steps[number]);
    EXPECT_EQ(step.runs, one->runs * kPictures);
    EXPECT_EQ(PiecesOf(step.input), repeated(one->input));
    EXPECT_EQ(PiecesOf(step.output), repeated(one->output));
  }
}

// A start has at most 65535 runs.
TEST(AddSteps, MorePicturesThanAStartHasRunsForAreAFurtherStep) {
  const Network network =
      LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/small/filter3x3.xml");
  const Binary binary = Compile(network, SeededWeights(network, 1), {.pictures = 40000}).binary;
  std::vector<int> runs;
  for (const AnyStep& step : binary.steps) runs.push_back(std::get<RunStep>(step).runs);
  EXPECT_EQ(runs, (std::vector<int>{65534, 14466}));  // of 2 strips: 32767 and 7233 pictures
  EXPECT_EQ(PiecesOf(std::get<RunStep>(binary.steps[1]).output).front(),
            PieceKey(MemoryObject::Kind::kPlane, 1, 32767 * binary.planes[1].pitch * 22, 16));
}

// What ranges of strips move is what one core moves, cut where they meet: each strip reads its own
// rows beyond the last output, those that the next one reads too.
class OnSeveralCores : public ::testing::TestWithParam<std::string> {};

std::map<int, std::vector<RunStep>> RunsByProgram(const Binary& binary) {
  std::map<int, std::vector<RunStep>> runs;
  for (const AnyStep& step : binary.steps) {
    if (const auto* run = std::get_if<RunStep>(&step)) runs[run->program].push_back(*run);
  }
  for (auto& [program, steps] : runs) {
    std::sort(steps.begin(), steps.end(),
              [](const RunStep& a, const RunStep& b) { return a.core < b.core; });
  }
  return runs;
}

std::vector<int> ClearedPlanes(const Binary& binary) {
  std::vector<int> planes;
  for (const AnyStep& step : binary.steps) {
    if (const auto* clear = std::get_if<ClearStep>(&step)) planes.push_back(clear->plane);
  }
  return planes;
}

TEST_P(OnSeveralCores, ProgramsMoveWhatOneCoreMoves) {
  using Choice = PartitionChoice::Kind;
  const Network network = LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/" + GetParam());
  const Weights weights = SeededWeights(network, 1);
  const Binary whole = Compile(network, weights, {}).binary;
  for (const int cores : {2, 3, 4, 16}) {
    for (const Choice kind : {Choice::kAuto, Choice::kKs, Choice::kOfm}) {
      CompileOptions options;
      options.cores = cores;
      options.partition = {kind, {}};
      const Binary binary = Compile(network, weights, options).binary;
      EXPECT_EQ(ClearedPlanes(binary), ClearedPlanes(whole));
      std::map<int, std::vector<RunStep>> parts = RunsByProgram(binary);
      for (const auto& [program, steps] : RunsByProgram(whole)) {
        RunStep joined;
        joined.runs = 0;
        for (const RunStep& part : parts[program]) {
          EXPECT_GE(part.core, 0);
          EXPECT_LT(part.core, cores);
          joined.runs += part.runs;
          joined.input.insert(joined.input.end(), part.input.begin(), part.input.end());
          joined.output.insert(joined.output.end(), part.output.begin(), part.output.end());
        }
        ASSERT_EQ(steps.size(), 1u);
        EXPECT_EQ(joined.runs, steps.front().runs);
        EXPECT_EQ(PiecesOf(joined.input), PiecesOf(steps.front().input));
        EXPECT_EQ(PiecesOf(joined.output), PiecesOf(steps.front().output));
      }
      const std::vector<uint8_t> bytes = SerializeBinary(binary);
      EXPECT_EQ(SerializeBinary(ParseBinary(bytes, GetParam())), bytes);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Steps, OnSeveralCores, ::testing::ValuesIn(SmallFiles()), TestName);

// Two strips of a 3x3 window: the second begins at row 16, of which the first has read 8 rows too.
TEST(StepsOf, ARangeReadsItsHalo) {
  const Network network =
      LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/small/filter3x3.xml");
  CompileOptions options;
  options.cores = 2;
  options.partition.kind = PartitionChoice::Kind::kOfm;
  const Binary binary = Compile(network, SeededWeights(network, 1), options).binary;
  ASSERT_EQ(binary.steps.size(), 2u);
  for (const int core : {0, 1}) {
    const auto& step = std::get<RunStep>(binary.steps[static_cast<size_t>(core)]);
    EXPECT_EQ(step.core, core);
    EXPECT_EQ(step.runs, 1);
    const auto [kind, plane, offset, bytes] = PiecesOf(step.input)[1];
    EXPECT_EQ(kind, MemoryObject::Kind::kPlane);
    EXPECT_EQ(offset, 16 * core);
    EXPECT_EQ(bytes, 24);  // 18 rows in words of 8
    EXPECT_EQ(PiecesOf(step.output).front(),
              PieceKey(MemoryObject::Kind::kPlane, 1, 16 * core, 16));
  }
}

// Pictures and ranges of strips do not meet: a range has its strips of every picture.
TEST(StepsOf, RangesHaveAllPictures) {
  const Network network =
      LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/small/filter3x3.xml");
  CompileOptions options;
  options.cores = 2;
  options.pictures = 3;
  const Binary binary = Compile(network, SeededWeights(network, 1), options).binary;
  ASSERT_EQ(binary.steps.size(), 2u);
  const int64_t picture = binary.planes[1].pitch * binary.planes[1].columns;
  for (const int core : {0, 1}) {
    const auto& step = std::get<RunStep>(binary.steps[static_cast<size_t>(core)]);
    EXPECT_EQ(step.runs, 3);
    const std::vector<PieceKey> pieces = PiecesOf(step.output);
    ASSERT_EQ(pieces.size(), 3u * 22);
    EXPECT_EQ(std::get<2>(pieces[22]), 16 * core + picture);
  }
}

// A 3x3 window on 20 x 24: strips of 16 rows read 18 more than the last strip begins at, in words
// of 8 rows.
TEST(AddPlanes, HaveRoomForTheLastStrip) {
  const Network network =
      LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/small/filter3x3.xml");
  Binary binary;
  AddPlanes(network, 1, binary);
  ASSERT_EQ(binary.planes.size(), 2u);
  EXPECT_EQ(binary.input_planes, std::vector<int>{0});
  EXPECT_EQ(binary.output_planes, std::vector<int>{1});
  const Layer& layer = network.layers[0];
  ASSERT_EQ(layer.out_height, 18);
  ASSERT_EQ(layer.out_width, 22);
  EXPECT_EQ(binary.planes[0].pitch, 48);  // 16 + 24 rows, to a multiple of two words
  EXPECT_EQ(binary.planes[1].pitch, 32);  // two strips
}

}  // namespace
}  // namespace nve
