// SPDX-License-Identifier: Apache-2.0
// Trace events: see timeline.hpp. Every tile is a process with a track for layers, programs and the
// core; bursts and descriptors overlap, so they are asynchronous events, on tracks of their own.
#include "host/cosim/timeline.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace nve {
namespace {

constexpr int kLayerTrack = 1;
constexpr int kProgramTrack = 2;
constexpr int kCoreTrack = 3;

double Microseconds(uint64_t cycles) { return static_cast<double>(cycles) / arch::kClockMhz; }

// In quotes, whatever it holds.
std::string Quoted(const std::string& text) { return nlohmann::json(text).dump(); }

std::string NameEvent(int tile, int track, const std::string& name) {
  return fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":{}}}}})",
                     tile, track, Quoted(name));
}

// Gaps are not put down to a reason yet when they pass.
const char* NameOf(CycleUse use) {
  return use == CycleUse::kLatency ? "memory" : kCycleUseNames[static_cast<size_t>(use)];
}

}  // namespace

Timeline::Tile& Timeline::At(int tile) {
  const auto index = static_cast<size_t>(tile);
  if (tiles_.size() <= index) tiles_.resize(index + 1);
  return tiles_[index];
}

void Timeline::Use(int tile, CycleUse use, uint64_t cycle) {
  Span& span = At(tile).use;
  if (span.use == use && span.end == cycle) {
    ++span.end;
    return;
  }
  EndUse(tile, span);
  span = {use, cycle, cycle + 1};
}

void Timeline::EndUse(int tile, Span& span) {
  if (span.end > span.first) Complete(tile, kCoreTrack, NameOf(span.use), span.first, span.end);
  span.first = span.end;
}

void Timeline::Step(const std::string& layer, const std::string& program,
                    const StepRecord& record) {
  const int tile = record.core;
  EndDescriptors(tile, record.traffic);
  Complete(tile, kProgramTrack, program, record.start_cycle, record.end_cycle);
  LayerSpan& span = At(tile).layer;
  if (span.name != layer) {
    EndLayer(tile, span);
    span = {layer, record.start_cycle, record.end_cycle};
  }
  span.end = record.end_cycle;
}

void Timeline::EndLayer(int tile, LayerSpan& layer) {
  if (layer.end > layer.first) Complete(tile, kLayerTrack, layer.name, layer.first, layer.end);
  layer = {};
}

void Timeline::Burst(int tile, TilePort port, bool write, uint64_t first_cycle, uint64_t last_cycle,
                     uint64_t bytes) {
  const char* direction = write ? "write" : "read";
  Overlapping(tile, fmt::format("{} {}", kTilePortNames[static_cast<size_t>(port)], direction),
              fmt::format("{} {} B", direction, bytes), first_cycle, last_cycle);
}

void Timeline::Descriptor(int tile, uint64_t address, uint64_t first_cycle, uint64_t last_cycle) {
  if (Outside(first_cycle, last_cycle + 1)) return;
  At(tile).descriptors.push_back({address, first_cycle, last_cycle});
}

void Timeline::EndDescriptors(int tile, const StepTraffic& traffic) {
  for (const DescriptorSpan& span : At(tile).descriptors) {
    std::string category = "descriptors";
    std::string name = fmt::format("descriptor at 0x{:x}", span.address);
    const auto belongs_to = [&](const char* channel, uint64_t chain, int64_t count) {
      const uint64_t index = (span.address - chain) / dma::kDescriptorBytes;
      if (span.address < chain || index >= static_cast<uint64_t>(count)) return;
      category = fmt::format("{} descriptors", channel);
      name = fmt::format("descriptor {}", index);
    };
    belongs_to("mm2s", traffic.mm2s_chain, traffic.mm2s_descriptors);
    belongs_to("s2mm", traffic.s2mm_chain, traffic.s2mm_descriptors);
    Overlapping(tile, category, name, span.first, span.last);
  }
  At(tile).descriptors.clear();
}

void Timeline::Overlapping(int tile, const std::string& category, const std::string& name,
                           uint64_t first_cycle, uint64_t last_cycle) {
  if (Outside(first_cycle, last_cycle + 1)) return;
  const std::string common = fmt::format(R"("pid":{},"cat":"{}","id":{},"name":"{}")", tile,
                                         category, overlapping_++, name);
  Add(fmt::format(R"({{"ph":"b","ts":{:.2f},{}}})", Microseconds(first_cycle), common));
  Add(fmt::format(R"({{"ph":"e","ts":{:.2f},{}}})", Microseconds(last_cycle + 1), common));
}

void Timeline::Complete(int tile, int track, const std::string& name, uint64_t first_cycle,
                        uint64_t end_cycle) {
  if (Outside(first_cycle, end_cycle)) return;
  Add(fmt::format(R"({{"ph":"X","pid":{},"tid":{},"ts":{:.2f},"dur":{:.2f},"name":{}}})", tile,
                  track, Microseconds(first_cycle), Microseconds(end_cycle - first_cycle),
                  Quoted(name)));
}

void Timeline::Add(const std::string& event) {
  text_ += (text_.empty() ? "" : ",\n") + event;
  ++events_;
}

std::string Timeline::Text() {
  for (int tile = 0; tile < static_cast<int>(tiles_.size()); ++tile) {
    EndUse(tile, At(tile).use);
    EndDescriptors(tile, {});
    EndLayer(tile, At(tile).layer);
  }
  std::string names;
  for (int tile = 0; tile < static_cast<int>(tiles_.size()); ++tile) {
    names += fmt::format(
        ",\n"
        R"({{"ph":"M","pid":{},"name":"process_name","args":{{"name":"core {}"}}}})",
        tile, tile);
    names += ",\n" + NameEvent(tile, kLayerTrack, "layers");
    names += ",\n" + NameEvent(tile, kProgramTrack, "programs");
    names += ",\n" + NameEvent(tile, kCoreTrack, "core");
  }
  return "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n" + text_ +
         (text_.empty() && !names.empty() ? names.substr(2) : names) + "\n]}\n";
}

}  // namespace nve
