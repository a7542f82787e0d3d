// SPDX-License-Identifier: Apache-2.0
// Results and their labels.
#include "report/compare/reported_run.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

namespace nve {
namespace {

// The last parts of a path, without the file's ending: "b/r" of "a/b/r.json" with one folder.
std::string Tail(const std::filesystem::path& path, size_t folders) {
  std::string tail = path.stem().string();
  std::filesystem::path folder = path.parent_path();
  for (size_t k = 0; k < folders && folder.has_filename(); ++k) {
    tail.insert(0, folder.filename().string() + '/');
    folder = folder.parent_path();
  }
  return tail;
}

bool OccursTwice(const std::vector<std::string>& labels, const std::string& label) {
  return std::ranges::count(labels, label) > 1;
}

}  // namespace

std::vector<std::string> LabelsOf(const std::vector<std::string>& paths) {
  std::vector<std::filesystem::path> whole;
  whole.reserve(paths.size());
  for (const std::string& path : paths) {
    whole.push_back(std::filesystem::absolute(path).lexically_normal());
  }
  std::vector<std::string> labels(paths.size());
  std::vector<size_t> folders(paths.size());
  for (bool longer = true; longer;) {
    longer = false;
    for (size_t k = 0; k < paths.size(); ++k) labels[k] = Tail(whole[k], folders[k]);
    for (size_t k = 0; k < paths.size(); ++k) {
      if (!OccursTwice(labels, labels[k]) || Tail(whole[k], folders[k] + 1) == labels[k]) continue;
      ++folders[k];
      longer = true;
    }
  }
  const std::vector<std::string> same = labels;
  std::map<std::string, int> count;
  for (std::string& label : labels) {
    if (!OccursTwice(same, label)) continue;
    label += " (" + std::to_string(++count[label]) + ')';
  }
  return labels;
}

}  // namespace nve
