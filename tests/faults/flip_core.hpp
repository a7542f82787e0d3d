// The RTL core with every bit of its state in reach.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/ideal/core_model.hpp"

namespace nve {

/// A register, or a memory of `words` words.
struct StateField {
  std::string name;  ///< "u_ctrl.pass_q"
  bool memory = false;
  uint64_t bits = 0;  ///< of a word
  uint64_t words = 1;
  uint64_t word_bytes = 0;  ///< from word to word
  uint8_t* data = nullptr;

  uint64_t AllBits() const { return bits * words; }
};

class FlipCore : public CoreModel {
 public:
  /// In an order that is the same for every build of one RTL.
  virtual const std::vector<StateField>& fields() const = 0;

  /// Inverts one bit. The next Drive shows what comes of it.
  static void Flip(const StateField& field, uint64_t bit);
};

std::unique_ptr<FlipCore> MakeFlipCore();

}  // namespace nve
