#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the mutants of tb/mutation against their benches and says how many are killed.

  mutate.py BUILD OUT [PART ...] [--jobs N] [--budget MINUTES] [--unit NAME] [--force] [--report]
  mutate.py BUILD OUT [PART ...] --targets

A part is a netlist or a program of units.json; nothing means all; benches.json says which tests of its
program a part runs, and holds the thresholds. Each mutant is a process of the bench with NVE_MUTANT set,
killed if the bench fails. Mutants of the RTL that no bench kills are handed to tb/mutation/equal.py, and
some of the killed ones of every unit as well, which must not be proved equal. OUT/state.json keeps what the
bench says as long as the program of the part is the same, and every proof as long as its assumptions are too:
a call goes on where the last one stopped, or begins anew with --force. OUT/mutants.json holds all of it,
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
import concurrent.futures
import pathlib
import resource
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib"))
import mutate_report  # noqa: E402
import mutate_state  # noqa: E402
import script_main  # noqa: E402
from mutate_parts import HERE, Processes, all_parts, equal  # noqa: E402
from mutate_state import ALIVE, KILLED  # noqa: E402
from script_main import InputError  # noqa: E402

FIRST, FACTOR = 5, 10  # a mutant may take so many seconds of processor time, and so many times the design's


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Progress:
    def __init__(self, name, total):
        self.name, self.total, self.done, self.told = name, total, 0, time.monotonic()
        self.began = self.told

    def step(self):
        self.done += 1
        now = time.monotonic()
        if now - self.told > 20 or self.done == self.total:
            self.told = now
            left = int((now - self.began) / self.done * (self.total - self.done))
            print(f"{self.name}: {self.done} of {self.total}, {left // 60}:{left % 60:02} left", flush=True)


class Run:
    """One call: parts, one behind the other, and their mutants side by side."""

    def __init__(self, options, state):
        self.options, self.state = options, state
        self.processes = Processes()
        self.pool = concurrent.futures.ThreadPoolExecutor(options.jobs)

    def each(self, name, items, work):
        """Calls work(item) for all items, in parallel."""
        progress = Progress(name, len(items))
        tasks = [self.pool.submit(work, item) for item in items]
        for task in script_main.completed(tasks):
            task.result()
            progress.step()

    def all(self, parts):
        """The parts whose benches fail without a mutant."""
        try:
            return [part for part in parts if not self.part(part)]
        except BaseException:
            self.processes.stop()
            raise
        finally:
            self.pool.shutdown(cancel_futures=True)
            self.state.save()

    def part(self, part):
        kept = self.state.begin(part)
        units = {unit: mutants for unit, mutants in part.units().items()
                 if self.options.unit in (None, unit)}
        chosen = [mutant for mutants in units.values() for mutant in mutants]
        if self.options.force:
            for kind in ("mutants", "proofs", "audits"):
                for mutant in chosen:
                    kept[kind].pop(str(mutant["number"]), None)
        pending = [mutant for mutant in chosen if not mutate_report.bench_of(kept, mutant)]
        if pending and not self.sound(part):
            return False
        self.each(part.name, pending, lambda mutant: self.kill(part, mutant))
        self.each(f"{part.name}, proofs", mutate_report.unproved(part, kept, chosen),
                  lambda mutant: self.prove(part, mutant, "proofs"))
        self.each(f"{part.name}, audit", [mutant for unit in units
                                          for mutant in mutate_report.unaudited(part, kept, unit)],
                  lambda mutant: self.prove(part, mutant, "audits"))
        return True

    def sound(self, part):
        """Whether the bench passes without a mutant, which says how long it may take with one."""
        part.seconds = 10 * FIRST * FACTOR
        before = children_seconds()
        problem = part.run(0, self.processes)
        part.seconds = int(FIRST + FACTOR * (children_seconds() - before))
        if problem:
            print(f"mutate.py: error: {part.name} fails without a mutant: {problem}", file=sys.stderr)
        return not problem

    def kill(self, part, mutant):
        killer = part.run(mutant["number"], self.processes)
        result = {"result": KILLED if killer else ALIVE, "by": killer}
        self.state.keep(part, "mutants", mutant["number"], result)

    def prove(self, part, mutant, kind):
        given, key = part.given(mutant)
        work = self.options.out / "equal" / part.name / kind / str(mutant["number"])
        outcome = equal.prove(part.netlist, mutant["module"], mutant["number"], given, work)
        self.state.keep(part, kind, mutant["number"], {"key": key, "outcome": outcome})


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="build folder with the programs of nve_mutants")
    parser.add_argument("out", type=pathlib.Path, help="folder for state and results")
    parser.add_argument("parts", nargs="*", help="names of parts; all")
    parser.add_argument("--folder", type=pathlib.Path, default=HERE,
                        help="folder of units.json, benches.json, given and parents (tb/mutation)")
    parser.add_argument("--jobs", type=script_main.count, default=2, help="processes at a time (%(default)s)")
    parser.add_argument("--budget", type=script_main.minutes, default=90,
                        help="minutes of a call (%(default)s)")
    parser.add_argument("--unit", help="only mutants of this unit")
    parser.add_argument("--force", action="store_true", help="also run what has a result already")
    parser.add_argument("--report", action="store_true", help="run nothing")
    parser.add_argument("--targets", action="store_true", help="print the targets of CMake for the parts")
    options = parser.parse_intermixed_args()
    if options.targets:
        script_main.refuse_beside("--targets", parser, options, ("force", "jobs", "budget", "unit", "report"))
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
    for part in parts:
        if part.built():
            part.load()
    chosen = [part for part in named if part.built()]
    if options.unit is None:
        return chosen
    units = sorted({unit for part in chosen for unit in part.units()})
    if options.unit not in units:
        raise InputError(f"--unit: found '{options.unit}', allowed: {' '.join(units)}")
    return [part for part in chosen if options.unit in part.units()]


def main():
    options = parse_arguments()
    start = time.monotonic()
    parts, gates = all_parts(options.build, options.folder)
    if options.targets:
        print(*dict.fromkeys(part.binary.name for part in named_parts(options, parts)))
        return 0
    chosen = chosen_parts(options, parts)
    with script_main.alone_in(options.out):
        state = mutate_state.State(options.out)
        broken = [] if options.report else Run(options, state).all(chosen)
        report, told = mutate_report.Report(parts, gates, state), []
        for part in parts:
            unfinished = mutate_report.unfinished(part, state)
            if options.unit is None and (part in chosen or not options.parts):
                report.problems += unfinished
            else:
                told += unfinished
        if not options.parts and options.unit is None:
            report.demand_numbers()
        report.problems += script_main.over_budget((time.monotonic() - start) / 60, options.budget)
        report.write(options.out)
        report.tell()
    if told:
        print(f"mutate.py: not asked for, and not all in the table: {'; '.join(told)}", file=sys.stderr)
    for problem in report.problems:
        print(f"mutate.py: error: {problem}", file=sys.stderr)
    return 1 if broken or report.problems else 0


if __name__ == "__main__":
    sys.exit(script_main.run("mutate.py", main, "what has ended is kept, the next call goes on"))
