#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Demands that lockstep finds a planted bug: check_bug.sh LOG FIELD COMMAND... runs COMMAND, which must exit with 1 and
# report a mismatch whose first differing probe field is FIELD.
set -eu
log=$1
field=$2
shift 2
status=0
"$@" > "$log" 2>&1 || status=$?
found=$(sed -n 's/.*lockstep mismatch: .*: \([a-z0-9_]*\)\(\[[0-9]*\]\)\{0,1\} differs.*/\1/p' "$log" | head -n 1)
if [ "$status" -ne 1 ] || [ "$found" != "$field" ]; then
  tail -n 40 "$log"
  echo "error: exit code $status, expected 1; first differing field '$found', expected '$field'" >&2
  exit 1
fi
sed -n '/lockstep mismatch/,/reproduce/p' "$log"
