#!/usr/bin/env python3
"""Runs scripts/waves.sh without a display and checks the views it makes: waves_test.py BUILD OUT.

GTKWave must show every row of every view, on a display of its own (Xvfb), and at the marker the instruction
and the states as text. Independently of it every signal of every view must be in the waves, of which fst2vcd
must name the same signals as scripts/fst_signals.py, and the words the signal `instruction` takes must be
those of its filter. Standard library only.
"""
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "scripts"))
from fst_signals import read_design, read_signals  # noqa: E402
from make_gtkw import CLOSED_GROUP, CLOSED_GROUP_END, VIEWS, read_texts, read_words  # noqa: E402

INSTRUCTION = "TOP.nve_top.u_core.instruction"
STATES = {"idle", "load", "initial", "repeat", "final"}
failures = []


def expect(condition, message):
    if not condition:
        failures.append(message)


def with_range(name, bits):
    return name if bits == 1 else f"{name}[{bits - 1}:0]"


def rows_of_view(path):
    """(label, [(signal with range, bit or None)], whether its group is closed) of all rows; titles of groups
    have no signals."""
    closed = False
    with open(path, encoding="utf-8") as file:
        for line in file:
            flags = re.match(r"@([0-9a-f]+)$", line)
            title = re.match(r"-(.+)", line)
            row = re.match(r"[+#]\{([^}]*)\} (.+)", line)
            if flags and int(flags[1], 16) in (CLOSED_GROUP, CLOSED_GROUP_END):
                closed = int(flags[1], 16) == CLOSED_GROUP
            elif title:
                yield title[1], [], closed
            elif row:
                parts = (re.fullmatch(r"(?:\((\d+)\))?(\S+)", part).groups() for part in row[2].split())
                yield row[1], [(name, None if bit is None else int(bit)) for bit, name in parts], closed


def rows_in_gtkwave(fst, view):
    """(label, value at the marker) of all rows that GTKWave shows."""
    run = subprocess.run([os.path.join(ROOT, "scripts", "wave_picture.sh"), fst, view],
                         stdout=subprocess.PIPE, text=True, check=True)
    return [tuple(line.split(" = ", 1)) for line in run.stdout.splitlines()]


def check_view(name, fst, view, signals, known):
    rows = list(rows_of_view(view))
    expect(len(rows) > 30, f"{name}: only {len(rows)} rows")
    for label, parts, _ in rows:
        for signal, bit in parts:
            expect(signal in signals, f"{name}: {signal} is not in the waves")
            expect(bit is None or bit < signals.get(signal, 0), f"{name}: {signal} has no bit {bit}")
    shown = rows_in_gtkwave(fst, view)
    expect([label for label, _ in shown] == [row[0] for row in rows],
           f"{name}: GTKWave shows {len(shown)} of {len(rows)} rows")
    values = dict(shown)
    expect(values.get("state") in STATES, f"{name}: state {values.get('state')!r} at the marker")
    if "instruction" in values:
        expect(values["instruction"] in known.values(), f"{name}: instruction {values['instruction']!r}")
    # GTKWave reads the values of what is on the screen only.
    empty = [label for label, parts, closed in rows[:20] if parts and not closed and not values.get(label)]
    expect(not empty, f"{name}: no value at the marker: {empty[:5]}")
    return len(rows)


def read_filter(path):
    with open(path, encoding="utf-8") as file:
        return {int(value, 16): text for value, text in (line.rstrip("\n").split(" ", 1) for line in file)}


def read_vcd(path):
    """Signals with range, and the values of INSTRUCTION."""
    names, scopes, code, values = set(), [], None, set()
    with subprocess.Popen(["fst2vcd", path], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            words = line.split()
            if line.startswith("$scope"):
                scopes.append(words[2])
            elif line.startswith("$upscope"):
                scopes.pop()
            elif line.startswith("$var"):
                name = ".".join(scopes + [words[4]])
                names.add(with_range(name, int(words[2])))
                code = words[3] if name == INSTRUCTION else code
            elif line.startswith("b") and words[1] == code:
                values.add(int(words[0][1:], 2))
    return names, values


def main():
    build, out = sys.argv[1:]
    shutil.rmtree(out, ignore_errors=True)
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    run = subprocess.run([os.path.join(ROOT, "scripts", "waves.sh"), "run", build, out], env=environment,
                         stdout=subprocess.PIPE, text=True, check=True)
    fst, folder = os.path.join(out, "nve.fst"), os.path.abspath(os.path.join(out, "nve.views"))
    expect(run.stdout.splitlines()[:2] == [fst, os.path.join(folder, "core.gtkw")],
           f"waves.sh printed {run.stdout!r}")

    signals = {with_range(name, bits): bits for name, bits in read_signals(fst).items()}
    words = read_words(os.path.join(out, "program.nve"))
    listing = subprocess.run([os.path.join(build, "bin", "nve-objdump"), os.path.join(out, "program.nve")],
                             stdout=subprocess.PIPE, text=True, check=True)
    texts = dict(zip(words, read_texts(listing.stdout.splitlines())))
    known = read_filter(os.path.join(folder, "instruction.txt"))
    expect(len(words) > 10, f"the program has only {len(words)} instructions")
    for word in words:
        expect(known.get(word) == texts[word], f"filter text of {word:016x}: {known.get(word)!r}")

    rows = sum(check_view(name, fst, os.path.join(folder, f"{name}.gtkw"), signals, known)
               for name in VIEWS)
    for signal, values in read_design(fst)[1].items():
        unit, name = signal.split(".")[-2:]
        if name.endswith("_q"):
            path = os.path.join(folder, f"{unit}.{name}.txt")
            expect(os.path.isfile(path) and len(read_filter(path)) == len(values), f"names of {signal}")

    names, values = read_vcd(fst)
    expect(names == set(signals), f"fst2vcd names other signals: {sorted(names ^ set(signals))[:5]}")
    expect(values <= set(known), "instructions in the waves that the filter does not know")
    expect(set(words) <= values, "instructions of the program that the waves do not show")
    for failure in failures[:20]:
        print("error:", failure, file=sys.stderr)
    print(f"{rows} rows in {len(VIEWS)} views, {len(words)} instructions")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
