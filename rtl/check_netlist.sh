#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_netlist.sh LOG ERRORS: whether yosys took the RTL as it is meant. LOG is what it said while it made a netlist;
# no warning may match ERRORS, and `check` must have found nothing undriven or driven twice.
set -eu
log=$1
errors=$2
if ! [ -r "$log" ]; then
  echo "$log: error: found no such file, allowed: what yosys said; build the netlist again: target rtl_netlist" >&2
  exit 2
fi
# Warnings of the front end begin with file and line.
if grep -E "(^|: )Warning: .*($errors)" "$log"; then
  echo "$log: error: found these warnings, allowed: none of them: yosys builds other hardware than is written" >&2
  exit 1
fi
found=$(grep -c '^Found and reported [0-9]* problems\.$' "$log" || true)
clean=$(grep -c '^Found and reported 0 problems\.$' "$log" || true)
if [ "$found" -eq 0 ] || [ "$found" -ne "$clean" ]; then
  grep -B 3 '^Found and reported [^0]' "$log" || true
  echo "$log: error: found $found results of yosys' check, $clean of them clean, allowed: all, and at least one" >&2
  exit 1
fi
echo "$found checks of yosys found no problem"
