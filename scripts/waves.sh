#!/bin/sh
# Waves and their GTKWave views.
#   waves.sh run BUILD OUT         a short run of the 3x3 filter with waves (folders, seen from the top folder)
#   waves.sh show FILE.fst [VIEW]  makes the views of waves that nve-cosim wrote and opens one: core, datapath,
#                                  agu, fsm, dma or axi; without VIEW the one that shows what went wrong
#   waves.sh picture FILE.fst VIEW OUT.png  one as a picture
# `run` and `show` print the names of the waves and the view, and open them where there are a display and
# GTKWave.
set -eu
here=$(dirname "$0")
python=/usr/bin/python3

views() {
  $python "$here/make_gtkw.py" "$@"
}

show() {
  fst=$1
  view=$2
  echo "$fst"
  echo "$view"
  if ! command -v gtkwave > /dev/null; then
    echo "GTKWave, which shows them, is not installed: apt-get install gtkwave"
  elif [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec gtkwave "$fst" "$view" > /dev/null 2>&1
  fi
}

chosen() {
  sed -n 's/^ *"view": "\([a-z]*\)".*/\1/p' "$1.json"
}

command=${1:-}
case $command in
run)
  build=$2
  out=$3
  cd "$here/.."
  here=scripts
  mkdir -p "$out"
  quietly() { "$@" > "$out/log.txt" 2>&1 || { cat "$out/log.txt" >&2; exit 1; }; }
  quietly "$build/bin/nvec" networks/small/filter3x3.xml --seed 1 --preset "${PRESET:-default}" \
    -o "$out/program.nve"
  quietly "$build/bin/nve-cosim" "$out/program.nve" --input images/street.png --json "$out/report.json" \
    --wave "$out/nve.fst"
  folder=$(views "$out/nve.fst" --report "$out/report.json")
  show "$out/nve.fst" "$folder/core.gtkw"
  ;;
show)
  folder=$(views "$2")
  show "$2" "$folder/${3:-$(chosen "$2")}.gtkw"
  ;;
picture)
  folder=$(views "$2")
  "$here/wave_picture.sh" "$2" "$folder/$3.gtkw" "$4" > /dev/null
  echo "$4"
  ;;
*)
  sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
  exit 2
  ;;
esac
