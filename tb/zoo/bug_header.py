# SPDX-License-Identifier: Apache-2.0
"""The header of a bug of the zoo: lines `# KEY: VALUE` of its patch.

A header that does not say what is asked for ends the program with exit code 2.
"""
import pathlib
import re
import sys

WRONG_INPUT = 2


def refuse(text):
    print(f"{pathlib.Path(sys.argv[0]).name}: error: {text}", file=sys.stderr)
    raise SystemExit(WRONG_INPUT)


def header(bug, key, allowed=()):
    """The value of the key; one of `allowed`, if any are given."""
    try:
        lines = re.findall(rf"^# {key}: *(.*?) *$", bug.read_text(encoding="utf-8"), re.M)
    except (OSError, UnicodeDecodeError) as error:
        refuse(f"{bug}: found {error}, allowed: the patch of a bug")
    if len(lines) != 1 or not lines[0]:
        refuse(f"{bug}: found {len([line for line in lines if line])} lines '# {key}: VALUE', allowed: 1")
    if allowed and lines[0] not in allowed:
        refuse(f"{bug}: {key}: found '{lines[0]}', allowed: {', '.join(allowed)}")
    return lines[0]
