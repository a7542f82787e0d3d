// SPDX-License-Identifier: Apache-2.0
// The number of the bug that is planted in this run: of the environment variable NVE_BUG, 0 or
// nothing for none. NVE_BUGS is how many there are.
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace {

// A run that is to have a bug and has none would show nothing.
int BugNumber() {
  const char* given = std::getenv("NVE_BUG");
  if (given == nullptr) return 0;
  const std::string_view text = given;
  int number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && rest == end && number >= 0 && number <= NVE_BUGS) return number;
  constexpr int kExitUsage = 2;
  std::fprintf(stderr, "%s: error: NVE_BUG: found '%s', allowed: 0 (no bug) to %d\n",
               program_invocation_short_name, given, NVE_BUGS);
  std::exit(kExitUsage);
}

}  // namespace

extern "C" int nve_bug_number() {
  static const int kNumber = BugNumber();
  return kNumber;
}

namespace {

// Also in a run that meets no planted line.
[[maybe_unused]] const int kChecked = nve_bug_number();

}  // namespace
