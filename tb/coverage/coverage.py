#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of builds that count, adds up what they cover, writes it as HTML and JSON, and refuses what
is too little.

  coverage.py OUT BUILD [BUILD ...] [--rtl] [--update] [--waivers FILE] [--manifest FILE] [--no-constants]
              [--assertions RTL] [--engine ninja|slurm|list] [--jobs N] ...

The builds are made with -DNVE_COVERAGE=models or cpp; --rtl says that there is none of the latter. Their
tests are shards (docs/campaigns.md): OUT/results keeps what each has counted as long as its programs are the
same, and a call runs what has no result or has failed. OUT gets index.html, a page for each module and source
file, and coverage.json. docs/coverage.md says what is counted. Points that are waived or proved constant are
left out of the percentages and listed apart; a waiver that nothing needs is an error, and so is a constant
that moves. The bins, models and modules must be those of the manifest, which --update first writes anew from
the counters; the assertions must be those of the RTL (--assertions: another folder of sources).

Exit code: 0; 1 if a test has failed or has no result, a kind of coverage is below its limit, something of the
manifest is missing from the counters or the other way round, waivers are too many or stale, an impossible bin
was hit or a constant moved; 2 for wrong options or files; 70 for an internal error; 128 and its number for a
signal.
"""
import argparse
import json
import os
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "campaign")]
import coverage_constants  # noqa: E402
import coverage_data  # noqa: E402
import coverage_html  # noqa: E402
import coverage_manifest  # noqa: E402
import ctest_build  # noqa: E402
import own_files  # noqa: E402
import result_tables  # noqa: E402
import runner  # noqa: E402
import script_main  # noqa: E402
import shard_list  # noqa: E402
from coverage_runs import Coverage  # noqa: E402
from coverage_waivers import Waivers  # noqa: E402
from script_main import InputError  # noqa: E402
from test_summary import write_whole  # noqa: E402

LIMITS = {"line": 100, "branch": 100, "port": 100, "internal": 95, "functional": 100, "antecedent": 100,
          "cpp": 95}
MOST_WAIVED = 2  # per cent of the points of a kind
MANIFEST = ROOT / "tb" / "coverage" / "manifest.json"
WAIVERS = ROOT / "tb" / "coverage" / "waivers.json"
LAST = 2000  # characters of what a test that has failed has printed
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


def judge(shards, outcome, out, update=False):
    """Adds up and tells what all results have counted. The exit code."""
    problems = runner.problems_of(outcome) + [
        f"{name} has failed, the end of {outcome.results[name].folder / 'result.json'}:\n"
        f"{outcome.results[name].output[-LAST:]}" for name in outcome.failed]
    found = problems or add_up(shards, outcome, out, update)
    for sentence in found:
        print(f"coverage.py: error: {sentence}", file=sys.stderr)
    return 1 if found else 0


def add_up(shards, outcome, out, update):
    about = shards[0].about
    folders, proofs = {}, []
    for one in shards:
        build, folder = pathlib.Path(one.about["build"]).resolve(), outcome.results[one.id].folder
        if one.about["kind"] == "constants":
            proofs.append((coverage_data.kind_of(build)[1], folder))
        else:
            folders.setdefault(build, []).append(folder)
    points = coverage_data.read_results(folders)
    manifest = (coverage_manifest.write(pathlib.Path(about["manifest"]), points) if update else
                coverage_manifest.read(pathlib.Path(about["manifest"])))
    waivers = Waivers(pathlib.Path(about["waivers"]), list(LIMITS))
    constant = coverage_constants.common(proofs)
    kinds = evaluate(points, constant, waivers)
    if about["rtl"]:
        del kinds["cpp"]
    found = findings(kinds, points, constant, waivers, manifest,
                     coverage_data.assertions(pathlib.Path(about["assertions"])))
    content = result_tables.file_of("coverage", as_json(kinds, waivers, found))
    write_whole(out / "coverage.json", json.dumps(content, indent=1) + "\n")
    coverage_html.write_pages(out, kinds, points, waivers, found)
    print(table(kinds))
    print(f"{len(points.bins)} functional bins; {out}/index.html, {out}/coverage.json")
    return found


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
    return runner.options_of(parser)


def main():
    options = parse_arguments()
    for build in options.builds:
        if not (build / "CMakeCache.txt").is_file():
            raise InputError(f"{build}: found no CMakeCache.txt, allowed: a build folder")
    own_files.refuse_overwriting([options.waivers, options.manifest],
                                 [options.out / "coverage.json", *options.out.glob("*.html")])
    Waivers(options.waivers, list(LIMITS))
    if not options.update:
        coverage_manifest.read(options.manifest)
    if not options.no_constants and not shutil.which("yosys"):
        raise InputError("found no yosys, which proves constants; install it or add --no-constants")
    for name in ctest_build.environment()[1]:  # which would choose other tests
        del os.environ[name]
    about = {"rtl": options.rtl} | {key: shard_list.text_of(getattr(options, key).resolve())
                                    for key in ("waivers", "manifest", "assertions")}
    options.out, options.builds = options.out.resolve(), [build.resolve() for build in options.builds]
    with script_main.alone_in(options.out):
        return runner.judged(Coverage(options, about), options, lambda *found: judge(*found, options.update))


if __name__ == "__main__":
    sys.exit(script_main.run("coverage.py", main, "what has ended is kept, the next call goes on"))
