#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# plan.sh OUT FOLDER ...: says what `make test` will do and about how long that takes here: packages, builds of the
# folders, tests with results in OUT. Steps are those that ninja still has to do; what one takes is what one took
# here (FOLDER/step_seconds), and before that what it takes on two processors. Needs nothing but a shell.
set -eu
export LC_ALL=C
out=$1
shift
processors=$(nproc 2> /dev/null || echo 2)
# Of a folder that is not there: steps, and seconds of two processors for one. The first folder holds everything.
first_steps=500 other_steps=230 seconds_of_step=1

# The number behind a key of a JSON file of ours, or nothing
number_of() {
  [ ! -f "$1" ] || sed -n "s/.*\"$2\": \([0-9.]*\).*/\1/p" "$1" | head -n 1
}

missing=$(scripts/run/install_packages.sh --missing | wc -w)
packages=0
[ "$missing" -eq 0 ] || packages=1.5
builds=0
steps=$first_steps
total=0
for folder in "$@"; do
  if [ -f "$folder/build.ninja" ] && command -v ninja > /dev/null; then
    # Under another name: ninja would only say that it makes build.ninja again.
    cp "$folder/build.ninja" "$folder/plan.ninja"
    steps=$(NINJA_STATUS='step ' ninja -C "$folder" -f plan.ninja -n 2> /dev/null | grep -c '^step ' || true)
    rm -f "$folder/plan.ninja"
  fi
  seconds=$(cat "$folder/step_seconds" 2> /dev/null ||
    awk -v all="$processors" -v one="$seconds_of_step" 'BEGIN { print one * 2 / all }')
  builds=$(echo "$builds $steps $seconds" | awk '{ print $1 + $2 * $3 / 60 }')
  total=$((total + steps))
  steps=$other_steps
done
# Two cases at a time; what is left out because it has passed is told when the tests begin.
seconds=$(number_of "$out/summary.json" seconds)
tests=$(awk -v seconds="${seconds:-600}" 'BEGIN { print seconds / 2 / 60 }')
echo "$packages $builds $tests" | awk -v missing="$missing" -v steps="$total" '{
  printf "packages: %s; build: %d steps, about %.1f minutes, less what the compiler cache has; ",
    missing ? missing " to install" : "all there", steps, $2
  printf "tests: at most about %.1f minutes; in all at most about %.0f minutes\n", $3, $1 + $2 + $3 + 0.4 }'
