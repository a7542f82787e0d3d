#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Plants every bug of this folder in a scratch copy: check_patterns.sh RTL_FOLDER SCRATCH_FOLDER. Fails if the RTL has
# changed so that a bug no longer alters exactly one line.
set -eu
here=$(dirname "$0")
failed=0
for bug in "$here"/*.sed; do
  "$here/plant.sh" "$bug" "$1" "$2/$(basename "$bug" .sed).sv" || failed=1
done
exit $failed
