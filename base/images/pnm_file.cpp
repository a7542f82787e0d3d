// SPDX-License-Identifier: Apache-2.0
// Portable anymaps: a text header (kind, width, height, largest sample; '#' comments) and samples
// as decimal text (P2, P3) or big-endian bytes (P5, P6; two per sample above 255).
//
// Exactly one white space ends the header of P5 and P6, and nothing follows the last sample. Both
// are checked: a line end of two bytes, or a comment, would become the first pixels and shift all
// others.
#include "base/images/pnm_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"
#include "base/text/numbers.hpp"
#include "base/text/shown_byte.hpp"

namespace nve {
namespace {

constexpr int kMaxSample = 65535;

bool IsSpace(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

class PnmParser {
 public:
  PnmParser(std::span<const uint8_t> bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  FeatureMaps Parse() {
    const int kind = bytes_[1] - '0';
    at_ = 2;
    text_ = kind <= 3;
    channels_ = kind == 3 || kind == 6 ? 3 : 1;
    FeatureMaps image = Sides();
    max_sample_ = LargestSample();
    image.pixels.resize(PixelsOf(image));
    width_ = static_cast<size_t>(image.width);
    for (; pixel_ < image.pixels.size(); ++pixel_) image.pixels[pixel_] = Pixel();
    if (text_) SkipSpace();
    RefuseSurplus(at_);
    if (bad_samples_ > 0) throw InputError(BadSamples());
    return image;
  }

 private:
  // Samples that are too large are told as well: they came before.
  [[noreturn]] void Fail(const std::string& text) const {
    std::vector<Diagnostic> problems = BadSamples();
    problems.push_back(Problem(text));
    throw InputError(std::move(problems));
  }

  Diagnostic Problem(const std::string& text) const {
    return {Severity::kError, {name_, 0, ""}, "damaged anymap: " + text};
  }

  // One problem, or none.
  std::vector<Diagnostic> BadSamples() const {
    if (bad_samples_ == 0) return {};
    const size_t more = bad_samples_ - 1;
    return {Problem(first_bad_ + (more > 0 ? fmt::format("; and {} more", more) : ""))};
  }

  // What stands at a byte, for a message.
  std::string Found(size_t at) const {
    return ShownByte({reinterpret_cast<const char*>(bytes_.data()), bytes_.size()}, at);
  }

  // A byte, and the pixel whose sample it begins.
  std::string Place(size_t at) const {
    if (width_ == 0) return fmt::format("byte {}", at);
    return fmt::format("byte {} (row {}, column {})", at, pixel_ / width_, pixel_ % width_);
  }

  bool IsAt(size_t at, uint8_t c) const { return at < bytes_.size() && bytes_[at] == c; }

  // One byte is the least that a sample in text takes.
  size_t SampleBytes() const { return !text_ && max_sample_ > 255 ? 2 : 1; }

  // The number of pixels, whose samples are there: before memory is taken for them.
  size_t PixelsOf(const FeatureMaps& image) {
    const size_t count = static_cast<size_t>(image.width) * image.height;
    const size_t needed = count * channels_ * SampleBytes();
    if (!text_) EndHeader(needed);
    const size_t left = at_ < bytes_.size() ? bytes_.size() - at_ : 0;
    if (left < needed) {
      Fail(fmt::format("{} bytes of samples from byte {} on, but {}x{} needs at least {}", left,
                       at_, image.width, image.height, needed));
    }
    return count;
  }

  // The one white space before `needed` bytes of samples. What may be a sample is one only if the
  // file has exactly the bytes for that.
  void EndHeader(size_t needed) {
    if (at_ >= bytes_.size() || !IsSpace(bytes_[at_])) {
      Fail(fmt::format("found {} at byte {}, allowed behind the largest sample: one white space",
                       Found(at_), at_));
    }
    const size_t samples = at_ + 1;
    if (bytes_[at_] == '\r' && IsAt(samples, '\n')) {
      Fail(
          fmt::format("found CR LF at byte {}, allowed behind the largest sample: one white space; "
                      "line ends were converted: copy the file as binary, or end its header by LF",
                      at_));
    }
    at_ = samples;
    if (bytes_.size() - at_ <= needed) return;
    if (IsAt(at_, '#')) {
      Fail(
          fmt::format("found a comment at byte {}, allowed behind the largest sample: one white "
                      "space; write comments before that number",
                      at_));
    }
    if (IsSpace(bytes_[at_]) && bytes_.size() - at_ == needed + 1) {
      Fail(
          fmt::format("found two white spaces, at bytes {} and {}, allowed behind the largest "
                      "sample: one",
                      at_ - 1, at_));
    }
    RefuseSurplus(at_ + needed);
  }

  // `end` is the byte behind the last sample, and behind white space where that may follow.
  void RefuseSurplus(size_t end) const {
    if (end >= bytes_.size()) return;
    const bool another = LooksLikePnm(bytes_.subspan(end));
    Fail(fmt::format("found {} at byte {}, behind the last sample, allowed: {}",
                     another ? "another picture" : Found(end), end,
                     another ? "one picture a file; split it"
                             : "the end of the file; is the size in the header right?"));
  }

  void SkipSpace() {
    while (at_ < bytes_.size() && (IsSpace(bytes_[at_]) || bytes_[at_] == '#')) {
      const bool comment = bytes_[at_++] == '#';
      while (comment && at_ < bytes_.size() && bytes_[at_] != '\n' && bytes_[at_] != '\r') ++at_;
    }
  }

  std::string_view Digits(const char* what) {
    SkipSpace();
    const size_t begin = at_;
    while (at_ < bytes_.size() && bytes_[at_] >= '0' && bytes_[at_] <= '9') ++at_;
    if (at_ == begin) {
      Fail(fmt::format("found {} at {}, allowed: the digits of {}", Found(at_), Place(at_), what));
    }
    return {reinterpret_cast<const char*>(bytes_.data()) + begin, at_ - begin};
  }

  // An image of the size that the header says, without pixels.
  FeatureMaps Sides() {
    const std::string_view columns = Digits("the width");
    const std::string_view rows = Digits("the height");
    Diagnostics problems;
    CheckImageSides({columns, rows, "anymap"}, name_, problems);
    problems.ThrowIfErrors();
    FeatureMaps image;
    image.maps = 1;
    image.width = static_cast<int>(*ParseNumber(columns, kMaxImageSide));
    image.height = static_cast<int>(*ParseNumber(rows, kMaxImageSide));
    return image;
  }

  int LargestSample() {
    const std::string_view digits = Digits("the largest sample");
    const int value = static_cast<int>(ParseNumber(digits, kMaxSample).value_or(0));
    if (value == 0) {
      Fail(fmt::format("found largest sample {} at byte {}, allowed: 1 to {}", ShortDigits(digits),
                       at_ - digits.size(), kMaxSample));
    }
    return value;
  }

  uint8_t Pixel() {
    int rgb[3] = {};
    for (size_t c = 0; c < channels_; ++c) rgb[c] = Scale(text_ ? TextSample() : BinarySample());
    return channels_ == 1 ? static_cast<uint8_t>(rgb[0]) : Luma(rgb[0], rgb[1], rgb[2]);
  }

  int Scale(int sample) const { return (sample * 255 + max_sample_ / 2) / max_sample_; }

  int TextSample() {
    const std::string_view digits = Digits("a sample");
    const auto sample = ParseNumber(digits, static_cast<uint64_t>(max_sample_));
    if (!sample) TooLarge(digits);
    return static_cast<int>(sample.value_or(0));
  }

  int BinarySample() {
    const bool two = SampleBytes() == 2;
    const int sample = two ? bytes_[at_] << 8 | bytes_[at_ + 1] : bytes_[at_];
    at_ += SampleBytes();
    if (sample > max_sample_) TooLarge(std::to_string(sample));
    return std::min(sample, max_sample_);
  }

  // The sample that ends here. All of them are counted, and the first one is told.
  void TooLarge(std::string_view digits) {
    if (bad_samples_++ > 0) return;
    const size_t begin = at_ - (text_ ? digits.size() : SampleBytes());
    first_bad_ = fmt::format("found sample {} at {}, allowed: 0 to {}", ShortDigits(digits),
                             Place(begin), max_sample_);
  }

  std::span<const uint8_t> bytes_;
  const std::string& name_;
  size_t at_ = 0;
  bool text_ = false;
  size_t channels_ = 1;
  int max_sample_ = 255;
  size_t width_ = 0;  // once the samples are read
  size_t pixel_ = 0;  // the one that is read
  size_t bad_samples_ = 0;
  std::string first_bad_;
};

}  // namespace

bool LooksLikePnm(std::span<const uint8_t> bytes) {
  return bytes.size() >= 3 && bytes[0] == 'P' &&
         (bytes[1] == '2' || bytes[1] == '3' || bytes[1] == '5' || bytes[1] == '6') &&
         (IsSpace(bytes[2]) || bytes[2] == '#');
}

FeatureMaps ParsePnm(std::span<const uint8_t> bytes, const std::string& name) {
  return PnmParser(bytes, name).Parse();
}

}  // namespace nve
