#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of one build folder or several, all but the longer ones, and says what became of them.

  test.py OUT BUILD [BUILD ...] [--jobs N] [--budget MINUTES] [--strict] [--manifest FILE]

The tests are those without CTest's label regress, of one build folder of each machine. A line for each that
ends, and behind it the output of one that failed. OUT gets junit.xml, summary.json, summary.html and, of
every case that failed or was not conducted, failures/MACHINE.CASE.log with the whole output. Skipped is what
ends with its SKIP_RETURN_CODE or what GoogleTest skips: tests of another kind of machine.

More than the budget (10 minutes for all machines together) is a warning, on the terminal and in the
summaries, since a slow computer is no fault of a change; three times as much is a failure, and with --strict
so is the budget itself.

No case of tests/cases.json may be missing (scripts/dev/case_manifest.py). Environment variables that would
choose other tests, or others of their seeds, are not passed on (scripts/lib/ctest_build.py).

Exit code: 0; 1 if a case failed, was not conducted or is missing, a machine compared nothing, or it took too
long; 2 for wrong options; 128 and its number for a signal.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
import case_runs  # noqa: E402
import least_cases  # noqa: E402
import script_main  # noqa: E402
from build_folders import by_machine  # noqa: E402
from ctest_build import Build  # noqa: E402

SUITE = least_cases.TEST
BUDGET = 10
FAR_OVER = 3  # times the budget
UNKNOWN_SECONDS = 0.15  # what a case takes on the average


def late(minutes, options):
    """Sentences on the time it took: those that are errors, those that are warnings."""
    if options.strict:
        return script_main.over_budget(minutes, options.budget), []
    if minutes > FAR_OVER * options.budget:
        return [f"it took {minutes:.1f} minutes, more than {FAR_OVER} times the budget, which is "
                f"{options.budget:g}"], []
    return [], script_main.over_budget(minutes, options.budget)


def main():
    parser = case_runs.parser("The tests of one build folder or several, but for the longer ones.", BUDGET)
    parser.add_argument("--strict", action="store_true", help="more than the budget is a failure")
    options = parser.parse_args()
    builds = [Build(folder, machine, "regress", without=True, unknown_seconds=UNKNOWN_SECONDS)
              for machine, folder in by_machine(options.builds).items()]
    manifest = case_runs.read_manifest(options, SUITE, builds)
    with script_main.alone_in(options.out):
        pending = {build.machine: set(build.cases) for build in builds}
        case_runs.remove_results(options.out)
        progress = case_runs.progress_of(builds, pending, options)
        print(f"{progress.number} cases to run, about {progress.minutes_left():.1f} minutes of "
              f"{options.budget:g}", flush=True)
        own = case_runs.run(builds, pending, progress, options, said=sys.stdout.write)
        cases = [case for machine in own for case in machine]
        minutes = progress.minutes()
        errors, warnings = late(minutes, options)
        return case_runs.judge("test.py", SUITE, options, manifest, cases, minutes, errors, warnings)


if __name__ == "__main__":
    sys.exit(script_main.run("test.py", main, "the next call begins anew"))
