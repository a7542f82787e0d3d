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
  }
  return "an undefined value";
}

}  // namespace

Pixel PixelOf(const Word& word, int k) {
  if (word.kind == Word::Kind::kPixels) {
    return {word.map, word.column, word.number * arch::kWordPixels + k};
  }
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
