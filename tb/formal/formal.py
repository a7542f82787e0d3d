#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the proofs of tb/formal (format: tb/formal/README.md) and says what each one shows.

  formal.py                all proofs with their covers and planted bugs
  formal.py fifo agu       those whose names contain one of the words
  formal.py --no-bugs X    without the planted bugs
  formal.py --force X      also what has a result already
  formal.py --list         names and texts only
  formal.py --folder F     manifests of another folder
  formal.py --update X     runs nothing: writes the names of properties and covers into the manifests

A step of a proof is a shard (docs/campaigns.md): OUT/results keeps what it says as long as the files and
tools that it depends on are the same, and a call runs what has no result. Prints a table, writes
OUT/formal.json and OUT/formal.xml (JUnit).

Exit code 1 if anything is undetermined or refuted or has no result, a property or cover is not one of the
manifest's or the other way round, a cover is not reached, a planted bug not found or the budget (15 minutes
of the call, --budget) exceeded; 2 for wrong options, words, manifests, or a tool that is not there.
Standard library only.
"""
import argparse
import pathlib
import shutil
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "campaign")]
import formal_engines as engines  # noqa: E402
import formal_manifest as manifest  # noqa: E402
import formal_report  # noqa: E402
import formal_shards  # noqa: E402
import formal_step  # noqa: E402
import own_files  # noqa: E402
import runner  # noqa: E402
import script_main  # noqa: E402
import shard_result  # noqa: E402
from script_main import InputError  # noqa: E402


def update(proofs, out):
    """Writes the names that the designs have into the manifests."""
    found = {}
    for proof in proofs:
        work = work_of(out, proof["name"])
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        try:
            found_here = engines.names_of(proof, ROOT / "rtl", engines.package(ROOT, proof, work), work)
        except engines.FormalError as error:
            raise InputError(f"{proof['name']}: {error}; log: {work}") from error
        found[proof["folder"], proof["name"]] = found_here
        for kind, more, fewer in engines.differences(found_here, proof):
            names = [*(f"+{name}" for name in more), *(f"-{name}" for name in fewer)]
            print(f"{proof['name']}: {kind}: {' '.join(names)}")
    manifest.write_names(found)


def parse(arguments):
    parser = argparse.ArgumentParser(description="Runs the proofs of tb/formal. Results are kept: a call "
                                                 "runs what has none of the same files and tools.")
    parser.add_argument("words", nargs="*", help="parts of names; none: all proofs")
    parser.add_argument("--folder", default=str(manifest.FORMAL),
                        help="manifests there and below; default tb/formal")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "out" / "formal",
                        help="folder of results, logs and reports")
    parser.add_argument("--budget", type=script_main.minutes, default=15,
                        help="minutes of a call (%(default)s)")
    parser.add_argument("--no-bugs", action="store_true", help="without the planted bugs")
    parser.add_argument("--force", action="store_true", help="also run what has a result already")
    parser.add_argument("--list", action="store_true", help="names and texts only")
    parser.add_argument("--update", action="store_true", help="write the names into the manifests")
    parser.add_argument("--verbose", action="store_true", help="what every step says as it ends")
    options = runner.options_of(parser, arguments)
    running = ("no_bugs", "jobs", "budget", "verbose", "force", "engine")
    if options.list:
        script_main.refuse_beside("--list", parser, options, ("update", *running, "out"))
    if options.update:
        script_main.refuse_beside("--update", parser, options, running)
    return options


def chosen(proofs, words):
    """The proofs whose names contain one of the words; each word must be in one."""
    if unknown := [word for word in words if not any(word in proof["name"] for proof in proofs)]:
        raise InputError(f"found {', '.join(unknown)}, allowed: parts of names of proofs, see --list")
    return [proof for proof in proofs if not words or any(word in proof["name"] for word in words)]


def work_of(out, name):
    """The folder of an update."""
    return out.resolve() / name / "update"


def main():
    options = parse(sys.argv[1:])
    # References go to names, which an update is about to write.
    proofs = manifest.read(pathlib.Path(options.folder).resolve(), check_references=not options.update)
    proofs = chosen(proofs, options.words)
    if options.list:
        formal_report.print_table([(proof["name"], proof["text"]) for proof in proofs])
        return 0
    engines.require_tools([] if options.update else [proof["method"] for proof in proofs])
    folders = [shard_result.folder_of(options.out, formal_shards.id_of(proof, step))
               for proof in proofs for step in formal_step.steps_of(proof)]
    if options.update:
        folders = [work_of(options.out, proof["name"]) for proof in proofs]
    own_files.refuse_foreign(options.out, folders, "lock", "formal.json")
    with script_main.alone_in(options.out):
        if options.update:
            update(proofs, options.out)
            manifest.read(pathlib.Path(options.folder).resolve())
            return 0
        start = time.monotonic()
        return runner.judged(formal_shards.Proofs(proofs, options), options,
                             lambda *found: judge(*found, time.monotonic() - start, options.budget))


def judge(shards, outcome, out, seconds=0.0, budget=float("inf")):
    """Prints and writes what has become of all steps. The exit code."""
    late = script_main.over_budget(seconds / 60, budget)
    problems = formal_report.tell(formal_report.ended(shards, outcome), out, seconds) + late
    for problem in problems:
        print(f"formal.py: error: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(script_main.run("formal.py", main, "what has ended is kept, the next call goes on"))
