// SPDX-License-Identifier: Apache-2.0
// Counters of a model: see model_counters.hpp.
//
// NAME.counts: a 64-bit number for each of Verilator's points, then the bytes of all signals in
// the order of the table, each with a bit set where it has risen; then the same for fallen.
#include "tb/coverage/model_counters.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "tb/coverage/counter_file.hpp"

namespace nve::coverage {
namespace {

void LookForEdges(const char* now, uint8_t* last, uint8_t* rise, uint8_t* fall, size_t bytes) {
  for (size_t k = 0; k < bytes; ++k) {
    const auto value = static_cast<uint8_t>(now[k]);
    rise[k] = static_cast<uint8_t>(rise[k] | (value & ~last[k]));
    fall[k] = static_cast<uint8_t>(fall[k] | (~value & last[k]));
    last[k] = value;
  }
}

}  // namespace

ModelCounters::ModelCounters(const ModelType& type, const void* root,
                             const std::atomic<uint32_t>* lines)
    : type_(type), root_(static_cast<const char*>(root)), lines_(lines) {
  std::vector<Signal> sorted(type.signals, type.signals + type.signal_count);
  std::sort(sorted.begin(), sorted.end(),
            [](const Signal& a, const Signal& b) { return a.offset < b.offset; });
  size_t place = 0;
  for (const Signal& signal : sorted) {
    // What lies between two signals is padding, or small enough not to matter.
    constexpr size_t kGap = 16;
    if (segments_.empty() ||
        signal.offset > segments_.back().offset + segments_.back().bytes + kGap) {
      if (!segments_.empty()) place += segments_.back().bytes;
      segments_.push_back({signal.offset, place, 0});
    }
    Segment& segment = segments_.back();
    segment.bytes = std::max(segment.bytes, signal.offset + signal.bytes - segment.offset);
  }
  if (!segments_.empty()) place += segments_.back().bytes;
  last_.resize(place);
  rise_.resize(place);
  fall_.resize(place);
  samplers_ = MakeSamplers(*this);
}

ModelCounters::~ModelCounters() {
  size_t bytes = 0;
  for (size_t k = 0; k < type_.signal_count; ++k) bytes += type_.signals[k].bytes;
  AddToFile(type_.file, [&](const std::string& before) {
    const size_t head = type_.line_points * sizeof(uint64_t);
    std::string after = before;
    after.resize(head + 2 * bytes);
    for (size_t k = 0; k < type_.line_points; ++k) {
      uint64_t count = 0;
      std::memcpy(&count, after.data() + k * sizeof(count), sizeof(count));
      count += lines_[k];
      std::memcpy(after.data() + k * sizeof(count), &count, sizeof(count));
    }
    size_t at = head;
    for (const std::vector<uint8_t>* edges : {&rise_, &fall_}) {
      for (size_t k = 0; k < type_.signal_count; ++k) {
        const Signal& signal = type_.signals[k];
        const auto segment =
            std::prev(std::upper_bound(segments_.begin(), segments_.end(), signal.offset,
                                       [](size_t o, const Segment& s) { return o < s.offset; }));
        const uint8_t* from = edges->data() + segment->place + (signal.offset - segment->offset);
        for (size_t b = 0; b < signal.bytes; ++b, ++at) {
          after[at] = static_cast<char>(static_cast<uint8_t>(after[at]) | from[b]);
        }
      }
    }
    return after;
  });
}

bool ModelCounters::Has(const std::string& scope) const {
  return std::any_of(type_.signals, type_.signals + type_.signal_count,
                     [&](const Signal& signal) { return scope == signal.scope; });
}

ModelCounters::Place ModelCounters::Find(const std::string& scope, const std::string& name) const {
  for (size_t k = 0; k < type_.signal_count; ++k) {
    const Signal& signal = type_.signals[k];
    if (scope == signal.scope && name == signal.name) return {root_ + signal.offset, signal.bytes};
  }
  throw std::runtime_error("coverage: " + std::string(type_.file) + ": found no signal " + scope +
                           '.' + name + " in the model, which the functional bins need; correct " +
                           "its name in tb/coverage");
}

void ModelCounters::Cycle(bool no_reset) {
  if (!begun_ && !no_reset) return;
  for (const Segment& s : segments_) {
    const char* now = root_ + s.offset;
    if (begun_) {
      LookForEdges(now, &last_[s.place], &rise_[s.place], &fall_[s.place], s.bytes);
    } else {
      std::memcpy(&last_[s.place], now, s.bytes);
    }
  }
  begun_ = true;
  for (const auto& sampler : samplers_) sampler->Sample();
}

}  // namespace nve::coverage
