#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Finds what the trained network NET knows in IMAGE: `make detect`, which has checked what it reads from the
# environment (scripts/run/check_settings.sh). MODEL=golden runs the golden model alone.
set -eu
. scripts/run/settings.sh
choose_for_detect
as_paths IMAGE OUT

begin_in "$OUT"
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
if make_page "$OUT"; then
  [ ! -f "$OUT/detections.png" ] || printf 'boxes: %s\n' "$OUT/detections.png"
  printf 'report: %s\n' "$OUT/report.html"
fi
exit "$status"
