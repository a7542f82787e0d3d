// SPDX-License-Identifier: Apache-2.0
// Templates of target code (e-PlaNNer 7.2): a text in sections with placeholders.
//
// A line "@@ name" begins a section; what stands before the first is a comment. The code is: head,
// a tensor for each of the three, a memory for each, begin, then load, conv or store for each step,
// and tail. "{{name}}" stands for a value; docs/planner.md lists all.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nve::planner {

/// The sections in the order of the code; each must be there, and may be empty.
inline constexpr std::array<const char*, 8> kTemplateSections = {
    "head", "tensor", "memory", "begin", "load", "conv", "store", "tail"};

/// Placeholders that a section may have. All: the words of the tensors and the number of steps.
const std::vector<std::string_view>& PlaceholdersOf(std::string_view section);

/// The text of each section.
struct CodeTemplate {
  std::map<std::string, std::string, std::less<>> sections;
};

/// InputError with every line that is wrong: unknown, missing and double sections, placeholders
/// that the section does not have, braces without an end.
CodeTemplate ParseTemplate(const std::string& text, const std::string& file);

/// Templates that are there by name: the files of planner/target/templates/.
std::vector<std::string> TemplateNames();

/// One of them, or a file.
CodeTemplate ReadTemplate(const std::string& name_or_path);

/// A section with its placeholders replaced; each has a value.
std::string Filled(std::string_view text, const std::map<std::string_view, std::string>& values);

}  // namespace nve::planner
