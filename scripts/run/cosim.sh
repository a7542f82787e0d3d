#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles NETWORK and runs IMAGE on the RTL, results in OUT: `make cosim`, which has checked what it reads from
# the environment (scripts/run/check_settings.sh).
set -eu
. scripts/run/settings.sh
as_paths NETWORK IMAGE WEIGHTS OUT
if [ -n "$WEIGHTS" ]; then
  set -- --weights "$WEIGHTS"
else
  while case $SEED in 0?*) ;; *) false ;; esac do SEED=${SEED#0}; done
  set -- --seed "$SEED"
fi

remove() {
  [ -d "$1" ] || rm -f -- "$1"
}

mkdir -p "$OUT" || fail "OUT: found '$OUT', allowed: a folder that can be made"
lock "$OUT"
# Only results of an earlier run go, and only once there is a program for this one.
earlier=
[ ! -f "$OUT/program.nve" ] || [ ! -f "$OUT/compile.json" ] || earlier=yes
"$BIN/nvec" "$NETWORK" "$@" --preset "$PRESET" --vectors "$VECTORS" -o "$OUT/program.nve" \
  --json "$OUT/compile.json"
[ -z "$earlier" ] || for_each_output "$OUT" remove
attend "$BIN/nve-cosim" "$OUT/program.nve" --input "$IMAGE" --output "$OUT" --json "$OUT/report.json" \
  --wave-on-mismatch "$OUT/mismatch.fst" --reference "$NETWORK" "$@"
# A run that failed has the more to show. One that was refused has written nothing.
if [ "$status" -le 1 ] && [ -f "$OUT/report.json" ]; then
  if "$BIN/nve-report" "$OUT/report.json" -o "$OUT/report.html"; then
    printf 'report: %s\n' "$OUT/report.html"
  else
    [ "$status" -ne 0 ] || status=2
  fi
fi
exit "$status"
