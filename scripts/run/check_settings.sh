#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_settings.sh TARGET PID: checks what a user has set for a target of the Makefile, before anything is
# installed, built or deleted; PID is that of make. All problems are told in one call. Exit code 0, or 2 if there
# are any. What only reading a file can tell is left to the tools.
set -eu
export LC_ALL=C # letters are those of ASCII, lengths are bytes
. scripts/run/settings.sh
. scripts/run/command_line.sh
. scripts/run/value_checks.sh
target=$1
problems=0
used=   # the settings that have been checked,
unused= # and those of them that choose nothing for this target
OF_BUILDS="MACHINE WERROR CMAKE_FLAGS BUILD BIN"
SOURCES="arch base cmake compiler convnet docs host images model networks planner program report rtl scripts tb tests" # folders of the checkout

# The same as in the tools' --help (tests/tools/limits_test.py)
PRESETS="O0 O1 O2 O3 scopes2015 default"
VECTOR_WAYS="vertical horizontal auto"
NETS="speed_sign fashion"
MEMORIES="ideal fixed tso bank"
PORT_KINDS="separate shared"
MOST_SEED=9223372036854775807
MOST_BYTES=1048576
LONGEST=65536 # of the transfers without SIZES
MOST_OUTSTANDING=1024
MOST_LATENCY=10000
MOST_STRIPS=65535
MOST_CORES=16

problem() {
  printf 'make %s: error: %s\n' "$target" "$1" >&2
  problems=$((problems + 1))
}

# A name of arch/, or a description, which the generator reads: its messages are the ones of every tool.
machine() {
  look MACHINE
  case $text in
  *.json)
    file MACHINE
    as_paths MACHINE
    # What is not there, and a folder, is refused above.
    [ ! -e "$MACHINE" ] || [ -d "$MACHINE" ] || /usr/bin/python3 -B arch/generate.py "$MACHINE" ||
      problems=$((problems + 1))
    return
    ;;
  esac
  set --
  for description in arch/*.json; do
    description=${description#arch/}
    set -- "$@" "${description%.json}"
  done
  is_one_of "$text" "$@" || refuse MACHINE "$(listed "$@"), or a description FILE.json"
}

# What all targets that build need.
building() {
  # Verilator and yosys write makefiles and scripts with these names in them.
  case $PWD in
  *[!A-Za-z0-9_./+,@=~^-]*)
    problem "found the checkout in '$PWD', allowed: a folder in whose name Verilator finds no blank, quote or \
other character that means something to make; move it"
    ;;
  esac
  machine
  one_of WERROR ON OFF
  shell_words CMAKE_FLAGS
  build_folder
  look BIN
  case $text in
  '' | -*) refuse BIN "a folder" ;;
  esac
}

# A build puts hundreds of files into its folder, which must not come among those of somebody else. In the one
# that the Makefile chooses, `make clean` may have left some, and a moved checkout is told by build.sh.
build_folder() {
  if [ "$BUILD_FROM" = file ]; then
    : # of MACHINE's name, which is checked
  elif ! consists_of BUILD 'A-Za-z0-9_./+,@=~^-'; then
    refuse BUILD "a folder without blanks, quotes and the like"
  elif is_of_sources "$BUILD"; then
    refuse BUILD "a folder that is neither one of the sources nor above them"
  elif [ -e "$BUILD" ] && [ ! -d "$BUILD" ]; then
    refuse BUILD "a folder"
  elif ! is_unused "$BUILD"; then
    home=$(home_of "$BUILD")
    if [ -z "$home" ] || ! [ "$home" -ef . ]; then
      problem "BUILD: found '$BUILD', ${home:+a build folder of the checkout $home, }allowed: a folder that is \
missing, empty or a build folder of this checkout"
    fi
  fi
}

is_of_sources() {
  for source in $SOURCES; do
    [ ! "$1" -ef "$source" ] || return 0
  done
  source=.
  until [ "$1" -ef "$source" ]; do
    [ ! "$source" -ef / ] || return 1
    source=$source/..
  done
}

# Whether nothing is in a folder but what a configuration leaves that was stopped.
is_unused() {
  for file in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    case ${file##*/} in
    configure.log | cache_probe.* | ccache | CMakeFiles) continue ;;
    esac
    if [ -e "$file" ] || [ -L "$file" ]; then return 1; fi
  done
}

# No input may be among the files that a run replaces, by whatever name or link.
input_is_no_result() {
  for_each_result "$OUT" same_as_input
}

same_as_input() {
  for variable in NETWORK IMAGE WEIGHTS; do
    eval "path=\$$variable"
    if [ -n "$path" ] && [ "$1" -ef "$path" ]; then
      refuse "$variable" "a file that this run does not replace; it would replace $1: copy it or set another OUT="
    fi
  done
}

# No memory's file may be one of those that the target writes.
memory_is_no_result() {
  for result in out/sweep/sweep.csv out/sweep/sweep.json out/sweep/sweep.svg out/sweep/report.html; do
    every_memory is_no_result ||
      refuse MEMORY "a file that this run does not replace; it would replace $result"
  done
}

# COMMAND: whether it takes all of them; a file may have commas in its name.
every_memory() {
  if is_memory "$MEMORY"; then "$1" "$MEMORY"; else every_part "$MEMORY" "$1"; fi
}

is_no_result() {
  [ -z "$1" ] || ! [ "$1" -ef "$result" ]
}

# Whole words of 8 bytes
is_transfer() {
  is_number "$1" 8 $MOST_BYTES && is_whole
}

is_whole() {
  [ $((plain % 8)) -eq 0 ]
}

is_memory() {
  # shellcheck disable=SC2086
  is_one_of "$1" $MEMORIES || is_input "$1"
}

is_ports() {
  # shellcheck disable=SC2086
  is_one_of "$1" $PORT_KINDS
}

check_cosim() {
  building
  file NETWORK
  file IMAGE
  look SEED
  look WEIGHTS
  if [ -z "$WEIGHTS" ]; then
    number SEED 0 $MOST_SEED
  elif [ "$SEED_FROM" != file ]; then
    problem "found WEIGHTS='$WEIGHTS' and SEED='$SEED', allowed: one of them"
  else
    file WEIGHTS
  fi
  preset
  # shellcheck disable=SC2086
  one_of VECTORS $VECTOR_WAYS
  number CORES 1 $MOST_CORES
  folder OUT
  as_paths NETWORK IMAGE WEIGHTS OUT
  input_is_no_result
}

# A folder of networks/trained that has a scene.
trained() {
  look NET
  set --
  for scene in networks/trained/*/scene.png; do
    [ ! -e "$scene" ] || set -- "$@" "$(basename "$(dirname "$scene")")"
  done
  is_one_of "$text" "$@" || refuse NET "$(listed "$@")"
}

check_detect() {
  building
  trained
  one_of MODEL rtl golden
  choose_for_detect
  file IMAGE
  preset
  # shellcheck disable=SC2086
  one_of VECTORS $VECTOR_WAYS
  folder OUT
  as_paths IMAGE OUT
  NETWORK=$FOLDER/network.xml
  WEIGHTS=$FOLDER/weights.npz
  input_is_no_result
  for_each_detection "$OUT" same_as_input
}

# The engines of scripts/campaign/runner.py but for list, whose output would come among that of builds.
engine() {
  one_of ENGINE ninja slurm
}

# shellcheck disable=SC2086
preset() {
  one_of PRESET $PRESETS
}

# shellcheck disable=SC2086
check_sweep() {
  building
  look SIZES
  [ -z "$SIZES" ] || each_of SIZES is_transfer "decimal numbers from 8 to $MOST_BYTES, multiples of 8, with \
commas between them"
  look STRIDE
  if is_number "$STRIDE" 0 $MOST_BYTES && is_whole; then
    stride=$plain
    [ "$stride" -eq 0 ] || every_part "${SIZES:-$LONGEST}" is_no_longer_than_stride ||
      refuse STRIDE "0, or as many bytes as the longest transfer has, or more; one has $plain"
  else
    refuse STRIDE "a decimal number from 0 to $MOST_BYTES, a multiple of 8"
  fi
  number OUTSTANDING 1 $MOST_OUTSTANDING
  each_of MEMORY is_memory "$(listed $MEMORIES), files, with commas between them"
  look LATENCY
  [ -z "$LATENCY" ] || latency
  each_of PORTS is_ports "$(listed $PORT_KINDS), both with a comma between them"
  engine
  memory_is_no_result
}

# shellcheck disable=SC2086
check_train() {
  building
  one_of NET $NETS
  number SEED 0 $MOST_SEED
}

# Transfers must not overlap. What is no transfer is refused elsewhere.
is_no_longer_than_stride() {
  ! is_transfer "$1" || [ "$plain" -le "$stride" ]
}

# Whether the model of a file is fixed is left to the tool.
# shellcheck disable=SC2086
has_no_latency() {
  [ "$1" != fixed ] && is_one_of "$1" $MEMORIES
}

latency() {
  number LATENCY 1 $MOST_LATENCY
  ! every_memory has_no_latency ||
    problem "found LATENCY='$LATENCY' and MEMORY='$MEMORY', allowed: LATENCY with fixed among the memories"
}

# shellcheck disable=SC2086
check_roofline() {
  building
  number STRIPS 0 $MOST_STRIPS
  look ROOFLINE_MEMORY
  is_memory "$text" || refuse ROOFLINE_MEMORY "$(listed $MEMORIES) or a file"
  engine
}

# The machine is always nve.
check_check() {
  building
  look T
  if [ -n "$T" ]; then
    # shellcheck disable=SC2086
    consists_of T 'a-z0-9_' && [ -n "$(find $SOURCES -name "$T.*" -o -name "${T}_test.*" 2> /dev/null)" ] ||
      refuse T "the name of a source without its ending, such as axi_port"
  fi
  unused=MACHINE
}

check_test() {
  building
  minutes TEST_MINUTES
  one_of GATE '' 1
  one_of FRESH '' 1
}

case " $GOALS " in
*" $target "*) check_line "$2" ;;
esac
case $target in
check | cosim | detect | sweep | roofline | train) "check_$target" ;;
test-machine) check_test ;;
test)
  check_test
  unused=MACHINE
  ;;
plans | cores | regret)
  building
  engine
  ;;
waves)
  building
  preset
  ;;
regress)
  building
  one_of RESUME '' 1
  engine
  unused=MACHINE
  ;;
coverage)
  building
  one_of ONLY '' rtl
  engine
  unused=$OF_BUILDS
  ;;
mutate | mutate-parts)
  building
  words PARTS "names of parts"
  engine
  ;;
formal)
  words PROOFS "parts of names of proofs"
  engine
  ;;
fuzz)
  building
  minutes MINUTES
  one_of KEEP '' 1
  engine
  unused=$OF_BUILDS
  ;;
faults | nightly)
  building
  engine
  unused=MACHINE
  ;;
compare-cells | test-scripts | onnx)
  building
  unused=MACHINE
  ;;
sanitize)
  building
  unused=$OF_BUILDS
  ;;
clean) used="NETWORK IMAGE WEIGHTS ROOFLINE_MEMORY MEMORY" ;;
help | packages | format | test-slurm) ;;
*) building ;;
esac
[ "$problems" -eq 0 ] || exit 2
tell_unread
