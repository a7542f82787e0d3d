#!/bin/sh
# A short run with waves: waves.sh BUILD OUT (folders, seen from the top folder) compiles the small 3x3 filter, runs it
# on the RTL with --wave and makes a GTKWave view of the signals in OUT. Prints the names of both files and opens them
# where there are a display and GTKWave.
set -eu
build=$1
out=$2
cd "$(dirname "$0")/.."
arch=$(sed -n 's/^NVE_ARCH:[A-Z]*=//p' "$build/CMakeCache.txt")
mkdir -p "$out"

quietly() { "$@" > "$out/log.txt" 2>&1 || { cat "$out/log.txt" >&2; exit 1; }; }
quietly "$build/bin/nvec" networks/small/filter3x3.xml --seed 1 --preset "${PRESET:-default}" -o "$out/program.nve"
quietly "$build/bin/nve-objdump" "$out/program.nve" -o "$out/program.nvs"
quietly "$build/bin/nve-cosim" "$out/program.nve" --input images/street.png --json "$out/report.json" \
  --wave "$out/nve.fst"
python3 scripts/make_gtkw.py "$out/nve.fst" --program "$out/program.nve" --listing "$out/program.nvs" \
  --arch "$arch" --report "$out/report.json" --out "$out/nve.gtkw"

echo "$out/nve.fst"
echo "$out/nve.gtkw"
if ! command -v gtkwave > /dev/null; then
  echo "GTKWave, which shows them, is not installed: apt-get install gtkwave"
elif [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec gtkwave "$out/nve.fst" "$out/nve.gtkw" > "$out/log.txt" 2>&1
fi
