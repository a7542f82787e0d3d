#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# machine.sh TARGET ...: builds targets for MACHINE in BUILD; without one it only configures. What is the
# same on every machine is built once, in build/ (cmake/README.md); a BUILD of a user's own holds everything.
# Reads MACHINE, BUILD, BUILD_FROM, WERROR and CMAKE_FLAGS from the environment.
set -eu
. scripts/run/settings.sh
as_paths MACHINE
case $MACHINE in
*.json) description=$(realpath -s -- "$MACHINE") ;;
*) description=$PWD/arch/$MACHINE.json ;;
esac
flags="-DNVE_WERROR=$WERROR"

# A word of CMAKE_FLAGS' kind
quoted() {
  printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"
}

# Everybody who builds in build/ names the same flags, else each would configure it again.
machine=
[ "$description" = "$PWD/arch/nve.json" ] || machine="-DNVE_ARCH=$(quoted "$description")"
if [ "$BUILD" = build ] || [ "$BUILD_FROM" != file ]; then
  exec scripts/run/build.sh release "$BUILD" "$flags ${machine:+$machine }$CMAKE_FLAGS" "$@"
fi
common=
for target in "$@"; do
  case $target in
  all | nve* | rtl*) ;;
  *) fail "found target '$target', allowed: all, a tool, or a target of the RTL" ;;
  esac
  case $target in
  all) common="$common all" ;;
  nve*) common="$common common_$target" ;;
  esac
done
# shellcheck disable=SC2086
scripts/run/build.sh release build "$flags $CMAKE_FLAGS" $common
exec scripts/run/build.sh machine "$BUILD" "$flags ${machine:+$machine }$CMAKE_FLAGS" "$@"
