// SPDX-License-Identifier: Apache-2.0
// Memory configurations as JSON: see memory_config.hpp. Every parameter is one line of a table,
// from which files are read, values checked and results written.
#include "host/memory/memory_config.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "base/diagnostics/diagnostics.hpp"
#include "base/json/json_file.hpp"
#include "base/json/member_checks.hpp"
#include "base/text/numbers.hpp"
#include "host/memory/board_json.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;
using Member = std::variant<int MemoryConfig::*, double MemoryConfig::*>;

struct Parameter {
  const char* name;
  std::vector<std::string> models;
  Member member;
  double least;
  double most;
};

const std::vector<Parameter>& Parameters() {
  using C = MemoryConfig;
  constexpr double kCycles = 1e6;
  constexpr double kNanoseconds = 1e5;
  static const std::vector<Parameter> kParameters = {
      {"read_latency", {"fixed"}, &C::read_latency, 1, kCycles},
      {"write_latency", {"fixed"}, &C::write_latency, 1, kCycles},
      {"read_path_ns", {"tso", "bank"}, &C::read_path_ns, 0, kNanoseconds},
      {"write_path_ns", {"tso", "bank"}, &C::write_path_ns, 0, kNanoseconds},
      {"cas_ns", {"tso"}, &C::cas_ns, 0, kNanoseconds},
      {"bandwidth_mb_s", {"tso"}, &C::bandwidth_mb_s, 1, 1e6},
      {"burst_bytes", {"tso"}, &C::burst_bytes, 8, 4096},
      {"read_queue", {"bank"}, &C::read_queue, 1, 1024},
      {"write_queue", {"bank"}, &C::write_queue, 1, 1024},
      {"batch_bursts", {"bank"}, &C::batch_bursts, 1, 1024},
      {"write_gap_clocks", {"bank"}, &C::write_gap_clocks, 0, 1000},
      {"turnaround_gap_clocks", {"bank"}, &C::turnaround_gap_clocks, 0, 1000},
      {"max_wait_clocks", {"bank"}, &C::max_wait_clocks, 1, kCycles},
      {"ports_per_pair", {"bank"}, &C::ports_per_pair, 1, 64},
      {"pair_mb_s", {"bank"}, &C::pair_mb_s, 1, 1e6},
  };
  return kParameters;
}

struct Time {
  const char* name;
  int DramTiming::*member;
  int most;
};

// Members of "dram" that a file may change one by one. The limits are beyond every DDR memory, and
// far enough below the watchdog's that a slow one does not look like a stopped one.
const std::vector<Time>& Times() {
  using T = DramTiming;
  constexpr int kClocks = 256;
  static const std::vector<Time> kTimes = {
      {"tck_ps", &T::tck_ps, 20'000}, {"cl", &T::cl, kClocks},       {"rcd", &T::rcd, kClocks},
      {"rp", &T::rp, kClocks},        {"ras", &T::ras, kClocks},     {"rc", &T::rc, kClocks},
      {"ccd", &T::ccd, kClocks},      {"cwl", &T::cwl, kClocks},     {"wr", &T::wr, kClocks},
      {"rtp", &T::rtp, kClocks},      {"wtr", &T::wtr, kClocks},     {"rrd", &T::rrd, kClocks},
      {"faw", &T::faw, kClocks},      {"refi", &T::refi, 1'000'000}, {"rfc", &T::rfc, 10'000},
  };
  return kTimes;
}

const std::vector<int> kBusBits = {16, 32, 64};
const std::vector<int> kGigabits = {1, 2, 4, 8};

class Reader {
 public:
  Reader(const std::string& path, const Json& json) : path_(path), json_(json) {}

  MemoryConfig Read() {
    if (!json_.is_object()) throw InputError({path_, 0, ""}, "found no object { }");
    config_.model = Choice(json_, "", "model", MemoryModelNames(), config_.model);
    for (const auto& [key, value] : json_.items()) {
      if (key == "model" || key == "comment") continue;
      if (key == "dram") {
        ReadDram(value);
      } else if (key == "board") {
        config_.board = ReadBoard(value, path_, problems_);
      } else {
        ReadParameter(key, value);
      }
    }
    problems_.ThrowIfErrors();
    // What lies in turns in the rows of the memory's devices moves with them.
    if (config_.model == "bank") {
      config_.board.row_bytes = static_cast<uint64_t>(config_.dram.page_bytes);
      config_.board.banks = static_cast<uint64_t>(config_.dram.banks);
    }
    return config_;
  }

 private:
  bool NotOfModel(const std::string& key, const std::vector<std::string>& models) {
    if (std::find(models.begin(), models.end(), config_.model) != models.end()) return false;
    checks_.Error(key, fmt::format("has no effect with model {}, only with {}", config_.model,
                                   fmt::join(models, ", ")));
    return true;
  }

  // `prefix`: of the member's name in messages, "dram." of those of "dram".
  template <typename T>
  T Choice(const Json& object, const std::string& prefix, const char* key,
           const std::vector<T>& allowed, const T& standard) {
    if (!object.contains(key)) return standard;
    return checks_.Choice(prefix + key, object[key], allowed).value_or(standard);
  }

  void ReadParameter(const std::string& key, const Json& value) {
    const auto parameter = std::find_if(Parameters().begin(), Parameters().end(),
                                        [&](const Parameter& p) { return key == p.name; });
    if (parameter == Parameters().end()) {
      std::vector<std::string> known = {"model", "dram", "board", "comment"};
      for (const Parameter& p : Parameters()) known.emplace_back(p.name);
      checks_.Error(key, fmt::format("unknown, allowed: {}", fmt::join(known, ", ")));
      return;
    }
    if (NotOfModel(key, parameter->models)) return;
    const bool integer = std::holds_alternative<int MemoryConfig::*>(parameter->member);
    const auto number = checks_.Number(key, value, integer, parameter->least, parameter->most);
    if (!number) return;
    if (integer) {
      config_.*std::get<int MemoryConfig::*>(parameter->member) = static_cast<int>(*number);
    } else {
      config_.*std::get<double MemoryConfig::*>(parameter->member) = *number;
    }
  }

  void ReadDram(const Json& dram) {
    if (NotOfModel("dram", {"bank"})) return;
    if (!dram.is_object()) {
      checks_.Error("dram", fmt::format("found {}, allowed: an object {{ }}", dram.dump()));
      return;
    }
    config_.dram = DramTimingOf(Choice(dram, "dram.", "device", DramDevices(), config_.dram.device),
                                Choice(dram, "dram.", "bus_bits", kBusBits, 32),
                                Choice(dram, "dram.", "gigabits", kGigabits, 2));
    for (const auto& [key, value] : dram.items()) {
      if (key == "device" || key == "bus_bits" || key == "gigabits") continue;
      ReadTime(key, value);
    }
    if (config_.dram.rfc + config_.dram.rp >= config_.dram.refi) {
      checks_.Error("dram.refi",
                    fmt::format("found {}, allowed: more than rfc + rp, {}", config_.dram.refi,
                                config_.dram.rfc + config_.dram.rp));
    }
  }

  void ReadTime(const std::string& key, const Json& value) {
    const auto time =
        std::find_if(Times().begin(), Times().end(), [&](const Time& t) { return key == t.name; });
    if (time == Times().end()) {
      std::vector<std::string> known = {"device", "bus_bits", "gigabits"};
      for (const Time& t : Times()) known.emplace_back(t.name);
      checks_.Error("dram." + key, fmt::format("unknown, allowed: {}", fmt::join(known, ", ")));
      return;
    }
    const auto number = checks_.Number("dram." + key, value, true, 1, time->most);
    if (number) config_.dram.*(time->member) = static_cast<int>(*number);
  }

  std::string path_;
  const Json& json_;
  MemoryConfig config_;
  Diagnostics problems_;
  MemberChecks checks_{path_, problems_};
};

// A number if it is one.
Json ValueOf(const std::string& text) {
  if (const std::optional<uint64_t> whole = ParseNumber(text)) return *whole;
  if (const std::optional<double> number = ParseDecimal(text)) return *number;
  return text;
}

bool IsModel(const std::string& name) {
  const std::vector<std::string> names = MemoryModelNames();
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<std::string> MemoryModelNames() { return {"ideal", "fixed", "tso", "bank"}; }

MemoryConfig ReadMemoryConfig(const std::string& path) {
  const Json json = ReadJson(path);
  return Reader(path, json).Read();
}

std::string MemoryFileOf(const std::string& name_or_path) {
  return IsModel(name_or_path) ? "" : name_or_path;
}

MemoryConfig LoadMemoryConfig(const std::string& name_or_path) {
  if (!IsModel(name_or_path)) return ReadMemoryConfig(name_or_path);
  MemoryConfig config;
  config.model = name_or_path;
  return config;
}

MemoryConfig LoadMemoryConfig(const std::string& name_or_path, const MemorySettings& settings,
                              const std::string& where) {
  if (settings.empty()) return LoadMemoryConfig(name_or_path);
  Json json = {{"model", name_or_path}};
  if (!IsModel(name_or_path)) {
    ReadMemoryConfig(name_or_path);  // what is wrong in the file is told as its own
    json = ReadJson(name_or_path);
  }
  for (const auto& [parameter, value] : settings) {
    Json* object = &json;
    std::string name = parameter;
    for (size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.')) {
      object = &(*object)[name.substr(0, dot)];
      name.erase(0, dot + 1);
      if (object->is_object() || object->is_null()) continue;
      object = &json;  // whose member it cannot be: unknown
      name = parameter;
      break;
    }
    (*object)[name] = ValueOf(value);
  }
  return Reader(where, json).Read();
}

std::array<MemoryLatency, 2> LatenciesOf(const MemoryConfig& config, double clock_mhz) {
  if (config.model == "ideal") return {};
  if (config.model == "fixed") {
    return {MemoryLatency{"read_latency", static_cast<uint64_t>(config.read_latency)},
            MemoryLatency{"write_latency", static_cast<uint64_t>(config.write_latency)}};
  }
  const auto cycles = [clock_mhz](double ns) {
    return static_cast<uint64_t>(std::ceil(ns * clock_mhz / 1e3));
  };
  return {MemoryLatency{"read_path_ns", cycles(config.read_path_ns)},
          MemoryLatency{"write_path_ns", cycles(config.write_path_ns)}};
}

Json MemoryConfigJson(const MemoryConfig& config) {
  Json json = {{"model", config.model}};
  for (const Parameter& parameter : Parameters()) {
    const auto& models = parameter.models;
    if (std::find(models.begin(), models.end(), config.model) == models.end()) continue;
    std::visit([&](auto member) { json[parameter.name] = config.*member; }, parameter.member);
  }
  json["board"] = BoardJson(config.board);
  if (config.model == "bank") {
    const DramTiming& dram = config.dram;
    Json& times = json["dram"];
    times = {{"device", dram.device}, {"bus_bits", 8 * dram.bus_bytes}};
    for (const Time& time : Times()) times[time.name] = dram.*(time.member);
    times["banks"] = dram.banks;
    times["page_bytes"] = dram.page_bytes;
    times["peak_mb_s"] = dram.PeakMegabytesPerSecond();
  }
  return json;
}

}  // namespace nve
