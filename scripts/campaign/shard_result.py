# SPDX-License-Identifier: Apache-2.0
"""The result of a shard: a folder OUT/results/ID that is there whole or not at all.

result.json in it holds id and key of the shard, exit code (0 passed, 1 failed), seconds, processor seconds,
the node, what the command printed, and size and digest of every other file of the folder. A folder is made
elsewhere and renamed, which needs no lock, on a disk that several computers share either; of two the first
one stays. No decision depends on a time stamp.
"""
import dataclasses
import errno
import json
import os
import pathlib
import shutil

import digests
from whole_file import write_whole

FILE = "result.json"
PASSED, FAILED = 0, 1
IN_THE_WAY = (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR)  # of a folder that is renamed: a folder, a file
KEYS = ("id", "key", "exit_code", "seconds", "processor_seconds", "node", "output", "files")


class NoResult(Exception):
    """Why there is none that counts, in words."""


@dataclasses.dataclass(frozen=True)
class Result:
    id: str
    exit_code: int
    seconds: float
    processor_seconds: float
    node: str
    output: str
    folder: pathlib.Path

    @property
    def passed(self):
        return self.exit_code == PASSED


def folder_of(out, name):
    return pathlib.Path(out) / "results" / name


def broken_of(out, name):
    """What became of a shard that has run and has no result."""
    return pathlib.Path(out) / "broken" / f"{name}.txt"


def read(out, shard):
    """The result of a shard as it is in the list. NoResult says why there is none."""
    folder = folder_of(out, shard.id)
    if not folder.is_dir():
        broken = broken_of(out, shard.id)
        try:
            raise NoResult(broken.read_text(encoding="utf-8", errors="replace").strip())
        except OSError:
            raise NoResult("found no result") from None
    try:
        content = json.loads((folder / FILE).read_text(encoding="utf-8"))
        if sorted(content) != sorted(KEYS):
            raise NoResult(f"{folder / FILE}: found the keys {', '.join(sorted(content))}, allowed: "
                           f"{', '.join(KEYS)}")
        if content["id"] != shard.id:
            raise NoResult(f"{folder / FILE}: found the result of {content['id']}")
        if content["key"] != shard.key:
            raise NoResult(f"{folder / FILE}: found a result of other programs or inputs")
        if content["exit_code"] not in (PASSED, FAILED) or isinstance(content["exit_code"], bool):
            raise NoResult(f"{folder / FILE}: found exit code {content['exit_code']}, allowed: 0 or 1")
        check_files(folder, content["files"])
        return Result(shard.id, content["exit_code"], float(content["seconds"]),
                      float(content["processor_seconds"]), str(content["node"]), str(content["output"]),
                      folder)
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise NoResult(f"{folder / FILE}: found no whole result ({error})") from error


def check_files(folder, files):
    for name, (size, digest) in files.items():
        path = folder / name
        if not path.is_file() or path.stat().st_size != size or digests.of_file(path) != digest:
            raise NoResult(f"{path}: found another file than {FILE} says, or none")


def files_of(folder):
    return {str(path.relative_to(folder)): [path.stat().st_size, digests.of_file(path)]
            for path in sorted(folder.rglob("*")) if path.is_file() and path.name != FILE}


def keep(out, shard, work, content):
    """Makes the folder `work` the result of a shard. One with this key that is there already stays."""
    content = {"id": shard.id, "key": shard.key} | content | {"files": files_of(work)}
    write_whole(work / FILE, json.dumps(content, indent=1) + "\n")
    put(out, shard, work)


def put(out, shard, work):
    """Makes a whole folder the result, unless one is there."""
    folder = folder_of(out, shard.id)
    folder.parent.mkdir(parents=True, exist_ok=True)
    while True:
        try:
            os.rename(work, folder)
            return
        except OSError as error:
            if error.errno not in IN_THE_WAY:
                raise
        try:
            read(out, shard)
            shutil.rmtree(work)
            return
        except NoResult:
            remove(out, shard.id)


def remove(out, name):
    """Takes a result away, as a whole too."""
    folder = folder_of(out, name)
    away = pathlib.Path(out) / "work" / f"{name}.{os.uname().nodename}.{os.getpid()}.old"
    away.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(away, ignore_errors=True)  # of a process with this number that was killed
    try:
        os.rename(folder, away)
    except FileNotFoundError:
        return
    if away.is_dir():
        shutil.rmtree(away)
    else:
        away.unlink()


@dataclasses.dataclass
class Outcome:
    """What has become of a list: results by id, and of the other shards why they have none."""
    results: dict
    missing: dict

    @property
    def failed(self):
        return [name for name, result in self.results.items() if not result.passed]

    @property
    def cost(self):
        """Of all results, in words."""
        hours = sum(result.processor_seconds for result in self.results.values()) / 3600
        return f"{len(self.results)} shards have results, {hours:.2f} core-hours"


def read_all(out, shards):
    results, missing = {}, {}
    for shard in shards:
        try:
            results[shard.id] = read(out, shard)
        except NoResult as reason:
            missing[shard.id] = str(reason)
    return Outcome(results, missing)


def others(out, shards):
    """Results that lie there and are of no shard of the list."""
    folder, names = pathlib.Path(out) / "results", {shard.id for shard in shards}
    return sorted(path.name for path in folder.iterdir() if path.name not in names) if folder.is_dir() else []
