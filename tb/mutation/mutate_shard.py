#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a shard of mutate.py runs.

  mutate_shard.py bench BUILD FOLDER PART FIRST-LAST RESULT   mutants against the bench of their part
  mutate_shard.py proof BUILD FOLDER PART NUMBER RESULT       proves a mutant equal to the design, or not

`bench` runs its bench without a mutant first, which says how long it may take with one on this computer, and
writes RESULT/bench.json: {number: the test that killed it, or nothing}. `proof` writes RESULT/proof.json.
Exit code: 0; 1 if the bench fails without a mutant; 2 for wrong arguments or files.
"""
import json
import os
import pathlib
import re
import resource
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib"))
import equal  # noqa: E402
import mutate_parts  # noqa: E402
import script_main  # noqa: E402
from processes import end  # noqa: E402
from script_main import InputError  # noqa: E402
from test_summary import write_whole  # noqa: E402

FIRST, FACTOR = 5, 10  # a mutant may take so many seconds of processor time, and so many times the design's


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(part, number, seconds):
    """What killed a mutant that may take so many seconds of processor time, or nothing."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    command = [part.binary, f"--gtest_filter={part.tests}", "--gtest_fail_fast"]
    chosen = {"NVE_MUTANT": str(number), "NVE_MUTATED": part.model}
    # A session of its own: what ends this script must not count as killed.
    with subprocess.Popen(command, env=os.environ | chosen, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=limit, cwd=part.folder,
                          start_new_session=True) as process:
        try:
            text = process.communicate()[0]
        except BaseException:
            end(process)
            raise
    if process.returncode == 0:
        passed = re.search(r"\[  PASSED  \] (\d+) test", text)
        return "no test was run" if not passed or passed[1] == "0" else ""
    failed = re.search(r"\[  FAILED  \] (\S+)", text)
    if failed:
        return failed[1].rstrip(",")
    began = re.findall(r"\[ RUN      \] (\S+)", text)
    return f"{began[-1] if began else 'start'}: exit code {process.returncode}"


def bench(part, numbers, result):
    before = children_seconds()
    if problem := run(part, 0, 10 * FIRST * FACTOR):
        print(f"{part.name} fails without a mutant: {problem}")
        return 1
    seconds = int(FIRST + FACTOR * (children_seconds() - before))
    killers = {str(number): run(part, number, seconds) for number in numbers}
    write_whole(result / "bench.json", json.dumps(killers, indent=1) + "\n")
    return 0


def proof(part, number, result):
    mutant = next(mutant for mutant in part.mutants if mutant["number"] == number)
    outcome = equal.prove(part.netlist, mutant["module"], number, part.given(mutant)[0], result / "work")
    write_whole(result / "proof.json", json.dumps({"outcome": outcome}) + "\n")
    return 0


def main():
    kind, build, folder, name, text, result = sys.argv[1:]
    parts, _ = mutate_parts.all_parts(pathlib.Path(build).resolve(), pathlib.Path(folder).resolve())
    part = next((part for part in parts if part.name == name), None)
    if part is None or not part.built():
        raise InputError(f"{name}: found no such part that is built, allowed: a part of {folder} in {build}")
    part.load()
    first, _, last = text.partition("-")
    numbers = [mutant["number"] for mutant in part.mutants
               if int(first) <= mutant["number"] <= int(last or first)]
    result = pathlib.Path(result).resolve()
    return bench(part, numbers, result) if kind == "bench" else proof(part, numbers[0], result)


if __name__ == "__main__":
    sys.exit(script_main.run("mutate_shard.py", main, "there is no result"))
