// SPDX-License-Identifier: Apache-2.0
// Prints the number of the bug of this run, for bug_number_test.py.
#include <cstdio>

extern "C" int nve_bug_number();

int main() {
  std::printf("%d\n", nve_bug_number());
  return 0;
}
