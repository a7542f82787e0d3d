# SPDX-License-Identifier: Apache-2.0
"""Reads an architecture description (arch/*.json).

It may say {"extends": "other.json"}; it is then laid over that file, object by object. It is checked in
two steps, each of which reports all it finds: keys and types (merge, shape.py), then, if these are right,
contradictions (checks.py). A file that cannot be laid over at all ends the run at once.
Standard library only.
"""
import json
import os

from checks import check, tally
from shape import EXPLANATIONS, SHAPE, misshapen, show
from values import derive


class ArchError(Exception):
    """A description that contradicts itself; one line per problem, each names the entry."""


def read(path):
    """The checked description and its derived numbers."""
    laid_over = []
    arch = load(path, laid_over)
    refuse(laid_over + list(misshapen(arch, SHAPE)))
    derived = derive(arch)
    refuse(list(check(arch, derived)))
    return arch, derived


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
        parent = load(os.path.join(os.path.dirname(path), extends), problems, (*chain, here))
        description = merge(parent, description, problems)
    return description


def parse(path):
    """The object of a JSON file, no key of which may stand twice."""
    with open(path, encoding="utf-8") as file:
        try:
            description = json.load(file, object_pairs_hook=unique_keys)
        except ValueError as error:
            raise ArchError(f"{path}: found no JSON ({error}), allowed: a JSON object") from error
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
        raise ArchError("\n".join(problems))
