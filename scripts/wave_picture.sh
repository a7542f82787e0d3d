#!/bin/sh
# Loads waves with a view in GTKWave on a display of its own: wave_picture.sh FILE.fst VIEW.gtkw [OUT.png]
# prints every row that GTKWave shows, with its value at the marker, as `LABEL = VALUE`, and saves the window as
# a picture.
set -eu
script=$(mktemp)
trap 'rm -f "$script"' EXIT
{
  cat << 'END'
for {set i 0} {$i < [gtkwave::getTotalNumTraces]} {incr i} {
  puts "row [gtkwave::getTraceNameFromIndex $i] = [gtkwave::getTraceValueAtMarkerFromIndex $i]"
}
END
  [ -z "${3:-}" ] || echo "gtkwave::/File/Grab_To_File {$(realpath "$3")}"
  echo 'exit'
} > "$script"
xvfb-run -a -s '-screen 0 1820x1060x24' gtkwave -S "$script" "$1" "$2" 2>&1 | sed -n 's/^row //p'
