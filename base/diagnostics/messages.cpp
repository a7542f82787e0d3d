// SPDX-License-Identifier: Apache-2.0
// Printing without a way to fail: see messages.hpp.
#include "base/diagnostics/messages.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/descriptor_io.hpp"

namespace nve {
namespace {

int print_error = 0;  // of the first text that did not arrive
bool printing_messages = false;

void KeepError() {
  if (print_error == 0) print_error = errno == 0 ? EIO : errno;
}

}  // namespace

void GuardStandardDescriptors() {
  std::signal(SIGPIPE, SIG_IGN);
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    // Descriptors are handed out from the lowest. A folder, unlike /dev/null, does not take in
    // silence what was to be a result, not even if it is opened again by /dev/stdout.
    if (fcntl(descriptor, F_GETFD) < 0) open("/", O_RDONLY);
  }
}

void SendMessage(std::string_view text) noexcept {
  const int kept = errno;
  WriteAll(STDERR_FILENO, text);
  errno = kept;
}

bool PrintText(std::string_view text) noexcept {
  if (printing_messages) {
    SendMessage(text);
    return true;
  }
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) KeepError();
  return print_error == 0;
}

void FinishPrinting() {
  errno = 0;
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (printing_messages) return;
  if (failed) KeepError();
  if (print_error == 0) return;
  throw InputError(fmt::format("cannot write to standard output: {}", std::strerror(print_error)));
}

void PrintAsMessages() noexcept { printing_messages = true; }

}  // namespace nve
