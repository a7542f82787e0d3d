#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# coverage.sh OUT BUILD [rtl]: measures coverage (docs/coverage.md) and says what every stage took. Folders:
# BUILD gets the RTL of the machine nve with counters, BUILD-split the core of nve_split, whose separation of
# columns the other lacks, BUILD-cpp the C++ with gcov. With `rtl` the C++ is left out.
# Exit code: 0; 1 if a stage has failed or coverage.py refuses the sums; 2 for wrong options or a tool that is
# not there; 70 for an internal error; 128 and the number of a signal.
set -eu
out=$1
build=$2
only=${3:-all}
programs=300 # random programs on each machine, under every stall profile
# Tests whose subject is not the product's C++: benches of the RTL, lint, yosys, netlists, planted bugs, speeds.
# _NOT_BUILT: of the programs that tb/coverage/coverage.cmake leaves out
without='^(rtl|bugs?|docs)|[Nn]etlist|Benchmark|_NOT_BUILT$'
TIMEFORMAT='  %R s, processor %U s'
cd "$(dirname "$0")/../.."
. scripts/run/settings.sh
[ "$only" = all ] || [ "$only" = rtl ] || { echo "coverage.sh: error: found '$only', allowed: rtl" >&2; exit 2; }

stage() {
  echo "coverage: $1"
  shift
  time in_group "$@"
}

# A stage is a process group, which ends as a whole: what went on would count for the next run.
group=
in_group() {
  set -m
  "$@" &
  group=$!
  set +m
  local status=0
  wait "$group" || status=$?
  group=
  # Codes that are none of ours, as ctest's 8, say that something has failed.
  case $status in
    0 | 1 | 2 | 70) ;;
    *) [ "$status" -gt 128 ] || status=1 ;;
  esac
  return "$status"
}

stopped() {
  trap '' HUP INT TERM
  if [ -n "$group" ]; then
    kill -TERM -- "-$group" 2>/dev/null || true
    for _ in $(seq 50); do
      kill -0 -- "-$group" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL -- "-$group" 2>/dev/null || true
  fi
  exit $((128 + $1))
}
trap 'stopped 1' HUP
trap 'stopped 2' INT
trap 'stopped 15' TERM

# Counting begins anew.
configure() {
  scripts/run/build.sh coverage "$1" "-DNVE_TOGETHER=0 -DNVE_COVERAGE=$2 '-DNVE_ARCH=$PWD/arch/$3.json'"
  find "$1" '(' -name '*.gcda' -o -name '*.counts' -o -name bins.txt ')' -exec rm -f '{}' +
}

build() {
  scripts/run/with_cache.sh "$1" cmake --build "$1" --target "${@:2}"
}

core() {
  "$1/bin/core_test" --gtest_brief=1 &&
    "$1/bin/core_corner_test" --gtest_brief=1 &&
    "$1/bin/nve-random" --seeds "1-$programs" --profile all
}

# On two processors; both sides end before a failure of one is told.
rtl_tests() {
  { core "$build" && core "$build-split"; } &
  local beside=$! status=0
  { "$build/bin/dma_test" --gtest_brief=1 && "$build/bin/dma_corner_test" --gtest_brief=1; } || status=$?
  wait $beside || status=$?
  return "$status"
}

cpp_tests() {
  ctest --test-dir "$build-cpp" --output-on-failure -j 2 -LE "regress|oracle|faults|stimulus|mutation" -E "$without"
}

mkdir -p "$out"
lock "$out"
stage "configure nve" configure "$build" models nve
stage "configure nve_split" configure "$build-split" models nve_split
stage "build nve" build "$build" core_test core_corner_test dma_test dma_corner_test nve-random
stage "build nve_split" build "$build-split" core_test core_corner_test nve-random
stage "tests of the RTL" rtl_tests
if [ "$only" = rtl ]; then
  stage "sums" tb/coverage/coverage.py "$out" "$build" "$build-split" --rtl
  exit
fi
stage "configure C++" configure "$build-cpp" cpp nve
stage "build C++" build "$build-cpp" all
stage "tests of the C++" cpp_tests
stage "sums" tb/coverage/coverage.py "$out" "$build" "$build-split" "$build-cpp"
