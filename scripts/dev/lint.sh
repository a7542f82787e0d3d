#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Style checks: clang-format (no file may change), clang-tidy on our own sources, text rules, Verilator lint.
set -eu
build=${1:-build}
cd "$(dirname "$0")/../.."
failed=0

# Files of our own by name pattern; not by git, which a bare machine or an unpacked archive lacks.
sources() {
  for pattern in "$@"; do
    find arch base compiler convnet host model planner program report rtl scripts tb tests -name "$pattern"
  done | sort
}

sources '*.cpp' '*.hpp' | xargs clang-format --dry-run -Werror || failed=1

if sources '*.sv' '*.svh' '*.cpp' '*.hpp' '*.py' '*.sh' | xargs grep -nP '\t| +$' ; then
  echo "error: tabs or trailing blanks in the lines above; use spaces" >&2
  failed=1
fi
if sources '*.sv' '*.svh' '*.cpp' '*.hpp' '*.py' | xargs grep -nE '^.{111,}$' ; then
  echo "error: the lines above are longer than 110 columns" >&2
  failed=1
fi

if sources '*.cpp' '*.hpp' '*.h' '*.sv' '*.svh' '*.v' '*.vlt' '*.py' '*.sh' '*.cmake' CMakeLists.txt |
  xargs grep -L '^[/#]* SPDX-License-Identifier: Apache-2.0$' | grep . ; then
  echo "error: the files above name no licence; their first line is SPDX-License-Identifier: Apache-2.0" >&2
  failed=1
fi

# CTest runs cases of one program side by side, so a file name they share makes one read what another wrote.
if find tests -name '*.[ch]pp' ! -path tests/unit/base/files/test_files.hpp |
  xargs grep -nE 'TempDir\(|temp_directory_path|tmpnam|"/tmp' ; then
  echo "error: the lines above share a folder between tests; use TestFolder or ToolFolder" >&2
  failed=1
fi

# Who may include whom, and how many sources have no unit test: a number that may only fall
scripts/dev/arrows.py || failed=1
without=$(scripts/dev/tests_of --count | cut -d' ' -f1)
echo "$without sources have no unit test that includes them (scripts/dev/tests_of lists them)"
if [ "$without" -gt 157 ]; then
  echo "error: found $without, allowed: 157; a new source has a test in tests/unit, in its folder's name" >&2
  failed=1
fi

cmake --build "$build" --target rtl_lint || failed=1
# Commands of each source by itself, which the build compiles together (cmake/README.md).
commands=$build/lint
cmake --preset release -B "$commands" -DNVE_TOGETHER=0 -DNVE_TESTS=OFF > /dev/null || failed=1
# Not the few lines around each Verilated model (tile_*, rtl_core, netlist_core, traced_core, verilated_dma), compiled
# several times with different ones.
sources '*.cpp' | grep -E '^(arch|base|compiler|convnet|model|host|planner|program|report)/' | grep -vE 'platform/tile_|core/(rtl|netlist|traced)_core|sweep/verilated_dma' |
  xargs scripts/dev/tidy.py "$commands" || failed=1
exit $failed
