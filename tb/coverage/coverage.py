#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds up the coverage of one build folder or several, writes it as HTML and JSON, and refuses what is too
little.

  coverage.py OUT BUILD [BUILD ...] [--rtl] [--update] [--waivers FILE] [--manifest FILE] [--no-constants]
              [--assertions RTL]

The builds are made with -DNVE_COVERAGE=models or cpp and their tests have run; --rtl says that there is
none of the latter. OUT gets index.html, a page for each module and source file, and coverage.json.
docs/coverage.md says what is counted. Points that are waived or proved constant are left out of the
percentages and listed apart; a waiver that nothing needs is an error, and so is a constant that moves. The
bins, models and modules must be those of the manifest, which --update first writes anew from the counters;
the assertions must be those of the RTL (--assertions: another folder of sources).

Exit code: 0; 1 if a kind of coverage is below its limit, something of the manifest is missing from the
counters or the other way round, waivers are too many or stale, an impossible bin was hit or a constant
moved; 2 for wrong options or files; 70 for an internal error.
"""
import argparse
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib"))
import coverage_constants  # noqa: E402
import coverage_data  # noqa: E402
import coverage_html  # noqa: E402
import coverage_manifest  # noqa: E402
import own_files  # noqa: E402
import script_main  # noqa: E402
from coverage_waivers import Waivers  # noqa: E402
from script_main import InputError  # noqa: E402
from test_summary import write_whole  # noqa: E402

LIMITS = {"line": 100, "branch": 100, "port": 100, "internal": 95, "functional": 100, "antecedent": 100,
          "cpp": 95}
MOST_WAIVED = 2  # per cent of the points of a kind
MANIFEST = coverage_data.ROOT / "tb" / "coverage" / "manifest.json"
WAIVERS = coverage_data.ROOT / "tb" / "coverage" / "waivers.json"
EDGES = ("rises", "falls")


class Kind:
    """The points of one kind: names of those covered, and of the others with what became of them."""

    def __init__(self, name):
        self.name = name
        self.total = 0
        self.missing = []
        self.constant = []
        self.waived = []

    def count(self):
        return self.total - len(self.constant) - len(self.waived)

    def percent(self):
        points = self.count()
        return 100.0 * (points - len(self.missing)) / points if points else 0.0


def source_line(cache, file, line):
    path = coverage_data.RTL / file
    if path not in cache:
        cache[path] = path.read_text(encoding="utf-8").splitlines()
    if line > len(cache[path]):
        raise InputError(f"{path}: found {len(cache[path])} lines, the counters have line {line}; build the "
                         "models again")
    return cache[path][line - 1].strip()


def evaluate(points, constant, waivers):
    """Every kind with its points sorted out."""
    kinds = {name: Kind(name) for name in LIMITS}
    cache = {}

    def add(name, point, covered, is_constant=False):
        kind = kinds[name]
        kind.total += 1
        if covered:
            return
        if is_constant:
            kind.constant.append(point)
        elif waivers.take(name, point):
            kind.waived.append(point)
        else:
            kind.missing.append(point)

    for name in ("line", "branch"):
        for (file, line, _, what, _), count in sorted(getattr(points, name).items()):
            add(name, f"{file}: {source_line(cache, file, line)}: {what}", count)
    for (module, assertion), count in sorted(points.antecedent.items()):
        add("antecedent", f"{module}.{assertion}", count)
    for name in ("port", "internal"):
        for key, edges in sorted(getattr(points, name).items()):
            proved = key in constant and not any(edges)
            for edge, seen in zip(EDGES, edges):
                add(name, f"{key[0]}.{key[1]}[{key[2]}] {edge}", seen, proved)
    for name, count in sorted(points.bins.items()):
        add("functional", name, count)
    for file, lines in sorted(points.cpp.items()):
        for line, count in sorted(lines.items()):
            add("cpp", f"{file}:{line}", count)
    return kinds


def findings(kinds, points, constant, waivers, manifest, assertions):
    """Why the gate is shut; a list of sentences."""
    found = []
    for kind in kinds.values():
        if kind.count() and kind.percent() < LIMITS[kind.name]:
            found.append(f"{kind.name}: {kind.percent():.2f} % of {kind.count()} points, at least "
                         f"{LIMITS[kind.name]} % is asked for")
        if len(kind.waived) > MOST_WAIVED / 100 * max(1, kind.total):
            found.append(f"{kind.name}: {len(kind.waived)} of {kind.total} points are waived, at most "
                         f"{MOST_WAIVED} % may be")
        if not kind.total:
            found.append(f"{kind.name}: no point was counted")
    found += coverage_manifest.differences(manifest, points, assertions)
    found += [f"impossible bin hit {count} times: {name}" for name, count in sorted(points.illegal.items())
              if count]
    found += [f"proved constant, but it moves: {module}.{name}[{bit}]"
              for module, name, bit in sorted(constant & points.moved)]
    found += [f"waiver not needed: {point}" for point in waivers.stale(kinds)]
    return found


def as_json(kinds, waivers, found):
    return {"kinds": {name: {"points": kind.total, "constant": len(kind.constant), "waived": len(kind.waived),
                             "covered": kind.count() - len(kind.missing), "percent": round(kind.percent(), 3),
                             "limit": LIMITS[name], "missing": kind.missing,
                             "waivers": {point: waivers.reasons[name, point] for point in kind.waived},
                             "proved_constant": kind.constant} for name, kind in kinds.items()},
            "findings": found}


def table(kinds):
    rows = [f"{'kind':12}{'points':>8}{'constant':>10}{'waived':>8}{'covered':>9}{'missing':>9}{'percent':>9}"
            f"{'limit':>7}"]
    for kind in kinds.values():
        rows.append(f"{kind.name:12}{kind.total:8}{len(kind.constant):10}{len(kind.waived):8}"
                    f"{kind.count() - len(kind.missing):9}{len(kind.missing):9}{kind.percent():9.2f}"
                    f"{LIMITS[kind.name]:7}")
    return "\n".join(rows)


def parse_arguments():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=True)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("builds", nargs="+", type=pathlib.Path)
    parser.add_argument("--rtl", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--waivers", type=pathlib.Path, default=WAIVERS)
    parser.add_argument("--manifest", type=pathlib.Path, default=MANIFEST)
    parser.add_argument("--assertions", type=pathlib.Path, default=coverage_data.RTL)
    parser.add_argument("--no-constants", action="store_true")
    return parser.parse_args()


def main():
    options = parse_arguments()
    for build in options.builds:
        if not (build / "CMakeCache.txt").is_file():
            raise InputError(f"{build}: found no CMakeCache.txt, allowed: a build folder")
    own_files.refuse_overwriting([options.waivers, options.manifest],
                                 [options.out / "coverage.json", *options.out.glob("*.html")])
    waivers = Waivers(options.waivers, list(LIMITS))
    manifest = None if options.update else coverage_manifest.read(options.manifest)
    builds = [build.resolve() for build in options.builds]
    with script_main.alone_in(options.out):
        points = coverage_data.read_builds(builds)
        if options.update:
            manifest = coverage_manifest.write(options.manifest, points)
        constant = set()
        if not options.no_constants:
            constant = coverage_constants.constants(builds, coverage_data.Design())
        kinds = evaluate(points, constant, waivers)
        if options.rtl:
            del kinds["cpp"]
        found = findings(kinds, points, constant, waivers, manifest,
                         coverage_data.assertions(options.assertions))
        report = as_json(kinds, waivers, found)
        write_whole(options.out / "coverage.json", json.dumps(report, indent=1) + "\n")
        coverage_html.write_pages(options.out, kinds, points, waivers, found)
    print(table(kinds))
    print(f"{len(points.bins)} functional bins; {options.out}/index.html, {options.out}/coverage.json")
    for sentence in found:
        print(f"coverage.py: error: {sentence}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(script_main.run("coverage.py", main, "the counters are kept, call it again"))
