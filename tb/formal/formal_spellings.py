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


def expression(path, macro, name):
    """What a macro called `name` says in a file, without blanks; nothing if it is not there."""
    text = sv_text.read_code(path)
    found = re.search(rf"`{macro}\(\s*{name}\s*,", text)
    if not found:
        return ""
    depth, end = 1, found.end()
    while depth and end < len(text):
        depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(text[end], 0)
        if depth == 1 and text[end] == "," and "STREAM" not in macro:
            return bare(text[found.end():end])
        end += 1
    return bare(text[found.end():end - 1])


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
        if assumed := expression(folder / source, "GIVEN", assumption["name"]):
            found = {"assumed": assumed}
            for reference in assumption.get("asserted", []):
                unit, _, name = reference.partition(".")
                for macro in ("ASSERT", "ASSERT_STREAM"):
                    if text := expression(rtl / f"{unit}.sv", macro, name):
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
