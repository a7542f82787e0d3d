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
while case $CORES in 0?*) ;; *) false ;; esac do CORES=${CORES#0}; done

begin_in "$OUT"
"$BIN/nvec" "$NETWORK" "$@" --preset "$PRESET" --vectors "$VECTORS" --cores "$CORES" -o "$OUT/program.nve" \
  --json "$OUT/compile.json"
[ -z "$earlier" ] || for_each_output "$OUT" remove
attend "$BIN/nve-cosim" "$OUT/program.nve" --input "$IMAGE" --output "$OUT" --json "$OUT/report.json" \
  --wave-on-mismatch "$OUT/mismatch.fst" --reference "$NETWORK" "$@"
if make_page "$OUT"; then
  printf 'report: %s\n' "$OUT/report.html"
fi
if [ "$status" -eq 0 ] && [ "$CORES" -gt 1 ]; then
  # What it says was said above.
  said=$("$BIN/nvec" "$NETWORK" "$@" --preset "$PRESET" --vectors "$VECTORS" --predict \
    --json "$OUT/one_core.json" 2>&1) || fail "$said"
  /usr/bin/python3 -B scripts/run/speed_up.py "$OUT/one_core.json" "$OUT/compile.json" "$OUT/report.json"
fi
exit "$status"
