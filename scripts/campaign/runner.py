# SPDX-License-Identifier: Apache-2.0
"""Runs a campaign: its list of shards by an engine, as often as the campaign has more to add.

What is under way lies in the folder OUT of the campaign: shards.jsonl (the list), results/ID
(shard_result.py), broken/ID.txt, work/ and, of Slurm, slurm/. Only results count: after any end of any
process the next call runs the shards that have none.

An engine (engine_ninja.py, engine_slurm.py) has start(stages), working(), remarks(), done(), stop(),
given_up and SECONDS between two looks at the results; engine_list.py prints commands instead.
"""
import pathlib
import shutil
import sys
import time

import engine_list
import engine_ninja
import engine_slurm
import script_main
import shard_list
import shard_result
from script_main import InputError
from shard_result import NoResult
from whole_file import refuse_full_disk, write_whole

ENGINES = {"ninja": engine_ninja.Ninja, "slurm": engine_slurm.Slurm}
JOBS = 2
TRIES = 3  # of shards that are killed


class Campaign:
    """A list that is known at the beginning. Others have functions of their own in the place of these."""

    def __init__(self, shards):
        self.list = shards

    def shards(self, _outcome):
        """The whole list, as far as it can be known."""
        return self.list

    def told(self, _result):
        """A text for the line about a shard that has ended."""
        return ""

    def enough(self, _outcome):
        """Why no more shard is to begin."""
        return ""


class Listed(Exception):
    """Commands have been printed, nothing has run."""


def options_of(parser, words=None):
    """Those of a campaign's parser and of every campaign; what the engine has no use for is refused."""
    add_options(parser)
    options = parser.parse_intermixed_args(words)
    check_options(parser, options)
    return options


def add_options(parser):
    group = parser.add_argument_group("where the shards run (docs/campaigns.md)")
    group.add_argument("--engine", choices=(*ENGINES, "list"), default="ninja",
                       help="this computer, a cluster, or commands for anything else (%(default)s)")
    group.add_argument("--jobs", type=script_main.count, default=JOBS,
                       help="shards at a time, with ninja (%(default)s)")
    engine_slurm.add_options(group)


def check_options(parser, options):
    if options.engine != "slurm":
        for name in ("patience", *engine_slurm.OPTIONS):
            if getattr(options, name) is not None:
                raise InputError(f"found --{name.replace('_', '-')} with --engine {options.engine}, allowed: "
                                 "with slurm")
    if options.engine != "ninja" and options.jobs != parser.get_default("jobs"):
        raise InputError(f"found --jobs with --engine {options.engine}, allowed: with ninja")


class Progress:
    """Lines about shards as they get their results."""

    def __init__(self, shards, pending, campaign):
        self.seconds = {one.id: max(one.seconds, 0.1) for one in shards}
        self.pending, self.campaign = set(pending), campaign
        self.total, self.done = len(shards), len(shards) - len(self.pending)
        self.failed = 0
        self.began, self.ended_seconds = time.monotonic(), 0.0

    def ended(self, result):
        self.pending.discard(result.id)
        self.done += 1
        self.failed += not result.passed
        self.ended_seconds += self.seconds[result.id]
        left = sum(self.seconds[name] for name in self.pending) * self.elapsed() / self.ended_seconds
        more = self.campaign.told(result)
        print(f"[{self.done}/{self.total}] {result.id}: {'passed' if result.passed else 'failed'}, "
              f"{result.seconds:.1f} s{'; ' + more if more else ''}; {100 * self.done // self.total} %, "
              f"{self.failed} failed, about {int(left) // 60}:{int(left) % 60:02} left", flush=True)

    def elapsed(self):
        return time.monotonic() - self.began


def judged(campaign, options, judge):
    """Runs a Campaign. The exit code: what judge(shards, outcome, out) says, unless commands were listed."""
    try:
        shards, outcome = run(campaign, options)
    except Listed:
        return 0
    return judge(shards, outcome, options.out)


def run(campaign, options):
    """The list of a Campaign at its end and what has become of it."""
    shards, outcome = run_rounds(campaign, options)
    print(outcome.cost, flush=True)
    return shards, outcome


def run_rounds(campaign, options):
    out = options.out
    outcome, shards = shard_result.Outcome({}, {}), []
    (out / "stop").unlink(missing_ok=True)
    shutil.rmtree(out / "broken", ignore_errors=True)
    tries = 1
    while True:
        shards = campaign.shards(outcome)
        shard_list.write(out / shard_list.LIST, shards)
        outcome = shard_result.read_all(out, shards)
        if not outcome.missing or campaign.enough(outcome):
            return shards, outcome
        if options.engine == "list":
            engine_list.tell(out, shards, outcome)
            raise Listed
        for one in shards:
            if one.id in outcome.missing:
                shard_result.remove(out, one.id)
        before = set(outcome.results)
        outcome, lost = run_round(campaign, options, shards, outcome)
        if outcome.missing:  # whose reasons may have had no room
            refuse_full_disk(out)
        tries = 1 if outcome.results.keys() - before else tries + 1
        if outcome.missing and (not lost or tries == TRIES):
            return shards, outcome
        if lost:
            print(f"{lost} shards have ended without a word, running them again", flush=True)


def run_round(campaign, options, shards, outcome):
    """Runs what has no result once. How many shards then have neither a result nor a reason, because they, or
    their nodes, were killed."""
    out, pending = options.out, outcome.missing
    engine = ENGINES[options.engine](out, out / shard_list.LIST, shards, options)
    progress = Progress(shards, pending, campaign)
    try:
        engine.start(shard_list.stages(shards, pending))
        working = True
        while working and progress.pending:
            working = engine.working()  # before the look at the results, which are complete once it has ended
            results = new_results(out, shards, progress.pending)
            for result in results:
                outcome.results[result.id] = result
                progress.ended(result)
            for remark in engine.remarks():
                print(f"{options.engine}: {remark}", file=sys.stderr, flush=True)
            if results and (reason := campaign.enough(outcome)):
                write_whole(out / "stop", f"{reason}\n")
            if working and progress.pending:
                time.sleep(engine.SECONDS)
        if not progress.pending:
            engine.done()
    except BaseException:
        engine.stop()
        raise
    outcome = shard_result.read_all(out, shards)
    given_up = engine.given_up or (out / "stop").exists()
    silent = [name for name in outcome.missing if not shard_result.broken_of(out, name).exists()]
    return outcome, 0 if given_up else len(silent)


def new_results(out, shards, pending):
    folder = pathlib.Path(out) / "results"
    there = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    found = []
    for one in shards:
        if one.id in pending and one.id in there:
            try:
                found.append(shard_result.read(out, one))
            except NoResult:  # told at the end
                continue
    return found


def problems_of(outcome):
    """Shards without a result, a sentence for each."""
    return [f"{name}: {reason}" for name, reason in outcome.missing.items()]


def all_passed(script, outcome):
    """Whether all shards have passed. Those that have not are told."""
    problems = problems_of(outcome)
    problems += [f"{name}: {outcome.results[name].output.strip()}" for name in outcome.failed]
    for problem in problems:
        print(f"{script}: error: {problem}", file=sys.stderr)
    return not problems
