#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install_packages.sh [--missing] [TARGET ...]: installs the packages of scripts/run/packages.txt that are missing;
# those of a target only if it is named. Needs root only if some are missing. Where there is no dpkg, the programs must
# be there. --missing: prints what is missing and installs nothing.
set -eu
only_missing=
if [ "${1-}" = --missing ]; then
  only_missing=1
  shift
fi
list=$(dirname "$0")/packages.txt

# The words of a column of the list.
wanted() {
  awk -v targets=" $* " -v column="$column" '
    !/^#/ && (NF == 2 || index(targets, " " $3 " ")) && $column != "-" { print $column }' "$list"
}

# The state is the last word of the status, whatever dpkg is asked to do with the package: `hold ok installed`.
# A package whose triggers have yet to run is there too. Of several architectures one is enough.
is_installed() {
  status=$(dpkg-query -W -f '${Status}\n' "$1" 2> /dev/null) || true
  for word in $status; do
    case $word in
    installed | triggers-pending | triggers-awaited) return 0 ;;
    esac
  done
  return 1
}

missing=
if ! command -v dpkg-query > /dev/null; then
  column=2
  for program in $(wanted "$@"); do
    command -v "$program" > /dev/null || missing="$missing $program"
  done
  [ -n "$missing" ] || exit 0
  if [ -n "$only_missing" ]; then
    echo "$missing"
    exit 0
  fi
  echo "install_packages.sh: error: found no$missing and no dpkg-query, which would install them on Debian" >&2
  echo "allowed: these programs in PATH; install them and the libraries of scripts/run/packages.txt" >&2
  exit 2
fi
column=1
for package in $(wanted "$@"); do
  is_installed "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if [ -n "$only_missing" ]; then
  echo "$missing"
  exit 0
fi
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
