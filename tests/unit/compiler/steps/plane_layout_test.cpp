// SPDX-License-Identifier: Apache-2.0
// Layouts of maps: every byte is one map's, steps move the same words in the same order, and what a
// layer of 1x1 reads for a column is one piece. Execution: tests/networks.
#include "compiler/steps/plane_layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/compile.hpp"
#include "convnet/network_xml.hpp"
#include "program/checks.hpp"
#include "program/memory_image.hpp"
#include "program/mover_moves.hpp"
#include "program/step_regions.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Network& FaceDetection() {
  static const Network kNetwork =
      LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/face_detection.xml");
  return kNetwork;
}

std::string ErrorOf(const std::function<void()>& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

Binary Compiled(const std::string& layouts, HalfVectors half_vectors = HalfVectors::kAuto) {
  const Network& network = FaceDetection();
  CompileOptions options;
  options.passes.half_vectors = half_vectors;
  options.layout = ParseLayouts(layouts, network);
  return Compile(network, SeededWeights(network, 1), options).binary;
}

std::vector<int> PlanesOf(const Binary& binary, int layer) {
  std::vector<int> planes;
  for (size_t i = 0; i < binary.planes.size(); ++i) {
    if (binary.planes[i].layer == layer) planes.push_back(static_cast<int>(i));
  }
  return planes;
}

FeatureMaps Counting(int maps, const Plane& plane) {
  FeatureMaps result(maps, plane.height, plane.width);
  for (size_t i = 0; i < result.pixels.size(); ++i)
    result.pixels[i] = static_cast<uint8_t>(i % 251);
  return result;
}

class PlaneLayout : public ::testing::TestWithParam<const char*> {};

TEST_P(PlaneLayout, MapsKeepTheirPixels) {
  const Binary binary = Compiled(GetParam());
  EXPECT_THAT(CheckBinary(binary), IsEmpty());
  const MemoryLayout layout = LayoutMemory(binary);
  std::vector<uint8_t> bytes(layout.Bytes(), 1);
  MemoryImage image(binary, layout, bytes);
  const std::vector<int> planes = PlanesOf(binary, 2);
  ASSERT_GT(planes.size(), 1U);
  const FeatureMaps maps = Counting(static_cast<int>(planes.size()), binary.planes[planes[0]]);
  image.PutPlanes(planes, maps);
  image.PutPlanes(PlanesOf(binary, 1), FeatureMaps(14, 177, 317));
  EXPECT_EQ(image.ReadPlanes(planes), maps);
  for (const int plane : planes) image.Clear(plane);
  EXPECT_EQ(image.ReadPlanes(planes), maps);
}

TEST_P(PlaneLayout, StepsMoveTheSameBytes) {
  const Binary one = Compiled(GetParam());
  const Binary other = Compiled("planes");
  ASSERT_EQ(one.steps.size(), other.steps.size());
  for (size_t i = 0; i < one.steps.size(); ++i) {
    const auto* a = std::get_if<RunStep>(&one.steps[i]);
    const auto* b = std::get_if<RunStep>(&other.steps[i]);
    ASSERT_EQ(a == nullptr, b == nullptr);
    if (a == nullptr) continue;
    EXPECT_EQ(TotalBytes(a->input), TotalBytes(b->input));
    EXPECT_EQ(TotalBytes(a->output), TotalBytes(b->output));
  }
}

TEST_P(PlaneLayout, ComesBackFromAFile) {
  const Binary binary = Compiled(GetParam());
  const std::vector<uint8_t> bytes = SerializeBinary(binary);
  EXPECT_EQ(bytes[8], std::string(GetParam()) == "planes" ? 2 : 3) << "format version";
  const Binary read = ParseBinary(bytes, "f.nve");
  EXPECT_EQ(SerializeBinary(read), bytes);
}

INSTANTIATE_TEST_SUITE_P(All, PlaneLayout,
                         ::testing::Values("planes", "columns", "auto", "L2=columns,L3=strips",
                                           "L3=runs,L4=runs"));

// The moves of the first strip of L4, which is 1x1 on 14 maps.
std::vector<dma::Move> MovesOfL4(const std::string& layouts, HalfVectors half_vectors) {
  const Binary binary = Compiled(layouts, half_vectors);
  const auto& step = std::get<RunStep>(binary.steps.back());
  EXPECT_EQ(binary.programs[static_cast<size_t>(step.program)].layer, 3);
  const MoverMoves moves = MoverMovesOf(step.input, LayoutMemory(binary));
  EXPECT_EQ(moves.list.empty(), layouts == "auto");
  return {moves.moves.begin(), moves.moves.begin() + 2};
}

TEST(Strips, AColumnOfAllMapsIsOnePiece) {
  for (const auto& [half_vectors, rows] :
       {std::pair(HalfVectors::kNever, 16), std::pair(HalfVectors::kAlways, 8)}) {
    const dma::Move iterations = MovesOfL4("auto", half_vectors)[1];
    EXPECT_EQ(iterations.bytes, static_cast<uint64_t>(14 * rows));
    EXPECT_EQ(iterations.steps, 312U);
    EXPECT_EQ(iterations.maps, 0U);
    const dma::Move planes = MovesOfL4("planes", half_vectors)[1];
    EXPECT_EQ(planes.bytes, static_cast<uint64_t>(rows));
    EXPECT_EQ(planes.maps, 14U);
  }
}

TEST(Runs, WhatAStripMovesIsOneBlock) {
  for (const auto& [half_vectors, rows] :
       {std::pair(HalfVectors::kNever, 16), std::pair(HalfVectors::kAlways, 8)}) {
    const Binary binary = Compiled("L3=runs,L4=runs", half_vectors);
    const auto& step = std::get<RunStep>(binary.steps.back());
    const MemoryLayout layout = LayoutMemory(binary);
    const MoverMoves input = MoverMovesOf(step.input, layout);
    EXPECT_THAT(input.list, IsEmpty());
    EXPECT_EQ(input.moves.size(), 2U * static_cast<size_t>(step.runs)) << "and coefficients";
    EXPECT_EQ(input.moves[1].columns, 0U);
    EXPECT_EQ(input.moves[1].bytes, static_cast<uint64_t>(14 * rows * 312));
    const MoverMoves output = MoverMovesOf(step.output, layout);
    EXPECT_EQ(output.moves.size(), static_cast<size_t>(step.runs));
    EXPECT_EQ(output.moves[0].bytes, static_cast<uint64_t>(rows * 312));
  }
}

// Regions against every byte that the pieces touch.
TEST(Runs, RegionsAreTheBytesThatStepsTouch) {
  const Binary binary = Compiled("L3=runs,L4=runs");
  for (const AnyStep& any : binary.steps) {
    const auto* step = std::get_if<RunStep>(&any);
    if (step == nullptr) continue;
    for (const std::vector<Transfer>* transfers : {&step->input, &step->output}) {
      std::map<int, std::set<int64_t>> touched;  // by plane, every word
      ForEachPiece(*transfers, [&](const Piece& piece) {
        if (piece.object.kind != MemoryObject::Kind::kPlane) return;
        for (int64_t byte = 0; byte < piece.bytes; byte += arch::kWordBytes) {
          touched[piece.object.index].insert(piece.offset + byte);
        }
      });
      std::map<int, std::set<int64_t>> regions;
      for (const PlaneRegion& region : RegionsOf(*transfers, binary.planes)) {
        const Plane& plane = binary.planes[static_cast<size_t>(region.plane)];
        for (const Interval& columns : region.columns.list()) {
          for (int64_t column = columns.begin; column < columns.end; ++column) {
            for (const Interval& rows : region.rows.list()) {
              for (int64_t row = rows.begin; row < rows.end; row += arch::kWordBytes) {
                regions[region.plane].insert(plane.OffsetOf(column, row));
              }
            }
          }
        }
      }
      EXPECT_EQ(regions, touched) << "program " << step->program;
    }
  }
}

TEST(Runs, RowsAndOffsetsAreOneAnothers) {
  const Binary binary = Compiled("L3=runs,L4=runs");
  int in_runs = 0;
  for (const Plane& plane : binary.planes) {
    in_runs += plane.InRuns() ? 1 : 0;
    for (int64_t row = 0; row < plane.Rows(); ++row) {
      const int64_t offset = plane.RowOffset(row) + 3 * plane.pitch;
      EXPECT_EQ(plane.OffsetOf(3, plane.ColumnByte(row)), offset);
      EXPECT_EQ(plane.RowAt(offset), row);
      EXPECT_LT(offset, plane.Bytes());
      EXPECT_LT(plane.ColumnByte(row), plane.ColumnBytes());
    }
  }
  EXPECT_EQ(in_runs, 14 + 1);
}

TEST(Strips, AreForLayersOfOneByOne) {
  const std::string errors = ErrorOf([] { Compiled("strips"); });
  EXPECT_THAT(errors,
              HasSubstr("--layout: maps of input: found strips, but L1 reads windows of 6x6 "
                        "with stride 2"));
  EXPECT_THAT(errors, HasSubstr("--layout: maps of L2: found strips, but L3 reads windows of 6x6"));
  EXPECT_THAT(errors, ::testing::Not(HasSubstr("maps of L4")));
  EXPECT_THAT(
      ErrorOf([] { Compiled("L4=columns"); }),
      HasSubstr("--layout: maps of L4: found columns, but no layer reads the maps: allowed: "
                "planes or runs"));
  EXPECT_THAT(ErrorOf([] { Compiled("L2=runs"); }),
              HasSubstr("--layout: maps of L2: found runs, but L3 reads windows of 6x6"));
  EXPECT_THAT(errors, ::testing::Not(HasSubstr("maps of L3")));
}

TEST(Layouts, AreReadFromWords) {
  const Network& network = FaceDetection();
  EXPECT_EQ(ParseLayouts("columns", network), LayoutChoice{.other = Layout::kColumns});
  EXPECT_EQ(ParseLayouts("auto,input=columns,L3=planes", network),
            (LayoutChoice{.other = std::nullopt,
                          .of_layer = {{-1, Layout::kColumns}, {2, Layout::kPlanes}}}));
  const std::string errors = ErrorOf([&] { ParseLayouts("rows,L9=planes,L1=,=", network); });
  EXPECT_THAT(errors,
              HasSubstr("--layout: found 'rows', allowed: planes, columns, strips, runs, auto"));
  EXPECT_THAT(errors, HasSubstr("--layout: found layer 'L9', allowed: input, L1, L2, L3, L4"));
  EXPECT_THAT(errors, HasSubstr("found 'L1='"));
  EXPECT_THAT(ErrorOf([&] { ParseLayouts("auto,L1=planes,columns,L1=auto", network); }),
              ::testing::AllOf(HasSubstr("found a second layout of all layers, allowed: one"),
                               HasSubstr("found a second layout of L1")));
}

TEST(Layouts, OfAllLayersAreTold) {
  CompileOptions options;
  options.layout = ParseLayouts("auto,L1=columns", FaceDetection());
  const CompileResult result = Compile(FaceDetection(), SeededWeights(FaceDetection(), 1), options);
  std::vector<Layout> layouts;
  for (const LayerReport& layer : result.layers) layouts.push_back(layer.layout);
  EXPECT_THAT(layouts,
              ElementsAre(Layout::kColumns, Layout::kPlanes, Layout::kStrips, Layout::kPlanes));
}

}  // namespace
}  // namespace nve
