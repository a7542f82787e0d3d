#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""From a planted bug to the views of its waves: random_waves_test.py TOOL OUT.

TOOL is an nve-random whose RTL has wrong sums. Its waves must have the sums that the report says the RTL has,
in the cycle that it names, and the instructions before it; scripts/waves/waves.sh must make the views of
the core from them, which GTKWave must show with the marker at that cycle, and no others. Standard library
only.
"""
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))
from waves_test import (check_view, copied, expect, failures, make_views, read_filter, refused,  # noqa: E402
                        rows_in_gtkwave, waves, with_range)
from fst_signals import read_signals  # noqa: E402

CORE = "TOP.nve_core"
VIEWS = ("agu", "core", "datapath", "fsm")
MOST_LINES = 40  # of the report of a failing program


def run_tool(tool, *options, before=None):
    """In the top folder, from which the report names scripts/waves/waves.sh."""
    return subprocess.run([tool, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False, cwd=ROOT, preexec_fn=before)


def lane(number):
    return f"{CORE}.u_datapath.u_vmac.gen_lane[{number}].u_lane.accu_o"


def changes_of(fst, wanted):
    """{name: [(time, value) ...]} of some signals."""
    found, codes, scopes, time = {name: [] for name in wanted}, {}, [], 0
    vcd = subprocess.run(["fst2vcd", fst], stdout=subprocess.PIPE, text=True, check=True).stdout
    for line in vcd.splitlines():
        words = line.split()
        if line.startswith("$scope"):
            scopes.append(words[2])
        elif line.startswith("$upscope"):
            scopes.pop()
        elif line.startswith("$var"):
            name = ".".join([*scopes, words[4]])
            if name in found:
                codes.setdefault(words[3], []).append(name)
        elif line.startswith("#"):
            time = int(line[1:])
        elif line.startswith("b") or line[:1] in ("0", "1"):
            value, code = (words[0][1:], words[1]) if line.startswith("b") else (line[0], line[1:])
            for name in codes.get(code, ()):
                found[name].append((time, int(value, 2)))
    return found


def value_at(changes, time):
    return [value for at, value in changes if at <= time][-1]


def texts_of(report):
    """The failures in what the tool prints: blocks that end with an empty line."""
    return [block for block in report.split("\n\n") if block.startswith("seed ")]


def check_report(run, report, fst):
    """Only the first failure has waves. Returns it."""
    texts = texts_of(run.stdout)
    expect(run.returncode == 1 and len(texts) > 1, f"exit code {run.returncode}, {len(texts)} failures")
    found = report["failures"]
    expect(found[0]["waves"] is not None and all(failure["waves"] is None for failure in found[1:]),
           f"waves of the failures: {[failure['waves'] for failure in found]}")
    shown = found[0]["waves"]
    lines = (f"\n  waves: {fst}, cycles {shown['first_cycle']} to {shown['last_cycle']}\n"
             f"  open them: scripts/waves/waves.sh show {fst}")
    expect(texts[0].endswith(lines), f"the first report ends with {texts[0][-300:]!r}, expected {lines!r}")
    expect(not any("waves:" in text for text in texts[1:]), "a second report tells of waves")
    longest = max(text.count("\n") + 2 for text in texts)
    expect(longest <= MOST_LINES, f"a report has {longest} lines, allowed: {MOST_LINES}")
    return found[0]


def check_waves(failure, fst):
    """The waves have what the report of the (shrunk) program says. Returns a lane and its sum, the cycle."""
    report = failure["text"][failure["text"].rindex("lockstep mismatch: "):]
    cycle = int(re.search(r"random program cycle (\d+): accu\[", report)[1])
    shown = failure["waves"]
    expect((shown["cycle"], shown["view"]) == (cycle, "datapath"), f"waves: {shown}, the report: {cycle}")
    expect(shown["first_cycle"] <= cycle < shown["last_cycle"] == cycle + 200, f"cycles: {shown}")
    sums = re.findall(r"accu\[(\d+)\] +0x([0-9a-f]{8}) 0x([0-9a-f]{8})", report)
    expect(sums, f"no sums in {report!r}")
    before = re.findall(r"^ +(\d+) repeat +\w+ +\d+  (.*)$", report, re.MULTILINE)
    program = json.loads(pathlib.Path(f"{fst}.json").read_text(encoding="utf-8"))["program"]
    texts = {int(each["word"], 16): each["text"] for each in program}
    clock, instruction = f"{CORE}.clk_i", f"{CORE}.instruction"
    bits = read_signals(fst)
    changes = changes_of(fst, [clock, instruction, *(lane(number) for number, _, _ in sums)])
    for number, expected, got in sums:
        for half in (0, 1):
            found = value_at(changes[lane(number)], 2 * cycle + half)
            expect(found == int(got, 16) & (1 << bits[lane(number)]) - 1,
                   f"accu[{number}] in cycle {cycle}: {found:#x}, the report: {got} instead of {expected}")
    for at, text in before:
        word = value_at(changes[instruction], 2 * int(at))
        expect(texts.get(word) == text, f"cycle {at}: {texts.get(word)!r}, the report: {text!r}")
    halves = {value_at(changes[clock], 2 * cycle + half) for half in (0, 1)}
    expect(value_at(changes[clock], 2 * cycle) == 1 and halves == {0, 1}, f"clock in cycle {cycle}: {halves}")
    return int(sums[0][0]), int(sums[0][2], 16), cycle


def check_views(fst, number, total, cycle):
    folder = os.path.abspath(os.path.splitext(fst)[0] + ".views")
    os.makedirs(folder, exist_ok=True)
    for name in ("dma", "axi"):  # of other waves that were here
        pathlib.Path(folder, f"{name}.gtkw").write_text("old", encoding="utf-8")
    run = waves("show", fst)
    shown = [fst, os.path.join(folder, "datapath.gtkw")]
    expect(run.returncode == 0 and run.stdout.splitlines()[:2] == shown,
           f"waves.sh show: {run.stdout!r}, {run.stderr!r}")
    views = sorted(path.stem for path in pathlib.Path(folder).glob("*.gtkw"))
    expect(views == list(VIEWS), f"views: {views}")
    signals = {with_range(name, bits): bits for name, bits in read_signals(fst).items()}
    known = read_filter(os.path.join(folder, "instruction.txt"))
    rows = 0
    for name in VIEWS:
        path = os.path.join(folder, f"{name}.gtkw")
        rows += check_view(name, fst, path, signals, known)
        text = pathlib.Path(path).read_text(encoding="utf-8")
        expect(f"*-2.4 {2 * cycle} " in text, f"{name}: the marker is not at cycle {cycle}")
    signed = total - (total >> 31 << 32)
    found = dict(rows_in_gtkwave(fst, shown[1])).get(f"accu[{number}]")
    expect(found == str(signed), f"accu[{number}] in GTKWave: {found}, expected {signed}")
    refused("found no view 'dma', allowed: agu core datapath fsm", "show", fst, "dma")
    return rows


def check_descriptions(out, fst):
    """Programs that nve-random does not write."""
    copy = os.path.join(out, "described")
    for program, found in (([{"word": "x", "text": ""}], "program: word: found 'x', allowed: 16 hex"),
                           ([{"text": ""}], "found no word"), ({}, "program: found {}, allowed: a list"),
                           ([], "program: found [], allowed: an instruction or more")):
        refused(found, "show", copied(fst, copy, program=program))
    reserved = [{"word": "ffffffffffffffff", "text": "reserved code in 0xffffffffffffffff"}]
    run = make_views(copied(fst, copy, program=reserved))
    expect(run.returncode == 0, f"a reserved code: {run.stderr!r}")


def check_room(tool, out):
    """The report comes all the same where there is no room for waves; those of an earlier run stay."""
    fst = pathlib.Path(out, "large.fst")
    fst.write_text("earlier", encoding="utf-8")
    before = sorted(os.listdir(out))
    run = run_tool(tool, "--seeds", "1", "--wave-on-mismatch", fst,
                   before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)))
    warning = "warning: --wave-on-mismatch: no waves: their writer reached the limit of a file's size"
    expect(run.returncode == 1 and warning in run.stderr and "lockstep mismatch" in run.stdout
           and f"; {fst} is of an earlier run\n" in run.stderr and "waves:" not in run.stdout
           and sorted(os.listdir(out)) == before and fst.read_text(encoding="utf-8") == "earlier",
           f"no room: {run.returncode}, {run.stderr!r}, {os.listdir(out)}")


def main():
    tool, out = (os.path.abspath(argument) for argument in sys.argv[1:])
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    rows = 0
    for name, shrink in (("shrunk", ["--shrink"]), ("whole", [])):
        fst, report = os.path.join(out, f"{name}.fst"), os.path.join(out, f"{name}.json")
        run = run_tool(tool, "--seeds", "1-6", *shrink, "--wave-on-mismatch", fst, "--json", report)
        failure = check_report(run, json.loads(pathlib.Path(report).read_text(encoding="utf-8")), fst)
        expect((failure["shrunk"] is not None) == bool(shrink), f"shrunk: {failure['shrunk']}")
        rows += check_views(fst, *check_waves(failure, fst))
    check_room(tool, out)
    check_descriptions(out, os.path.join(out, "shrunk.fst"))
    for failure in failures[:20]:
        print("error:", failure, file=sys.stderr)
    print(f"{rows} rows in {2 * len(VIEWS)} views")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
