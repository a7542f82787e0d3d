// Trace events: see timeline.hpp. Every tile is a process with a track for layers, programs and the
// core; bursts overlap, so they are asynchronous events, on a track of each port.
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

std::string Named(int tile, int track, const std::string& name) {
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

void Timeline::Step(int tile, const std::string& layer, const std::string& program,
                    uint64_t first_cycle, uint64_t end_cycle) {
  Complete(tile, kProgramTrack, program, first_cycle, end_cycle);
  LayerSpan& span = At(tile).layer;
  if (span.name != layer) {
    EndLayer(tile, span);
    span = {layer, first_cycle, end_cycle};
  }
  span.end = end_cycle;
}

void Timeline::EndLayer(int tile, LayerSpan& layer) {
  if (layer.end > layer.first) Complete(tile, kLayerTrack, layer.name, layer.first, layer.end);
  layer = {};
}

void Timeline::Burst(int tile, TilePort port, bool write, uint64_t first_cycle, uint64_t last_cycle,
                     uint64_t bytes) {
  if (Outside(first_cycle, last_cycle + 1)) return;
  const char* direction = write ? "write" : "read";
  const std::string common = fmt::format(R"("pid":{},"cat":"{} {}","id":{},"name":"{} {} B")", tile,
                                         kTilePortNames[static_cast<size_t>(port)], direction,
                                         bursts_++, direction, bytes);
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
    EndLayer(tile, At(tile).layer);
  }
  std::string names;
  for (int tile = 0; tile < static_cast<int>(tiles_.size()); ++tile) {
    names += fmt::format(
        ",\n"
        R"({{"ph":"M","pid":{},"name":"process_name","args":{{"name":"core {}"}}}})",
        tile, tile);
    names += ",\n" + Named(tile, kLayerTrack, "layers");
    names += ",\n" + Named(tile, kProgramTrack, "programs");
    names += ",\n" + Named(tile, kCoreTrack, "core");
  }
  return "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n" + text_ +
         (text_.empty() && !names.empty() ? names.substr(2) : names) + "\n]}\n";
}

}  // namespace nve
