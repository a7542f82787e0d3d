// SPDX-License-Identifier: Apache-2.0
// Published figures: see published.hpp.
#include "planner/tso/published.hpp"

#include <algorithm>

namespace nve::planner::tso {
namespace {

constexpr PublishedTimes kTable1[] = {
    {"InceptionV3", {72686, 88478, 82370, 81367, 91408, 73706, 93731, 101641}},
    {"LeNet", {199, 231, 202, 224, 231, 199, 233, 228}},
    {"MobileNetV2", {14030, 15470, 17765, 16696, 17571, 14084, 17387, 15155}},
    {"ResNet-50", {55927, 62375, 62077, 63118, 78844, 59714, 71905, 77535}},
    {"SqueezeNet", {12504, 13713, 16579, 14134, 12993, 12908, 15840, 13452}},
    {"YOLO", {53271, 57225, 56591, 55713, 63550, 68530, 58592, 55375}},
};

// YOLO has a precision only, 93.03 % on the CPU and 93.53 % on the NMP.
constexpr PublishedAccuracy kAccuracies[] = {
    {"TF-XLA", "InceptionV3", 75.1, 92, 76.9, 93.4},
    {"TF-XLA", "LeNet", 99.9, 100, 99.9, 100},
    {"TF-XLA", "MobileNetV2", 70.2, 89.6, 70.5, 89.8},
    {"TF-XLA", "ResNet-50", 70.6, 89.9, 70.7, 89.9},
    {"TF-XLA", "SqueezeNet", 47.1, 71, 47.1, 71},
    {"Glow", "MNIST 1.3", 98.9, 100, 99.2, 99.8},
    {"Glow", "LeNet", 94.8, 99.9, 95.2, 99.9},
    {"Glow", "Resnet18", 69.9, 89.3, 66.4, 87.3},
    {"Glow", "SqueezeNet", 49.0, 72.9, 47.1, 71.0},
    {"Glow", "Mobilenet", 71.8, 90.6, 70.9, 89.4},
};

constexpr PublishedMaximum kMaxima[] = {
    {Column::kNoBurst, 21.7, "InceptionV3", "section VI, figure 8"},
    {Column::kKs, 32.6, "SqueezeNet", "section VI, figure 12"},
    {Column::kKsOfm, 19, "MobileNetV2", "section VI, figure 12"},
    {Column::kOfm, 41.0, "ResNet-50", "section VI, figure 12"},
    {Column::kIs, 28.6, "YOLO", "section VI, figure 13"},
    {Column::kOs, 28.6, "ResNet-50", "section VI, figure 13"},
    {Column::kWs, 39.8, "InceptionV3", "section VI, figure 13"},
};

constexpr PublishedSlicing kFigure1[] = {
    {8, 128, 32, 1024, 84}, {4, 128, 64, 512, 58}, {4, 64, 128, 256, 46}};

}  // namespace

const char* ColumnName(Column column) {
  constexpr std::array<const char*, kColumns> names = {"burst", "no-burst", "KS", "KS&OFM",
                                                       "OFM",   "IS",       "OS", "WS"};
  return names[static_cast<size_t>(column)];
}

std::span<const PublishedTimes> Table1() { return kTable1; }

const PublishedTimes& WorstNetwork(Column column) {
  return *std::ranges::max_element(kTable1, {},
                                   [&](const PublishedTimes& row) { return row.Ratio(column); });
}

std::span<const PublishedAccuracy> Accuracies() { return kAccuracies; }

std::span<const PublishedMaximum> Maxima() { return kMaxima; }

std::span<const PublishedSlicing> Figure1() { return kFigure1; }

}  // namespace nve::planner::tso
