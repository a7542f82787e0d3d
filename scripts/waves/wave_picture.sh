#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Loads waves with a view in GTKWave on a display of its own: wave_picture.sh FILE.fst VIEW.gtkw [OUT.png]
# prints every row that GTKWave shows, with its value at the marker, as `LABEL = VALUE`, and saves the window as
# a picture.
set -eu
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill $server 2> /dev/null; rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
script=$folder/rows.tcl
{
  cat << 'END'
for {set i 0} {$i < [gtkwave::getTotalNumTraces]} {incr i} {
  puts "row [gtkwave::getTraceNameFromIndex $i] = [gtkwave::getTraceValueAtMarkerFromIndex $i]"
}
END
  [ -z "${3:-}" ] || echo "gtkwave::/File/Grab_To_File {$(realpath "$3")}"
  echo 'exit'
} > "$script"
# The server tells the number of a free display as soon as it listens there, or nothing. xvfb-run would wait for a
# signal, for ever if it came early.
mkfifo "$folder/display"
Xvfb -displayfd 3 -screen 0 1820x1060x24 -nolisten tcp 3> "$folder/display" 2> "$folder/errors" &
server=$!
read -r display < "$folder/display" || { cat "$folder/errors" >&2; exit 1; }
DISPLAY=:$display gtkwave -S "$script" "$1" "$2" 2>&1 | sed -n 's/^row //p'
