// SPDX-License-Identifier: Apache-2.0
// Parsing steps:  run P core=0 runs=1 feed=contiguous / input / loop N / plane P offset= bytes=
// strides= / end
#include "program/assembly_steps.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "program/settings.hpp"

namespace nve::assembly {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int kMaxDepth = 32;  // of loops; the check of steps allows fewer

template <typename T>
std::map<std::string, int> NumbersByName(const std::vector<T>& items) {
  std::map<std::string, int> numbers;
  for (size_t i = 0; i < items.size(); ++i) numbers.emplace(items[i].name, static_cast<int>(i));
  return numbers;
}

}  // namespace

void StepParser::Problem(const Line& line, const std::string& text) {
  problems_->Error({name_, line.number, ""}, text);
}

int StepParser::Find(const Line& line, const std::map<std::string, int>& names, const char* kind) {
  if (line.words.size() < 2) {
    Problem(line, fmt::format("'{}' needs the name of a {}", line.words[0], kind));
    return 0;
  }
  const auto found = names.find(line.words[1]);
  if (found != names.end()) return found->second;
  std::vector<std::string> known;
  known.reserve(names.size());
  for (const auto& [name, number] : names) known.push_back(name);
  Problem(line, fmt::format(
                    "no {} is called '{}', allowed: {}", kind, line.words[1],
                    known.empty() ? "none is defined" : fmt::format("{}", fmt::join(known, ", "))));
  return 0;
}

void StepParser::Resolve(Binary* binary) {
  runs_ = RangeOf(binary->machine, "RUNS");
  programs_ = NumbersByName(binary->programs);
  planes_ = NumbersByName(binary->planes);
  for (at_ = 0; at_ < lines_.size();) {
    const Line& line = lines_[at_++];
    const std::string place = fmt::format("plan/{}", binary->steps.size());
    places_->emplace(place, line.number);
    if (line.words[0] == "run") {
      binary->steps.emplace_back(ReadRun(line, place));
    } else if (line.words[0] == "clear") {
      binary->steps.emplace_back(ClearStep{Find(line, planes_, "plane")});
      KeyValues(line, 2, name_, problems_).Finish();
    } else {
      Problem(line, fmt::format("found '{}', allowed: run, clear", line.words[0]));
    }
  }
}

RunStep StepParser::ReadRun(const Line& line, const std::string& place) {
  RunStep run;
  run.program = Find(line, programs_, "program");
  KeyValues values(line, 2, name_, problems_);
  run.core = static_cast<int>(values.Number("core", 0, 1 << 20, 0));
  run.runs = static_cast<int>(values.Number("runs", runs_.low, runs_.high, 1));
  run.feed = static_cast<Feed>(values.Choice("feed", FeedNames()));
  values.Finish();
  while (at_ < lines_.size() && lines_[at_].words[0] != "end") {
    const Line& inner = lines_[at_];
    const std::string& word = inner.words[0];
    if (word == "input" || word == "output") {
      const std::string direction = fmt::format("{}/{}", place, word);
      places_->emplace(direction, inner.number);
      ++at_;
      ReadTransfers(0, direction, word == "input" ? &run.input : &run.output);
    } else {
      Problem(inner, fmt::format("found '{}', allowed: input, output, end", word));
      ++at_;
    }
  }
  if (at_ == lines_.size()) Problem(line, "run without its end");
  ++at_;
  return run;
}

// Up to the next line that is no loop and no piece, which is left.
void StepParser::ReadTransfers(int depth, const std::string& place,
                               std::vector<Transfer>* transfers) {
  while (at_ < lines_.size()) {
    const Line& line = lines_[at_];
    const std::string& word = line.words[0];
    const std::string own = fmt::format("{}/{}", place, transfers->size());
    if (word == "plane" || word == "coefficients") {
      ++at_;
      places_->emplace(own, line.number);
      transfers->push_back(ReadPiece(line, depth));
    } else if (word == "loop" && depth < kMaxDepth) {
      ++at_;
      places_->emplace(own, line.number);
      Transfer loop;
      if (line.words.size() != 2 || !ParseInteger(line.words[1], 1, kMax, &loop.count)) {
        Problem(line, fmt::format("found '{}', allowed: loop COUNT, COUNT 1 or more",
                                  fmt::join(line.words, " ")));
      }
      ReadTransfers(depth + 1, own, &loop.body);
      if (loop.body.empty()) Problem(line, "a loop needs a body");
      if (at_ == lines_.size() || lines_[at_].words[0] != "end") {
        Problem(line, "loop without its end");
      } else {
        ++at_;
      }
      if (loop.IsLoop()) transfers->push_back(std::move(loop));
    } else {
      break;
    }
  }
}

Transfer StepParser::ReadPiece(const Line& line, int depth) {
  Transfer piece;
  const bool plane = line.words[0] == "plane";
  piece.object.kind = plane ? MemoryObject::Kind::kPlane : MemoryObject::Kind::kCoefficients;
  piece.object.index = Find(line, plane ? planes_ : programs_, plane ? "plane" : "program");
  KeyValues values(line, 2, name_, problems_);
  piece.offset = values.Number("offset", kMin, kMax, 0);
  piece.bytes = values.Required("bytes", 1, kMax);
  piece.strides = values.List("strides", kMin, kMax);
  values.Finish();
  if (piece.strides.size() > static_cast<size_t>(depth)) {
    Problem(line, fmt::format("strides: found {}, allowed: at most {}, one per enclosing loop",
                              piece.strides.size(), depth));
  }
  return piece;
}

std::string AddDefaultStep(Binary* binary) {
  if (binary->programs.size() != 1 || binary->input_planes.size() != 1 ||
      binary->output_planes.size() != 1) {
    return fmt::format(
        "without .plan there must be one program, one input plane and one output plane, found {}, "
        "{} and {}",
        binary->programs.size(), binary->input_planes.size(), binary->output_planes.size());
  }
  const RunWords words = WordsPerRun(binary->programs[0], kCodesOfAnyMachine);
  RunStep run;
  const auto piece = [](MemoryObject::Kind kind, int index, int64_t count) {
    Transfer transfer;
    transfer.object = {kind, index};
    transfer.bytes = count * arch::kWordBytes;
    return transfer;
  };
  const auto coefficients = static_cast<int64_t>(binary->programs[0].coefficients.size());
  if (coefficients > 0) {
    run.input.push_back(piece(MemoryObject::Kind::kCoefficients, 0, coefficients));
  }
  if (words.in > coefficients) {
    run.input.push_back(
        piece(MemoryObject::Kind::kPlane, binary->input_planes[0], words.in - coefficients));
  }
  if (words.out > 0) {
    run.output.push_back(piece(MemoryObject::Kind::kPlane, binary->output_planes[0], words.out));
  }
  binary->steps.emplace_back(std::move(run));
  return "";
}

}  // namespace nve::assembly
