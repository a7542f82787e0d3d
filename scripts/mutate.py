#!/usr/bin/env python3
"""Runs the mutants of tests/mutation against their benches and says how many are killed.

  mutate.py BUILD OUT [PART ...] [--jobs N] [--unit NAME] [--force] [--report]

A part is a netlist or a program of units.json; nothing means all that are built in BUILD; benches.json says
which tests of its program a part runs, and holds the thresholds. Each mutant is a process of the bench with
NVE_MUTANT set, killed if the bench fails. Mutants of the RTL that no bench kills are handed to
tests/mutation/equal.py. OUT/state.json keeps every result as long as the program of its part is the same: a
call goes on where the last one stopped, or begins anew with --force.
OUT/mutants.json holds all of it, OUT/mutants.md the table; --report writes them and runs nothing.

Exit code: 0; 1 if a part that ran misses its threshold, a bench fails without a mutant, or a mutant that is
killed is proved equal; 2 for wrong options.
Standard library only.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import threading
import time

from test_summary import write_whole

ROOT = pathlib.Path(__file__).resolve().parents[1]
HERE = ROOT / "tests" / "mutation"
sys.path.insert(0, str(HERE))
import equal  # noqa: E402  (lies in the folder above)

KILLED, ALIVE = "killed", "alive"
FIRST, FACTOR = 5, 10  # a mutant may take so many seconds of processor time, and so many times the design's
AUDITED = 4            # mutants of a part, about, that are killed and must not be proved equal
SAVE = 5               # seconds between two writes of the state


class Part:
    """The mutants of one netlist or program, and how to run them."""

    def __init__(self, build, name, units, bench, gate):
        self.name, self.units, self.gate, self.tests = name, units, gate, bench["tests"]
        self.folder = build / "tests" / "mutation"
        self.binary = build / "bin" / f"mutants-{bench.get('program', name)}"
        self.listing = self.folder / {"rtl": "netlists", "cpp": "programs"}[gate] / f"{name}.json"
        self.netlist = self.listing.with_suffix(".v")
        self.observed = bench.get("observed", {})

    def built(self):
        return self.binary.is_file() and self.listing.is_file()

    def load(self):
        text = self.listing.read_bytes()
        self.mutants = json.loads(text)
        digest = hashlib.sha256(text + self.binary.read_bytes() + self.tests.encode())
        self.key = digest.hexdigest()

    def run(self, number):
        """What killed the mutant, or nothing."""
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 5))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        command = [self.binary, f"--gtest_filter={self.tests}", "--gtest_fail_fast"]
        process = subprocess.run(command, env=os.environ | {"NVE_MUTANT": str(number)}, text=True,
                                 errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 preexec_fn=limit, cwd=self.folder)
        if process.returncode == 0:
            passed = re.search(r"\[  PASSED  \] (\d+) test", process.stdout)
            return "no test was run" if not passed or passed[1] == "0" else ""
        failed = re.search(r"\[  FAILED  \] (\S+)", process.stdout)
        began = re.findall(r"\[ RUN      \] (\S+)", process.stdout)
        if failed:
            return failed[1].rstrip(",")
        return f"{began[-1] if began else 'start'}: exit code {process.returncode}"


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def all_parts(build):
    manifest = json.loads((HERE / "units.json").read_text(encoding="utf-8"))
    benches = json.loads((HERE / "benches.json").read_text(encoding="utf-8"))
    parts = [Part(build, netlist["name"], netlist["units"], benches[netlist["name"]], "rtl")
             for netlist in manifest["netlists"]]
    parts += [Part(build, program["name"], [], benches[program["name"]], "cpp")
              for program in manifest["programs"]]
    return parts, benches["gates"]


class Results:
    """Results by part and number of the mutant, in OUT/state.json."""

    def __init__(self, out):
        self.path = out / "state.json"
        self.lock = threading.Lock()
        self.saved = 0.0
        self.parts = json.loads(self.path.read_text(encoding="utf-8")) if self.path.is_file() else {}

    def of(self, part):
        kept = self.parts.get(part.name)
        if kept is None or kept["key"] != part.key:
            kept = self.parts[part.name] = {"key": part.key, "mutants": {}}
        return kept["mutants"]

    def keep(self, part, number, result):
        with self.lock:
            self.of(part)[str(number)] = result
            if time.monotonic() - self.saved > SAVE:
                self.save()

    def save(self):
        self.saved = time.monotonic()
        write_whole(self.path, json.dumps(self.parts, indent=1) + "\n")


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


def each(pool, name, items, work):
    """Calls work(item) for all items, in parallel."""
    items = list(items)
    progress = Progress(name, len(items))
    tasks = [pool.submit(work, item) for item in items]
    for task in concurrent.futures.as_completed(tasks):
        task.result()
        progress.step()


def run_part(part, results, options, pool):
    """Kills what the bench kills; false if the bench is no good."""
    kept = results.of(part)
    chosen = [mutant for mutant in part.mutants if options.unit in (None, mutant["unit"])]
    pending = [mutant for mutant in chosen if options.force or str(mutant["number"]) not in kept]
    if pending:
        part.seconds = 10 * FIRST * FACTOR
        before = children_seconds()
        problem = part.run(0)
        part.seconds = int(FIRST + FACTOR * (children_seconds() - before))
        if problem:
            print(f"mutate.py: error: {part.name} fails without a mutant: {problem}", file=sys.stderr)
            return False

    def kill(mutant):
        killer = part.run(mutant["number"])
        results.keep(part, mutant["number"], {"result": KILLED if killer else ALIVE, "by": killer})

    each(pool, part.name, pending, kill)

    def proof(mutant, work):
        observed = part.observed.get(mutant["unit"], {})
        return equal.prove(part.netlist, mutant["module"], mutant["number"], observed, work)

    def second(mutant):
        outcome = proof(mutant, options.out / "equal" / part.name / str(mutant["number"]))
        results.keep(part, mutant["number"],
                     {"result": outcome if outcome in (equal.EQUAL, equal.BOUNDED) else ALIVE, "by": outcome})

    wrong = []

    def audit(mutant):
        """A mutant that a bench kills must not be proved equal."""
        work = options.out / "equal" / part.name / f"audit-{mutant['number']}"
        if proof(mutant, work) == equal.EQUAL:
            wrong.append(mutant["number"])

    if part.gate == "rtl":
        each(pool, f"{part.name}, proofs", [mutant for mutant in chosen
             if kept[str(mutant["number"])] == {"result": ALIVE, "by": ""}], second)
        killed = [mutant for mutant in pending if kept[str(mutant["number"])]["result"] == KILLED]
        each(pool, f"{part.name}, audit", killed[:: max(1, len(killed) // AUDITED)], audit)
    results.save()
    for number in wrong:
        print(f"mutate.py: error: {part.name} {number} is killed, and proved equal", file=sys.stderr)
    return not wrong


COLUMNS = ("mutants", "killed", "equivalent", "bounded", "alive")


def count(part, results):
    """{unit: numbers} of what has been run, and the mutants with their results."""
    kept, rows, mutants = results.of(part), {}, []
    for mutant in part.mutants:
        result = kept.get(str(mutant["number"]))
        if result:
            row = rows.setdefault(mutant["unit"], dict.fromkeys(COLUMNS, 0))
            row["mutants"] += 1
            row[result["result"]] += 1
            mutants.append({"part": part.name} | mutant | result)
    return rows, mutants


def score(row):
    relevant = row["mutants"] - row["equivalent"] - row["bounded"]
    return 100.0 * row["killed"] / relevant if relevant else 100.0


def add(rows):
    return {column: sum(row[column] for row in rows) for column in COLUMNS}


def report(parts, gates, results, out):
    """Writes JSON and table; returns what misses a threshold."""
    problems, lines, everything, totals = [], [], [], {}
    header = ["unit", "part", *COLUMNS, "killed %"]
    lines = ["| " + " | ".join(header) + " |", "|---|---" + "|---:" * (len(header) - 2) + "|"]
    for part in parts:
        rows, mutants = count(part, results)
        everything += mutants
        strict = {unit["module"] for unit in part.units if unit.get("strict")}
        for unit, row in rows.items():
            cells = [unit, part.name, *(str(row[column]) for column in COLUMNS), f"{score(row):.1f}"]
            lines.append("| " + " | ".join(cells) + " |")
            totals.setdefault(part.gate, []).append(row)
            if unit in strict and row["alive"]:
                problems.append(f"{unit} in {part.name}: {row['alive']} alive, allowed: 0")
    for gate, rows in totals.items():
        total = add(rows)
        cells = [f"total {gate}", "", *(str(total[column]) for column in COLUMNS), f"{score(total):.1f}"]
        lines.append("| " + " | ".join(cells) + " |")
        if score(total) < gates[gate]["killed"]:
            problems.append(f"{gate}: {score(total):.1f} % killed, allowed: {gates[gate]['killed']} or more")
        bounded = 100.0 * total["bounded"] / total["mutants"]
        if bounded > gates[gate]["bounded"]:
            problems.append(f"{gate}: {bounded:.1f} % bounded, allowed: {gates[gate]['bounded']} or less")
    results = {"problems": problems, "mutants": everything}
    write_whole(out / "mutants.json", json.dumps(results, indent=1) + "\n")
    write_whole(out / "mutants.md", "\n".join(lines) + "\n")
    print("\n".join(lines))
    for mutant in everything:
        if mutant["result"] in (ALIVE, equal.BOUNDED):
            print(f"{mutant['result']}: {mutant['part']} {mutant['number']} "
                  f"({mutant['by'] or 'no proof tried'}), {mutant['unit']}, {mutant['text']}")
    return problems


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="build folder with the programs of nve_mutants")
    parser.add_argument("out", type=pathlib.Path, help="folder for state and results")
    parser.add_argument("parts", nargs="*", help="names of parts; all that are built")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time (%(default)s)")
    parser.add_argument("--unit", help="only mutants of this unit")
    parser.add_argument("--force", action="store_true", help="also run what has a result already")
    parser.add_argument("--report", action="store_true", help="run nothing")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.out = options.out.resolve()
    parts, gates = all_parts(options.build)
    names = [part.name for part in parts]
    for name in options.parts:
        if name not in names:
            parser.error(f"found part '{name}', allowed: {' '.join(names)}")
    missing = [part.name for part in parts if not part.built() and (part.name in options.parts)]
    if missing or not any(part.built() for part in parts):
        parser.error(f"not built: {' '.join(missing or names)}; make mutate builds them")
    if options.jobs < 1:
        parser.error(f"--jobs: found {options.jobs}, allowed: 1 or more")
    return options, [part for part in parts if part.built()], gates


def main():
    options, parts, gates = parse_arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    results = Results(options.out)
    sound = True
    for part in parts:
        part.load()
    if not options.report:
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for part in parts:
                if not options.parts or part.name in options.parts:
                    sound &= run_part(part, results, options, pool)
    problems = report(parts, gates, results, options.out)
    for problem in problems:
        print(f"mutate.py: error: {problem}", file=sys.stderr)
    return 0 if sound and not problems else 1


if __name__ == "__main__":
    sys.exit(main())
