#!/bin/sh
# Installs the packages of scripts/packages.txt that are missing; those with a second word only if that is
# among the arguments. Needs root only if some are missing.
set -eu
list=$(dirname "$0")/packages.txt
missing=
for package in $(awk -v wanted=" $* " '!/^#/ && (NF == 1 || index(wanted, " " $2 " ")) { print $1 }' "$list"); do
  status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
  [ "$status" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
echo "Installing:$missing"
if [ "$(id -u)" -ne 0 ]; then
  if command -v sudo >/dev/null; then
    as_root=sudo
  else
    echo "error: these packages are missing and only root can install them:$missing" >&2
    echo "run as root: apt-get install$missing" >&2
    exit 2
  fi
else
  as_root=
fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -q
# shellcheck disable=SC2086 # the list is meant to be split
$as_root apt-get install -q -y --no-install-recommends $missing
