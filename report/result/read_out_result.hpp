// SPDX-License-Identifier: Apache-2.0
// What a trained network says of its pictures: classes, boxes, heat, and how much of it is right.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "report/result/result_field.hpp"

namespace nve {

/// Values of ReadOutOfRun::kind
inline constexpr const char* kClassifyKind = "classify";
inline constexpr const char* kDetectKind = "detect";
inline constexpr const char* kHeatKind = "heat";

/// Values of Picture::role
inline constexpr const char* kDetectionsRole = "detections";
inline constexpr const char* kHeatMapRole = "heat map";
inline constexpr const char* kContactSheetRole = "contact sheet";

struct BoxOfPicture {
  int64_t picture = 0;
  int x = 0, y = 0, width = 0, height = 0, score = 0;
  std::string name;
  static constexpr auto kFields =
      std::make_tuple(Key("picture", &BoxOfPicture::picture, "number of the picture, from 0"),
                      Key("x", &BoxOfPicture::x, "its first column in the picture, from 0"),
                      Key("y", &BoxOfPicture::y, "its first row in the picture, from 0"),
                      Key("width", &BoxOfPicture::width, "columns of the picture"),
                      Key("height", &BoxOfPicture::height, "rows of the picture"),
                      Key("score", &BoxOfPicture::score, "pixel of the network's output, 0 to 255"),
                      Key("class", &BoxOfPicture::name, "what it is"));
};

struct ScoreOfClass {
  std::string name;
  int score = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("class", &ScoreOfClass::name, "name of the class"),
      Key("score", &ScoreOfClass::score, "pixel of the network's output, 0 to 255"));
};

struct ClassesOfPicture {
  std::string picture;
  std::vector<ScoreOfClass> best;
  std::optional<std::string> truth;
  static constexpr auto kFields = std::make_tuple(
      Key("picture", &ClassesOfPicture::picture, "file, and its number if the file has several"),
      Key("best", &ClassesOfPicture::best, "classes of the highest scores, the best first"),
      Key("truth", &ClassesOfPicture::truth, "the right class, with --labels"));
};

struct ConfusionOfRun {
  std::vector<std::string> classes;
  std::vector<std::vector<int64_t>> pictures;
  static constexpr auto kFields = std::make_tuple(
      Key("classes", &ConfusionOfRun::classes, "names of the classes"),
      Key("pictures", &ConfusionOfRun::pictures,
          "a row for each right class: how many of its pictures were taken for each class"));
};

/// Boxes beside the truth. A box belongs to a sign if their intersection over union is 0.5 or more.
struct FoundOfRun {
  int64_t signs = 0, found = 0, false_boxes = 0, look_alikes = 0, rejected = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("signs", &FoundOfRun::signs, "objects of the truth"),
      Key("found", &FoundOfRun::found, "those of them that have a box of their own"),
      Key("false_boxes", &FoundOfRun::false_boxes, "boxes that belong to none of them"),
      Key("look_alikes", &FoundOfRun::look_alikes, "things of the truth that only look like one"),
      Key("rejected", &FoundOfRun::rejected, "those of them that no box belongs to"));
};

struct MosaicOfRun {
  int height = 0, width = 0, sheets = 1;
  int64_t parts = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("height", &MosaicOfRun::height, "rows"), Key("width", &MosaicOfRun::width, "columns"),
      Key("sheets", &MosaicOfRun::sheets, "pictures of this size that the program computes"),
      Key("parts", &MosaicOfRun::parts, "pictures in it, each of their scales"));
};

struct FirstDifferentPicture {
  int64_t number = 0;
  std::string picture, text;
  static constexpr auto kFields = std::make_tuple(
      Key("number", &FirstDifferentPicture::number, "number of the picture, from 0"),
      Key("picture", &FirstDifferentPicture::picture, "file of the picture"),
      Key("text", &FirstDifferentPicture::text, "the first score that differs"));
};

struct ReadOutOfRun {
  std::string kind, model;
  int64_t pictures = 0;
  MosaicOfRun mosaic;
  std::optional<int64_t> equal;
  std::optional<FirstDifferentPicture> first_different;
  std::optional<int64_t> top1;
  std::optional<double> accuracy;
  std::optional<std::vector<BoxOfPicture>> boxes;
  std::optional<FoundOfRun> truth;
  std::optional<std::vector<ClassesOfPicture>> classes;
  std::optional<ConfusionOfRun> confusion;
  static constexpr auto kFields = std::make_tuple(
      Key("kind", &ReadOutOfRun::kind, "classify, detect or heat"),
      Key("model", &ReadOutOfRun::model, "name of the model"),
      Key("pictures", &ReadOutOfRun::pictures, "pictures that were handed in"),
      Key("mosaic", &ReadOutOfRun::mosaic, "the picture that they were put together to"),
      Key("equal", &ReadOutOfRun::equal,
          "pictures all of whose scores are those of the reference, with --reference"),
      Key("first_different", &ReadOutOfRun::first_different, "the first of the others"),
      Key("top1", &ReadOutOfRun::top1, "pictures whose best class is the right one, with --labels"),
      Key("accuracy", &ReadOutOfRun::accuracy,
          "with --labels: share of pictures whose best class is right, or of signs found, 0 to 1"),
      Key("boxes", &ReadOutOfRun::boxes, "what was detected"),
      Key("truth", &ReadOutOfRun::truth, "boxes beside the truth, with --labels"),
      Key("classes", &ReadOutOfRun::classes, "by picture"),
      Key("confusion", &ReadOutOfRun::confusion, "right classes beside those found"));
};

/// detections.json
struct DetectionsFile : FileHead {
  static constexpr const char* kSchema = "nve-detections";
  static constexpr const char* kMeaning = "boxes that a network has found in pictures";
  DetectionsFile() : FileHead{kSchema, 1, "nve-cosim", {}} {}

  std::string model;
  std::vector<std::string> pictures;
  std::vector<BoxOfPicture> boxes;
  std::optional<FoundOfRun> truth;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields,
      std::make_tuple(Key("model", &DetectionsFile::model, "name of the model"),
                      Key("pictures", &DetectionsFile::pictures, "files of the pictures"),
                      Key("boxes", &DetectionsFile::boxes, "what was detected"),
                      Key("truth", &DetectionsFile::truth, "boxes beside the truth")));
};

}  // namespace nve
