#!/bin/sh
# check_settings.sh TARGET: checks what a user has set for a target of the Makefile, before anything is
# installed, built or deleted. All problems are told in one call. Exit code 0, or 2 if there are any.
set -eu
export LC_ALL=C # letters are those of ASCII, lengths are bytes
. scripts/settings.sh
target=$1
problems=0

problem() {
  printf 'make %s: error: %s\n' "$target" "$1" >&2
  problems=$((problems + 1))
}

# NAME ALLOWED: refuses the value of a variable.
refuse() {
  eval "found=\$$1"
  [ -n "$found" ] && found="'$found'" || found=nothing
  problem "$1: found $found, allowed: $2"
}

# NAME PATTERN: whether the value is not empty and has characters of the pattern only.
consists_of() {
  eval "text=\$$1"
  case $text in
  '' | -* | *[!$2]*) return 1 ;;
  esac
}

name() {
  consists_of "$1" 'A-Za-z0-9_.' || refuse "$1" "$2"
}

# A list of words, or nothing.
words() {
  eval "text=\$$1"
  set -f
  for word in $text; do
    case $word in
    -*) refuse "$1" "$2" ;;
    esac
  done
  set +f
}

# NAME VALUE ...: one of several.
one_of() {
  eval "text=\$$1"
  variable=$1
  shift
  allowed=
  for value in "$@"; do
    [ "$text" != "$value" ] || return 0
    [ -n "$value" ] || value=nothing
    allowed="$allowed${allowed:+, }$value"
  done
  refuse "$variable" "$allowed"
}

# A number is decimal, whatever it begins with. MOST has the same meaning in all tools.
number() {
  consists_of "$1" 0-9 && in_64_bits "$text" || refuse "$1" "a decimal number from 0 to $MOST"
}
MOST=18446744073709551615

in_64_bits() {
  [ "$(printf '%s\n' "$1" "$MOST" | sort -n | tail -n 1)" = "$MOST" ]
}

numbers() {
  eval "text=\$$1"
  case ,$text, in
  ,, | *,,* | *[!0-9,]*) refuse "$1" "decimal numbers with commas between them" ;;
  esac
}

minutes() {
  consists_of "$1" 0-9. || text=..
  case $text in
  *.*.* | .) refuse "$1" "a decimal number of minutes" ;;
  esac
}

file() {
  eval "path=\$$1"
  if [ -z "$path" ] || [ ! -e "$path" ]; then
    refuse "$1" "a file that is there"
  elif [ -d "$path" ] || [ ! -r "$path" ]; then
    refuse "$1" "a file that can be read"
  fi
}

# A folder that is there or can be made; a folder above it may be missing too.
folder() {
  eval "path=\$$1"
  [ -n "$path" ] || { refuse "$1" "a folder"; return; }
  as_paths path
  while [ ! -e "$path" ] && [ ! -L "$path" ]; do
    last=${path##*/}
    [ ${#last} -le 255 ] || { refuse "$1" "names of up to 255 bytes"; return; }
    case $path in
    */*) path=${path%/*} ;;
    *) path=. ;;
    esac
    [ -n "$path" ] || path=/
  done
  if [ ! -d "$path" ]; then
    refuse "$1" "a folder; $path is none"
  elif [ ! -w "$path" ]; then
    refuse "$1" "a folder to write to"
  fi
}

machine() {
  allowed=
  for description in arch/*.json; do
    description=${description#arch/}
    description=${description%.json}
    [ "$description" != "$ARCH" ] || return 0
    allowed="$allowed${allowed:+, }$description"
  done
  refuse ARCH "$allowed"
}

# What all targets that build need.
building() {
  # Verilator and yosys write makefiles and scripts with these names in them.
  case $PWD in
  *[!A-Za-z0-9_./+,@=~^-]*)
    problem "found the checkout in '$PWD', allowed: a folder in whose name Verilator finds no blank, quote or \
other character that means something to make; move it"
    ;;
  esac
  machine
  name WERROR "ON or OFF"
  consists_of BUILD 'A-Za-z0-9_./+,@=~^-' || refuse BUILD "a folder without blanks, quotes and the like"
  case $BIN in
  '' | -*) refuse BIN "a folder" ;;
  esac
}

# No input may be among the files that a run replaces, by whatever name or link.
input_is_no_result() {
  for_each_result "$OUT" same_as_input
}

same_as_input() {
  for variable in NETWORK IMAGE WEIGHTS; do
    eval "path=\$$variable"
    if [ -n "$path" ] && [ "$1" -ef "$path" ]; then
      refuse "$variable" "a file that this run does not replace; it would replace $1: copy it or set another OUT="
    fi
  done
}

# NAME FILE ...: no file of a list with commas may be one of these, which the target writes.
no_result() {
  eval "left=\$$1,"
  variable=$1
  shift
  while [ -n "$left" ]; do
    path=${left%%,*}
    left=${left#*,}
    for result in "$@"; do
      if [ -n "$path" ] && [ "$path" -ef "$result" ]; then
        refuse "$variable" "a file that this run does not replace; it would replace $result"
      fi
    done
  done
}

check_cosim() {
  building
  file NETWORK
  file IMAGE
  if [ -z "$WEIGHTS" ]; then
    number SEED
  elif [ "$SEED_FROM" != file ]; then
    problem "found WEIGHTS='$WEIGHTS' and SEED='$SEED', allowed: one of them"
  else
    file WEIGHTS
  fi
  name PRESET "a preset of nvec --help"
  name VECTORS "vertical, horizontal"
  folder OUT
  as_paths NETWORK IMAGE WEIGHTS OUT
  input_is_no_result
}

check_sweep() {
  building
  [ -z "$SIZES" ] || numbers SIZES
  number STRIDE
  number OUTSTANDING
  [ -z "$LATENCY" ] || number LATENCY
  case $MEMORY in
  '' | -*) refuse MEMORY "names of memories of nve-sweep --help or files, with commas between them" ;;
  esac
  consists_of PORTS 'a-z,' || refuse PORTS "separate, shared, or both with a comma between them"
  no_result MEMORY out/sweep/sweep.csv out/sweep/sweep.json out/sweep/sweep.svg
}

check_roofline() {
  building
  number STRIPS
  case $ROOFLINE_MEMORY in
  '' | -*) refuse ROOFLINE_MEMORY "a memory of nve-cosim --help or a file" ;;
  esac
}

check_test() {
  building
  minutes TEST_MINUTES
  one_of GATE '' 1
}

case $target in
cosim | sweep | roofline) "check_$target" ;;
test | test-instance) check_test ;;
waves)
  building
  name PRESET "a preset of nvec --help"
  ;;
regress)
  building
  one_of RESUME '' 1
  ;;
coverage)
  building
  one_of ONLY '' rtl
  ;;
mutate)
  building
  words PARTS "names of parts"
  ;;
formal) words PROOFS "parts of names of proofs" ;;
fuzz)
  building
  minutes MINUTES
  one_of KEEP '' 1
  ;;
*) building ;;
esac
[ "$problems" -eq 0 ] || exit 2
