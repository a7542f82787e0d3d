// SPDX-License-Identifier: Apache-2.0
// A run as a timeline: layers, programs, what the core does, descriptors, bursts. Trace-event
// format, which Perfetto and chrome://tracing open; a microsecond of the file is one of the
// simulated machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/axi/cycle_observer.hpp"
#include "host/driver/step_executor.hpp"

namespace nve {

class Timeline : public CycleObserver {
 public:
  /// Events after so many are left out.
  static constexpr size_t kMostEvents = 2'000'000;

  /// Events that touch the cycles `first` to `last` are kept.
  Timeline(uint64_t first, uint64_t last) : first_(first), last_(last) {}

  void Use(int tile, CycleUse use, uint64_t cycle) override;
  void Burst(int tile, TilePort port, bool write, uint64_t first_cycle, uint64_t last_cycle,
             uint64_t bytes) override;
  void Descriptor(int tile, uint64_t address, uint64_t first_cycle, uint64_t last_cycle) override;

  /// A step that has ended. Steps of one layer one after the other are one event of its track. Its
  /// chains say which direction the descriptors since the last step belong to.
  void Step(const std::string& layer, const std::string& program, const StepRecord& record);

  bool full() const { return events_ >= kMostEvents; }

  /// The file's text. Ends what lasts.
  std::string Text();

 private:
  // What a tile does for some cycles.
  struct Span {
    CycleUse use = CycleUse::kHost;
    uint64_t first = 0;
    uint64_t end = 0;
  };
  struct LayerSpan {
    std::string name;
    uint64_t first = 0;
    uint64_t end = 0;
  };
  struct DescriptorSpan {
    uint64_t address = 0;
    uint64_t first = 0;
    uint64_t last = 0;
  };
  struct Tile {
    Span use;
    LayerSpan layer;
    std::vector<DescriptorSpan> descriptors;  // of the step under way
  };
  Tile& At(int tile);

  bool Outside(uint64_t first_cycle, uint64_t end_cycle) const {
    return full() || end_cycle <= first_ || first_cycle > last_;
  }
  void Complete(int tile, int track, const std::string& name, uint64_t first_cycle,
                uint64_t end_cycle);
  // An event that may overlap others of its track, `category`.
  void Overlapping(int tile, const std::string& category, const std::string& name,
                   uint64_t first_cycle, uint64_t last_cycle);
  void EndDescriptors(int tile, const StepTraffic& traffic);
  void EndUse(int tile, Span& span);
  void EndLayer(int tile, LayerSpan& layer);
  void Add(const std::string& event);

  uint64_t first_;
  uint64_t last_;
  std::vector<Tile> tiles_;
  std::string text_;
  size_t events_ = 0;
  uint64_t overlapping_ = 0;
};

}  // namespace nve
