// SPDX-License-Identifier: Apache-2.0
// Entries of words, and their names in messages.
#include "compiler/verify/symbols.hpp"

#include <fmt/format.h>

namespace nve::verify {
namespace {

const char* UnknownText(int32_t code) {
  switch (static_cast<Unknown>(code)) {
    case Unknown::kUndefined:
      return "an undefined value";
    case Unknown::kOtherKind:
      return "a value of the other kind (coefficient for pixel or the reverse)";
    case Unknown::kTooFresh:
      return "a word read too soon after its write";
    case Unknown::kActivation:
      return "an activation word";
    case Unknown::kMixed:
      return "pixels of words that do not follow each other in a column";
  }
  return "an undefined value";
}

// Row of pixel k of a pixel word within its column.
int RowOf(const Word& word, int k) {
  const int first = word.number * arch::kWordPixels;
  constexpr int kHalf = arch::kWordPixels / 2;
  switch (word.part) {
    case arch::WrPart::kPlain:
      return first + k;
    case arch::WrPart::kEven:
      return first + 2 * k;
    case arch::WrPart::kOdd:
      return first + 2 * k + 1;
    case arch::WrPart::kBoth:
      return k < kHalf ? first + 2 * k : first + 2 * (k - kHalf) + 1;
  }
  return first + k;
}

// Whether `b` follows `a` in a column.
bool AreNeighbours(const Word& a, const Word& b) {
  return a.kind == Word::Kind::kPixels && b.kind == Word::Kind::kPixels && a.map == b.map &&
         a.column == b.column && a.number + 1 == b.number;
}

}  // namespace

Word Separate(arch::WrPart part, const Word& word, const Word& behind, const Word& kept) {
  if (part == arch::WrPart::kPlain) return word;
  const bool odd = part == arch::WrPart::kOdd;
  Word separated = odd ? kept : word;
  separated.part = part;
  const bool whole = part == arch::WrPart::kBoth
                         ? word.kind == Word::Kind::kPixels
                         : (odd ? AreNeighbours(kept, word) : AreNeighbours(word, behind));
  if (!whole) return {Word::Kind::kUnknown, Unknown::kMixed, 0, 0, 0};
  return separated;
}

Pixel PixelOf(const Word& word, int k) {
  if (word.kind == Word::Kind::kPixels) return {word.map, word.column, RowOf(word, k)};
  const bool other = word.kind == Word::Kind::kCoefficients;
  return {static_cast<int32_t>(other ? Unknown::kOtherKind : word.unknown), 0, 0};
}

Coefficient CoefficientOf(const Word& word, int k) {
  if (word.kind == Word::Kind::kCoefficients) return {word.number, k};
  const bool other = word.kind == Word::Kind::kPixels;
  return {static_cast<int32_t>(other ? Unknown::kOtherKind : word.unknown), 0};
}

std::string ToText(const Pixel& pixel) {
  if (pixel.map < 0) return UnknownText(pixel.map);
  return fmt::format("pixel(input {}, column {}, row {})", pixel.map, pixel.column, pixel.row);
}

std::string ToText(const CoefficientLabel& label) {
  switch (label.kind) {
    case CoefficientLabel::Kind::kNone:
      return "an unused coefficient";
    case CoefficientLabel::Kind::kBias:
      return fmt::format("bias(output {})", label.output);
    case CoefficientLabel::Kind::kWeight:
      return fmt::format("weight(output {}, input {}, ky {}, kx {})", label.output, label.input,
                         label.ky, label.kx);
  }
  return "?";
}

std::string ToText(const Coefficient& coefficient, const ProgramIntent& intent) {
  if (coefficient.word < 0) return UnknownText(coefficient.word);
  return ToText(intent.coefficient_words[static_cast<size_t>(coefficient.word)]
                                        [static_cast<size_t>(coefficient.entry)]);
}

}  // namespace nve::verify
