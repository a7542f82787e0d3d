#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles a network and runs one picture through the RTL in lockstep: whole_frame.sh BIN NETWORK IMAGE FOLDER.
# Skipped (77) if this machine is too small for the network.
set -eu
bin=$1 network=$2 image=$3 folder=$4
mkdir -p "$folder"
if ! "$bin/nvec" "$network" --seed 7 -o "$folder/program.nve" 2>"$folder/nvec.log"; then
  cat "$folder/nvec.log" >&2
  grep -q "available:" "$folder/nvec.log" && exit 77
  exit 1
fi
exec "$bin/nve-cosim" "$folder/program.nve" --input "$image" --output "$folder" --json "$folder/report.json" \
  --reference "$network" --seed 7
