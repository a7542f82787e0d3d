// SPDX-License-Identifier: Apache-2.0
// Congestors: see congestor.hpp. The functions at the end are those of nve_congestor.sv.
#include "congestor.hpp"

#include <svdpi.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace nve::dma_test {
namespace {

constexpr uint32_t kLostPush = 3;

std::string PushOf(const std::string& path) { return path + " push"; }
std::string PopOf(const std::string& path) { return path + " pop"; }

bool IsActive(const Congestion& congestion, const std::string& side, uint64_t seed) {
  switch (congestion.where) {
    case Congestion::Where::kNowhere:
      return false;
    case Congestion::Where::kAnywhere:
      // Not all at once, else some would hide what the others do.
      return Mix(seed, 0) % 4 != 0;
    case Congestion::Where::kOneSide:
      return side == congestion.side;
  }
  return false;
}

Hold HoldOf(Hold hold, const Congestion& congestion, const std::string& side) {
  const bool at_will = congestion.defect == Defect::kAtWill && congestion.side == side;
  return at_will ? Hold::kAtWill : hold;
}

CongestedSide SideOf(Hold hold, const Congestion& congestion, const std::string& side,
                     uint64_t seed) {
  return {HoldOf(hold, congestion, side), IsActive(congestion, side, seed), seed};
}

Congestors* newest_congestors = nullptr;

}  // namespace

std::vector<std::string> CongestedSides() {
  std::vector<std::string> sides;
  for (const CongestedPlace& place : kCongestedPlaces) {
    if (place.push != Hold::kNever) sides.push_back(PushOf(place.path));
    if (place.pop != Hold::kNever) sides.push_back(PopOf(place.path));
  }
  return sides;
}

CongestedSide::CongestedSide(Hold hold, bool active, uint64_t seed)
    : hold_(hold),
      active_(active && hold != Hold::kNever),
      draw_(seed),
      percent_(draw_.Of({25u, 50u, 75u})),
      length_(draw_.Of({1u, 4u, 20u})) {}

bool CongestedSide::next(bool open, bool used) {
  if (!active_) return false;
  if (open && held_) ++cycles_;
  const bool waits = open && !held_ && !used;
  if (draw_.OneIn(length_)) chosen_ = draw_.Percent(percent_);
  held_ = chosen_ && !(hold_ == Hold::kStays && waits);
  return held_;
}

Congestor::Congestor(const CongestedPlace& place, const Congestion& congestion, uint64_t seed)
    : push_(SideOf(place.push, congestion, PushOf(place.path), Mix(seed, 0))),
      pop_(SideOf(place.pop, congestion, PopOf(place.path), Mix(seed, 1))),
      loses_(congestion.defect == Defect::kLoses && congestion.side == PushOf(place.path)) {}

int Congestor::next(bool room, bool pushed, bool word, bool popped) {
  pushes_ += pushed ? 1 : 0;
  const int no_room = push_.next(room, pushed) ? 1 : 0;
  const int no_word = pop_.next(word, popped) ? 2 : 0;
  const int forget = loses_ && pushes_ == kLostPush - 1 ? 4 : 0;
  return no_room | no_word | forget;
}

Congestors::Congestors(Congestion congestion, uint64_t seed)
    : congestion_(std::move(congestion)),
      seed_(seed),
      before_(std::exchange(newest_congestors, this)) {}

Congestors::~Congestors() { newest_congestors = before_; }

Congestors* Congestors::newest() { return newest_congestors; }

Congestor* Congestors::open(const std::string& path) {
  paths_.push_back(path);
  const auto* const place = std::ranges::find_if(
      kCongestedPlaces, [&](const CongestedPlace& known) { return known.path == path; });
  if (place == kCongestedPlaces.end()) return nullptr;
  const uint64_t number = static_cast<uint64_t>(place - kCongestedPlaces.begin());
  auto& congestor = congestors_[path];
  congestor = std::make_unique<Congestor>(*place, congestion_, Mix(seed_, number));
  return congestor.get();
}

std::map<std::string, uint64_t> Congestors::CyclesHeld() const {
  std::map<std::string, uint64_t> cycles;
  for (const std::string& side : CongestedSides()) cycles[side] = 0;
  for (const auto& [path, congestor] : congestors_) {
    const auto push = cycles.find(PushOf(path));
    if (push != cycles.end()) push->second = congestor->push().cycles();
    const auto pop = cycles.find(PopOf(path));
    if (pop != cycles.end()) pop->second = congestor->pop().cycles();
  }
  return cycles;
}

}  // namespace nve::dma_test

// What the simulation calls. Its path is TOP.nve_dma, the place, the congestor in it.
extern "C" void* nve_congestor_open(const char* path) {
  constexpr std::string_view kTop = "TOP.nve_dma.";
  constexpr std::string_view kOwn = ".u_congestor";
  using nve::dma_test::Congestors;
  if (Congestors::newest() == nullptr) return nullptr;
  std::string place = path;
  if (place.starts_with(kTop)) place.erase(0, kTop.size());
  if (place.ends_with(kOwn)) place.resize(place.size() - kOwn.size());
  return Congestors::newest()->open(place);
}

extern "C" int nve_congestor_next(void* congestor, svBit room, svBit pushed, svBit word,
                                  svBit popped) {
  if (congestor == nullptr) return 0;
  auto& own = *static_cast<nve::dma_test::Congestor*>(congestor);
  return own.next(room != 0, pushed != 0, word != 0, popped != 0);
}
