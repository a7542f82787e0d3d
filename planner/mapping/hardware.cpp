// Hardware files: see hardware.hpp. A table of loops, a function for each kind of field.
#include "planner/mapping/hardware.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "compiler/support/diagnostics.hpp"
#include "compiler/support/files.hpp"
#include "compiler/support/json_file.hpp"
#include "compiler/support/json_member.hpp"
#include "planner_machines.hpp"

namespace nve::planner {
namespace {

using Json = nlohmann::ordered_json;

constexpr struct {
  const char* name;
  Loop loop;
} kLoops[] = {{"OC", Loop::kOc}, {"IC", Loop::kIc}, {"OH", Loop::kOh},
              {"OW", Loop::kOw}, {"KH", Loop::kKh}, {"KW", Loop::kKw}};

const std::vector<std::string>& Fields() {
  static const std::vector<std::string> fields = {"bandwidth", "frequency", "mem_size", "pe_len",
                                                  "pe_mapping"};
  return fields;
}

constexpr int64_t kWordsPerKb = 1024 / 4;
constexpr int64_t kMostKb = int64_t{1} << 30;
constexpr int64_t kMostPes = 65536;
constexpr double kMostRate = 1e6;

class Reader {
 public:
  Reader(const std::string& file, const Json& json) : file_(file), json_(json) {}

  Hardware Read() {
    if (!json_.is_object()) throw InputError({file_, 0, ""}, "found no object { }");
    for (const auto& [key, value] : json_.items()) {
      if (std::ranges::find(Fields(), key) == Fields().end()) {
        Error(key, fmt::format("unknown, allowed: {}", fmt::join(Fields(), ", ")));
      }
    }
    hardware_.bandwidth = Rate("bandwidth", "GB/s");
    hardware_.frequency = Rate("frequency", "GHz");
    ReadMemories();
    ReadArray();
    problems_.ThrowIfErrors();
    return hardware_;
  }

 private:
  void Error(const std::string& key, const std::string& text) {
    problems_.Error({file_, 0, JsonMember(key)}, text);
  }

  // The field, or nothing and a message.
  const Json* Field(const std::string& key, const std::string& allowed) {
    if (json_.contains(key)) return &json_[key];
    Error(key, "missing, allowed: " + allowed);
    return nullptr;
  }

  double Rate(const std::string& key, const char* unit) {
    const std::string allowed = fmt::format("a number of {} above 0, at most {}", unit, kMostRate);
    const Json* value = Field(key, allowed);
    if (value == nullptr) return 1;
    const bool good =
        value->is_number() && value->get<double>() > 0 && value->get<double>() <= kMostRate;
    if (!good) Error(key, fmt::format("found {}, allowed: {}", value->dump(), allowed));
    return good ? value->get<double>() : 1;
  }

  template <size_t N>
  std::array<int64_t, N> Numbers(const std::string& key, const std::string& meaning, int64_t most) {
    std::array<int64_t, N> numbers = {};
    const std::string allowed = fmt::format("{} whole numbers from 1 to {}: {}", N, most, meaning);
    const Json* value = Field(key, allowed);
    if (value == nullptr) return numbers;
    bool good = value->is_array() && value->size() == N;
    for (size_t i = 0; good && i < N; ++i) {
      const Json& number = (*value)[i];
      good = number.is_number_integer() && number >= 1 && number <= most;
      if (good) numbers[i] = number.get<int64_t>();
    }
    if (!good) Error(key, fmt::format("found {}, allowed: {}", value->dump(), allowed));
    return numbers;
  }

  void ReadMemories() {
    const auto kb = Numbers<3>("mem_size", "KB of input, weight and output memory", kMostKb);
    for (size_t i = 0; i < kb.size(); ++i) hardware_.mem_words[i] = kb[i] * kWordsPerKb;
  }

  void ReadArray() {
    hardware_.pe_len = Numbers<2>("pe_len", "columns and rows of the PE array", kMostPes);
    const std::string allowed =
        "two lists of loops, along columns and rows, of OC, IC, OH, OW, KH, KW, each once";
    const Json* value = Field("pe_mapping", allowed);
    if (value == nullptr) return;
    bool good = value->is_array() && value->size() == 2;
    std::set<Loop> seen;
    for (size_t axis = 0; good && axis < 2; ++axis) {
      good = (*value)[axis].is_array() && ReadAxis((*value)[axis], axis, seen);
    }
    if (!good) {
      Error("pe_mapping", fmt::format("found {}, allowed: {}", value->dump(), allowed));
      return;
    }
    for (size_t axis = 0; axis < 2; ++axis) {
      if (hardware_.pe_mapping[axis].empty() && hardware_.pe_len[axis] > 1) {
        Error("pe_mapping",
              fmt::format("found no loop along {} PEs, allowed: at least one, or pe_len 1",
                          hardware_.pe_len[axis]));
      }
    }
  }

  bool ReadAxis(const Json& names, size_t axis, std::set<Loop>& seen) {
    for (const Json& name : names) {
      const auto loop =
          std::ranges::find_if(kLoops, [&](const auto& each) { return name == each.name; });
      if (loop == std::end(kLoops) || !seen.insert(loop->loop).second) return false;
      hardware_.pe_mapping[axis].push_back(loop->loop);
    }
    return true;
  }

  std::string file_;
  const Json& json_;
  Hardware hardware_;
  Diagnostics problems_;
};

Hardware Parse(const std::string& name, const std::string& file, std::string_view text) {
  const Json json = ParseJson(text, file, JsonComments::kAllowed);
  Hardware hardware = Reader(file, json).Read();
  hardware.name = name;
  return hardware;
}

}  // namespace

std::vector<std::string> HardwareNames() {
  std::vector<std::string> names;
  names.reserve(kHardwareFiles.size());
  for (const auto& [name, text] : kHardwareFiles) names.emplace_back(name);
  return names;
}

Hardware ReadHardware(const std::string& name_or_path) {
  for (const auto& [name, text] : kHardwareFiles) {
    if (name == name_or_path) return Parse(name_or_path, name_or_path, text);
  }
  return Parse(std::filesystem::path(name_or_path).stem().string(), name_or_path,
               ReadFileText(name_or_path));
}

}  // namespace nve::planner
