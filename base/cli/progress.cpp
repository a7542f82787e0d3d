// SPDX-License-Identifier: Apache-2.0
// The progress line: see progress.hpp.
#include "base/cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "base/diagnostics/messages.hpp"

namespace nve {
namespace {

constexpr double kRedrawSeconds = 0.1;
constexpr double kMinimumSeconds = 1e-3;  // no rate is computed from less

// "950", "1.3 k", "12.0 M": a rate, with the prefix of its unit.
std::string Scaled(double value) {
  constexpr std::array<const char*, 4> kPrefixes = {"", "k", "M", "G"};
  size_t prefix = 0;
  while (value >= 1000 && prefix + 1 < kPrefixes.size()) {
    value /= 1000;
    ++prefix;
  }
  return prefix == 0 ? fmt::format("{:.0f} ", value)
                     : fmt::format("{:.1f} {}", value, kPrefixes[prefix]);
}

// "0:07", "12:34", "1:02:03"
std::string Duration(double seconds) {
  const int64_t whole = std::llround(seconds);
  if (whole >= 3600) {
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  }
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

double Seconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

Progress::Progress(std::string label, int64_t total, std::string unit)
    : label_(std::move(label)),
      total_(total),
      unit_(std::move(unit)),
      enabled_(isatty(STDERR_FILENO) != 0),
      next_(enabled_ ? 1 : INT64_MAX),
      start_(Clock::now()),
      drawn_(start_) {}

Progress::~Progress() { Close(done_); }

void Progress::Draw(int64_t done) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  const double elapsed = std::max(Seconds(now - start_), kMinimumSeconds);
  done_ = done;
  // Look at the clock again about four times per redraw, by the mean rate so far.
  next_ = done + std::max<int64_t>(1, static_cast<int64_t>(done / elapsed * kRedrawSeconds / 4));
  if (Seconds(now - drawn_) < kRedrawSeconds) return;
  drawn_ = now;
  Message("\r{}\x1b[K", Line(done, elapsed, /*elapsed_only=*/false));
}

void Progress::Finish() { Close(total_ > 0 ? total_ : done_); }

void Progress::Close(int64_t done) {
  if (!enabled_) return;
  enabled_ = false;
  next_ = INT64_MAX;
  const double elapsed = std::max(Seconds(Clock::now() - start_), kMinimumSeconds);
  Message("\r{}\x1b[K\n", Line(done, elapsed, /*elapsed_only=*/true));
}

std::string Progress::Line(int64_t done, double seconds, bool elapsed_only) const {
  const double rate = static_cast<double>(done) / seconds;
  std::string line = label_;
  if (total_ > 0)
    line += fmt::format(" {:3d}%", static_cast<int>(done * 100.0 / static_cast<double>(total_)));
  line += fmt::format("  {}{}/s", Scaled(rate), unit_);
  if (elapsed_only) {
    line += fmt::format("  {}", Duration(seconds));
  } else if (total_ > 0 && done > 0) {
    line += fmt::format("  {} left", Duration(static_cast<double>(total_ - done) / rate));
  }
  return line;
}

}  // namespace nve
