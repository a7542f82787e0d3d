#!/usr/bin/env python3
"""Runs scripts/waves.sh without a display and checks what it makes: waves_test.py BUILD OUT.

Every signal of the view must be in the waves, every filter a file, and the instruction filter must have a
text for every instruction of the program. Where fst2vcd is installed, it must name the same signals as
scripts/fst_signals.py, and the words the signal `instruction` takes must be those of the filter. Standard
library only.
"""
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "scripts"))
from fst_signals import read_signals  # noqa: E402
from make_gtkw import read_texts, read_words  # noqa: E402

INSTRUCTION = "TOP.nve_top.u_core.instruction"
failures = []


def expect(condition, message):
    if not condition:
        failures.append(message)


def with_range(name, bits):
    return name if bits == 1 else f"{name}[{bits - 1}:0]"


def rows_of_view(path):
    """(signal with range, bit or None) of all rows."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            row = re.match(r"[+#]\{[^}]*\} (.+)", line)
            for part in row[1].split() if row else []:
                bit, name = re.fullmatch(r"(?:\((\d+)\))?(\S+)", part).groups()
                yield name, None if bit is None else int(bit)


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
    run = subprocess.run([os.path.join(ROOT, "scripts", "waves.sh"), build, out], env=environment,
                         stdout=subprocess.PIPE, text=True, check=True)
    fst, view = os.path.join(out, "nve.fst"), os.path.join(out, "nve.gtkw")
    expect(run.stdout.splitlines()[:2] == [fst, view], f"waves.sh printed {run.stdout!r}")

    signals = {with_range(name, bits): bits for name, bits in read_signals(fst).items()}
    rows = list(rows_of_view(view))
    expect(len(rows) > 100, f"the view has only {len(rows)} signals")
    for name, bit in rows:
        expect(name in signals, f"{name} of the view is not in the waves")
        expect(bit is None or bit < signals.get(name, 0), f"{name} has no bit {bit}")
    with open(view, encoding="utf-8") as file:
        filters = re.findall(r"^\^\d+ (.+)$", file.read(), re.MULTILINE)
    for path in filters:
        expect(os.path.isfile(path), f"no filter file {path}")

    words = read_words(os.path.join(out, "program.nve"))
    texts = dict(zip(words, read_texts(os.path.join(out, "program.nvs"))))
    known = read_filter(os.path.join(out, "nve.instruction.txt"))
    expect(len(words) > 10, f"the program has only {len(words)} instructions")
    for word in words:
        expect(known.get(word) == texts[word], f"filter text of {word:016x}: {known.get(word)!r}")

    if shutil.which("fst2vcd"):
        names, values = read_vcd(fst)
        expect(names == set(signals), f"fst2vcd names other signals: {sorted(names ^ set(signals))[:5]}")
        expect(values <= set(known), "instructions in the waves that the filter does not know")
        expect(set(words) <= values, "instructions of the program that the waves do not show")
    else:
        print("fst2vcd is not installed: signal names and instructions not compared with it")
    for failure in failures[:20]:
        print("error:", failure, file=sys.stderr)
    print(f"{len(rows)} rows and bits, {len(filters)} filters, {len(words)} instructions")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
