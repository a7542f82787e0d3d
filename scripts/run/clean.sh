#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Removes what builds and runs of the Makefile have written: build folders and the folders in out/. Files of
# other names stay, wherever they lie, and so do those named as IMAGE, NETWORK, WEIGHTS or a memory; a line names
# every folder in which something is left.
set -eu
. scripts/run/settings.sh
as_paths NETWORK IMAGE WEIGHTS ROOFLINE_MEMORY MEMORY

# Removes files by find's conditions, and folders that are empty then.
remove_in() {
  folder=$1
  shift
  for variable in NETWORK IMAGE WEIGHTS ROOFLINE_MEMORY MEMORY; do
    eval "path=\$$variable"
    if [ -n "$path" ] && [ -e "$path" ]; then
      set -- "$@" ! -samefile "$path" ! -samefile "$(readlink -f -- "$path")"
    fi
  done
  find "./$folder" ! -type d "$@" -delete
  find "./$folder" -depth -type d -empty -delete
}

# A build folder of CMake. In its folders of the sources everything is the build's, but pictures, arrays and
# networks outside tb/ and tests/; on its top level and in bin/ only what has a name of the build.
clean_build() {
  [ ! -L "$1" ] && [ -f "$1/CMakeCache.txt" ] || return 0
  lock "$1"
  for part in CMakeFiles Testing lint tb tests; do
    [ ! -d "$1/$part" ] || remove_in "$1/$part"
  done
  for part in arch base bugs ccache compiler convnet generated host model netlist planner program report rtl scripts; do
    [ ! -d "$1/$part" ] || remove_in "$1/$part" ! -name '*.p[ngp][gm]' ! -name '*.np[yz]' ! -name '*.xml'
  done
  programs_of "$1" | while IFS= read -r program; do
    [ ! -f "$1/$program.made_of.json" ] || remove_in "$1/bin" -path "./$1/$program.made_of.json"
    [ ! -f "$1/$program" ] || remove_in "$1/bin" -path "./$1/$program"
  done
  remove_top "$1" build.ninja machine.json machine_targets.txt CTestTestfile.cmake cmake_install.cmake compile_commands.json configure.log \
    configure.flags step_seconds plan.ninja .ninja_log .ninja_deps .ninja_lock DartConfiguration.tcl 'cells*.json' 'constants_?_*.json' bins.txt
  remove_top "$1" CMakeCache.txt # the last, so that an interrupted call can be made again
}

# Every program that ninja links into bin/.
programs_of() {
  [ ! -f "$1/build.ninja" ] || sed -n 's/^build \(bin\/[^ :|]*\).*/\1/p' "$1/build.ninja"
}

# FOLDER NAME ...: files directly in a folder.
remove_top() {
  [ -d "$1" ] || return 0
  top=$1
  shift
  for pattern in "$@"; do
    [ ! -d "$top" ] || remove_in "$top" -path "./$top/$pattern" ! -path "./$top/*/*"
  done
}

# FOLDER NAME ...: a folder of out/; a name that ends in / is a folder with all that is in it.
clean_results() {
  results=out/$1
  shift
  [ -d "$results" ] && [ ! -L "$results" ] || return 0
  lock "$results"
  for pattern in "$@"; do
    case $pattern in
    */) for_each_folder "$results" "${pattern%/}" ;;
    *) remove_top "$results" "$pattern" ;;
    esac
  done
  remove_top "$results" lock
}

for_each_folder() {
  set +f
  for part in "$1"/$2; do
    set -f
    [ ! -d "$part" ] || [ -L "$part" ] || remove_in "$part"
  done
  set -f
}

set -- build/machines/* build build-sanitize build-fuzz build-coverage build-coverage-split build-coverage-cpp
campaign="shards.jsonl stop *.part results/ broken/ work/ slurm/"
cases="junit.xml summary.json summary.html state.json *.part"
set -f
for description in $(cd arch && set +f && echo *.json); do
  machine=${description%.json}
  # shellcheck disable=SC2086 # patterns, one a word
  clean_results "test-$machine" $cases state.json "$machine.xml" failures/
done
for folder in "$@"; do
  clean_build "$folder"
done
[ ! -d build/machines ] || find build -depth -type d -empty -delete
# shellcheck disable=SC2086
for name in test sanitize; do
  clean_results $name $cases 'nve*.xml' failures/
done
# shellcheck disable=SC2086
clean_results regress $cases $campaign failures/
clean_results cosim program.nve compile.json report.json report.html input.npy output.npy input.png output.png \
  'input_[0-9]*.png' 'output_[0-9]*.png' mismatch.fst mismatch.fst.json mismatch.fst.hier mismatch.views/
clean_results detect program.nve compile.json report.json report.html input.npy output.npy input.png output.png \
  detections.json detections.png heat_map.png mismatch.fst mismatch.fst.json mismatch.fst.hier mismatch.views/
# shellcheck disable=SC2086
clean_results nightly $cases $campaign failures/
# shellcheck disable=SC2086
clean_results faults $cases $campaign summary.txt
# shellcheck disable=SC2086
clean_results coverage '*.html' coverage.json $campaign
clean_results check state.json p.nve
# shellcheck disable=SC2086
clean_results formal formal.json formal.xml $campaign '*/update/'
# shellcheck disable=SC2086
clean_results mutate mutants.json mutants.md $campaign
# shellcheck disable=SC2086
clean_results fuzz summary.json corpus/ findings/ $campaign
# shellcheck disable=SC2086
clean_results sweep sweep.csv sweep.json sweep.svg $campaign
# shellcheck disable=SC2086
clean_results roofline roofline.csv roofline.json 'roofline_*.svg' 'waterfall_*.svg' $campaign
# shellcheck disable=SC2086
clean_results cores cores.csv cores.json 'speed_up_*.svg' 'waits_*.svg' $campaign
# shellcheck disable=SC2086
clean_results plans plans.txt plans.json '*.csv' '*.svg' $campaign
clean_results onnx '*.onnx' package.json node_modules/
clean_results cpu face_detection.json face_detection.csv speed_sign.json speed_sign.csv
clean_results waves log.txt program.nve report.json nve.fst nve.fst.json nve.fst.hier nve.views/
clean_results demo-mismatch build.log program.nve compile.log report.txt mismatch.fst mismatch.fst.json \
  mismatch.fst.hier mismatch.views/
[ ! -d out ] || [ -L out ] || find out -depth -type d -empty -delete
for folder in "$@" out; do
  [ ! -d "$folder" ] || echo "clean: $folder stays: it has files that no build or run has written"
done
