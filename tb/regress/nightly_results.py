# SPDX-License-Identifier: Apache-2.0
"""The results of nightly.py: one of every slice of seeds that has ended, read and added up.

A slice has its machine, its first seed, the numbers of SUMS (`expected` of them are its seeds), the seeds
that failed and the seconds it took.
"""
import json

SUMS = ("expected", "conducted", "failed", "legal", "illegal", "congested", "sending", "runs",
        "compared_cycles", "compared_words", "mismatches", "cycle_delta", "refused_starts", "watchdog_resets")

# Numbers of programs, each with what it is a part of
PART_OF = {"conducted": "expected", "failed": "conducted", "legal": "conducted", "illegal": "conducted",
           "congested": "conducted", "sending": "legal"}
MOST = 2 ** 64 - 1  # of seeds and sums, which have 64 bits


def report_of(result):
    """What nve-random has reported on a slice that has ended. ValueError if that is nothing."""
    path = result.folder / "report.json"
    if not path.is_file():
        raise ValueError("found no report")
    report = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(report, dict):
        raise ValueError("found no object in the report")
    return report


def number_in(result, key):
    """A number of the report of a slice, 0 if it has none."""
    try:
        return int(report_of(result)[key])
    except (ValueError, KeyError, TypeError):
        return 0


def read_slice(shard, result):
    """The slice of a shard that has ended. ValueError for a report that is no proof of anything."""
    machine, first, number = (shard.about[key] for key in ("machine", "first", "number"))
    try:
        report = report_of(result)
        wanted = {"arch": machine, "seeds": [first, first + number - 1], "expected": number,
                  "failed": len(report["failures"])}
        for key, value in wanted.items():
            if report[key] != value:
                raise ValueError(f"{key}: found {report[key]}, allowed: {value}")
        if report["compared_cycles"] < 1 or report["conducted"] < 1:
            raise ValueError("nothing was compared")
        if result.exit_code != (1 if report["failed"] else 0):
            raise ValueError(f"exit code {result.exit_code} with {report['failed']} failed programs")
        own = {key: report[key] for key in SUMS} | {"failing_seeds": list(texts_of(report))}
        found = {"machine": machine, "first": first, "seconds": result.seconds} | own
        check_slice(found)
        return found
    except (KeyError, TypeError) as error:
        raise ValueError(f"found no {error}, allowed: a report of nve-random") from error


def texts_of(report):
    """{seed: text} of the programs that failed."""
    return {failure["seed"]: failure["text"] for failure in report["failures"]}


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


def contradictions(shards):
    """Why results of a list cannot be added up, a list of sentences: it may be of several folders."""
    found = []
    for machine in dict.fromkeys(one.about["machine"] for one in shards):
        own = sorted((one.about["first"], one.about["number"], one.id) for one in shards
                     if one.about["machine"] == machine)
        for (first, number, name), (begin, _, other) in zip(own, own[1:]):
            if begin < first + number:
                found.append(f"{machine}: found seeds in both {name} and {other}, allowed: each once; merge "
                             "folders that do not share seeds")
        if len({one.about["tool"] for one in shards if one.about["machine"] == machine}) > 1:
            found.append(f"{machine}: found results of different nve-random, allowed: of one; merge folders "
                         "of the same programs")
    return found


class Results:
    """The slices that have ended, in the order of the list, and what proves nothing, in words."""

    def __init__(self, shards, outcome):
        self.slices, self.contradictions = [], contradictions(shards)
        self.broken = {}
        for shard in shards:
            if shard.id in outcome.results:
                try:
                    self.slices.append(read_slice(shard, outcome.results[shard.id]))
                except ValueError as error:
                    self.broken[shard.id] = f"exit code {outcome.results[shard.id].exit_code}: {error}"

    def sum(self, key, machine=None):
        return sum(own[key] for own in self.slices if machine in (None, own["machine"]))

    def summary(self, about, machines, broken):
        """Totals, those of every machine, and why this is no success: for summary.json."""
        total = {key: self.sum(key) for key in SUMS}
        parts = {machine: {key: self.sum(key, machine) for key in SUMS} |
                 {"failing_seeds": [seed for own in self.slices if own["machine"] == machine
                                    for seed in own["failing_seeds"]]} for machine in machines}
        problems = [*self.contradictions, *broken, *(f"{name}: {text}" for name, text in self.broken.items())]
        for machine, own in parts.items():
            if own["compared_cycles"] == 0:
                problems.append(f"{machine}: no cycle was compared")
            elif own["compared_words"] == 0:
                problems.append(f"{machine}: no output word was compared with one without stalls")
            problems += [f"{machine}: {text}" for text in not_conducted(own)]
            problems += [f"{machine}: {text}; failures/{machine}.*.txt" for text in failed(own)]
        if total["failed"] >= about["failures"]:
            problems.append(f"found {total['failed']} failing programs, no further slice was begun; allowed: "
                            f"fewer than --failures {about['failures']}")
        for key, text in (("expected", "programs"), ("compared_cycles", "compared cycles")):
            wanted = about["programs" if key == "expected" else "cycles"]
            if total[key] < wanted:
                problems.append(f"found {total[key]} {text}, allowed: {wanted} or more; call again, for more "
                                "seeds")
        return {"total": total, "machines": parts, "problems": problems}
