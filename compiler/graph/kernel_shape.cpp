// Windows and image register steps (thesis 4.2; register semantics: docs/isa.md, section 6).
#include "compiler/graph/kernel_shape.hpp"

#include <fmt/format.h>

namespace nve {
namespace {

constexpr int kMaxStrideY = 2;
constexpr int kWordsPerSet = 2;  // one from each port
static_assert(arch::kLanes == kWordsPerSet * arch::kWordPixels,
              "a `set ri` fills one entry per lane at stride 1");

// Rows whose pixels lie in the image register once the word behind the vector has been loaded:
// stride_y sets and one more word, less what the last lane's window begins at.
int MaxHeight(int stride_y) {
  return arch::kLanes * stride_y + arch::kWordPixels - (arch::kLanes - 1) * stride_y;
}

}  // namespace

std::vector<std::string> CheckShape(const KernelShape& shape) {
  std::vector<std::string> problems;
  if (shape.stride_y < 1 || shape.stride_y > kMaxStrideY) {
    problems.push_back(
        fmt::format("subHeight {}: allowed are 1 to {}, the distances of neighbouring lanes",
                    shape.stride_y, kMaxStrideY));
  } else if (shape.height < 1 || shape.height > MaxHeight(shape.stride_y)) {
    problems.push_back(
        fmt::format("kernelHeight {} with subHeight {}: allowed are 1 to {}, the image register "
                    "holds no more rows",
                    shape.height, shape.stride_y, MaxHeight(shape.stride_y)));
  }
  if (shape.width < 1 || shape.stride_x < 1 || shape.stride_x > shape.width) {
    problems.push_back(fmt::format(
        "subWidth {} with kernelWidth {}: allowed are 1 to {}, every loaded column must "
        "be read",
        shape.stride_x, shape.width, shape.width));
  }
  if (shape.inputs < 1) {
    problems.push_back(fmt::format("{} input maps: allowed are 1 and more", shape.inputs));
  }
  return problems;
}

WeightTap TapOfWeight(const KernelShape& shape, int weight) {
  return {.input = weight / shape.Taps(),
          .column = weight % shape.Taps() / shape.height,
          .row = weight % shape.height};
}

std::vector<ImageStep> ImageStepsOfColumn(const KernelShape& shape) {
  std::vector<ImageStep> steps;
  for (int set = 0; set < shape.stride_y; ++set) {
    steps.push_back({.kind = ImageStep::Kind::kSet,
                     .word = set * kWordsPerSet,
                     .tap_row = set + 1 == shape.stride_y ? 0 : -1});
  }
  const int next_word = shape.stride_y * kWordsPerSet;
  for (int row = 1; row < shape.height; ++row) {
    const bool load = row == 1 && next_word < shape.WordsPerColumn();
    steps.push_back({.kind = load ? ImageStep::Kind::kSetShift : ImageStep::Kind::kShift,
                     .word = load ? next_word : 0,
                     .tap_row = row});
  }
  return steps;
}

}  // namespace nve
