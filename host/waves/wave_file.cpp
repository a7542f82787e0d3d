// SPDX-License-Identifier: Apache-2.0
// A wave file, read in a child process: see wave_file.hpp.
#include "host/waves/wave_file.hpp"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <functional>
#include <new>
#include <string_view>

#include "base/processes/child_process.hpp"
#include "host/waves/fst_blocks.hpp"

namespace nve {
namespace {

using nlohmann::json;

constexpr uint64_t kMegabyte = uint64_t{1} << 20;
constexpr int kReaderFiles = 6;  // of the library: the waves and temporary files

// Reading takes 0.05 s a megabyte; a file of fewer than 128 MB is in memory as a whole.
ChildLimits LimitsFor(const std::string& path) {
  std::error_code error;
  const uint64_t megabytes = std::filesystem::file_size(path, error) / kMegabyte;
  return {.memory_bytes = 4096 * kMegabyte,
          .processor_seconds = 20 + (error ? 0 : 2 * megabytes),
          .file_bytes = 4096 * kMegabyte,
          .descriptors = kReaderFiles};
}

// The finisher of splitmix64.
uint64_t Mixed(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

uint64_t HashOf(size_t place, std::string_view value) {
  return Mixed(std::hash<std::string_view>{}(value) + Mixed(place + 1));
}

std::vector<StateAt> StatesOf(FstFile& file, const std::vector<uint32_t>& handles) {
  struct Signal {
    std::vector<size_t> places;
    uint64_t sum = 0;  // of the hashes of its value, over the places
  };
  std::vector<Signal> signals(file.handles() + size_t{1});
  for (size_t i = 0; i < handles.size(); ++i) signals.at(handles[i]).places.push_back(i);
  std::vector<StateAt> states;
  uint64_t state = 0;
  file.ForEachChange(UINT64_MAX, [&](uint64_t time, uint32_t changed, std::string_view value) {
    Signal& signal = signals.at(changed);
    if (signal.places.empty()) return;
    uint64_t sum = 0;
    for (const size_t place : signal.places) sum += HashOf(place, value);
    state += sum - signal.sum;
    signal.sum = sum;
    if (states.empty() || states.back().time != time) states.push_back({time, 0});
    states.back().state = state;
  });
  return states;
}

// The latest value of every handle at a time, "" if it has none.
std::vector<std::string> LatestOf(FstFile& file, uint64_t time) {
  std::vector<std::string> latest(file.handles() + size_t{1});
  file.ForEachChange(time, [&](uint64_t changed, uint32_t handle, std::string_view value) {
    if (changed <= time) latest.at(handle) = value;
  });
  return latest;
}

json Bytes(const std::vector<StateAt>& states) {
  std::vector<uint8_t> bytes(states.size() * sizeof(StateAt));
  if (!bytes.empty()) std::memcpy(bytes.data(), states.data(), bytes.size());
  return json::binary(std::move(bytes));
}

std::string Text(const json& value) {
  std::string text;
  json::to_cbor(value, text);
  return text;
}

}  // namespace

json WaveFile::InChild(const std::function<json(FstFile&)>& read) const {
  const ChildEnd end = RunInChild(LimitsFor(path_), [&] {
    // A reader whose memory is overwritten may throw anything.
    try {
      FstFile file(path_);
      return Text({{"found", read(file)}});
    } catch (const InputError& error) {
      return Text({{"problem", error.diagnostics().front().text}});
    } catch (const std::exception& error) {
      return std::string();
    }
  });
  if (!end.failure.empty()) {
    throw DamagedWaves(path_, fmt::format("the reader of FST files {}", end.failure));
  }
  const json answer = json::from_cbor(end.answer, true, /*allow_exceptions=*/false);
  if (answer.is_object() && answer.contains("found")) return answer["found"];
  if (answer.is_object() && answer.contains("problem")) {
    throw InputError({path_, 0, ""}, answer["problem"].get<std::string>());
  }
  throw DamagedWaves(path_, "the reader of FST files ran out of memory or found no sense in it");
}

WaveFile::WaveFile(const std::string& path) : path_(path) {
  CheckFstBlocks(path);
  const json found = InChild([](FstFile& file) {
    json signals = json::array();
    for (const auto& [name, signal] : file.signals()) {
      signals.push_back({name, signal.handle, signal.bits, signal.constant});
    }
    return json{{"first", file.first_time()}, {"last", file.last_time()}, {"signals", signals}};
  });
  first_time_ = found.at("first").get<uint64_t>();
  last_time_ = found.at("last").get<uint64_t>();
  for (const json& signal : found.at("signals")) {
    signals_[signal.at(0).get<std::string>()] = {
        signal.at(1).get<uint32_t>(), signal.at(2).get<uint32_t>(), signal.at(3).get<bool>()};
  }
}

std::vector<StateAt> WaveFile::States(const std::vector<uint32_t>& handles) const {
  const json found = InChild([&](FstFile& file) { return Bytes(StatesOf(file, handles)); });
  const std::vector<uint8_t>& bytes = found.get_binary();
  std::vector<StateAt> states(bytes.size() / sizeof(StateAt));
  if (!states.empty()) std::memcpy(states.data(), bytes.data(), states.size() * sizeof(StateAt));
  if (states.empty() || states.front().time > first_time_) {
    throw DamagedWaves(path_, "found no values at its first time");
  }
  for (size_t i = 1; i < states.size(); ++i) {
    if (states[i].time < states[i - 1].time) {
      throw DamagedWaves(
          path_, fmt::format("found time {} behind time {}", states[i].time, states[i - 1].time));
    }
  }
  return states;
}

std::vector<std::string> WaveFile::ValuesAt(uint64_t time,
                                            const std::vector<uint32_t>& handles) const {
  const json found = InChild([&](FstFile& file) {
    const std::vector<std::string> latest = LatestOf(file, time);
    json chosen = json::array();
    for (const uint32_t handle : handles) chosen.push_back(latest.at(handle));
    return chosen;
  });
  auto values = found.get<std::vector<std::string>>();
  for (const std::string& value : values) {
    if (value.find_first_not_of("01xzhuwl-") != std::string::npos) {
      throw DamagedWaves(path_, fmt::format("found a value that is no bits at time {}", time));
    }
  }
  return values;
}

}  // namespace nve
