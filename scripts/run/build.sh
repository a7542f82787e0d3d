#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# build.sh PRESET FOLDER FLAGS [TARGET ...]: configures a build folder with a preset of CMakePresets.json and
# more flags of CMake (words as a shell would read them, in one argument) and builds the targets, one call at a time in
# a folder. The words of CMake are shown only if it fails; they are in FOLDER/configure.log.
set -eu
. scripts/run/settings.sh
preset=$1
folder=$2
flags=$3
shift 3

refuse_moved() {
  home=$(home_of "$folder")
  if [ -n "$home" ] && ! [ "$home" -ef . ]; then
    fail "$folder: found a build folder of the checkout $home, allowed: one of $PWD; the checkout was moved or \
copied: run \`make clean\`"
  fi
}

mkdir -p "$folder" || fail "$folder: allowed: a folder that can be made"
lock "$folder"
refuse_moved
choose_cache "$folder"
# With the flags of before ninja itself configures again what needs it.
asked="$preset $(cksum < CMakePresets.json 2> /dev/null) $flags"
if ! [ -f "$folder/build.ninja" ] || [ "$(cat "$folder/configure.flags" 2> /dev/null)" != "$asked" ]; then
  rm -f "$folder/configure.flags"
  : > "$folder/configure.log" # the first file, by which a folder is known whose configuration was stopped
  if ! printf '%s\n' "$flags" | xargs cmake --preset "$preset" -B "$folder" > "$folder/configure.log" 2>&1; then
    cat "$folder/configure.log"
    exit 2
  fi
  printf '%s\n' "$asked" > "$folder/configure.flags"
fi
[ $# -gt 0 ] || exit 0
/usr/bin/python3 -B cmake/made_of.py --touch "$folder/bin"
exec scripts/run/ninja_progress.py "$folder" cmake --build "$folder" --target "$@"
