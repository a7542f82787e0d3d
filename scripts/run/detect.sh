#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Finds what the trained network NET knows in IMAGE: `make detect`, which has checked what it reads from the
# environment (scripts/run/check_settings.sh). MODEL=golden runs the golden model alone.
set -eu
. scripts/run/settings.sh
choose_for_detect
as_paths IMAGE OUT

remove() {
  [ -d "$1" ] || rm -f -- "$1"
}

mkdir -p "$OUT" || fail "OUT: found '$OUT', allowed: a folder that can be made"
lock "$OUT"
# Only results of an earlier run go, and only once there is a program for this one.
earlier=
[ ! -f "$OUT/program.nve" ] || [ ! -f "$OUT/compile.json" ] || earlier=yes
"$BIN/nvec" --read-out "$FOLDER/model.json" --input "$IMAGE" --preset "$PRESET" --vectors "$VECTORS" \
  -o "$OUT/program.nve" --json "$OUT/compile.json"
if [ -n "$earlier" ]; then
  for_each_output "$OUT" remove
  for_each_detection "$OUT" remove
fi
set -- "$OUT/program.nve" --input "$IMAGE" --read-out "$FOLDER/model.json" --output "$OUT" --json "$OUT/report.json"
[ -z "$LABELS" ] || set -- "$@" --labels "$LABELS"
tool=nve-sim
if [ "$MODEL" != golden ]; then
  tool=nve-cosim
  set -- "$@" --wave-on-mismatch "$OUT/mismatch.fst"
fi
attend "$BIN/$tool" "$@" --reference "$FOLDER/network.xml" --weights "$FOLDER/weights.npz"
if [ "$status" -le 1 ] && [ -f "$OUT/report.json" ]; then
  if "$BIN/nve-report" "$OUT/report.json" -o "$OUT/report.html"; then
    [ ! -f "$OUT/detections.png" ] || printf 'boxes: %s\n' "$OUT/detections.png"
    printf 'report: %s\n' "$OUT/report.html"
  else
    [ "$status" -ne 0 ] || status=2
  fi
fi
exit "$status"
