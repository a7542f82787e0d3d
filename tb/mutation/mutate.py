#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the mutants of tb/mutation against their benches and says how many are killed.

  mutate.py BUILD OUT [PART ...] [--jobs N] [--budget MINUTES] [--unit NAME] [--slice N] [--force]
                            [--report]
  mutate.py BUILD OUT [PART ...] --targets

A part is a netlist or a program of units.json; nothing means all; benches.json says which tests of its
program a part runs, and holds the thresholds. Each mutant is a process of the bench with NVE_MUTANT set,
killed if the bench fails. Mutants of the RTL that no bench kills are handed to tb/mutation/equal.py, and
some of the killed ones of every unit as well, which must not be proved equal. Some mutants are a shard, a
proof is one (docs/campaigns.md): OUT/results keeps what the bench says as long as the program of the part is
the same, and every proof as long as its assumptions are too: a call goes on where the last one stopped, or
begins anew with --force. OUT/mutants.json holds all of it,
OUT/mutants.md the table; --report writes them and runs nothing; --targets prints the targets of CMake that
build the parts, which need not be built yet.

Exit code: 0; 1 if a threshold is missed, a bench fails without a mutant, a mutant that is killed is proved
equal, no mutant has a result, the results of a part that is called for are not complete or of another
program, or the call took more minutes than its budget (90); of a call for all parts also if one is not
built or there are fewer mutants than the thresholds say; 2 for wrong options or files; 128 and its number
for a signal; 70 for an internal error.
Standard library only.
"""
import argparse
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "campaign")]
import mutate_report  # noqa: E402
import mutate_results  # noqa: E402
import runner  # noqa: E402
import script_main  # noqa: E402
import shard_result  # noqa: E402
from mutate_parts import all_parts, load  # noqa: E402
from script_main import InputError  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent


class Mutation(runner.Campaign):
    """The mutants of some parts, as the campaign that runner.py runs; of other parts what is there."""

    def __init__(self, options, parts, chosen):
        self.options, self.parts, self.chosen = options, parts, chosen
        asked = [part.name for part in chosen] if options.parts else []
        self.make = mutate_results.Shards(options.build, options.folder,
                                          {"campaign": "mutate", "asked": asked, "one": options.unit},
                                          options.slice)
        if options.force:
            self.forget()

    def asked(self, part, unit):
        return part in self.chosen and self.options.unit in (None, unit)

    def benches(self):
        """Those asked for, and others that have a result."""
        found = []
        for part in self.parts:
            for unit in part.units() if part.built() else ():
                shards = self.make.benches(part, unit)
                if not self.asked(part, unit):
                    there = shard_result.read_all(self.options.out, shards).results
                    shards = [one for one in shards if one.id in there]
                found += shards
        return found

    def proofs(self, benches, outcome):
        """Those that the results of the benches ask for; of parts not asked for, only what has a result."""
        found = []
        for part in self.parts:
            kept = mutate_results.of_part(part.name, benches, outcome)
            for unit, mutants in part.units().items():
                wanted = mutate_report.living(part, kept, mutants) + mutate_report.audited(part, kept, unit)
                shards = [self.make.proof(part, mutant) for mutant in wanted]
                if not self.asked(part, unit):
                    there = shard_result.read_all(self.options.out, shards).results
                    shards = [one for one in shards if one.id in there]
                found += shards
        return found

    def forget(self):
        """Removes the results of what is asked for."""
        parts = {part.name: part for part in self.parts}
        for one in self.shards():
            if self.asked(parts[one.about["part"]], one.about["unit"]):
                shard_result.remove(self.options.out, one.id)

    def shards(self, _outcome=None):
        benches = self.benches()
        outcome = shard_result.read_all(self.options.out, benches)
        return benches + self.proofs(benches, outcome)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="build folder with the programs of nve_mutants")
    parser.add_argument("out", type=pathlib.Path, help="folder for state and results")
    parser.add_argument("parts", nargs="*", help="names of parts; all")
    parser.add_argument("--folder", type=pathlib.Path, default=HERE,
                        help="folder of units.json, benches.json, given and parents (tb/mutation)")
    parser.add_argument("--budget", type=script_main.minutes, default=90,
                        help="minutes of a call (%(default)s)")
    parser.add_argument("--slice", type=script_main.count, default=mutate_results.MUTANTS,
                        help="mutants of a shard (%(default)s)")
    parser.add_argument("--unit", help="only mutants of this unit")
    parser.add_argument("--force", action="store_true", help="also run what has a result already")
    parser.add_argument("--report", action="store_true", help="run nothing")
    parser.add_argument("--targets", action="store_true", help="print the targets of CMake for the parts")
    options = runner.options_of(parser)
    if options.targets:
        script_main.refuse_beside("--targets", parser, options, ("force", "jobs", "budget", "unit", "slice",
                                                                       "report"))
    if options.report:
        script_main.refuse_beside("--report", parser, options, ("force", "jobs", "budget"))
    for name in ("build", "out", "folder"):
        setattr(options, name, getattr(options, name).resolve())
    return options


def named_parts(options, parts):
    """The parts that the options name, all if they name none."""
    names = [part.name for part in parts]
    for name in options.parts:
        if name not in names:
            raise InputError(f"found part '{name}', allowed: {' '.join(names)}")
    return [part for part in parts if not options.parts or part.name in options.parts]


def chosen_parts(options, parts):
    """The built parts that the options name, which must all be there."""
    named = named_parts(options, parts)
    missing = [part.name for part in parts if not part.built() and part.name in options.parts]
    if missing or not any(part.built() for part in parts):
        missing = missing or [part.name for part in parts]
        raise InputError(f"{options.build}: not built: {' '.join(missing)}; make mutate builds them")
    load(parts)
    chosen = [part for part in named if part.built()]
    if options.unit is None:
        return chosen
    units = sorted({unit for part in chosen for unit in part.units()})
    if options.unit not in units:
        raise InputError(f"--unit: found '{options.unit}', allowed: {' '.join(units)}")
    return [part for part in chosen if options.unit in part.units()]


def judge(shards, outcome, out, minutes=0.0, budget=float("inf")):
    """Writes mutants.json and mutants.md. The exit code."""
    about = shards[0].about
    parts, gates = all_parts(pathlib.Path(about["build"]), pathlib.Path(about["folder"]))
    load(parts)
    known = {part.name: mutate_results.of_part(part.name, shards, outcome) for part in parts}
    report, told = mutate_report.Report(parts, gates, known), []
    report.problems += runner.problems_of(outcome)
    report.problems += [" ".join(outcome.results[name].output.split()) for name in outcome.failed]
    for part in parts:
        unfinished = mutate_report.unfinished(part, known[part.name])
        if about["one"] is None and part.name in (about["asked"] or [part.name]):
            report.problems += unfinished
        else:
            told += unfinished
    if not about["asked"] and about["one"] is None:
        report.demand_numbers()
    report.problems += script_main.over_budget(minutes, budget)
    report.write(out)
    report.tell()
    if told:
        print(f"mutate.py: not asked for, and not all in the table: {'; '.join(told)}", file=sys.stderr)
    for problem in report.problems:
        print(f"mutate.py: error: {problem}", file=sys.stderr)
    return 1 if report.problems else 0


def main():
    options = parse_arguments()
    start = time.monotonic()
    parts, _ = all_parts(options.build, options.folder)
    if options.targets:
        print(*dict.fromkeys(part.binary.name for part in named_parts(options, parts)))
        return 0
    chosen = chosen_parts(options, parts)

    def judged(*found):
        return judge(*found, (time.monotonic() - start) / 60, options.budget)

    with script_main.alone_in(options.out):
        campaign = Mutation(options, parts, chosen)
        if not options.report:
            return runner.judged(campaign, options, judged)
        shards = campaign.shards()
        outcome = shard_result.read_all(options.out, shards)
        outcome.missing.clear()  # told by part
        return judged(shards, outcome, options.out)


if __name__ == "__main__":
    sys.exit(script_main.run("mutate.py", main, "what has ended is kept, the next call goes on"))
