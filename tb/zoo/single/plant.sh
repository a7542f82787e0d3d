#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Plants a bug: plant.sh BUG.sed RTL_FOLDER OUT writes the file the bug names to OUT, with exactly one line changed.
set -eu
bug=$1
original=$2/$(sed -n 's/^# file: //p' "$bug")
out=$3
mkdir -p "$(dirname "$out")"
sed -f "$bug" "$original" > "$out.new"
changed=$(diff "$original" "$out.new" | grep -c '^>' || true)
lines=$(wc -l < "$original")
if [ "$changed" -ne 1 ] || [ "$(wc -l < "$out.new")" -ne "$lines" ]; then
  rm -f "$out.new"
  echo "$bug: error: changes $changed lines of $original, allowed: 1" >&2
  exit 1
fi
mv "$out.new" "$out"
