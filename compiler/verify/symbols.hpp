// SPDX-License-Identifier: Apache-2.0
// The symbols of the verifier: what a word, a pixel or a coefficient stands for.
#pragma once

#include <cstdint>
#include <string>

#include "compiler/verify/verifier.hpp"

namespace nve::verify {

/// Why a value stands for nothing.
enum class Unknown : int32_t {
  kUndefined = -1,   ///< never written, or shifted in
  kOtherKind = -2,   ///< a coefficient taken as pixel, or the reverse
  kTooFresh = -3,    ///< read less than wr_to_rd cycles after its write
  kActivation = -4,  ///< an activation word
  kMixed = -5,       ///< a separated word of two that are no pair
};

/// A local-buffer word: coefficient word `number`, or word `number` of a column of an input map.
struct Word {
  enum class Kind : uint8_t { kUnknown, kCoefficients, kPixels } kind = Kind::kUnknown;
  Unknown unknown = Unknown::kUndefined;  ///< for kUnknown
  int32_t number = 0;
  int32_t map = 0;     ///< position in the program's input list
  int32_t column = 0;  ///< column of that map
  /// Which pixels of words `number` (and, for even and odd, `number` + 1) it holds.
  arch::WrPart part = arch::WrPart::kPlain;
};

/// What `wr` of a part makes of stream word `word`. `behind` is the word that follows it in the
/// stream, `kept` the one whose odd pixels the last `wr even` has kept.
Word Separate(arch::WrPart part, const Word& word, const Word& behind, const Word& kept);

/// An entry of ri: row `row` of a column, or unknown if map < 0 (then map is an Unknown).
struct Pixel {
  int32_t map = static_cast<int32_t>(Unknown::kUndefined);
  int32_t column = 0;
  int32_t row = 0;
  bool operator==(const Pixel&) const = default;
};

/// An entry of rw: entry `entry` of coefficient word `word`, or unknown if word < 0 (then an
/// Unknown).
struct Coefficient {
  int32_t word = static_cast<int32_t>(Unknown::kUndefined);
  int32_t entry = 0;
};

/// Pixel k of a word, and its coefficient k.
Pixel PixelOf(const Word& word, int k);
Coefficient CoefficientOf(const Word& word, int k);

std::string ToText(const Pixel& pixel);
std::string ToText(const CoefficientLabel& label);
std::string ToText(const Coefficient& coefficient, const ProgramIntent& intent);

}  // namespace nve::verify
