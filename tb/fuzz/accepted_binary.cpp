// SPDX-License-Identifier: Apache-2.0
// Properties of accepted binaries: round trips, and the run on the golden model.
#include "tb/fuzz/accepted_binary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "arch/build_machine.hpp"
#include "compiler/verify/hazards.hpp"
#include "model/sim/step_runner.hpp"
#include "program/assembly.hpp"
#include "program/container.hpp"
#include "program/manifest.hpp"
#include "program/predicted_cycles.hpp"
#include "tb/fuzz/targets.hpp"

namespace nve::fuzz {
namespace {

constexpr int64_t kMaxBytes = int64_t{64} << 20;

struct LimitReached {};

// Bytes of the memory, or of the stream of a step if that is larger.
int64_t LargestBytes(const Binary& binary) {
  auto largest = static_cast<int64_t>(LayoutMemory(binary).Bytes());
  for (const AnyStep& step : binary.steps) {
    if (const auto* run = std::get_if<RunStep>(&step)) {
      largest = std::max({largest, TotalBytes(run->input), TotalBytes(run->output)});
    }
  }
  return largest;
}

// A picture of the size the binary needs; none if that is too large.
FeatureMaps Picture(const Binary& binary) {
  int64_t maps = 0;
  int64_t height = 0;
  int64_t width = 0;
  for (const int index : binary.input_planes) {
    const Plane& plane = binary.planes[static_cast<size_t>(index)];
    maps = std::max<int64_t>(maps, plane.map + int64_t{1});
    height = std::max<int64_t>(height, plane.height);
    width = std::max<int64_t>(width, plane.width);
  }
  if (binary.vectors == Vectors::kHorizontal) std::swap(height, width);
  if (static_cast<__int128>(maps) * height * width > kMaxBytes) return {};
  FeatureMaps picture(static_cast<int>(maps), static_cast<int>(height), static_cast<int>(width));
  for (size_t i = 0; i < picture.pixels.size(); ++i) {
    picture.pixels[i] = static_cast<uint8_t>(i * 37 + i / 251);
  }
  return picture;
}

// How often each of the characters between the values of a JSON text is there.
std::map<char, int> Punctuation(std::string_view json) {
  std::map<char, int> counts;
  bool quoted = false;
  for (size_t at = 0; at < json.size(); ++at) {
    if (json[at] == '"') quoted = !quoted;
    if (quoted && json[at] == '\\') ++at;
    if (!quoted && std::string_view("{}[],:").find(json[at]) != std::string_view::npos)
      ++counts[json[at]];
  }
  return counts;
}

}  // namespace

void CheckNothingIsDropped(const std::vector<uint8_t>& file, const Binary& binary) {
  const std::vector<uint8_t> manifest = ParseContainer(file, "taken.nve").front().bytes;
  const std::string_view text(reinterpret_cast<const char*>(manifest.data()), manifest.size());
  Require(text.find('\0') == std::string_view::npos, "a manifest is text");
  Require(Punctuation(text) == Punctuation(ManifestJson(binary).dump()),
          "the manifest written again has as many members and elements as the one in the file");
}

void CheckRoundTrips(const Binary& binary) {
  const std::vector<uint8_t> bytes = SerializeBinary(binary);
  Require(SerializeBinary(ParseBinary(bytes, "written.nve")) == bytes,
          "a binary reads back as it was written");
  const std::string text = FormatAssembly(binary);
  const Binary assembled = ParseAssembly(text, "disassembled.nvs");
  Require(SerializeBinary(assembled) == bytes, "disassembled text assembles to the same binary");
  Require(FormatAssembly(assembled) == text, "the text of the same binary is the same");
}

RunEnd RunIdeally(const Binary& binary, int64_t limit) {
  if (LargestBytes(binary) > kMaxBytes) return RunEnd::kTooLarge;
  const FeatureMaps picture = Picture(binary);
  if (!binary.input_planes.empty() && picture.maps == 0) return RunEnd::kTooLarge;
  StepRunner runner(binary);
  runner.memory().PutPicture(picture, "picture");
  int64_t cycles = 0;
  const int64_t predicted = TotalPredictedCycles(binary);
  try {
    runner.Run([&](const arch::Probe&) {
      if (++cycles > limit) throw LimitReached{};
    });
  } catch (const LimitReached&) {
    Require(predicted > limit,
            fmt::format("a run of {} cycles ends before cycle {}", predicted, limit));
    return RunEnd::kLimit;
  }
  Require(cycles == predicted,
          fmt::format("a run takes {} cycles as predicted, found {}", predicted, cycles));
  runner.memory().ReadPlanes(binary.output_planes);
  return RunEnd::kDone;
}

void CheckHazards(const Binary& binary) {
  for (const Program& program : binary.programs) {
    for (const HazardFinding& finding : FindHazards(program, arch::BuildSizes())) {
      Require(finding.pc >= 0 && finding.pc < static_cast<int>(program.code.size()),
              "a finding names an instruction");
    }
  }
}

}  // namespace nve::fuzz
