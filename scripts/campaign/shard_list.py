# SPDX-License-Identifier: Apache-2.0
"""The list of a campaign's work: shards that know nothing of each other, one JSON object a line.

  id       name of the shard and of its result, unlike all others of the list
  argv     command, run in the folder that the list was made in; "{result}" in it is the folder of its result
  key      digests of the command, and of all programs and files that it depends on, with a point between:
           another key, another result
  inputs   the files among them that are looked at again when the shard runs
  seconds  of processor time that it is expected to take
  needs    ids of shards that must have passed before
  alone    whether no other shard may run on its computer meanwhile
  about    what the merge must know; "campaign" names the one that judges the results

Everything is checked when a list is read or written; all problems are told at once.
"""
import dataclasses
import json
import pathlib
import re

import digests
from script_main import InputError
from whole_file import write_whole

RESULT = "{result}"
LIST = "shards.jsonl"  # its name in the folder of a campaign
PYTHON = "/usr/bin/python3"  # of commands: the same on all nodes, whoever makes the list
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.,+=@-]{0,149}")  # of folders, with a computer's name behind
MOST_PROBLEMS = 20  # told of one list
MOST_SECONDS = 1_000_000_000
KINDS = {"id": (str,), "argv": (list,), "key": (str,), "inputs": (list,), "seconds": (int, float),
         "needs": (list,), "alone": (bool,), "about": (dict,)}


@dataclasses.dataclass(frozen=True)
class Shard:
    id: str
    argv: list
    key: str
    inputs: list
    seconds: float
    needs: list
    alone: bool
    about: dict


def shard(name, argv, about, *, inputs=(), more="", seconds=1.0, needs=(), alone=False):
    """A shard of these texts, with the key that its command, its inputs as they are now and `more` make.
    Paths are named from this folder, if they lie below it: other checkouts have the same keys."""
    argv, inputs = [text_of(word) for word in argv], [text_of(path) for path in inputs]
    return Shard(name, argv, key_of(argv, inputs, more), inputs, seconds, list(needs), alone,
                 about | {"more": more})


def text_of(word):
    if isinstance(word, pathlib.Path) and word.is_absolute() and word.is_relative_to(pathlib.Path.cwd()):
        return str(word.relative_to(pathlib.Path.cwd()))
    return str(word)


def key_of(argv, inputs, more):
    depends = [[[path, digest_of(path)] for path in inputs], more]
    return f"{command_key(argv)}.{digests.of_text(json.dumps(depends))}"


def command_key(argv):
    """The first part of a key: who reads a list can look at it without the inputs."""
    return digests.of_text(json.dumps(argv))


def digest_of(path):
    try:
        return digests.of_file(path)
    except OSError as error:
        raise InputError(f"{path}: found {error.strerror}, allowed: a file that the shard can read, named "
                         "from the folder that the list was made in") from error


def is_as_planned(one):
    """Whether command and inputs still are what the key says. That the command is, reading has looked at."""
    return one.key == key_of(one.argv, one.inputs, one.about.get("more", ""))


def write(path, shards):
    refuse(path, problems_of([(number, one) for number, one in enumerate(shards, 1)]))
    write_whole(path, "".join(json.dumps(dataclasses.asdict(one)) + "\n" for one in shards))


def read(path):
    """The shards of a list, in its order."""
    numbered, problems = [], []
    for number, line in enumerate(lines_of(path), 1):
        try:
            numbered.append((number, of_line(line)))
        except ValueError as error:
            problems.append(f"line {number}: {error}")
    refuse(path, problems + problems_of(numbered))
    return [one for _, one in numbered]


def lines_of(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().removesuffix("\n").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{path}: found {reason}, allowed: a list of shards") from error


def of_line(line):
    """The shard of a line. ValueError if it is none."""
    try:
        content = json.loads(line)
    except ValueError as error:
        raise ValueError(f"found no JSON ({error}), allowed: one object") from error
    if not isinstance(content, dict):
        raise ValueError(f"found {type(content).__name__}, allowed: an object")
    if content.keys() != KINDS.keys():
        if missing := [key for key in KINDS if key not in content]:
            raise ValueError(f"found no {', '.join(missing)}, allowed: {', '.join(KINDS)}")
        others = [key for key in content if key not in KINDS]
        raise ValueError(f"found {', '.join(others)}, allowed: {', '.join(KINDS)}")
    for key, kinds in KINDS.items():
        if type(content[key]) not in kinds:
            raise ValueError(f"{key}: found {json.dumps(content[key])}, allowed: "
                             f"{'a number' if key == 'seconds' else kinds[0].__name__}")
    for key in ("argv", "inputs", "needs"):
        for word in content[key]:
            if type(word) is not str or not word:
                raise ValueError(f"{key}: found {json.dumps(word)}, allowed: texts that are not empty")
    return Shard(**content)


def problems_of(numbered):
    """What is wrong with shards that have a number each, a list of sentences."""
    found, first = [], {}
    for number, one in numbered:
        if not NAME.fullmatch(one.id):
            found.append(f"line {number}: id: found '{one.id}', allowed: up to 150 letters, digits and "
                         "_.,+=@-, not a sign first")
        if not one.argv:
            found.append(f"line {number}: argv: found nothing, allowed: a command")
        elif one.key.partition(".")[0] != command_key(one.argv):
            found.append(f"line {number}: key: found that of another command than argv, allowed: what the "
                         "campaign has written; make the list anew: call the campaign again")
        if not 0 <= one.seconds <= MOST_SECONDS:
            found.append(f"line {number}: seconds: found {one.seconds}, allowed: 0 to {MOST_SECONDS}")
        if first.setdefault(one.id, number) != number:
            found.append(f"line {number}: id: found '{one.id}', that of line {first[one.id]}, allowed: each "
                         "once")
    names = {one.id: one for _, one in numbered}
    for number, one in numbered:
        if unknown := [name for name in one.needs if name not in names]:
            found.append(f"line {number}: needs: found '{unknown[0]}', allowed: ids of this list")
    if not found and (circle := circle_of(names)):
        found.append(f"needs: found a circle, {' needs '.join(circle)}; allowed: shards that can run one "
                     "behind the other")
    return found


def circle_of(names):
    """Ids each of which needs the next one, the first being the last too; nothing if there are none."""
    done, path, places = set(), [], {}  # of the ids in the path

    def visit(name):
        """By a stack of iterators, since a chain may be longer than Python's own stack."""
        stack = [(name, iter(names[name].needs))]
        places[name] = 0
        path.append(name)
        while stack:
            here, others = stack[-1]
            for other in others:
                if other in places:
                    return [*path[places[other]:], other]
                if other not in done:
                    stack.append((other, iter(names[other].needs)))
                    places[other] = len(path)
                    path.append(other)
                    break
            else:
                done.add(here)
                stack.pop()
                del places[path.pop()]
        return []

    for name in names:
        if name not in done and (circle := visit(name)):
            return circle
    return []


def stages(shards, pending):
    """The pending ids in groups: all that a group needs and is pending too lies in groups before it."""
    level = {}
    names = {one.id: one for one in shards}
    for one in shards:
        stack = [one.id]
        while stack:
            needs = [name for name in names[stack[-1]].needs if name in pending]
            if later := [name for name in needs if name not in level]:
                stack += later
            else:
                here = stack.pop()
                level[here] = max((level[name] + 1 for name in needs), default=0)
    groups = {}
    for one in shards:
        if one.id in pending:
            groups.setdefault(level[one.id], []).append(one.id)
    return [groups[number] for number in sorted(groups)]


def tasks(shards, seconds, least):
    """Groups of neighbours that are expected to take so many seconds together, for who pays for the start of
    each; or less, if there would be fewer than `least` groups."""
    most = min(seconds, sum(one.seconds for one in shards) / least)
    found, together = [], 0.0
    for one in shards:
        if not found or together + one.seconds > most:
            found.append([])
            together = 0.0
        found[-1].append(one)
        together += one.seconds
    return found


def refuse(path, problems):
    if problems:
        more = f"\n{len(problems) - MOST_PROBLEMS} more problems" if len(problems) > MOST_PROBLEMS else ""
        raise InputError(f"{path}: " + f"\n{path}: ".join(problems[:MOST_PROBLEMS]) + more)
