# SPDX-License-Identifier: Apache-2.0
"""JSON files whose contents must be of a kind that a script expects. Standard library only."""
import collections
import json
import pathlib

from script_main import InputError

# Kinds beside types: a list of one kind, any keys with one kind, an object with these keys. An open object
# may have others, which are somebody else's.
Any = collections.namedtuple("Any", "kind")
Object = collections.namedtuple("Object", "required optional open", defaults=({}, False))
SHOWN = 60  # characters of what was found


def read_json(path, kind, advice):
    """What the file holds; InputError if that is not of the kind. `advice`: where a right file comes from."""
    try:
        value = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        found = (error.strerror or str(error)).lower()
        raise InputError(f"{path}: found {found}, allowed: a file in JSON; {advice}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: found no JSON ({error}), allowed: a file in JSON; {advice}") from error
    if wrong := list(misfits(value, kind, path)):
        raise InputError("; ".join([*wrong, advice]))
    return value


def shown(value):
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def misfits(value, kind, where):
    """Where a value is not of its kind: what was found, what is allowed."""
    if isinstance(kind, list):
        if not isinstance(value, list):
            yield f"{where}: found {shown(value)}, allowed: a list"
            return
        for part in value:
            yield from misfits(part, kind[0], where)
    elif isinstance(kind, (Any, Object)):
        if not isinstance(value, dict):
            yield f"{where}: found {shown(value)}, allowed: an object"
        elif isinstance(kind, Any):
            for key, part in value.items():
                yield from misfits(part, kind.kind, f"{where}: {key}")
        else:
            yield from object_misfits(value, kind, where)
    elif not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        allowed = " or ".join(each.__name__ for each in (kind if isinstance(kind, tuple) else (kind,)))
        yield f"{where}: found {shown(value)}, allowed: {allowed}"


def object_misfits(value, kind, where):
    kinds = kind.required | kind.optional
    if missing := [key for key in kind.required if key not in value]:
        yield f"{where}: found no {', '.join(missing)}, allowed: all of {', '.join(kind.required)}"
    unknown = sorted(value.keys() - kinds.keys())
    if unknown and not kind.open:
        yield f"{where}: found {', '.join(unknown)}, allowed: {', '.join(kinds)}"
    for key in kinds:
        if key in value:
            yield from misfits(value[key], kinds[key], f"{where}: {key}")
