#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants many bugs at once, each chosen at run time: plant_all.py SOURCE OUT BUG.sed...

Every bug changes one expression of one line of a file below SOURCE (its header says which). The file is
written to OUT with all its bugs: the line says `bug is n ? changed : original`, with n the place of the bug
in the command line from 1 on, so that bug 0 is the file as it was. A patch that changes more or fewer lines
than one, or more than an expression, is an error: then the source has moved on and the patch must follow.
"""
import pathlib
import re
import subprocess
import sys

from bug_header import header, refuse

# What stands before an expression and behind it; the expression is all between.
SHAPES = [re.compile(shape) for shape in (
    r"(\s*(?:assign\s+|const \w+ )?(?:[\w.]+(?:\[[^\]]*\])*|\{[^}=]*\})\s+=\s+)(.+?)(;.*)$",  # assignment
    # To a register
    r"(\s*(?:(?:else )?if \(.*\) )?(?:else )?(?:\S+|\w+\[[^\]]*\]|\{[^}]*\})\s+<=\s+)(.+?)(;.*)$",
    r"(\s*\S+:\s+\S+ = )(.+?)(;.*)$",  # of a case
    r"(.*\breturn )(.+?)(;.*)$",
    r"(\s*(?:[}] |end )?(?:else )?if \()(.+)(\) (?:begin|[{]).*|\) [^&|()]*;.*)$",  # condition
    r"(\s*(?:[}] |end )?(?:else )?if \()(.+)(\) .*;.*)$",
    r"(\s+)(\S.* >= .*)(\) begin)$",   # its last line
    r"(\s+)((?:(?! <?= ).)*(?:==|\|\||&&)(?:(?! <?= ).)*|\(!\w+\))(;)$",  # that of an assignment
    r"(\s+\.\w+\s*\()(.+)(\),)$",   # input of an instance
)]


def planted_line(bug, original):
    """Number and text of the line a patch changes."""
    changed = subprocess.run(["sed", "-f", str(bug)], input="\n".join(original), stdout=subprocess.PIPE,
                             text=True, check=True).stdout.split("\n")
    places = [n for n, (a, b) in enumerate(zip(original, changed)) if a != b]
    if len(places) != 1 or len(changed) != len(original):
        raise SystemExit(f"{bug}: error: changes {len(places)} lines, allowed: 1")
    return places[0], changed[places[0]]


def split(line, others):
    """Beginning, expressions and end of lines that differ in one expression; None if there is no such."""
    for shape in SHAPES:
        parts = [shape.match(text) for text in (line, *others)]
        if not all(parts):
            continue
        ends = {(part.group(1), part.group(3)) for part in parts}
        balanced = all(part.group(2).count("(") == part.group(2).count(")") for part in parts)
        if len(ends) == 1 and balanced:
            return parts[0].group(1), [part.group(2) for part in parts], parts[0].group(3)
    return None


def plant(source, out, name, bugs):
    """Writes the file `name` with all of `bugs`, pairs of number and patch."""
    original = (source / name).read_text(encoding="utf-8").split("\n")
    rtl = name.endswith(".sv")
    chosen = "nve_bug::number" if rtl else "nve_bug_number()"
    lines = {}
    for number, bug in bugs:
        place, text = planted_line(bug, original)
        lines.setdefault(place, []).append((number, text, bug))
    planted = list(original)
    for place, changes in lines.items():
        found = split(original[place], [text for _, text, _ in changes])
        if found is None:
            raise SystemExit(f"{changes[0][2]}: error: changes more than an expression: {changes[0][1]}")
        before, (expression, *others), after = found
        for (number, _, _), other in zip(changes, others):
            expression = f"({chosen} == {number} ? ({other}) : ({expression}))"
        planted[place] = before + expression + after
    if not rtl:
        planted.insert(0, 'extern "C" int nve_bug_number();')
    target = out / name
    text = "\n".join(planted)
    if target.is_file() and target.read_text(encoding="utf-8") == text:
        return  # whose models need not be made again
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def main(arguments):
    if len(arguments) < 3:
        refuse(f"found {len(arguments)} arguments, allowed: SOURCE OUT BUG.sed...")
    source, out, *paths = arguments
    files = {}
    for number, path in enumerate(paths, 1):
        bug = pathlib.Path(path)
        files.setdefault(header(bug, "file"), []).append((number, bug))
    for name, bugs in files.items():
        plant(pathlib.Path(source), pathlib.Path(out), name, bugs)


if __name__ == "__main__":
    main(sys.argv[1:])
