#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What the shell scripts behind the Makefile share. They read what a user has set (IMAGE, OUT, ...) from the
# environment, where the Makefile puts it as it is: no text of a user is ever part of a command's text.

fail() {
  printf '%s: error: %s\n' "${0##*/}" "$1" >&2
  exit 2
}

# Runs a program to its end and sets `status` to its exit code. A signal that would end this shell ends the program
# first, which deletes what it has begun to write.
attend() {
  attended=
  for signal in HUP INT TERM; do
    # shellcheck disable=SC2064
    trap "end_attended $signal" "$signal"
  done
  exec 8<&0
  "$@" <&8 8<&- &
  attended=$!
  exec 8<&-
  status=0
  wait "$attended" || status=$?
  trap - HUP INT TERM
}

end_attended() {
  trap '' HUP INT TERM
  [ -z "$attended" ] || kill -s TERM "$attended" 2> /dev/null || true
  wait "$attended" || true
  trap - "$1"
  kill -s "$1" $$
}

# Waits until no other call works in a folder; it stays ours until this shell ends. The lock is on the folder
# itself, so that no file is left in it. `make clean` may have put another folder in its place meanwhile.
lock() {
  command -v flock > /dev/null || return 0
  while :; do
    exec 9< "$1"
    code=0
    flock -n 9 || code=$?
    if [ "$code" -eq 1 ]; then
      printf '%s: another call works in %s, waiting for it\n' "${0##*/}" "$1" >&2
      flock 9 || return 0
    elif [ "$code" -ne 0 ]; then
      return 0 # a file system without locks
    fi
    [ "$1" -ef /dev/fd/9 ] && return 0
    exec 9<&-
    mkdir -p "$1"
  done
}

# The checkout that a build folder was made from; CMake goes on in it only from there. Nothing if it is none.
home_of() {
  [ ! -f "$1/CMakeCache.txt" ] || sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$1/CMakeCache.txt"
}

# The compiler's cache must not stop a build: where it cannot write, one in a build folder is used, or none.
choose_cache() {
  command -v ccache > /dev/null || return 0
  probe=$1/cache_probe.$$
  : > "$probe.cpp"
  if ! ccache c++ -c "$probe.cpp" -o "$probe.o" > /dev/null 2>&1; then
    CCACHE_DIR=$(cd "$1" && pwd)/ccache
    export CCACHE_DIR
    ccache c++ -c "$probe.cpp" -o "$probe.o" > /dev/null 2>&1 || export CCACHE_DISABLE=1
  fi
  rm -f "$probe.cpp" "$probe.o"
}

# Makes the values of variables paths that no tool takes for an option.
as_paths() {
  for name in "$@"; do
    eval "case \${$name-} in -*) $name=./\$$name ;; esac"
  done
}

# The files that `make cosim` writes into a folder: calls COMMAND FILE of each that is there.
for_each_result() {
  for file in "$1"/program.nve "$1"/compile.json "$1"/input.npy "$1"/input.png "$1"/input_[0-9]*.png; do
    if [ -e "$file" ] || [ -L "$file" ]; then "$2" "$file"; fi
  done
  for_each_output "$1" "$2"
}

# Those of them that a run must not leave behind from an earlier one.
for_each_output() {
  for file in "$1"/report.json "$1"/report.html "$1"/one_core.json "$1"/output.npy "$1"/output.png "$1"/output_[0-9]*.png "$1"/mismatch.fst \
    "$1"/mismatch.fst.json "$1"/mismatch.fst.hier; do
    if [ -e "$file" ] || [ -L "$file" ]; then
      case ${file##*/} in
      output_*[!0-9]*.png) ;; # somebody else's
      *) "$2" "$file" ;;
      esac
    fi
  done
}

remove() {
  [ -d "$1" ] || rm -f -- "$1"
}

# Makes and locks the folder of a run. Only results of an earlier run go, and only once there is a program for this
# one: `earlier` says whether there are such.
begin_in() {
  mkdir -p "$1" || fail "OUT: found '$1', allowed: a folder that can be made"
  lock "$1"
  earlier=
  [ ! -f "$1/program.nve" ] || [ ! -f "$1/compile.json" ] || earlier=yes
}

# The page of a run that ended with `status`; whether there is one. A run that failed has the more to show. One that
# was refused has written nothing.
make_page() {
  [ "$status" -le 1 ] && [ -f "$1/report.json" ] || return 1
  if ! "$BIN/nve-report" "$1/report.json" -o "$1/report.html"; then
    [ "$status" -ne 0 ] || status=2
    return 1
  fi
}

# What `make detect` reads and writes: NET's folder, and its scene and a folder of its own if no other is chosen.
choose_for_detect() {
  FOLDER=networks/trained/$NET
  LABELS=
  if [ "$IMAGE_FROM" = file ]; then
    IMAGE=$FOLDER/scene.png
    LABELS=$FOLDER/scene.json
  fi
  [ "$OUT_FROM" != file ] || OUT=out/detect
}

# The files that only `make detect` writes: calls COMMAND FILE of each that is there.
for_each_detection() {
  for file in "$1"/detections.json "$1"/detections.png "$1"/heat_map.png; do
    if [ -e "$file" ] || [ -L "$file" ]; then "$2" "$file"; fi
  done
}
