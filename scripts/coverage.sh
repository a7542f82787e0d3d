#!/bin/sh
# coverage.sh OUT BUILD: measures coverage (docs/coverage.md). BUILD gets the instance nve with gcov, the
# folder BUILD-split the models of nve_split, whose separation of columns the other lacks. The tests run as
# they do in `make test`, without those that say nothing about the product's code here: lint, yosys, planted
# bugs, netlists, the SAT oracle, measurements of speed.
set -eu
out=$1
build=$2
split=$2-split
programs=600 # random programs on each instance, under every stall profile
cd "$(dirname "$0")/.."

configure() {
  cmake -S . -B "$1" -G Ninja -DCMAKE_BUILD_TYPE=Release -DNVE_COVERAGE="$2" \
    -DNVE_ARCH="$PWD/arch/$3.json" >"$1.log" || { cat "$1.log"; exit 2; }
  mv "$1.log" "$1/configure.log"
}

# Counters of earlier runs
forget() {
  find "$1" -name '*.gcda' -o -name '*.counts' -o -name bins.txt | xargs rm -f
}

configure "$build" ON nve
configure "$split" models nve_split
cmake --build "$build"
cmake --build "$split" --target core_test core_corner_test nve-random random_program_test
forget "$build"
forget "$split"
ctest --test-dir "$build" --output-on-failure -j 2 -LE "regress|oracle" \
  -E "^(rtl|bugs?|docs)\.|[Nn]etlist|Benchmark"
"$build/bin/nve-random" --seeds "1-$programs" --profile all
"$split/bin/core_test"
"$split/bin/core_corner_test"
"$split/bin/random_program_test" --gtest_filter='*Rtl*'
"$split/bin/nve-random" --seeds "1-$programs" --profile all
scripts/coverage.py "$out" "$build" "$split"
