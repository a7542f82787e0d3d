// Portable anymaps: a text header (kind, width, height, largest sample; '#' comments) and samples
// as decimal text (P2, P3) or big-endian bytes (P5, P6; two per sample above 255).
#include "compiler/support/pnm_file.hpp"

#include <fmt/format.h>

#include "compiler/support/diagnostics.hpp"

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
    Image image;
    image.width = Number("width", 1, kMaxImageSide);
    image.height = Number("height", 1, kMaxImageSide);
    max_sample_ = Number("largest sample", 1, kMaxSample);
    const size_t count = static_cast<size_t>(image.width) * image.height;
    const bool text = kind <= 3;
    // Check the size before allocating: one byte is the least that any sample takes.
    const size_t sample_bytes = !text && max_sample_ > 255 ? 2 : 1;
    if (!text) ++at_;  // exactly one white space ends the header
    const size_t left = at_ < bytes_.size() ? bytes_.size() - at_ : 0;
    if (left < count * channels * sample_bytes) {
      Fail(fmt::format("{} bytes of samples, but {}x{} needs at least {}", left, image.width,
                       image.height, count * channels * sample_bytes));
    }
    image.pixels.resize(count);
    for (uint8_t& pixel : image.pixels) {
      int rgb[3];
      for (int c = 0; c < channels; ++c) rgb[c] = text ? TextSample() : BinarySample(sample_bytes);
      pixel = channels == 1 ? static_cast<uint8_t>(rgb[0]) : Luma(rgb[0], rgb[1], rgb[2]);
    }
    return image;
  }

 private:
  [[noreturn]] void Fail(const std::string& text) const {
    throw InputError({name_, 0, ""}, "damaged anymap: " + text);
  }

  int Number(const char* what, int least, int most) {
    while (at_ < bytes_.size() && (IsSpace(bytes_[at_]) || bytes_[at_] == '#')) {
      if (bytes_[at_] == '#') {
        while (at_ < bytes_.size() && bytes_[at_] != '\n') ++at_;
      } else {
        ++at_;
      }
    }
    const size_t begin = at_;
    int value = 0;
    for (; at_ < bytes_.size() && bytes_[at_] >= '0' && bytes_[at_] <= '9'; ++at_) {
      value = value * 10 + (bytes_[at_] - '0');
      if (value > most) break;
    }
    if (at_ == begin) Fail(fmt::format("no {} at byte {}", what, at_));
    if (value < least || value > most) {
      Fail(fmt::format("{} is {}{}, allowed is {} to {}", what, value,
                       value > most ? " or more" : "", least, most));
    }
    return value;
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
