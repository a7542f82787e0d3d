// Portable anymaps: a text header (kind, width, height, largest sample; '#' comments) and samples
// as decimal text (P2, P3) or big-endian bytes (P5, P6; two per sample above 255).
//
// Exactly one white space ends the header of P5 and P6, and nothing follows the last sample. Both
// are checked: a line end of two bytes, or a comment, would become the first pixels and shift all
// others.
#include "compiler/support/pnm_file.hpp"

#include <fmt/format.h>

#include "compiler/support/diagnostics.hpp"
#include "compiler/support/numbers.hpp"

namespace nve {
namespace {

constexpr int kMaxSample = 65535;

bool IsSpace(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

class PnmParser {
 public:
  PnmParser(std::span<const uint8_t> bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  Image Parse() {
    const int kind = bytes_[1] - '0';
    at_ = 2;
    const int channels = kind == 3 || kind == 6 ? 3 : 1;
    Image image = Sides();
    max_sample_ = Number("largest sample", 1, kMaxSample);
    const size_t count = static_cast<size_t>(image.width) * image.height;
    const bool text = kind <= 3;
    // Check the size before allocating: one byte is the least that any sample takes.
    const size_t sample_bytes = !text && max_sample_ > 255 ? 2 : 1;
    const size_t needed = count * channels * sample_bytes;
    if (!text) EndHeader(needed);
    const size_t left = at_ < bytes_.size() ? bytes_.size() - at_ : 0;
    if (left < needed) {
      Fail(fmt::format("{} bytes of samples, but {}x{} needs at least {}", left, image.width,
                       image.height, needed));
    }
    image.pixels.resize(count);
    for (uint8_t& pixel : image.pixels) {
      int rgb[3];
      for (int c = 0; c < channels; ++c) rgb[c] = text ? TextSample() : BinarySample(sample_bytes);
      pixel = channels == 1 ? static_cast<uint8_t>(rgb[0]) : Luma(rgb[0], rgb[1], rgb[2]);
    }
    if (text) SkipSpace();
    RefuseSurplus(at_);
    return image;
  }

 private:
  [[noreturn]] void Fail(const std::string& text) const {
    throw InputError({name_, 0, ""}, "damaged anymap: " + text);
  }

  // What stands at a byte, for a message.
  std::string Found(size_t at) const {
    if (at >= bytes_.size()) return "the end of the file";
    const uint8_t c = bytes_[at];
    if (c > ' ' && c <= '~') return fmt::format("'{}'", static_cast<char>(c));
    return fmt::format("byte 0x{:02x}", c);
  }

  bool IsAt(size_t at, uint8_t c) const { return at < bytes_.size() && bytes_[at] == c; }

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
    if (at_ == begin) Fail(fmt::format("no {} at byte {}", what, at_));
    return {reinterpret_cast<const char*>(bytes_.data()) + begin, at_ - begin};
  }

  // An image of the size that the header says, without pixels.
  Image Sides() {
    const std::string_view columns = Digits("width");
    const std::string_view rows = Digits("height");
    Diagnostics problems;
    CheckImageSides({columns, rows, "anymap"}, name_, problems);
    problems.ThrowIfErrors();
    Image image;
    image.width = static_cast<int>(*ParseNumber(columns, kMaxImageSide));
    image.height = static_cast<int>(*ParseNumber(rows, kMaxImageSide));
    return image;
  }

  int Number(const char* what, int least, int most) {
    const std::string_view digits = Digits(what);
    const std::optional<uint64_t> value = ParseNumber(digits, static_cast<uint64_t>(most));
    if (!value || *value < static_cast<uint64_t>(least)) {
      Fail(fmt::format("{} is {}, allowed is {} to {}", what, ShortDigits(digits), least, most));
    }
    return static_cast<int>(*value);
  }

  int Scale(int sample) const {
    if (sample > max_sample_) {
      Fail(fmt::format("sample {} is above the largest, {}", sample, max_sample_));
    }
    return (sample * 255 + max_sample_ / 2) / max_sample_;
  }

  int TextSample() { return Scale(Number("sample", 0, kMaxSample)); }

  int BinarySample(size_t sample_bytes) {
    int sample = bytes_[at_++];
    if (sample_bytes == 2) sample = sample << 8 | bytes_[at_++];
    return Scale(sample);
  }

  std::span<const uint8_t> bytes_;
  const std::string& name_;
  size_t at_ = 0;
  int max_sample_ = 255;
};

}  // namespace

bool LooksLikePnm(std::span<const uint8_t> bytes) {
  return bytes.size() >= 3 && bytes[0] == 'P' &&
         (bytes[1] == '2' || bytes[1] == '3' || bytes[1] == '5' || bytes[1] == '6') &&
         (IsSpace(bytes[2]) || bytes[2] == '#');
}

Image ParsePnm(std::span<const uint8_t> bytes, const std::string& name) {
  return PnmParser(bytes, name).Parse();
}

}  // namespace nve
