// SPDX-License-Identifier: Apache-2.0
// Parses and applies --vary.
#include "host/cosim/vary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/cli/number_options.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/text/numbers.hpp"

namespace nve {
namespace {

constexpr const char* kMemory = "memory.";
constexpr const char* kBoard = "board.";
constexpr size_t kMostParameters = 2;
constexpr uint64_t kMostCycles = 1'000'000;  // as the options of the same parameters

std::vector<std::string> Parts(const std::string& text) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

// A problem, or nothing.
std::string ProblemOf(const VariedParameter& parameter, const std::vector<std::string>& own) {
  const bool platform = parameter.name.starts_with(kMemory) || parameter.name.starts_with(kBoard);
  if (!platform && std::ranges::find(own, parameter.name) == own.end()) {
    return fmt::format(
        "found parameter '{}', allowed: memory.NAME and board.NAME (docs/memory.md), "
        "{}",
        parameter.name, fmt::join(own, ", "));
  }
  std::set<std::string> seen;
  for (const std::string& value : parameter.values) {
    if (value.empty()) {
      return fmt::format("found an empty value of {}, allowed: values with commas between them",
                         parameter.name);
    }
    if (!seen.insert(value).second) {
      return fmt::format("found {} of {} twice, allowed: each value once", value, parameter.name);
    }
  }
  return "";
}

}  // namespace

CLI::Validator VaryText() {
  return {[](std::string& text) -> std::string {
            const size_t equal = text.find('=');
            if (equal != 0 && equal != std::string::npos) return "";
            return fmt::format("found '{}', allowed: PARAMETER=VALUE,VALUE...", text);
          },
          ""};
}

std::vector<VariedParameter> ParseVary(const std::vector<std::string>& texts,
                                       const std::vector<std::string>& own,
                                       const std::string& tool) {
  std::vector<VariedParameter> parameters;
  Diagnostics problems;
  const auto error = [&](const std::string& text) {
    problems.Error({tool, 0, ""}, "--vary: " + text);
  };
  for (const std::string& text : texts) {
    const size_t equal = text.find('=');
    NVE_CHECK(equal != std::string::npos, "VaryText has seen the text");
    VariedParameter parameter = {text.substr(0, equal), Parts(text.substr(equal + 1))};
    const std::string problem = ProblemOf(parameter, own);
    if (!problem.empty()) error(problem);
    if (std::ranges::find(parameters, parameter.name, &VariedParameter::name) != parameters.end()) {
      error(fmt::format("found {} twice, allowed: each parameter once", parameter.name));
    }
    parameters.push_back(std::move(parameter));
  }
  if (texts.size() > kMostParameters) {
    error(fmt::format("found {} parameters, allowed: one or two", texts.size()));
  }
  problems.ThrowIfErrors();
  return parameters;
}

std::vector<VaryPoint> PointsOf(const std::vector<VariedParameter>& parameters) {
  std::vector<VaryPoint> points = {{}};
  for (const VariedParameter& parameter : parameters) {
    std::vector<VaryPoint> longer;
    for (const VaryPoint& point : points) {
      for (const std::string& value : parameter.values) {
        longer.push_back(point);
        longer.back().emplace_back(parameter.name, value);
      }
    }
    points = std::move(longer);
  }
  return points;
}

std::optional<std::string> ValueAt(const VaryPoint& point, const std::string& name) {
  for (const auto& [own, value] : point) {
    if (own == name) return value;
  }
  return std::nullopt;
}

void CheckPoints(const std::vector<VaryPoint>& points,
                 const std::vector<std::function<void(const VaryPoint&)>>& checks) {
  Diagnostics problems;
  std::set<std::string> known;
  for (const VaryPoint& point : points) {
    for (const auto& check : checks) {
      try {
        check(point);
      } catch (const InputError& error) {
        for (const Diagnostic& one : error.diagnostics()) {
          if (known.insert(ToString(one)).second) problems.Error(one.where, one.text);
        }
      }
    }
  }
  problems.ThrowIfErrors();
}

MemoryConfig MemoryAt(const std::string& name_or_path, const VaryPoint& point,
                      const std::string& tool) {
  MemorySettings settings;
  for (const auto& [name, value] : point) {
    if (name.starts_with(kMemory)) {
      settings.emplace_back(name.substr(std::string(kMemory).size()), value);
    } else if (name.starts_with(kBoard)) {
      settings.emplace_back(name, value);
    }
  }
  return LoadMemoryConfig(name_or_path, settings, tool.empty() ? "--vary" : tool + ": --vary");
}

std::vector<std::string> ProcessorParameters() {
  return {"processor.copy_mb_s", "processor.register_cycles", "processor.interrupt_cycles"};
}

void SetProcessor(const VaryPoint& point, const std::string& tool, ProcessorOptions& processor) {
  Diagnostics problems;
  for (const auto& [name, value] : point) {
    if (!name.starts_with("processor.")) continue;
    std::string text = value;
    const bool rate = name == "processor.copy_mb_s";
    const CLI::Validator check = rate ? CopyRate() : Count(0, kMostCycles);
    const std::string problem = check(text);
    if (!problem.empty()) {
      problems.Error({tool, 0, ""}, fmt::format("--vary: {}: {}", name, problem));
    } else if (rate) {
      processor.copy_mb_s = ParseDecimal(text).value();
    } else if (name == "processor.register_cycles") {
      processor.register_cycles = ParseNumber(text).value();
    } else {
      processor.interrupt_cycles = ParseNumber(text).value();
    }
  }
  problems.ThrowIfErrors();
}

}  // namespace nve
