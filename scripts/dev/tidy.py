#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy on sources that have changed since it last passed.

tidy.py COMMANDS SOURCE...: COMMANDS is a build folder with compile_commands.json. A source is checked if its
own text, that of a header it includes, its command, .clang-tidy or clang-tidy itself is another than when it
passed; COMMANDS/tidy.json says of each source what that was. Exit code 1 if a source has a warning.

Reading headers is most of a check's time. If many sources are to be checked, those of one command are
included by one file and checked as that. Those that define a name which another of them, or one of its
headers, defines too are not put together. If the file has a warning all the same, its halves are checked,
and at last each source. Few are checked each by itself, so that who edits a source sees an include that a
neighbour hid.

One check looks through everything again for each parameter, and takes as long as all others together. It is
left to sources that are checked by themselves.
"""
import collections
import concurrent.futures
import functools
import json
import os
import pathlib
import re
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
ALONE = 16  # so many sources are checked each by itself
TOGETHER = 32  # sources that are checked as one
SLOW = "performance-unnecessary-value-param"
QUOTED = re.compile(r'^#include "(.*)"$', re.MULTILINE)
# What is defined at the beginning of a line: types, constants and functions. Not what belongs to a class.
DEFINED = re.compile(r"^(?:template <.*>\s+)?(?:(?:struct|class|enum class|enum|using|concept) (\w+)\b(?!;)|"
                     r"(?:inline |static |constexpr |const )*[\w:]+(?:<.*>)?[ *&]+(\w+)(?: =|\[|\{|\(|;))",
                     re.MULTILINE)


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


@functools.cache
def quoted(file, folders):
    """The files that a file includes by quoted names, those of its condition's other side too."""
    try:
        names = QUOTED.findall(pathlib.Path(file).read_text(encoding="utf-8"))
    except OSError:
        return ()
    places = [[os.path.normpath(os.path.join(folder, name)) for folder in (os.path.dirname(file), *folders)]
              for name in names]
    return tuple(found[0] for paths in places if (found := [path for path in paths if os.path.isfile(path)]))


def reached(source, folders):
    """A source and all that it includes by quoted names, directly or not."""
    files, left = set(), [source]
    while left:
        if (file := left.pop()) not in files:
            files.add(file)
            left += quoted(file, folders)
    return files


@functools.cache
def defined(file):
    """Names that a file defines outside of classes, as far as they begin a line."""
    try:
        text = pathlib.Path(file).read_text(encoding="utf-8")
    except OSError:
        return frozenset()
    return frozenset(name for found in DEFINED.findall(text) for name in found if name)


def check_alone(folder, source, checker, command):
    """[(source, what clang-tidy says if it warns, else what it passed with)]"""
    files = included(*command)
    state = state_of(checker, command[1], files)
    done = subprocess.run(["clang-tidy", "-p", folder, "--quiet", source], capture_output=True, text=True,
                          check=False)
    if done.returncode:
        return [(source, done.stdout + ("" if done.stdout else done.stderr), None)]
    return [(source, "", {"files": files, "state": state} if files else None)]


def words_for_all(arguments):
    """Of a source's command, what its meaning depends on: definitions, folders, language. Folders of the
    system, in the second list, may be another source's too."""
    own, system, words = [], [], iter(arguments[1:arguments.index("-o")])
    for word in words:
        if word == "-isystem":
            folder = next(words)
            (system if folder.startswith("/usr/") else own).append(f"-isystem{folder}")
        elif word.startswith(("-D", "-I", "-m", "-std")):
            own.append(word)
    return own, system


def included_from(directory, words):
    """Folders that quoted names are looked up in, besides the file's own."""
    return tuple(os.path.join(directory, word[2:]) for word in words if word.startswith("-I"))


class Group:
    """Sources that one file may include."""

    def __init__(self):
        self.sources, self.own, self.headers = [], set(), set()

    def takes(self, own, headers):
        """Whether a source with these names, its own and those of its headers, may be added."""
        return (len(self.sources) < TOGETHER and not self.own & own and not self.own & headers and
                not self.headers & own)

    def add(self, source, own, headers):
        self.sources.append(source)
        self.own |= own
        self.headers |= headers


def groups_of(sources, known):
    """Lists of sources that one file may include: their commands mean the same, their names differ."""
    same = collections.defaultdict(list)
    for source in sources:
        folder, arguments = known[source]
        words = tuple(words_for_all(arguments)[0])
        reach = reached(source, included_from(folder, words))
        headers = frozenset().union(*(defined(file) for file in reach if file != source))
        own = defined(source) - headers  # a function that a header declares is no name of its own
        groups = same[folder, words]
        if not (fits := [group for group in groups if group.takes(own, headers)]):
            groups.append(Group())
            fits = groups[-1:]
        fits[0].add(source, own, headers)
    return [group.sources for groups in same.values() for group in groups]


def check_together(folder, sources, checker, known):
    """As check_alone, of sources with one command."""
    if len(sources) == 1:
        return check_alone(folder, sources[0], checker, known[sources[0]])
    directory = known[sources[0]][0]
    words = sorted({word for source in sources for word in words_for_all(known[source][1])[1]})
    words = words_for_all(known[sources[0]][1])[0] + words
    one = folder.resolve() / "tidy" / f"{digests.of_text(' '.join(sources))}.cpp"
    one.parent.mkdir(exist_ok=True)
    one.write_text("".join(f'#define main main_{number}\n#include "{source}"  // NOLINT\n#undef main\n'
                           for number, source in enumerate(sources)), encoding="utf-8")
    files = included(directory, ["c++", *words, "-o", "-c", str(one)])
    done = subprocess.run(["clang-tidy", "--quiet", f"--config-file={CONFIGURATION}", f"--checks=-{SLOW}",
                           str(one), "--", *words], capture_output=True, text=True, check=False)
    if done.returncode or not files:
        half = len(sources) // 2
        return (check_together(folder, sources[:half], checker, known) +
                check_together(folder, sources[half:], checker, known))
    reach = {source: reached(source, included_from(directory, words)) for source in sources}
    counts = collections.Counter(file for files_of_one in reach.values() for file in files_of_one)
    passed = []
    for source in sources:  # without what only others reach
        own = [file for file in files if file != str(one) and (file in reach[source] or not counts[file])]
        passed.append((source, "", {"files": own, "state": state_of(checker, known[source][1], own)}))
    return passed


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
    groups = groups_of(fresh, known) if len(fresh) > ALONE else [[source] for source in fresh]
    groups.sort(key=len, reverse=True)
    failures, checked, saved = 0, 0, time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(check_together, folder, group, checker, known) for group in groups]
        try:
            for job in concurrent.futures.as_completed(jobs):
                for source, said, state in job.result():
                    checked += 1
                    passed.pop(source, None)
                    if said:
                        failures += 1
                        print(said, flush=True)
                    elif state:
                        passed[source] = state
                if time.monotonic() - saved > SAVE_SECONDS or checked == len(fresh):
                    saved = time.monotonic()
                    whole_file.write_whole(book, json.dumps(passed))
                    print(f"clang-tidy: {checked} of {len(fresh)}", flush=True)
        finally:
            for job in jobs:
                job.cancel()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(script_main.run("tidy.py", main, "what has passed is not checked again"))
