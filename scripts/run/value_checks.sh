#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Kinds of values: what check_settings.sh asks of a number, a list, a file, a folder. A function is given the NAME
# of a variable and tells a problem if its value is another; one whose name begins with "is" takes the text itself
# and only answers.

# NAME: puts the value of a variable into $text.
look() {
  used="$used $1"
  eval "text=\$$1"
}

# NAME ALLOWED: refuses the value of a variable.
refuse() {
  eval "found=\$$1"
  [ -n "$found" ] && found="'$found'" || found=nothing
  problem "$1: found $found, allowed: $2"
}

# NAME PATTERN: whether the value is not empty and has characters of the pattern only.
consists_of() {
  look "$1"
  case $text in
  '' | -* | *[!$2]*) return 1 ;;
  esac
}

# A list of words, or nothing.
words() {
  look "$1"
  set -f
  for word in $text; do
    case $word in
    -*) refuse "$1" "$2" ;;
    esac
  done
  set +f
}

# Words with the quotes and backslashes of a shell, which xargs takes apart; it would read a line behind the last
# backslash.
shell_words() {
  look "$1"
  [ -n "$text" ] || return 0
  end=$text
  while case $end in *\\\\) ;; *) false ;; esac do end=${end%\\\\}; done
  case $end in
  *\\) refuse "$1" "words that do not end within a backslash" ;;
  *) printf '%s\n' "$text" | xargs printf %s > /dev/null 2>&1 ||
    refuse "$1" "words as a shell reads them, with every quote closed" ;;
  esac
}

# WORD ...: with commas between them
listed() {
  list=
  for value in "$@"; do
    [ -n "$value" ] || value=nothing
    list="$list${list:+, }$value"
  done
  printf '%s' "$list"
}

# TEXT WORD ...: whether it is one of the words.
is_one_of() {
  wanted=$1
  shift
  for value in "$@"; do
    [ "$wanted" != "$value" ] || return 0
  done
  return 1
}

# NAME VALUE ...: one of several.
one_of() {
  look "$1"
  variable=$1
  shift
  is_one_of "$text" "$@" || refuse "$variable" "$(listed "$@")"
}

# TEXT COMMAND: whether COMMAND takes every part of a list with commas; asks no further than the first it does not.
every_part() {
  left=$1,
  while [ -n "$left" ]; do
    part=${left%%,*}
    left=${left#*,}
    "$2" "$part" || return 1
  done
}

# NAME COMMAND ALLOWED: a list with commas, whose parts COMMAND takes, or a text that it takes as a whole.
each_of() {
  look "$1"
  if "$2" "$text" || every_part "$text" "$2"; then return 0; fi
  case ,$text, in
  ,,) refuse "$1" "$3" ;;
  *,,*) problem "$1: found '$text' with an empty part, allowed: $3" ;;
  *) refuse "$1" "$3" ;;
  esac
}

# NAME LEAST MOST: a number is decimal, whatever it begins with.
number() {
  look "$1"
  is_number "$text" "$2" "$3" || refuse "$1" "a decimal number from $2 to $3"
}

# TEXT LEAST MOST: puts the number without zeros before it into $plain. MOST is compared as text, since one of any
# length is more than the arithmetic of the shell takes.
is_number() {
  plain=$1
  case $plain in
  '' | *[!0-9]*) return 1 ;;
  esac
  while case $plain in 0?*) ;; *) false ;; esac do plain=${plain#0}; done
  if [ ${#plain} -ne ${#3} ]; then
    [ ${#plain} -lt ${#3} ] && [ "$plain" -ge "$2" ]
  else
    [ "$(printf '%s\n' "$plain" "$3" | sort | tail -n 1)" = "$3" ] && [ "$plain" -ge "$2" ]
  fi
}

minutes() {
  consists_of "$1" 0-9. || text=..
  case $text in
  *.*.* | .) refuse "$1" "a decimal number of minutes" ;;
  esac
}

# A file that can be read; the tools look into it.
is_input() {
  case $1 in
  '' | -*) return 1 ;;
  esac
  [ -e "$1" ] && [ ! -d "$1" ] && [ -r "$1" ]
}

file() {
  look "$1"
  path=$text
  if [ -z "$path" ] || [ ! -e "$path" ]; then
    refuse "$1" "a file that is there"
  elif [ -d "$path" ] || [ ! -r "$path" ]; then
    refuse "$1" "a file that can be read"
  fi
}

# A folder that is there or can be made; a folder above it may be missing too.
folder() {
  look "$1"
  path=$text
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
  elif ! can_make_in "$path"; then
    refuse "$1" "a folder to write to"
  fi
}

# Root is told that it can write to /proc: only a file that is made shows it.
can_make_in() {
  (set -C && : > "$1/.check.$$") 2> /dev/null && rm -f "$1/.check.$$"
}
