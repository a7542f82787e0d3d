#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What check_settings.sh asks of make's command line: names that the Makefile does not know, and values that make
# takes other than they are written. The Makefile puts SETTINGS (all names it knows), GIVEN (names on the command
# line), UNKNOWN (those of them that are no setting) and GOALS into the environment.

# PID of make
check_line() {
  check_names
  check_words "$1"
}

# Names that the Makefile does not know, each with the nearest that it does, or with all if none is near.
check_names() {
  for name in $UNKNOWN; do
    near=$(nearest "$name")
    [ -n "$near" ] && near="did you mean $near?" || near="allowed: $SETTINGS"
    problem "found $name, which is no setting of the Makefile, $near"
  done
}

# The setting that the fewest inserted, left out and changed characters make of a name, at most half of all; what
# is missing behind a name that is cut short costs little, and so do words more. Not Python, which a bare machine gets later.
nearest() {
  NAME=$1 awk 'BEGIN {
    count = split(ENVIRON["SETTINGS"], settings, " ")
    for (i = 1; i <= count; i++) {
      if (length(settings[i]) == 1) continue # any name begins with one of them
      far = distance(toupper(ENVIRON["NAME"]), settings[i])
      if (best == "" || far < least) { least = far; best = settings[i] }
    }
    if (2 * least <= longer_of(length(ENVIRON["NAME"]), length(best))) print best
  }
  function distance(a, b,    i, j, row, left, above) {
    for (j = 0; j <= length(b); j++) row[j] = j
    for (i = 1; i <= length(a); i++) {
      left = row[0]
      row[0] = i
      for (j = 1; j <= length(b); j++) {
        above = row[j]
        row[j] = least_of(left + (substr(a, i, 1) != substr(b, j, 1)), above + 1, row[j - 1] + 1)
        left = above
      }
    }
    if (index(b, a) == 1) return row[length(b)] - (length(b) - length(a)) * 0.9
    return row[length(b)] - (index(a, b "_") == 1 ? (length(a) - length(b)) * 0.9 : 0)
  }
  function least_of(x, y, z) { return x < y ? (x < z ? x : z) : (y < z ? y : z) }
  function longer_of(x, y) { return x > y ? x : y }'
}

# PID of make: settings among its words that it reads in another way. From /proc, since a variable no longer has
# what make took away; where there is none, these words are not checked. White space is a blank here.
check_words() {
  [ -r "/proc/$1/cmdline" ] || return 0
  lines=$(tr '\t\n\v\f\r\0' '     \n' < "/proc/$1/cmdline")
  while IFS= read -r word; do
    case $word in
    -*) ;;
    *=*) check_word "$word" ;;
    esac
  done << END
$lines
END
}

# NAME=VALUE
check_word() {
  name=$(printf %s "${1%%=*}" | tr -d ' ')
  value=${1#*=}
  sign=${name##*[!:+?!]}
  name=${name%"$sign"}
  [ "$name" != ARCH ] || name=MACHINE
  case " $SETTINGS " in
  *" $name "*) ;;
  *) return 0 ;;
  esac
  [ -z "$sign" ] || problem "found $name$sign=, with which make takes another text than the one behind it, \
allowed: $name="
  check_blank
  eval "earlier=\${given_$name-\$value}"
  [ "$earlier" = "$value" ] ||
    problem "$name: found '$earlier' and '$value', of which make takes the last, allowed: one of them"
  eval "given_$name=\$value"
}

# make drops white space in front of a value of its command line (not of the environment), and with it another
# file would be read.
check_blank() {
  case $name in
  PARTS | PROOFS | CMAKE_FLAGS) return 0 ;; # words with blanks between them
  NETWORK | IMAGE | WEIGHTS | OUT | MEMORY | ROOFLINE_MEMORY) allowed="$name='./$value'" ;;
  *) allowed="a value without it" ;;
  esac
  case $value in
  ' '*) problem "$name: found '$value', of which make drops the blank in front, allowed: $allowed" ;;
  esac
}

# Says which settings of the command line the target does not read. With several targets one of the others may
# read them, and a make called by this one was given those of all.
tell_unread() {
  [ "$GOALS" = "$target" ] && [ "${MAKELEVEL:-1}" -le 1 ] || return 0
  unread=
  for name in $GIVEN; do
    case " $unused : $used : $SETTINGS " in
    *" $name "*:*:*) ;;
    *:*" $name "*:*) continue ;;
    *:*:*" $name "*) ;;
    *) continue ;; # of make or the environment
    esac
    unread="$unread${unread:+, }$name"
  done
  [ -z "$unread" ] || printf 'make %s: warning: %s: not read by this target\n' "$target" "$unread" >&2
}
