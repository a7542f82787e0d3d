#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the longer tests of one build folder or several and says what became of them.

  regress.py OUT BUILD [BUILD ...] [--label L] [--budget MINUTES] [--resume] [--manifest FILE]
             [--engine ninja|slurm|list] [--jobs N] ...

The tests are those of CTest's label L (regress), of one build folder of each machine. Each case is a shard
(docs/campaigns.md) behind those that set it up; what CTest runs serially, or on several processors, runs
alone. OUT gets junit.xml, summary.json, summary.html and, of every case that failed or was not conducted,
failures/MACHINE.CASE.log with the whole output (seed and command to repeat it are in there). Only what ends
with its SKIP_RETURN_CODE is skipped.

--resume leaves out the cases that have passed, as long as the programs in BUILD/bin, the definition of the
case and the files that its command or its REQUIRED_FILES name are the same. Set-ups of the others are
repeated.

No case of tests/cases.json may be missing (scripts/dev/case_manifest.py). Environment variables that would
choose other tests, or others of their seeds, are not passed on (scripts/lib/ctest_build.py).

Exit code: 0; 1 if a case failed, was not conducted or is missing, a machine compared nothing, or the cases
take more than the budget (45 minutes), two at a time; 2 for wrong options; 128 and its number for a signal.
"""
import contextlib
import json
import pathlib
import re
import shutil
import sys
import types

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "campaign")]
import case_runs  # noqa: E402
import ctest_build  # noqa: E402
import digests  # noqa: E402
import least_cases  # noqa: E402
import regress_case  # noqa: E402
import runner  # noqa: E402
import script_main  # noqa: E402
import shard_list  # noqa: E402
import shard_result  # noqa: E402
import test_summary  # noqa: E402
from build_folders import by_machine  # noqa: E402

BUDGET = 45
AT_A_TIME = 2  # cases, when it comes to the budget


def parse_arguments():
    parser = case_runs.parser("The longer tests of one build folder or several.", BUDGET)
    parser.add_argument("--label", default="regress", help="expression for CTest's labels (%(default)s)")
    parser.add_argument("--resume", action="store_true", help="leave out what has passed before")
    return runner.options_of(parser)


def name_of(machine, case):
    """Of a shard. What a file's name cannot have is replaced, and told apart by a digest."""
    text = re.sub(r"[^\w.,+=@-]", "_", f"{machine}.{case}", flags=re.ASCII)
    return text if text == f"{machine}.{case}" else f"{text}.{digests.of_text(case)[:8]}"


def seconds_of(out, name):
    """What a case took the last time, of whatever programs."""
    try:
        text = (shard_result.folder_of(out, name) / shard_result.FILE).read_text(encoding="utf-8")
        return float(json.loads(text)["seconds"])
    except (OSError, ValueError, KeyError, TypeError):
        return ctest_build.UNKNOWN_SECONDS


class Regress(runner.Campaign):
    """All cases, those first that others need."""

    def __init__(self, options, builds):
        self.options, self.planned = options, []
        for build in builds:
            programs = json.dumps(build.programs)
            self.planned += [self.shard(build, case, programs)
                             for case in sorted(build.cases, key=lambda case: not build.made_by[case])]

    def shard(self, build, case, programs):
        name = name_of(build.machine, case)
        about = {"campaign": "regress", "machine": build.machine, "case": case,
                 "will_fail": case in build.will_fail, "label": self.options.label,
                 "budget": self.options.budget, "manifest": str(self.options.manifest)}
        argv = [shard_list.PYTHON, "-B", ROOT / "tb" / "regress" / "regress_case.py",
                build.folder.absolute(), case, shard_list.RESULT]
        return shard_list.shard(name, argv, about, more=digests.of_text(build.definitions[case] + programs),
                                seconds=seconds_of(self.options.out, name),
                                needs=[name_of(build.machine, other) for other in build.set_ups_of(case)],
                                alone=case in build.alone)

    def shards(self, _outcome):
        return self.planned

    def forget(self, builds):
        """Removes results that are not to count: without --resume all, else of what did not pass and of the
        set-ups that it needs. How many stay."""
        if not self.options.resume:
            shutil.rmtree(self.options.out / "results", ignore_errors=True)
            return 0
        outcome = shard_result.read_all(self.options.out, self.planned)
        again = outcome.missing.keys() | set(outcome.failed)
        for build in builds:
            for case in build.with_fixtures(case for case in build.cases
                                            if name_of(build.machine, case) in again):
                again.add(name_of(build.machine, case))
        for name in again:
            shard_result.remove(self.options.out, name)
        return len(self.planned) - len(again)

    def told(self, result):
        """CTest's own word for how it ended."""
        found = filter(None, map(ctest_build.end_in, result.output.splitlines()))
        return next((word for _, word, _ in found if word != "passed"), "")


def cases_of(shards, outcome):
    cases = []
    for one in shards:
        machine, case = one.about["machine"], one.about["case"]
        found = []
        if one.id in outcome.results:
            found = test_summary.read_junit(outcome.results[one.id].folder / regress_case.RESULT, machine,
                                            [case] if one.about["will_fail"] else [])
        cases += found or [test_summary.not_conducted(machine, case)
                           | {"output": outcome.missing.get(one.id, "found no result of CTest") + "\n"}]
    return cases


def judge(shards, outcome, out):
    """Writes summary and reports. The exit code."""
    about = shards[0].about
    options = types.SimpleNamespace(out=out, budget=about["budget"])
    minutes = sum(outcome.results[one.id].seconds / (1 if one.alone else AT_A_TIME) for one in shards
                  if one.id in outcome.results) / 60
    return case_runs.judge("regress.py", about["label"], options,
                           least_cases.read(pathlib.Path(about["manifest"])), cases_of(shards, outcome),
                           minutes, script_main.over_budget(minutes, options.budget))


def main():
    options = parse_arguments()
    builds = [ctest_build.Build(folder, machine, options.label)
              for machine, folder in by_machine(options.builds).items()]
    told = contextlib.redirect_stdout(sys.stderr if options.engine == "list" else sys.stdout)
    with told:  # not among the commands
        case_runs.read_manifest(options, options.label, builds)
    with script_main.alone_in(options.out):
        campaign = Regress(options, builds)
        case_runs.remove_results(options.out)
        kept = campaign.forget(builds)
        with told:
            case_runs.tell_kept_back()
            print(f"{len(campaign.planned) - kept} cases to run, {kept} kept", flush=True)
        return runner.judged(campaign, options, judge)


if __name__ == "__main__":
    sys.exit(script_main.run("regress.py", main, "--resume goes on"))
