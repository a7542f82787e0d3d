// SPDX-License-Identifier: Apache-2.0
// A progress line on standard error for runs that take longer than a moment.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace nve {

// Shows "label  42%  1.3 M cycles/s  0:12 left", redrawn at most ten times a second, and one
// closing line. Prints nothing if standard error is not a terminal. Update is cheap enough for an
// inner loop: most calls only compare two numbers.
class Progress {
 public:
  // `total` in `unit`s; 0 if not known (no percentage is shown then).
  Progress(std::string label, int64_t total, std::string unit);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `done` units so far; never decreasing.
  void Update(int64_t done) {
    if (done >= next_) Draw(done);
  }

  // The closing line of a complete run: time taken and mean rate. Later calls do nothing. Without
  // it the destructor closes the line where the last Update left it.
  void Finish();

  // The text of the line, for `done` units after `seconds`; `elapsed_only` for the closing line.
  std::string Line(int64_t done, double seconds, bool elapsed_only) const;

 private:
  using Clock = std::chrono::steady_clock;

  void Draw(int64_t done);
  void Close(int64_t done);

  std::string label_;
  int64_t total_;
  std::string unit_;
  bool enabled_;      // standard error is a terminal and Finish was not called
  int64_t done_ = 0;  // units at the last look at the clock
  int64_t next_ = 0;  // first value of `done` that looks at the clock again
  Clock::time_point start_;
  Clock::time_point drawn_;  // when the line was last drawn
};

}  // namespace nve
