#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Does lockstep find a bug? demo_mismatch.sh BUILD OUT (folders, seen from the top folder) changes one character in a
# copy of the RTL, builds the co-simulation with it and runs a 3x3 filter. Exit code 0 if the bug was reported and the
# waves of the cycles around it are there.
set -eu
build=$1
out=$2
cd "$(dirname "$0")/../.."
. scripts/run/settings.sh
name=mac_sign
bug=tb/zoo/single/$name.sed
file=$(sed -n 's/^# file: //p' "$bug")
mkdir -p "$out"
lock "$out"

echo "The bug, in a copy of rtl/$file: $(sed -n '1s/^# //p' "$bug")"
if ! scripts/run/with_cache.sh "$build" cmake --build "$build" --target nvec "nve-cosim-$name" > "$out/build.log" 2>&1; then
  cat "$out/build.log" >&2
  exit 2
fi
diff "rtl/$file" "$build/bugs/$name/$file" | sed 's/^/  /'

"$build/bin/nvec" networks/small/filter3x3.xml --seed 1 -O0 -o "$out/program.nve" > "$out/compile.log"
status=0
waves=$out/mismatch.fst
rm -f "$waves"
echo
"$build/bin/nve-cosim-$name" "$out/program.nve" --input images/street.png --wave-on-mismatch "$waves" \
  > "$out/report.txt" 2>&1 || status=$?
cat "$out/report.txt"
echo
if [ "$status" -eq 1 ] && grep -q 'lockstep mismatch: core' "$out/report.txt" && [ -s "$waves" ]; then
  echo "The bug was found: nve-cosim exited with 1."
else
  echo "error: the bug was not found: nve-cosim exited with $status" >&2
  exit 1
fi
