#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The quick check of a change on the machine nve: check.py OUT BUILD [UNIT]

Runs the unit tests whose programs are not those that passed the last time, a short co-simulation in
lockstep if one of its programs is another, and the style checks of files that git knows as changed. With
UNIT, the stem of a source such as axi_port: its unit tests and nothing else. What has passed is kept in
OUT/state.json by the programs' contents.

Exit code: 0; 1 if something failed; 2 if no source has the name. Standard library only.
"""
import argparse
import concurrent.futures
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "dev"))
import arrows  # noqa: E402
import digests  # noqa: E402
import script_main  # noqa: E402

ROOT = arrows.ROOT
COSIM = ("nvec", "nve-cosim")
NETWORK = "networks/small/filter3x3.xml"
LONGEST = 110  # columns
SUITE = re.compile(r"^(?:TYPED_)?TEST(?:_F|_P)?\((\w+),", re.MULTILINE)
COSIM_SCRIPT = ('"$1" "$3" --seed 1 -o "$4" && "$2" "$4" --input images/street.png --strips 2 '
                '--reference "$3" --seed 1')


def unit_tests(build):
    """Programs of the tests with the label unit, and commands of those that are no programs of the build."""
    ctest = ["ctest", "--test-dir", str(build), "-L", "unit", "-LE", "regress", "--show-only=json-v1"]
    said = subprocess.run(ctest, capture_output=True, text=True, check=True).stdout
    programs, scripts = set(), {}
    for test in json.loads(said)["tests"]:
        command = test.get("command", [])
        if not command:
            continue
        if pathlib.Path(command[0]).parent == build / "bin" and any("--gtest" in word for word in command):
            programs.add(pathlib.Path(command[0]))
        else:
            scripts[test["name"]] = command
    return sorted(programs), scripts


def tests_of_unit(build, unit):
    """The GoogleTest program and filter of a source's tests: suites of the files that include its header."""
    loader = importlib.machinery.SourceFileLoader("tests_of", str(ROOT / "scripts/dev/tests_of"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("tests_of", loader))
    loader.exec_module(module)
    sources = [path for path in module.sources_of(ROOT) if pathlib.PurePath(path).stem == unit]
    if not sources:
        raise script_main.InputError(f"T: found '{unit}', allowed: the name of a source without its ending, "
                                     "such as axi_port")
    files = module.tests_of(sources[0], module.includes_of(ROOT))
    files = files[0] or files[1]
    if not files:
        raise script_main.InputError(f"T: found {sources[0]}, which no unit test includes; allowed: one that "
                                     "scripts/dev/tests_of does not list")
    suites = {suite for file in files for suite in SUITE.findall((ROOT / file).read_text(encoding="utf-8"))}
    pattern = ":".join(f"*{suite}*.*" for suite in sorted(suites))
    folder = {str(pathlib.PurePath(file).parent) for file in files}
    lists = [ROOT / place / "CMakeLists.txt" for place in folder]
    texts = [path.read_text(encoding="utf-8") for path in lists if path.is_file()]
    programs = [program for program in unit_tests(build)[0]
                if any(f"nve_test({program.name}" in text for text in texts)]
    return [[str(program), f"--gtest_filter={pattern}"] for program in programs]


def changed_files():
    """Files that git knows as changed or new; none without git."""
    try:
        said = subprocess.run(["git", "-C", str(ROOT), "status", "--porcelain", "--untracked-files=all"],
                              capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return []
    names = [line[3:].split(" -> ")[-1].strip('"') for line in said.splitlines()]
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def style(files):
    """Problems of changed files: format of C++, length of lines."""
    problems = []
    cpp = [str(path) for path in files if path.suffix in (".cpp", ".hpp")]
    if cpp:
        done = subprocess.run(["clang-format", "--dry-run", "-Werror", *cpp], capture_output=True, text=True,
                              check=False)
        if done.returncode:
            problems.append(done.stderr)
    for path in files:
        if path.suffix in (".sv", ".svh", ".cpp", ".hpp", ".py"):
            lines = path.read_text(encoding="utf-8").splitlines()
            problems += [f"{path.relative_to(ROOT)}:{number}: {len(line)} columns, allowed: {LONGEST}\n"
                         for number, line in enumerate(lines, 1) if len(line) > LONGEST]
    return problems


def cosim_command(build, out):
    programs = [str(build / "bin" / name) for name in COSIM]
    return ["sh", "-c", COSIM_SCRIPT, "check", *programs, NETWORK, str(out / "p.nve")]


def ended(name, command):
    start = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    return name, done.returncode, done.stdout, time.monotonic() - start


def run_all(jobs, state):
    """Runs (name, command, key) side by side; what passes is noted in state. The number of failures."""
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = {pool.submit(ended, name, command): key for name, command, key in jobs}
        for number, future in enumerate(concurrent.futures.as_completed(waiting), 1):
            name, code, output, seconds = future.result()
            result = "failed" if code else "passed"
            print(f"[{number}/{len(jobs)}] {name}: {result}, {seconds:.1f} s", flush=True)
            if code:
                failures += 1
                print(output)
            elif waiting[future]:
                state[name] = waiting[future]
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("build", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("unit", nargs="?")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    if options.unit:
        jobs = [(command[0], command, "") for command in tests_of_unit(options.build, options.unit)]
        return 1 if run_all(jobs, {}) else 0
    file = options.out / "state.json"
    try:
        state = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        state = {}
    programs, scripts = unit_tests(options.build)
    jobs = [(program.name, [str(program), "--gtest_brief=1"], digests.of_file(program))
            for program in programs]
    # Commands that call a program of the build, by its contents; others look at files, and run each time.
    for name, command in sorted(scripts.items()):
        called = sorted(path for path in map(pathlib.Path, command)
                        if path.is_relative_to(options.build / "bin") and path.is_file())
        jobs.append((name, command, "".join(map(digests.of_file, called))))
    together = "".join(digests.of_file(options.build / "bin" / name) for name in COSIM)
    jobs.append(("co-simulation", cosim_command(options.build, options.out), together))
    pending = [job for job in jobs if not job[2] or state.get(job[0]) != job[2]]
    print(f"{len(pending)} of {len(jobs)} programs to run, the others have passed as they are", flush=True)
    failures = run_all(pending, state)
    file.write_text(json.dumps(state, indent=1) + "\n", encoding="utf-8")
    for problem in style(changed_files()):
        failures += 1
        print(problem, end="")
    print(f"{failures} failures" if failures else "all passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(script_main.run("check.py", main, "the next call goes on"))
