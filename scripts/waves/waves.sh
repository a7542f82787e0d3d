#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Waves and their GTKWave views.
#   waves.sh run BUILD OUT         a short run of the 3x3 filter with waves (folders from the top folder)
#   waves.sh show FILE.fst [VIEW]  makes the views of waves that nve-cosim or nve-random wrote and opens one:
#                                  core, datapath, agu, fsm, dma or axi; without VIEW what went wrong
#   waves.sh picture FILE.fst VIEW OUT.png  one as a picture
# `run` and `show` print the names of the waves and the view, and open them where there are a display and
# GTKWave.
set -eu
here=$(dirname "$0")
python=/usr/bin/python3
. "$here/../run/settings.sh"

usage() {
  sed -n '3,9s/^# \{0,1\}//p' "$0"
}

wrong_usage() {
  usage >&2
  exit 2
}

views() {
  $python "$here/make_gtkw.py" "$@"
}

# The file of a view in a folder.
view_file() {
  [ -f "$1/$2.gtkw" ] || fail "found no view '$2', allowed: $(cd "$1" && echo *.gtkw | sed 's/\.gtkw//g')"
  echo "$1/$2.gtkw"
}

show() {
  fst=$1
  view=$2
  echo "$fst"
  echo "$view"
  if ! command -v gtkwave > /dev/null; then
    echo "GTKWave, which shows them, is not installed: apt-get install gtkwave"
  elif [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec gtkwave "$fst" "$view" > /dev/null 2>&1 9<&- # which keeps no folder locked
  fi
}

chosen() {
  $python -c 'import json, sys; print(json.load(open(sys.argv[1], encoding="utf-8"))["view"])' "$1.json"
}

# Whether a picture can be made under a name, asked before there is any work.
check_picture() {
  for tool in gtkwave Xvfb; do
    command -v $tool > /dev/null || fail "$tool is not installed: apt-get install gtkwave xvfb"
  done
  case $1 in
  *.png) ;;
  *) fail "OUT: found $1, allowed: a name that ends in .png" ;;
  esac
  folder=$(dirname "$1")
  [ -d "$folder" ] || fail "OUT: found no folder for $1, allowed: a file in one that is there"
  [ ! -d "$1" ] || fail "OUT: found the folder $1, allowed: the name of a file"
  [ ! "$1" -ef "$2" ] || fail "OUT: found $1, which are the waves, allowed: another file"
  touch "$folder/.$$.png" 2> /dev/null ||
    fail "OUT: found $folder, in which no file can be made, allowed: a folder that can be written to"
  rm -f "$folder/.$$.png"
}

# Under a name of its own first; the name must end in .png for GTKWave.
picture() {
  temporary=$(dirname "$3")/.$$.png
  trap 'rm -f "$temporary"' EXIT
  rows=$("$here/wave_picture.sh" "$1" "$2" "$temporary" | wc -l)
  if [ "$rows" -eq 0 ] || [ ! -s "$temporary" ]; then
    fail "GTKWave made no picture of $1; expected waves it can open"
  fi
  mv -f "$temporary" "$3" 2> /dev/null || fail "OUT: found $3, which cannot be replaced; choose another name"
}

for argument in "$@"; do
  case $argument in
  -h | --help)
    usage
    exit
    ;;
  -*) fail "found $argument, allowed: --help and what it shows; a file of this name is ./$argument" ;;
  esac
done
command=${1:-}
case $command in
run)
  [ $# -eq 3 ] || wrong_usage
  build=$2
  out=$3
  cd "$here/../.."
  here=scripts/waves
  for tool in nvec nve-cosim; do
    [ -x "$build/bin/$tool" ] || fail "found no $build/bin/$tool, expected the folder of a build"
  done
  { mkdir -p "$out" && touch "$out/log.txt"; } 2> /dev/null ||
    fail "OUT: found $out, in which no file can be made, allowed: a folder that can be made and written to"
  lock "$out"
  quietly() { "$@" > "$out/log.txt" 2>&1 || { status=$?; cat "$out/log.txt" >&2; exit $status; }; }
  quietly "$build/bin/nvec" networks/small/filter3x3.xml --seed 1 --preset "${PRESET:-default}" \
    -o "$out/program.nve"
  quietly "$build/bin/nve-cosim" "$out/program.nve" --input images/street.png --json "$out/report.json" \
    --wave "$out/nve.fst"
  folder=$(views "$out/nve.fst" --report "$out/report.json")
  show "$out/nve.fst" "$folder/core.gtkw"
  ;;
show)
  [ $# -eq 2 ] || [ $# -eq 3 ] || wrong_usage
  folder=$(views "$2")
  view=$(view_file "$folder" "${3:-$(chosen "$2")}")
  show "$2" "$view"
  ;;
picture)
  [ $# -eq 4 ] || wrong_usage
  check_picture "$4" "$2"
  folder=$(views "$2")
  view=$(view_file "$folder" "$3")
  picture "$2" "$view" "$4"
  echo "$4"
  ;;
*)
  wrong_usage
  ;;
esac
