// SPDX-License-Identifier: Apache-2.0
// A read-out in words: see read_out_text.hpp.
#include "report/readout/read_out_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nve {
namespace {

constexpr size_t kMostLines = 40;  // of boxes, or pictures

std::string Number(int64_t count, const char* one, const char* several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

std::string BoxLines(const ReadOutOfRun& read_out) {
  const std::vector<BoxOfPicture>& boxes = *read_out.boxes;
  std::string text;
  for (size_t i = 0; i < std::min(boxes.size(), kMostLines); ++i) {
    const BoxOfPicture& box = boxes[i];
    text += fmt::format("box: x {:>4} y {:>4} width {:>4} height {:>4} score {:>3} {}", box.x,
                        box.y, box.width, box.height, box.score, box.name);
    text += read_out.pictures > 1 ? fmt::format(", picture {}\n", box.picture) : "\n";
  }
  if (boxes.size() > kMostLines) text += fmt::format("and {} more\n", boxes.size() - kMostLines);
  const auto count = static_cast<int64_t>(boxes.size());
  text += fmt::format("boxes: {} in {}", count, Number(read_out.pictures, "picture", "pictures"));
  if (read_out.truth) text += "; " + FoundText(*read_out.truth);
  return text + '\n';
}

std::string ClassLines(const ReadOutOfRun& read_out) {
  const std::vector<ClassesOfPicture>& classes = *read_out.classes;
  std::string text;
  for (size_t i = 0; i < classes.size() && classes.size() <= kMostLines; ++i) {
    text += classes[i].picture + ":";
    const char* before = " ";
    for (const ScoreOfClass& best : classes[i].best) {
      text += fmt::format("{}{} {}", before, best.name, best.score);
      before = ", ";
    }
    if (classes[i].truth) {
      text += *classes[i].truth == classes[i].best.front().name ? " (right)"
                                                                : ": wrong, " + *classes[i].truth;
    }
    text += '\n';
  }
  if (read_out.top1) {
    text += fmt::format("accuracy: {} of {} right, {:.2f} %\n", *read_out.top1,
                        Number(read_out.pictures, "picture", "pictures"),
                        100 * read_out.accuracy.value_or(0));
  } else {
    text += fmt::format("classes: {}\n", Number(read_out.pictures, "picture", "pictures"));
  }
  return text;
}

}  // namespace

std::string FoundText(const FoundOfRun& found) {
  std::string text =
      fmt::format("{} of {} found, {}", found.found, Number(found.signs, "sign", "signs"),
                  Number(found.false_boxes, "false box", "false boxes"));
  if (found.look_alikes > 0) {
    text += fmt::format(", {} of {} rejected", found.rejected,
                        Number(found.look_alikes, "look-alike", "look-alikes"));
  }
  return text;
}

std::string ReadOutText(const ReadOutOfRun& read_out) {
  std::string text;
  if (read_out.boxes) text += BoxLines(read_out);
  if (read_out.classes) text += ClassLines(read_out);
  if (!read_out.equal) return text;
  text += fmt::format("scores: those of {} of {} equal the reference\n", *read_out.equal,
                      Number(read_out.pictures, "picture", "pictures"));
  if (const auto& first = read_out.first_different) {
    text += fmt::format("first picture that differs: {}, {}: {}\n", first->number, first->picture,
                        first->text);
  }
  return text;
}

}  // namespace nve
