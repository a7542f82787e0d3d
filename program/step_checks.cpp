// SPDX-License-Identifier: Apache-2.0
// Checks of layers, planes and steps. Loop nests are checked by the extremes of their offsets,
// never by walking them: a damaged count must not cost time.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "program/checks.hpp"
#include "program/settings.hpp"
#include "program/step_regions.hpp"

namespace nve {
namespace {

using Wide = __int128;
constexpr int64_t kMaxBytes = int64_t{1} << 40;  // More than any memory map of ours holds.
constexpr size_t kMaxDepth = 16;
constexpr int kMaxCore = 1 << 20;
// Numbers of layers and maps are added and multiplied; below these limits, those of descriptors,
// no product leaves 64 bits.
constexpr int kMaxSide = 1 << 14;
constexpr int kMaxMaps = 1 << 20;
constexpr int64_t kMaxCoefficients = int64_t{1} << 24;

int64_t Clamped(Wide value) {
  constexpr Wide kLow = std::numeric_limits<int64_t>::min() / 2;
  constexpr Wide kHigh = std::numeric_limits<int64_t>::max() / 2;
  return static_cast<int64_t>(value < kLow ? kLow : value > kHigh ? kHigh : value);
}

class GeometryChecker {
 public:
  explicit GeometryChecker(const Binary& binary) : binary_(binary) {}

  std::vector<Finding> Run() {
    for (size_t i = 0; i < binary_.layers.size(); ++i) {
      place_ = fmt::format("layer/{}", i);
      CheckName(binary_.layers[i].name, "layer", i);
      CheckLayer(binary_.layers[i]);
    }
    std::set<std::string> names;
    for (size_t i = 0; i < binary_.planes.size(); ++i) {
      place_ = fmt::format("plane/{}", i);
      const Plane& plane = binary_.planes[i];
      CheckName(plane.name, "plane", i);
      if (!names.insert(plane.name).second) Problem("plane {}: the name is used twice", plane.name);
      CheckPlane(plane);
      CheckLayerOf(plane);
    }
    if (findings_.empty()) CheckGroups();
    CheckPlaneList(binary_.input_planes, "input_planes");
    CheckPlaneList(binary_.output_planes, "output_planes");
    if (findings_.empty()) CheckOutputSizes();
    return std::move(findings_);
  }

 private:
  template <typename... Args>
  void Problem(fmt::format_string<Args...> format, Args&&... args) {
    findings_.push_back({place_, fmt::format(format, std::forward<Args>(args)...)});
  }

  static bool IsPositive(const LayerInfo& layer) {
    return layer.out_height > 0 && layer.out_width > 0 && layer.kernel_height > 0 &&
           layer.kernel_width > 0 && layer.stride > 0 && layer.output_maps > 0 &&
           layer.kernels >= 0;
  }

  void CheckName(const std::string& name, const char* what, size_t number) {
    if (name.empty()) Problem("{} {}: the name is empty", what, number);
  }

  void CheckLayer(const LayerInfo& layer) {
    if (!IsPositive(layer)) {
      Problem("layer '{}': sizes, stride and maps must be 1 or more", layer.name);
      return;
    }
    const int sides[] = {layer.out_height, layer.out_width, layer.kernel_height, layer.kernel_width,
                         layer.stride};
    const int largest = *std::max_element(std::begin(sides), std::end(sides));
    if (largest > kMaxSide) {
      Problem("layer '{}': sizes and stride: found {}, allowed: 1 to {}", layer.name, largest,
              kMaxSide);
    }
    if (layer.output_maps > kMaxMaps) {
      Problem("layer '{}': maps: found {}, allowed: 1 to {}", layer.name, layer.output_maps,
              kMaxMaps);
    }
    if (Wide{layer.kernels} * layer.kernel_height * layer.kernel_width > kMaxCoefficients) {
      Problem("layer '{}': {} kernels of {} x {} coefficients, allowed: {} coefficients in all",
              layer.name, layer.kernels, layer.kernel_height, layer.kernel_width, kMaxCoefficients);
    }
  }

  void CheckPlane(const Plane& plane) {
    if (plane.layer < -1 || plane.map < 0 || plane.map >= kMaxMaps || plane.height < 1 ||
        plane.width < 1) {
      Problem("plane {}: layer {}, map {}, {} x {} pixels: one is out of range", plane.name,
              plane.layer, plane.map, plane.height, plane.width);
    }
    const int64_t least = plane.InRuns() ? plane.group.strip_rows : plane.height;
    if (plane.pitch < least || plane.pitch % arch::kWordBytes != 0) {
      Problem("plane {}: pitch {}, allowed: a multiple of {}, at least the {} {}", plane.name,
              plane.pitch, arch::kWordBytes, plane.InRuns() ? "rows of a strip," : "height", least);
    }
    if (plane.columns < plane.width) {
      Problem("plane {}: {} columns, allowed: at least the width {}", plane.name, plane.columns,
              plane.width);
    }
    if (plane.pictures < 1 || plane.pictures > kMaxPictures) {
      Problem("plane {}: pictures: found {}, allowed: 1 to {}", plane.name, plane.pictures,
              kMaxPictures);
    } else if (Wide{plane.pitch} * plane.columns * plane.pictures > kMaxBytes) {
      Problem("plane {}: pitch {} x columns {}{} is too large", plane.name, plane.pitch,
              plane.columns,
              plane.pictures == 1 ? "" : fmt::format(" x pictures {}", plane.pictures));
    }
    if (plane.IsGrouped()) CheckGroupOf(plane);
    const Plane& first = binary_.planes.front();
    if (plane.pictures != first.pictures) {
      Problem("plane {}: pictures: found {}, allowed: {}, those of plane {}", plane.name,
              plane.pictures, first.pictures, first.name);
    }
  }

  // What one plane of a group says; what several say together is CheckGroups.
  void CheckGroupOf(const Plane& plane) {
    const PlaneGroup& group = plane.group;
    const auto words = [](int64_t bytes) { return bytes > 0 && bytes % arch::kWordBytes == 0; };
    if (!words(group.strip_rows) || !words(group.rows) || group.rows > 2 * kMaxSide ||
        group.rows % group.strip_rows != 0 || group.rows < plane.height) {
      Problem(
          "plane {}: group: {} rows in strips of {}, allowed: multiples of {}, whole strips, "
          "from the height, {}, to {}",
          plane.name, group.rows, group.strip_rows, arch::kWordBytes, plane.height, 2 * kMaxSide);
      return;
    }
    if (!words(group.strip_pitch) || group.strip_pitch < group.strip_rows ||
        group.start % arch::kWordBytes != 0 || group.start < 0) {
      Problem(
          "plane {}: group: start {}, allowed: multiples of {} from 0 on; strip_pitch {}, "
          "allowed: those from strip_rows, {}, on",
          plane.name, group.start, arch::kWordBytes, group.strip_pitch, group.strip_rows);
      return;
    }
    if (plane.InRuns()) {
      CheckRuns(plane);
      return;
    }
    const Wide last = Wide{group.rows / group.strip_rows - 1} * group.strip_pitch;
    if (group.start + last + group.strip_rows > plane.pitch) {
      Problem("plane {}: group: its column ends at byte {} of the block's, which has pitch {}",
              plane.name, Clamped(group.start + last + group.strip_rows), plane.pitch);
    }
  }

  // Of strips that lie one behind the other.
  void CheckRuns(const Plane& plane) {
    const PlaneGroup& group = plane.group;
    const Wide strip = Wide{plane.pitch} * plane.columns * plane.pictures;
    const Wide strips = group.rows / group.strip_rows;
    if (group.strip_pitch < strip || group.start + group.strip_rows > plane.pitch) {
      Problem(
          "plane {}: group: strip_pitch {}, allowed with pitch {}: up to it, or from {} on, all "
          "columns; start {} and strip_rows {}, allowed together: up to the pitch",
          plane.name, group.strip_pitch, plane.pitch, Clamped(strip), group.start,
          group.strip_rows);
    } else if (strips * group.strip_pitch > kMaxBytes) {
      Problem("plane {}: group: {} strips, {} bytes apart, are too large", plane.name,
              Clamped(strips), group.strip_pitch);
    }
  }

  // Planes of a group have one block: equal columns, and no byte is two planes'.
  void CheckGroups() {
    std::map<int, std::vector<std::pair<Interval, size_t>>> groups;  // bytes of a column, plane
    for (size_t i = 0; i < binary_.planes.size(); ++i) {
      const Plane& plane = binary_.planes[i];
      if (!plane.IsGrouped()) continue;
      auto& parts = groups[plane.group.number];
      if (!parts.empty()) CheckBlock(i, binary_.planes[parts.front().second]);
      Intervals bytes = BytesOfRows(plane, 0, plane.Rows());
      bytes.Move(plane.group.start);
      for (const Interval& part : bytes.list()) parts.emplace_back(part, i);
    }
    for (auto& [number, parts] : groups) CheckApart(number, parts);
  }

  void CheckBlock(size_t number, const Plane& first) {
    const Plane& plane = binary_.planes[number];
    if (plane.InRuns() != first.InRuns() || (plane.InRuns() && plane.Bytes() != first.Bytes()) ||
        (plane.InRuns() && plane.group.strip_pitch != first.group.strip_pitch)) {
      place_ = fmt::format("plane/{}", number);
      Problem(
          "plane {}: group {}: strips that lie otherwise than those of plane {}, allowed: the "
          "same strip_pitch and as many",
          plane.name, plane.group.number, first.name);
    }
    if (plane.pitch == first.pitch && plane.columns == first.columns) return;
    place_ = fmt::format("plane/{}", number);
    Problem("plane {}: group {}: pitch {}, columns {}, allowed: {} and {}, those of plane {}",
            plane.name, plane.group.number, plane.pitch, plane.columns, first.pitch, first.columns,
            first.name);
  }

  void CheckApart(int number, std::vector<std::pair<Interval, size_t>>& parts) {
    std::ranges::sort(parts);
    for (size_t i = 1; i < parts.size(); ++i) {
      if (parts[i].first.begin >= parts[i - 1].first.end) continue;
      const auto [one, other] = std::minmax({parts[i - 1].second, parts[i].second});
      place_ = fmt::format("plane/{}", other);
      Problem("plane {}: group {}: byte {} of a column is plane {}'s too",
              binary_.planes[other].name, number, parts[i].first.begin, binary_.planes[one].name);
      return;
    }
  }

  // A plane is one of the maps its layer computes. Without layers there is nothing to compare.
  void CheckLayerOf(const Plane& plane) {
    const auto layers = static_cast<int>(binary_.layers.size());
    if (layers == 0 || plane.layer < 0) return;
    if (plane.layer >= layers) {
      Problem("plane {}: layer: found {}, allowed: -1 to {}", plane.name, plane.layer, layers - 1);
      return;
    }
    const LayerInfo& layer = binary_.layers[static_cast<size_t>(plane.layer)];
    if (!IsPositive(layer)) return;
    if (plane.height != layer.out_height || plane.width != layer.out_width) {
      Problem(
          "plane {}: found {} x {} pixels (height x width), allowed: {} x {}, the size of layer {}",
          plane.name, plane.height, plane.width, layer.out_height, layer.out_width, layer.name);
    }
    if (plane.map >= layer.output_maps) {
      Problem("plane {}: map: found {}, allowed: 0 to {}, the maps of layer {}", plane.name,
              plane.map, layer.output_maps - 1, layer.name);
    }
  }

  void CheckPlaneList(const std::vector<int>& planes, const char* what) {
    place_ = what;
    for (const int plane : planes) {
      if (plane < 0 || plane >= static_cast<int>(binary_.planes.size())) {
        Problem("{}: found {}, the file has {} planes", what, plane, binary_.planes.size());
      }
    }
  }

  // The output planes are delivered as maps of one size.
  void CheckOutputSizes() {
    place_ = "output_planes";
    for (const int index : binary_.output_planes) {
      const Plane& first = binary_.planes[static_cast<size_t>(binary_.output_planes[0])];
      const Plane& plane = binary_.planes[static_cast<size_t>(index)];
      if (plane.height != first.height || plane.width != first.width) {
        Problem("output plane {} has {} x {} pixels, output plane {} {} x {}: must be equal",
                plane.name, plane.height, plane.width, first.name, first.height, first.width);
      }
    }
  }

  const Binary& binary_;
  std::vector<Finding> findings_;
  std::string place_;
};

class StepChecker {
 public:
  explicit StepChecker(const Binary& binary) : binary_(binary) {}

  std::vector<Finding> Run() {
    for (step_ = 0; step_ < binary_.steps.size(); ++step_) {
      place_ = fmt::format("plan/{}", step_);
      std::visit([this](const auto& step) { CheckStep(step); }, binary_.steps[step_]);
    }
    return std::move(findings_);
  }

 private:
  template <typename... Args>
  void StepProblem(fmt::format_string<Args...> format, Args&&... args) {
    findings_.push_back({place_, fmt::format("step {}: {}", step_,
                                             fmt::format(format, std::forward<Args>(args)...))});
  }

  // The place while `visit` runs is `name` within the present one.
  template <typename Name, typename Visit>
  auto Within(const Name& name, Visit visit) {
    const size_t length = place_.size();
    place_ += fmt::format("/{}", name);
    auto result = visit();
    place_.resize(length);
    return result;
  }

  void CheckStep(const ClearStep& step) {
    if (step.plane < 0 || step.plane >= static_cast<int>(binary_.planes.size())) {
      StepProblem("clears plane {}, the file has {} planes", step.plane, binary_.planes.size());
    }
  }

  void CheckStep(const RunStep& step) {
    if (step.program < 0 || step.program >= static_cast<int>(binary_.programs.size())) {
      StepProblem("runs program {}, the file has {} programs", step.program,
                  binary_.programs.size());
      return;
    }
    if (step.core < 0 || step.core > kMaxCore) {
      StepProblem("core: found {}, allowed: 0 to {}", step.core, kMaxCore);
    }
    if (const SettingRange range = RangeOf(binary_.machine, "RUNS");
        step.runs < range.low || step.runs > range.high) {
      StepProblem("runs: found {}, allowed: {} to {}", step.runs, range.low, range.high);
      return;
    }
    const RunWords words =
        WordsPerRun(binary_.programs[static_cast<size_t>(step.program)], kCodesOfAnyMachine);
    CheckTransfers(step.input, "input", step.runs, words.in);
    CheckTransfers(step.output, "output", step.runs, words.out);
    if (Wide{words.out} * step.runs > RangeOf(binary_.machine, "PACKET_WORDS").high) {
      StepProblem("{} output words per run x {} runs exceed a packet", words.out, step.runs);
    }
  }

  void CheckTransfers(const std::vector<Transfer>& transfers, const char* direction, int runs,
                      int64_t words) {
    direction_ = direction;
    Within(direction, [&] {
      Wide bytes = 0;
      std::vector<int64_t> counts;
      const bool good = CheckList(transfers, &counts, &bytes) && CheckRows(transfers);
      if (good && bytes != Wide{runs} * words * arch::kWordBytes) {
        StepProblem(
            "{} moves {} words, {} of the program {} {}", direction,
            Wide64(bytes / arch::kWordBytes),
            runs == 1 ? "the run" : fmt::format("the {} runs", runs),
            fmt::format("{}{}", direction_[0] == 'i' ? "take" : "give", runs == 1 ? "s" : ""),
            Wide64(Wide{runs} * words));
      }
      return good;
    });
  }

  // In a block of several planes a piece must keep to its own's bytes.
  bool CheckRows(const std::vector<Transfer>& transfers) {
    if (std::ranges::none_of(binary_.planes, &Plane::IsGrouped)) return true;
    bool good = true;
    for (const PlaneRegion& region : RegionsOf(transfers, binary_.planes)) {
      const Plane& plane = binary_.planes[static_cast<size_t>(region.plane)];
      if (!plane.IsGrouped() || BytesOfRows(plane, 0, plane.Rows()).Contains(region.rows)) continue;
      const Interval own = {0, plane.ColumnByte(plane.Rows() - 1) + 1};
      StepProblem(
          "{}: pieces of plane {} reach bytes {} to {} of a column of its block, allowed: "
          "{} to {}, those of its {} rows in strips of {}",
          direction_, plane.name, region.rows.begin(), region.rows.end() - 1, own.begin,
          own.end - 1, plane.Rows(), plane.StripRows());
      good = false;
    }
    return good;
  }

  static int64_t Wide64(Wide value) { return static_cast<int64_t>(value); }

  bool CheckList(const std::vector<Transfer>& transfers, std::vector<int64_t>* counts,
                 Wide* total) {
    bool good = true;
    for (size_t i = 0; i < transfers.size(); ++i) {
      good &= Within(i, [&] { return CheckTransfer(transfers[i], counts, total); });
    }
    return good;
  }

  // Adds the bytes of `transfer` to `total`; `counts` are the enclosing loops, outermost first.
  bool CheckTransfer(const Transfer& transfer, std::vector<int64_t>* counts, Wide* total) {
    if (!transfer.IsLoop()) return CheckPiece(transfer, *counts, total);
    if (transfer.count < 1 || transfer.count > kMaxBytes || counts->size() >= kMaxDepth) {
      StepProblem("{}: loop of {} at depth {}, allowed: 1 to {}, at most {} deep", direction_,
                  transfer.count, counts->size(), kMaxBytes, kMaxDepth);
      return false;
    }
    counts->push_back(transfer.count);
    const bool good = CheckList(transfer.body, counts, total);
    counts->pop_back();
    return good;
  }

  bool CheckPiece(const Transfer& piece, const std::vector<int64_t>& counts, Wide* total) {
    const bool plane = piece.object.kind == MemoryObject::Kind::kPlane;
    const size_t objects = plane ? binary_.planes.size() : binary_.programs.size();
    const std::string kind = plane ? "plane" : "coefficients of program";
    if (piece.object.index < 0 || piece.object.index >= static_cast<int>(objects)) {
      StepProblem("{}: {} {}, the file has {}", direction_, kind, piece.object.index, objects);
      return false;
    }
    if (!plane && direction_[0] == 'o') {
      StepProblem("output: writes to the coefficients of program {}, allowed: planes",
                  binary_.programs[static_cast<size_t>(piece.object.index)].name);
      return false;
    }
    const auto index = static_cast<size_t>(piece.object.index);
    const std::string& name = plane ? binary_.planes[index].name : binary_.programs[index].name;
    const int64_t size = plane ? binary_.planes[index].Bytes()
                               : static_cast<int64_t>(binary_.programs[index].coefficients.size()) *
                                     arch::kWordBytes;
    if (piece.bytes < 1 || piece.bytes > kMaxBytes || piece.bytes % arch::kWordBytes != 0) {
      StepProblem("{}: a piece of {} bytes, allowed: a positive multiple of {}", direction_,
                  piece.bytes, arch::kWordBytes);
      return false;
    }
    const auto is_word = [](int64_t bytes) { return bytes % arch::kWordBytes == 0; };
    if (!is_word(piece.offset) || !std::ranges::all_of(piece.strides, is_word)) {
      StepProblem("{}: a piece of {} {} at offset {}, strides {}, allowed: multiples of {}",
                  direction_, kind, name, piece.offset, fmt::join(piece.strides, ","),
                  arch::kWordBytes);
      return false;
    }
    if (piece.strides.size() > counts.size()) {
      StepProblem("{}: a piece with {} strides in {} loops, allowed: at most one per loop",
                  direction_, piece.strides.size(), counts.size());
      return false;
    }
    return CheckExtent(piece, counts, size, kind + " " + name, total);
  }

  bool CheckExtent(const Transfer& piece, const std::vector<int64_t>& counts, int64_t size,
                   const std::string& object, Wide* total) {
    Wide low = piece.offset;
    Wide high = Wide{piece.offset} + piece.bytes;
    Wide times = 1;
    for (size_t depth = 0; depth < counts.size(); ++depth) {
      const Wide span =
          depth < piece.strides.size() ? Wide{counts[depth] - 1} * piece.strides[depth] : 0;
      (span < 0 ? low : high) += span;
      times *= counts[depth];
      if (times > kMaxBytes) break;
    }
    if (low < 0 || high > size) {
      StepProblem("{}: pieces reach bytes {} to {} of {}, which has {}", direction_, Clamped(low),
                  Clamped(high) - 1, object, size);
      return false;
    }
    *total += times * piece.bytes;
    if (times > kMaxBytes || *total > Wide{kMaxBytes} * kMaxBytes / 2) {
      StepProblem("{}: a loop nest of too many pieces", direction_);
      return false;
    }
    return true;
  }

  const Binary& binary_;
  std::vector<Finding> findings_;
  std::string place_;
  size_t step_ = 0;
  const char* direction_ = "";
};

}  // namespace

std::vector<Finding> CheckGeometry(const Binary& binary) { return GeometryChecker(binary).Run(); }

std::vector<Finding> CheckSteps(const Binary& binary) { return StepChecker(binary).Run(); }

}  // namespace nve
