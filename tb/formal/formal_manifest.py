# SPDX-License-Identifier: Apache-2.0
"""The manifests of the proofs (format: tb/formal/README.md): read, checked, and their names written anew.

A manifest that does not follow its format is an InputError, as is one that refers to what is not there: a
file, an assertion of the RTL, a rule of docs/dma.md, a property of another proof. Standard library only.
"""
import collections
import json
import pathlib
import re

import formal_engines as engines
import formal_spellings
import sv_text
from json_shape import Any, Object, misfits
from script_main import InputError
from test_summary import write_whole

FORMAL = pathlib.Path(__file__).resolve().parent
ROOT = FORMAL.parents[1]
WIDTH = 110

DEFAULTS = {"top": "", "sources": [], "rtl": [], "arch": "nve", "constants": {}, "parameters": {}, "peek": {},
            "free": [], "depth": 0, "covers": [], "cover_depth": 0, "timeout": 240, "assumed": [],
            "command": []}
BUG = Object({"name": str, "file": str, "sed": str}, {"depth": int})
ASSUMPTION = Object({"name": str}, {"asserted": [str], "proved": [str], "rules": [str], "reason": str})
ENTRY = Object({"name": str, "text": str, "method": str, "asserts": [str], "bugs": [BUG]},
               {"top": str, "sources": [str], "rtl": [str], "arch": str, "constants": Any(int),
                "parameters": Any((int, str)), "peek": Any(str), "free": [str], "depth": int, "covers": [str],
                "cover_depth": int, "timeout": int, "assumed": [ASSUMPTION], "command": [str]})


def twice(names):
    return sorted(name for name, count in collections.Counter(names).items() if count > 1)


def problems(entry, folder):
    """What is wrong in an entry whose values are of their kinds."""
    if entry["method"] not in engines.UNBOUNDED:
        yield f"method: found {entry['method']}, allowed: {', '.join(engines.UNBOUNDED)}"
    for key in ("bugs", "asserts"):
        if not entry[key]:
            yield f"{key}: found none, allowed: at least one"
    if entry["method"] != "check" and not (entry.get("covers") and entry.get("depth", 0) > 0):
        yield "found no depth or no covers, allowed: at least 1 of each"
    if entry["method"] == "check" and not entry.get("command"):
        yield "command: found none, allowed: the command of a check"
    for name in (entry["name"], *(bug["name"] for bug in entry["bugs"])):
        if not re.fullmatch(r"\w+", name, re.ASCII):
            yield f"name: found {name}, allowed: letters, digits and _, as it is that of a folder"
    for part in entry.get("command", []):
        try:
            part.format(**dict.fromkeys(engines.PLACES, ""))
        except (KeyError, IndexError, ValueError, AttributeError) as error:
            places = ", ".join(f"{{{place}}}" for place in engines.PLACES)
            yield f"command: found {part} ({error!r}), allowed: {places} in braces"
    if entry.get("timeout", 1) <= 0:
        yield f"timeout: found {entry['timeout']}, allowed: 1 or more"
    for key in ("bugs", "assumed"):
        if repeated := twice(part["name"] for part in entry.get(key, [])):
            yield f"{key}: found {', '.join(repeated)} more than once, allowed: once"
    for key in ("asserts", "covers"):
        if repeated := twice(entry.get(key, [])):
            yield f"{key}: found {', '.join(repeated)} more than once, allowed: once"
    files = [ROOT / "arch" / f"{entry.get('arch', 'nve')}.json"]
    files += [ROOT / "rtl" / name for name in entry.get("rtl", [])]
    files += [ROOT / "rtl" / bug["file"] for bug in entry["bugs"]]
    files += [folder / name for name in entry.get("sources", [])]
    for path in dict.fromkeys(files):
        if not path.is_file():
            yield f"found no file {path.name}, allowed: files of {path.parent.name}"


def fired():
    """The rules that the checkers of the ports report: docs/dma.md has others, which nothing checks. A rule
    is a text of its own, with the one it repeats in parentheses."""
    text = "".join(sv_text.without_comments(path.read_text(encoding="utf-8"))
                   for path in sorted((ROOT / "host" / "axi").glob("*.[ch]pp")))
    return set(re.findall(r'"([A-Z]\d+)(?: \([A-Z]\d+\))?"', text))


def described():
    """The rules in the tables of docs/dma.md."""
    text = (ROOT / "docs" / "dma.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| ([A-Z]\d+) \|", text, re.MULTILINE))


def unfounded(entry, known):
    """What the assumptions of an entry refer to and is not there. `known`: properties by proof."""
    for assumption in entry.get("assumed", []):
        where = f"assumed: {assumption['name']}"
        if not assumption.keys() & {"asserted", "rules", "reason"}:
            yield f"{where}: found no asserted, rules or reason, allowed: at least one of them"
        for reference in assumption.get("asserted", []):
            unit, _, name = reference.partition(".")
            if not re.fullmatch(r"nve_\w+\.\w+", reference):
                yield (f"{where}: asserted: found {reference}, allowed: UNIT.ASSERTION, as "
                       "nve_fifo.LevelInRange")
            elif name not in sv_text.assertions(ROOT / "rtl" / f"{unit}.sv"):
                yield (f"{where}: found no ASSERT {name} in rtl/{unit}.sv, allowed: one that is there, in no "
                       "comment and under no `ifdef")
        for reference in assumption.get("proved", []):
            proof, _, name = reference.partition(".")
            if name not in known.get(proof, ()):
                yield (f"{where}: proved: found {reference}, which is no property of a proof, allowed: "
                       "PROOF.PROPERTY, as fifo_output.OrderKept")
        if unknown := sorted(set(assumption.get("rules", [])) - (fired() & described())):
            yield (f"{where}: rules: found {', '.join(unknown)}, allowed: rules in the tables of docs/dma.md "
                   "that a checker of host/axi reports")


def entries_of(path):
    """The entries of a manifest, each of the right kind."""
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: found {error}, allowed: a list of objects in JSON") from error
    if not isinstance(entries, list):
        raise InputError(f"{path}: found {type(entries).__name__}, allowed: a list of objects")
    for number, entry in enumerate(entries, 1):
        name = entry.get("name") if isinstance(entry, dict) else None
        if wrong := list(misfits(entry, ENTRY, f"{name or f'entry {number}'}")):
            raise InputError(f"{path}: {'; '.join(wrong)}")
        if wrong := list(problems(entry, path.parent)):
            raise InputError(f"{path}: {name}: {'; '.join(wrong)}")
    return entries


def read(folder, check_references=True):
    """All proofs of the manifests in a folder and below it, with every key."""
    paths = sorted(folder.rglob("proofs.json"))
    if not paths:
        raise InputError(f"{folder}: found no proofs.json in it or below, allowed: a folder with manifests")
    manifests = {path: entries_of(path) for path in paths}
    if repeated := twice(entry["name"] for entries in manifests.values() for entry in entries):
        raise InputError(f"{folder}: found proofs {', '.join(repeated)} more than once, allowed: once")
    # References may go to the project's proofs from wherever the manifest is.
    others = {path: entries_of(path) for path in sorted(FORMAL.rglob("proofs.json")) if path not in manifests}
    known = {entry["name"]: {name.rpartition(".")[2] for name in entry["asserts"]}
             for entries in [*others.values(), *manifests.values()] for entry in entries}
    proofs = []
    for path, entries in manifests.items():
        differences = formal_spellings.differences(entries, path.parent, ROOT / "rtl")
        if check_references and (wrong := list(differences)):
            raise InputError(f"{path.parent}: {'; '.join(wrong)}")
        for entry in entries:
            if check_references and (wrong := list(unfounded(entry, known))):
                raise InputError(f"{path}: {entry['name']}: {'; '.join(wrong)}")
            proof = DEFAULTS | entry | {"folder": path.parent, "include": FORMAL, "root": ROOT}
            proof["cover_depth"] = proof["cover_depth"] or proof["depth"]
            proofs.append(proof)
    return proofs


def text_of(value, indent=0, used=0):
    """JSON in lines of at most WIDTH columns: below the entries what fits is one line, names fill lines.
    `used`: columns of the key in front."""
    line = json.dumps(value, ensure_ascii=False)
    if indent > 2 and indent + used + len(line) < WIDTH or not isinstance(value, (dict, list)):
        return line
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [f'"{key}": {text_of(part, indent + 2, len(key) + 4)}' for key, part in value.items()]
        begin, end = "{}"
    else:
        parts = [text_of(part, indent + 2) for part in value]
        begin, end = "[]"
        if all(isinstance(part, str) for part in value):
            parts = filled(parts, WIDTH - len(inner) - 1)
    return f"{begin}\n{inner}" + f",\n{inner}".join(parts) + f"\n{' ' * indent}{end}"


def filled(parts, width):
    """The parts in as few lines as their order allows."""
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + 2 + len(part) <= width:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return lines


def write_names(found):
    """Puts the names of properties and covers that a run has found into the manifests. `found`: by folder and
    proof the names of both kinds."""
    for folder in sorted({folder for folder, _ in found}):
        path = folder / "proofs.json"
        entries = entries_of(path)
        for entry in entries:
            if names := found.get((folder, entry["name"])):
                entry |= {kind: names[kind] for kind in ("asserts", "covers") if names[kind] or kind in entry}
        write_whole(path, text_of(entries) + "\n")
