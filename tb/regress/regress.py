#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the longer tests of one build folder or several and says what became of them.

  regress.py OUT BUILD [BUILD ...] [--label L] [--jobs N] [--budget MINUTES] [--resume] [--manifest FILE]

The tests are those of CTest's label L (regress), of one build folder of each machine. A line for each that
ends: how many are done, time left by what they took the last time. OUT gets junit.xml, summary.json,
summary.html and, of every case that failed or was not conducted, failures/MACHINE.CASE.log with the whole
output (seed and command to repeat it are in there). Only what ends with its SKIP_RETURN_CODE is skipped.

The results of every machine that has ended are kept in OUT/state.json: --resume leaves out the cases that
have passed, as long as the programs in BUILD/bin, the definition of the case and the sources that its command
or its REQUIRED_FILES name are the same. A machine during which the script is stopped is repeated as a whole:
CTest writes no outputs before its end.

No case of tests/cases.json may be missing (scripts/dev/case_manifest.py). Environment variables that would
choose other tests, or others of their seeds, are not passed on (scripts/lib/ctest_build.py).

Exit code: 0; 1 if a case failed, was not conducted or is missing, a machine compared nothing, or the budget
(45 minutes) was exceeded; 2 for wrong options; 128 and its number for a signal.
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib"))
import case_runs  # noqa: E402
import script_main  # noqa: E402
import test_summary  # noqa: E402
from build_folders import by_machine  # noqa: E402
from ctest_build import Build  # noqa: E402

BUDGET = 45


def passed_before(path, builds):
    """The cases of earlier runs that need no repeating."""
    if not path.is_file():
        return []
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
        return [{"machine": build.machine, "name": case["name"], "status": "passed",
                 "seconds": float(case["seconds"]), "output": str(case["output"])}
                for build in builds for case in state["cases"]
                if case["machine"] == build.machine and case["status"] == "passed"
                and build.same(case, state["programs"][build.machine])]
    except (ValueError, KeyError, TypeError, AttributeError):
        print(f"{path}: found no results of this script, running everything", flush=True)
        return []


def write_state(path, builds, cases):
    definitions = {build.machine: build.definitions for build in builds}
    rows = [case | {"definition": definitions[case["machine"]].get(case["name"], "")}
            for case in cases]
    programs = {build.machine: build.programs for build in builds}
    test_summary.write_whole(path, json.dumps({"programs": programs, "cases": rows}) + "\n")


def parse_arguments():
    parser = case_runs.parser("The longer tests of one build folder or several.", BUDGET)
    parser.add_argument("--label", default="regress", help="expression for CTest's labels (%(default)s)")
    parser.add_argument("--resume", action="store_true", help="leave out what has passed before")
    return parser.parse_args()


def run_all(options, builds):
    """Every case with its result, and the minutes it took."""
    state = options.out / "state.json"
    kept = passed_before(state, builds) if options.resume else []
    pending, cases = case_runs.without_kept(builds, kept)
    case_runs.remove_results(options.out)
    write_state(state, builds, cases)  # without the cases that are going to run, should they not end
    progress = case_runs.progress_of(builds, pending, options)
    print(f"{progress.number} cases to run, {len(cases)} kept, about {progress.minutes_left():.1f} minutes "
          f"of {options.budget:g}", flush=True)
    for own in case_runs.run(builds, pending, progress, options):
        cases += own
        write_state(state, builds, cases)
    return cases, progress.minutes()


def main():
    options = parse_arguments()
    builds = [Build(folder, machine, options.label)
              for machine, folder in by_machine(options.builds).items()]
    manifest = case_runs.read_manifest(options, options.label, builds)
    with script_main.alone_in(options.out):
        cases, minutes = run_all(options, builds)
        return case_runs.judge("regress.py", options.label, options, manifest, cases, minutes,
                               script_main.over_budget(minutes, options.budget))


if __name__ == "__main__":
    sys.exit(script_main.run("regress.py", main, "--resume goes on"))
