# SPDX-License-Identifier: Apache-2.0
"""The results of nightly.py: one of every slice of seeds that has ended, kept, merged and added up.

state.json: {"tools": {machine: digest of its nve-random}, "slices": {machine: [slice ...]}}; a slice has its
first seed, the numbers of SUMS (`expected` of them are its seeds), the seeds that failed and the seconds it
took.
"""
import json

from script_main import InputError
from test_summary import write_whole

SUMS = ("expected", "conducted", "failed", "legal", "illegal", "congested", "sending", "runs",
        "compared_cycles", "compared_words", "mismatches", "cycle_delta", "refused_starts", "watchdog_resets")

# Numbers of programs, each with what it is a part of
PART_OF = {"conducted": "expected", "failed": "conducted", "legal": "conducted", "illegal": "conducted",
           "congested": "conducted", "sending": "legal"}
MOST = 2 ** 64 - 1  # of seeds and sums, which have 64 bits


class NoResults(InputError):
    """A file without results: there is nothing to go on with."""


def read_slice(path, machine, first, number, exit_code):
    """The slice that nve-random has reported on. ValueError for a report that is no proof of anything."""
    if not path.is_file():
        raise ValueError("found no report")
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
        wanted = {"arch": machine, "seeds": [first, first + number - 1], "expected": number,
                  "failed": len(report["failures"])}
        for key, value in wanted.items():
            if report[key] != value:
                raise ValueError(f"{key}: found {report[key]}, allowed: {value}")
        if report["compared_cycles"] < 1 or report["conducted"] < 1:
            raise ValueError("nothing was compared")
        if exit_code != (1 if report["failed"] else 0):
            raise ValueError(f"exit code {exit_code} with {report['failed']} failed programs")
        texts = {failure["seed"]: failure["text"] for failure in report["failures"]}
        result = {"first": first} | {key: report[key] for key in SUMS} | {"failing_seeds": list(texts)}
        check_slice(result)
        return result, texts
    except (KeyError, TypeError) as error:
        raise ValueError(f"found no {error}, allowed: a report of nve-random") from error


def check_slice(result):
    """ValueError for numbers that no slice can have."""
    seeds = result["failing_seeds"]
    for key in ("first", *SUMS):
        least = 1 if key in ("first", "expected") else 0
        demand(key, result[key], least, result[PART_OF[key]] if key in PART_OF else MOST)
    demand("legal and illegal", result["legal"] + result["illegal"], 0, result["conducted"])
    demand("last seed", end_of(result) - 1, 1, MOST)
    for seed in seeds:
        demand("failing_seeds", seed, result["first"], end_of(result) - 1)
    if len(set(seeds)) != result["failed"]:
        raise ValueError(f"failing_seeds: found {len(set(seeds))} seeds, allowed: failed, {result['failed']}")
    seconds = result.get("seconds", 0)
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 <= seconds < float("inf"):
        raise ValueError(f"seconds: found {seconds}, allowed: a number, 0 or more")


def demand(name, value, least, most):
    """ValueError unless the value is a whole number from `least` to `most`."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{name}: found {value}, allowed: {least} to {most}")


def not_conducted(own):
    """What is missing of a slice or of several, a list of sentences."""
    missing = own["expected"] - own["conducted"]
    return [f"{missing} of {own['expected']} programs were not conducted"] if missing else []


def failed(own):
    """What went wrong in a slice or in several, a list of sentences."""
    if own["failed"] or own["mismatches"] or own["cycle_delta"]:
        return [f"{own['failed']} programs failed, {own['mismatches']} mismatches, cycle delta "
                f"{own['cycle_delta']}"]
    return []


def end_of(result):
    return result["first"] + result["expected"]


class Results:
    """The slices of every machine, in the order of their seeds."""

    def __init__(self, tools=None, slices=None):
        self.tools = tools or {}
        self.slices = slices or {}

    @classmethod
    def read(cls, path):
        """Those of a state.json. NoResults if it has none, InputError if some of them cannot be."""
        found = cls()
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            listed = [(machine, tool, list(content["slices"][machine]))
                      for machine, tool in content["tools"].items()]
            for machine, tool, results in listed:
                found.begin(machine, tool)
                for result in results:
                    found.keep_checked(machine, result, path)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise NoResults(f"{path}: found no results of nightly.py") from error
        return found

    def write(self, path):
        write_whole(path, json.dumps({"tools": self.tools, "slices": self.slices}, indent=1) + "\n")

    def begin(self, machine, tool):
        """A machine without results."""
        self.tools[machine] = tool
        self.slices[machine] = []

    def keep(self, machine, result):
        if clash := self.clash(machine, result):
            raise ValueError(f"seeds {clash} of {machine} are there twice")
        self.slices[machine].append(result)
        self.slices[machine].sort(key=end_of)

    def keep_checked(self, machine, result, path):
        """Keeps a slice of a file, unless it has numbers or seeds that it cannot have."""
        try:
            check_slice(result)
            self.keep(machine, result)
        except ValueError as error:
            raise InputError(f"{path}: {machine}, slice of seed {result['first']}: {error}; delete the file "
                             "to begin anew") from error

    def clash(self, machine, result):
        """Seeds that have a result and are in another one too, as a text."""
        for other in self.slices[machine]:
            first, end = max(other["first"], result["first"]), min(end_of(other), end_of(result))
            if first < end:
                return f"{first}-{end - 1}"
        return ""

    def gap(self, machine, first, most):
        """The next seeds without a result: the first of them and how many, so many at most."""
        for result in self.slices[machine]:
            if first < result["first"]:
                return first, min(most, result["first"] - first)
            first = max(first, end_of(result))
        return first, most

    def add(self, other, name):
        """The results of another folder of this name, where they go together."""
        for machine, tool in other.tools.items():
            if machine not in self.tools:
                self.begin(machine, tool)
            if self.tools[machine] != tool:
                raise InputError(f"{name}: found results of another nve-random of {machine} than in the "
                                 "other folders, allowed: the same one")
            for result in other.slices[machine]:
                if clash := self.clash(machine, result):
                    raise InputError(f"{name}: found seeds {clash} of {machine} that are in another folder "
                                     "too, allowed: each seed once")
                self.keep(machine, result)

    def sum(self, key, machine=None):
        machines = self.slices if machine is None else [machine]
        return sum(result[key] for each in machines for result in self.slices[each])

    def summary(self, programs, cycles, broken):
        """Totals, those of every machine, and why this is no success: for summary.json."""
        total = {key: self.sum(key) for key in SUMS}
        machines = {machine: {key: self.sum(key, machine) for key in SUMS} |
                    {"failing_seeds": [seed for result in slices for seed in result["failing_seeds"]]}
                    for machine, slices in self.slices.items()}
        problems = list(broken)
        for machine, own in machines.items():
            if own["compared_cycles"] == 0:
                problems.append(f"{machine}: no cycle was compared")
            elif own["compared_words"] == 0:
                problems.append(f"{machine}: no output word was compared with one without stalls")
            problems += [f"{machine}: {text}" for text in not_conducted(own)]
            problems += [f"{machine}: {text}; failures/{machine}.*.txt" for text in failed(own)]
        if total["expected"] < programs:
            problems.append(f"found {total['expected']} programs, allowed: {programs} or more")
        if total["compared_cycles"] < cycles:
            problems.append(f"found {total['compared_cycles']} compared cycles, allowed: {cycles} or more")
        return {"total": total, "machines": machines, "problems": problems}
