// SPDX-License-Identifier: Apache-2.0
// Congestors inside the DMA: its FIFOs pretend at random to be full or empty although they are not,
// so that the handshakes between its parts come in orders that no port can bring about. What a side
// may pretend is what the unit beside it must be able to bear; docs/stimulus.md (section 5) has the
// reasons.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tb/stimulus/draw.hpp"

namespace nve::dma_test {

enum class Hold : uint8_t {
  kNever,   ///< the unit beside it knows by other means, and would not wait
  kStays,   ///< what was shown, room or a word, stays until it is used
  kAtWill,  ///< what was shown may go again
};

/// A FIFO or a delay of the DMA, by its path below the top.
struct CongestedPlace {
  const char* path;
  Hold push, pop;
};
inline constexpr std::array kCongestedPlaces = {
    CongestedPlace{"gen_channel[0].u_cmdq.u_queue", Hold::kStays, Hold::kStays},
    CongestedPlace{"gen_channel[0].u_cmdq.u_age", Hold::kNever, Hold::kNever},
    CongestedPlace{"gen_channel[1].u_cmdq.u_queue", Hold::kStays, Hold::kStays},
    CongestedPlace{"gen_channel[1].u_cmdq.u_age", Hold::kNever, Hold::kNever},
    CongestedPlace{"u_mm2s.u_burst", Hold::kStays, Hold::kNever},
    CongestedPlace{"u_mm2s.u_cmd", Hold::kAtWill, Hold::kNever},
    CongestedPlace{"u_mm2s.u_cmd_age", Hold::kNever, Hold::kAtWill},
    CongestedPlace{"u_mm2s.u_data", Hold::kNever, Hold::kNever},
    CongestedPlace{"u_mm2s.u_data_age", Hold::kNever, Hold::kStays},
    CongestedPlace{"u_mm2s.u_info", Hold::kAtWill, Hold::kNever},
    CongestedPlace{"u_s2mm.u_age", Hold::kNever, Hold::kAtWill},
    CongestedPlace{"u_s2mm.u_cmd", Hold::kAtWill, Hold::kNever},
    CongestedPlace{"u_s2mm.u_data", Hold::kAtWill, Hold::kNever},
    CongestedPlace{"u_s2mm.u_out", Hold::kAtWill, Hold::kNever},
    CongestedPlace{"u_s2mm.u_rec", Hold::kAtWill, Hold::kNever},
    CongestedPlace{"u_s2mm.u_resp", Hold::kNever, Hold::kNever},
    CongestedPlace{"u_update.gen_queue[0].u_queue", Hold::kStays, Hold::kAtWill},
    CongestedPlace{"u_update.gen_queue[1].u_queue", Hold::kStays, Hold::kAtWill},
};

/// The sides that may be held: "u_mm2s.u_cmd push".
std::vector<std::string> CongestedSides();

/// What is wrong with a congestor, for tests that the bench sees it.
enum class Defect : uint8_t {
  kNone,
  kAtWill,  ///< the side is held at will, whatever it may be
  kLoses    ///< the third word that comes in is forgotten
};

struct Congestion {
  enum class Where : uint8_t { kNowhere, kAnywhere, kOneSide };

  Where where = Where::kNowhere;
  std::string side = "";  ///< the only one that is held, or that has the defect
  Defect defect = Defect::kNone;
};

/// One side of a place.
class CongestedSide {
 public:
  /// `active`: held at times.
  CongestedSide(Hold hold, bool active, uint64_t seed);

  /// After every cycle: whether there was room or a word, whether it was shown and used. Says
  /// whether it is to be held in the next.
  bool next(bool open, bool used);

  /// In which something was there and not shown.
  uint64_t cycles() const { return cycles_; }

 private:
  Hold hold_;
  bool active_;
  Draw draw_;
  uint32_t percent_;  // of the cycles
  uint32_t length_;   // cycles between two choices, in the mean
  bool chosen_ = false;
  bool held_ = false;
  uint64_t cycles_ = 0;
};

class Congestor {
 public:
  Congestor(const CongestedPlace& place, const Congestion& congestion, uint64_t seed);

  /// Bits as in nve_congestor.sv: no room, no word, forget.
  int next(bool room, bool pushed, bool word, bool popped);

  const CongestedSide& push() const { return push_; }
  const CongestedSide& pop() const { return pop_; }

 private:
  CongestedSide push_, pop_;
  bool loses_;
  uint32_t pushes_ = 0;
};

/// Those of the models that come to life while this is the newest.
class Congestors {
 public:
  Congestors(Congestion congestion, uint64_t seed);
  ~Congestors();
  Congestors(const Congestors&) = delete;
  Congestors& operator=(const Congestors&) = delete;

  /// The one at this path, null if the table has none.
  Congestor* open(const std::string& path);

  /// Every FIFO and delay of the model.
  const std::vector<std::string>& paths() const { return paths_; }

  /// Of each side that may be held, by its name.
  std::map<std::string, uint64_t> CyclesHeld() const;

  static Congestors* newest();

 private:
  Congestion congestion_;
  uint64_t seed_;
  Congestors* before_;
  std::vector<std::string> paths_;
  std::map<std::string, std::unique_ptr<Congestor>> congestors_;
};

}  // namespace nve::dma_test
