# SPDX-License-Identifier: Apache-2.0
"""Reads an architecture description (arch/*.json).

It may say {"extends": "other.json"}; it is then laid over that file, object by object. It is checked in
three steps, each of which reports all it finds: keys and types (merge, shape.py), then, if these are right,
contradictions (checks.py), then what no machine may choose (fixed.py). Sizes out of range are told with
either. A file that cannot be laid over at all ends the run at once. A description outside this folder is a
machine of the file's name.
Standard library only.
"""
import json
import os

from checks import check, tally
from fixed import fixed, out_of_range
from shape import EXPLANATIONS, NAME, SHAPE, misshapen, show
from values import derive

HERE = os.path.dirname(os.path.realpath(__file__))


class ArchError(Exception):
    """A description that contradicts itself; one line per problem, each names the entry."""

    def __init__(self, *problems):
        super().__init__("\n".join("".join(map(visible, problem)) for problem in problems))


def visible(character):
    """A key or a value may hold what would begin another line."""
    return character if character.isprintable() else repr(character)[1:-1]


def read(path):
    """The checked description and its derived numbers."""
    laid_over = []
    arch = load(path, laid_over)
    refuse(laid_over + list(misshapen(arch, SHAPE)))
    arch["name"] = name_of(path, arch["name"])
    derived = derive(arch)
    found, sizes = list(check(arch, derived)), list(out_of_range(arch))
    if found:
        told = {problem.split(":")[0] for problem in found}
        refuse(found + [problem for problem in sizes if problem.split(":")[0] not in told])
    refuse(sizes + list(fixed(arch, load(os.path.join(HERE, "nve.json"), []))))
    return arch, derived


def name_of(path, given):
    """The machine's name: of a description in this folder the one it gives, else the file's, so that a copy
    with another number in it is another machine."""
    if os.path.realpath(os.path.dirname(os.path.abspath(path))) == HERE:
        return given
    name = os.path.splitext(os.path.basename(path))[0]
    if not NAME.fits(name):
        refuse([f"name: found the file {os.path.basename(path)}, allowed: NAME.json, where NAME is "
                f"{NAME.allowed}; it becomes the machine's name"])
    if os.path.exists(os.path.join(HERE, name + ".json")):
        refuse([f"name: found the file {os.path.basename(path)}, allowed: a name that no machine in arch/ "
                "has"])
    return name


def files_of(path):
    """Paths of a description that can be read and of all that it extends, its own first."""
    files = [path]
    while "extends" in (description := parse(files[-1])):
        files.append(extended(files[-1], description["extends"]))
    return files


def extended(path, name):
    """The file that a description extends: `name` is a path from its folder, behind links."""
    return os.path.normpath(os.path.join(os.path.dirname(os.path.realpath(path)), name))


def load(path, problems, chain=()):
    """The description with everything it extends; `chain` holds the files that led here."""
    here = os.path.realpath(path)
    if here in chain:
        raise ArchError(f"extends: found a circle back to {path}, allowed: a description that does not "
                        "extend this one")
    description = parse(path)
    if "extends" in description:
        extends = description.pop("extends")
        if not isinstance(extends, str):
            raise ArchError(f"extends: found {show(extends)}, allowed: the name of a description")
        base = extended(path, extends)
        if not os.path.isfile(base):
            raise ArchError(f"extends: found {show(extends)}, which is no file {base}, allowed: a "
                            "description, named from the folder of the one that extends it")
        parent = load(base, problems, (*chain, here))
        description = merge(parent, description, problems)
    return description


def parse(path):
    """The object of a JSON file, no key of which may stand twice."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise ArchError("found no file but a folder, pipe or device, allowed: a description FILE.json")
    with open(path, encoding="utf-8") as file:
        try:
            description = json.load(file, object_pairs_hook=unique_keys)
        except ValueError as error:
            raise ArchError(f"{path}: found no JSON ({error}), allowed: a JSON object") from error
        except ArchError as error:
            raise ArchError(f"{path}: {error}") from error
        except RecursionError as error:
            raise ArchError(f"{path}: found values within values within values, deeper than any description, "
                            "allowed: a JSON object") from error
    if not isinstance(description, dict):
        raise ArchError(f"{path}: found {show(description)}, allowed: an object")
    return description


def merge(base, over, problems, path=""):
    """Objects merge key by key, everything else is replaced. A key that base lacks is a misspelling."""
    if not isinstance(base, dict) or not isinstance(over, dict):
        return over
    merged = dict(base)
    for key, value in over.items():
        if key in base:
            merged[key] = merge(base[key], value, problems, f"{path}{key}.")
        elif key in ("name", *EXPLANATIONS):
            merged[key] = value
        else:
            problems.append(f"{path}{key}: found a key the extended description lacks, "
                            f"allowed: {', '.join(base)}")
    return merged


def unique_keys(pairs):
    """Python would silently keep the last of two equal keys."""
    for key, count in tally(key for key, _ in pairs).items():
        if count > 1:
            raise ArchError(f"{key}: found {count} times in one object, allowed: once")
    return dict(pairs)


def refuse(problems):
    if problems:
        raise ArchError(*problems)
