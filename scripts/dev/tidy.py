#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy on sources that have changed since it last passed.

tidy.py COMMANDS SOURCE...: COMMANDS is a build folder with compile_commands.json. A source is checked if its
own text, that of a header it includes, its command, .clang-tidy or clang-tidy itself is another than when it
passed; COMMANDS/tidy.json says of each source what that was. Exit code 1 if a source has a warning.
"""
import concurrent.futures
import functools
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).parents[1] / "lib"))
import digests  # noqa: E402  (lies in another folder)
import script_main  # noqa: E402
import whole_file  # noqa: E402

CONFIGURATION = ".clang-tidy"
SAVE_SECONDS = 10  # between two writings of what has passed


@functools.cache
def digest(path):
    """Of a file that may be gone."""
    try:
        return digests.of_file(path)
    except OSError:
        return ""


def commands(folder):
    """The compiler's call for each source: (folder to call it in, arguments)."""
    file = folder / "compile_commands.json"
    try:
        entries = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise script_main.InputError(f"{file}: found {error}, allowed: what cmake writes") from error
    return {os.path.realpath(entry["file"]): (entry["directory"], shlex.split(entry["command"]))
            for entry in entries}


def included(folder, arguments):
    """The files that a source is made of, itself among them; none if it does not compile."""
    done = subprocess.run([*arguments[:arguments.index("-o")], "-M", arguments[-1]], cwd=folder,
                          capture_output=True, text=True, check=False)
    words = [] if done.returncode else done.stdout.replace("\\\n", " ").split()
    return [os.path.normpath(pathlib.Path(folder, word)) for word in words[1:]]


def state_of(checker, arguments, files):
    """What a check depends on."""
    return digests.of_text(json.dumps([checker, digest(CONFIGURATION), arguments, files,
                                       [digest(file) for file in files]]))


def check(folder, source, checker, command):
    """(source, what clang-tidy says if it warns, else what it passed with)"""
    files = included(*command)
    state = state_of(checker, command[1], files)
    done = subprocess.run(["clang-tidy", "-p", folder, "--quiet", source], capture_output=True, text=True,
                          check=False)
    if done.returncode:
        return source, done.stdout + ("" if done.stdout else done.stderr), None
    return source, "", {"files": files, "state": state} if files else None


def main():
    if len(sys.argv) < 3:
        raise script_main.InputError("allowed: a build folder and sources")
    folder, sources = pathlib.Path(sys.argv[1]), [os.path.realpath(source) for source in sys.argv[2:]]
    if not (tool := shutil.which("clang-tidy")):
        raise script_main.InputError("found no clang-tidy, allowed: the Debian package of that name")
    checker, known, book = digest(os.path.realpath(tool)), commands(folder), folder / "tidy.json"
    if missing := [source for source in sources if source not in known]:
        raise script_main.InputError(f"found no command for {', '.join(missing)} in {folder}")
    try:
        passed = json.loads(book.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        passed = {}
    fresh = [source for source in sources if source not in passed or passed[source]["state"] != state_of(
        checker, known[source][1], passed[source]["files"])]
    print(f"clang-tidy: {len(fresh)} of {len(sources)} sources; the others passed before on the same files")
    failures, saved = 0, time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(check, folder, source, checker, known[source]) for source in fresh]
        try:
            for number, job in enumerate(concurrent.futures.as_completed(jobs), 1):
                source, said, state = job.result()
                passed.pop(source, None)
                if said:
                    failures += 1
                    print(said, flush=True)
                elif state:
                    passed[source] = state
                if time.monotonic() - saved > SAVE_SECONDS or number == len(jobs):
                    saved = time.monotonic()
                    whole_file.write_whole(book, json.dumps(passed))
                    print(f"clang-tidy: {number} of {len(jobs)}", flush=True)
        finally:
            for job in jobs:
                job.cancel()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(script_main.run("tidy.py", main, "what has passed is not checked again"))
