# SPDX-License-Identifier: Apache-2.0
"""Holds the assumptions of the proofs against the assertions of the RTL that simulation checks for them.
Both have the same text, or spellings.json beside the manifest has the text of each, so that they are read
side by side and a change of either is noticed. Standard library only.
"""
import json
import re

import sv_text
from json_shape import Any, misfits
from script_main import InputError

NAME = "spellings.json"


def expression(path, macros, name):
    """What one of the macros called `name` says in a file, without blanks; nothing if none is there."""
    text = sv_text.read_code(path)
    found = re.search(rf"`({macros})\(\s*{name}\s*,", text)
    if not found:
        return ""
    parts = sv_text.arguments(text, found.end())
    macro = found[1]
    if macro.endswith("_STREAM"):
        return ",".join(map(bare, parts))
    if macro.endswith(("_IF", "_NEXT")):
        return f"{bare(parts[0])}{'|->' if macro.endswith('_IF') else '|=>'}{bare(parts[1])}"
    return bare(parts[macro == "ASSERT"])  # the first of an ASSERT says when


def bare(text):
    return re.sub(r"\s", "", text)


def read(folder):
    """The texts by wrapper and assumption."""
    path = folder / NAME
    if not path.is_file():
        return {}
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InputError(f"{path}: found {error}, allowed: an object in JSON") from error
    if wrong := list(misfits(listed, Any(Any(str)), NAME)):
        raise InputError(f"{path}: {'; '.join(wrong)}")
    return listed


def texts(entry, assumption, folder, rtl):
    """The wrapper and name of an assumption, and its text and those of its assertions by name."""
    for source in entry.get("sources", []):
        if assumed := expression(folder / source, "GIVEN(?:_IF)?", assumption["name"]):
            found = {"assumed": assumed}
            for reference in assumption.get("asserted", []):
                unit, _, name = reference.partition(".")
                if text := expression(rtl / f"{unit}.sv", r"ASSERT(?:_\w+)?", name):
                    found[reference] = text
            return f"{source.removesuffix('.sv')}.{assumption['name']}", found
    return "", {}


def differences(entries, folder, rtl):
    """What is said differently and is not listed so, and what is listed and not said."""
    listed, used = read(folder), set()
    for entry in entries:
        for assumption in entry.get("assumed", []):
            place, found = texts(entry, assumption, folder, rtl)
            if len(found) < 2 or len(set(found.values())) == 1:
                continue
            used.add(place)
            known = {name: bare(text) for name, text in listed.get(place, {}).items()}
            for name in sorted(found.keys() | known.keys()):
                if found.get(name) != known.get(name):
                    yield (f"{place}: {name}: found {found.get(name, 'nothing')}, allowed: the text of "
                           f"{NAME}, {known.get(name, 'nothing')}, or one text for assumption and assertion; "
                           "an assumption must not be stronger than its assertions together")
    for place in sorted(listed.keys() - used):
        yield f"{place}: found in {NAME}, allowed: assumptions whose assertions have another text"
