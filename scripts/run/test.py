#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of one build folder or several, all but the longer ones, and says what became of them.

  test.py OUT BUILD [BUILD ...] [--resume] [--jobs N] [--budget MINUTES] [--strict] [--manifest FILE]

The tests are those without CTest's label regress, of one build folder of each machine. A line for each that
ends, and behind it the output of one that failed. OUT gets junit.xml, summary.json, summary.html and, of
every case that failed or was not conducted, failures/MACHINE.CASE.log with the whole output. Skipped is what
ends with its SKIP_RETURN_CODE or what GoogleTest skips: tests of another kind of machine.

More than the budget (10 minutes for all machines together) is a warning, on the terminal and in the
summaries, since a slow computer is no fault of a change; three times as much is a failure, and with --strict
so is the budget itself.

With --resume, cases are left out that have passed, or were skipped, on the very same files: OUT/state.json
has their results with a digest of sources, programs and installed packages (scripts/lib/tree_key.py). If one
of these is another, everything runs.

No case of tests/cases.json may be missing (scripts/dev/case_manifest.py). Environment variables that would
choose other tests, or others of their seeds, are not passed on (scripts/lib/ctest_build.py).

Exit code: 0; 1 if a case failed, was not conducted or is missing, a machine compared nothing, or it took too
long; 2 for wrong options; 128 and its number for a signal.
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
import case_runs  # noqa: E402
import least_cases  # noqa: E402
import script_main  # noqa: E402
import test_summary  # noqa: E402
from build_folders import by_machine  # noqa: E402
from ctest_build import Build  # noqa: E402
from tree_key import tree_key  # noqa: E402

SUITE = least_cases.TEST
BUDGET = 10
FAR_OVER = 3  # times the budget
KEPT = ("passed", "skipped")
UNKNOWN_SECONDS = 0.15  # what a case takes on the average


def late(minutes, options):
    """Sentences on the time it took: those that are errors, those that are warnings."""
    if options.strict:
        return script_main.over_budget(minutes, options.budget), []
    if minutes > FAR_OVER * options.budget:
        return [f"it took {minutes:.1f} minutes, more than {FAR_OVER} times the budget, which is "
                f"{options.budget:g}"], []
    return [], script_main.over_budget(minutes, options.budget)


def kept_results(path, key):
    """The cases of an earlier run on the same files that need no repeating."""
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
        if key is None or state["key"] != key:
            return []
        return [{"machine": str(case["machine"]), "name": str(case["name"]), "status": case["status"],
                 "seconds": float(case["seconds"]), "output": str(case["output"])}
                for case in state["cases"] if case["status"] in KEPT]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def run_all(options, builds):
    """Every case with its result, and the minutes it took."""
    state, key = options.out / "state.json", tree_key(builds)
    known = {(build.machine, case) for build in builds for case in build.cases}
    kept = [case for case in (kept_results(state, key) if options.resume else [])
            if (case["machine"], case["name"]) in known]
    pending, cases = case_runs.without_kept(builds, kept)
    case_runs.remove_results(options.out)
    if not cases:
        state.unlink(missing_ok=True)
    progress = case_runs.progress_of(builds, pending, options)
    left_out = f", {len(cases)} passed before on the same files" if cases else ""
    print(f"{progress.number} cases to run{left_out}, about {progress.minutes_left():.1f} minutes of "
          f"{options.budget:g}", flush=True)
    for own in case_runs.run(builds, pending, progress, options, said=sys.stdout.write):
        cases += own
        if tree_key(builds) == key:  # nobody has edited a source meanwhile
            test_summary.write_whole(state, json.dumps({"key": key, "cases": cases}) + "\n")
    return cases, progress.minutes()


def main():
    parser = case_runs.parser("The tests of one build folder or several, but for the longer ones.", BUDGET)
    parser.add_argument("--jobs", type=script_main.count, default=2, help="cases at a time (%(default)s)")
    parser.add_argument("--resume", action="store_true", help="leave out what has passed on the same files")
    parser.add_argument("--strict", action="store_true", help="more than the budget is a failure")
    options = parser.parse_args()
    builds = [Build(folder, machine, "regress", without=True, unknown_seconds=UNKNOWN_SECONDS)
              for machine, folder in by_machine(options.builds).items()]
    manifest = case_runs.read_manifest(options, SUITE, builds)
    with script_main.alone_in(options.out):
        cases, minutes = run_all(options, builds)
        errors, warnings = late(minutes, options)
        return case_runs.judge("test.py", SUITE, options, manifest, cases, minutes, errors, warnings)


if __name__ == "__main__":
    sys.exit(script_main.run("test.py", main, "the next call goes on, with the machine that was under way"))
