#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs scripts/waves/waves.sh without a display and checks the views it makes.

  waves_test.py BUILD OUT [--views]

GTKWave must show every row of every view, on a display of its own (Xvfb), and at the marker the instruction
and the states as text. Independently of it every signal of every view must be in the waves, of which fst2vcd
must name the same signals as scripts/waves/fst_signals.py, and the words the signal `instruction` takes must
be those of its filter. What cannot be shown is refused with exit code 2 and leaves nothing. With --views only
what depends on the machine is looked at: the views and their signals. Standard library only.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zlib

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "scripts", "waves"))
from fst_signals import read_design, read_signals  # noqa: E402
from make_gtkw import CLOSED_GROUP, CLOSED_GROUP_END, VIEWS, read_texts, read_words  # noqa: E402

MAKE_VIEWS = os.path.join(ROOT, "scripts", "waves", "make_gtkw.py")
INSTRUCTION = "TOP.nve_top.u_core.instruction"
STATES = {"idle", "table", "load", "initial", "repeat", "final"}
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
    run = subprocess.run([os.path.join(ROOT, "scripts", "waves", "wave_picture.sh"), fst, view],
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


def waves(*arguments, cwd=None, **environment):
    """waves.sh without a display."""
    base = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.run([os.path.join(ROOT, "scripts/waves/waves.sh"), *arguments], env=base | environment,
                          cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


def make_views(*arguments):
    return subprocess.run([sys.executable, MAKE_VIEWS, *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)


def refused(text, *arguments, **environment):
    run = waves(*arguments, **environment)
    expect(run.returncode == 2 and text in run.stderr and not run.stdout,
           f"waves.sh {arguments}: {run.returncode}, {run.stdout!r}, {run.stderr!r}; expected 2 and {text!r}")


def copied(fst, folder, **changes):
    """A copy of waves in a folder, with changes in its description; None takes out."""
    os.makedirs(folder, exist_ok=True)
    copy = os.path.join(folder, "the waves.fst")
    shutil.copy(fst, copy)
    with open(f"{fst}.json", encoding="utf-8") as file:
        run = json.load(file)
    with open(f"{copy}.json", "w", encoding="utf-8") as file:
        json.dump({key: value for key, value in (run | changes).items() if value is not None}, file, indent=2)
    return copy


def check_refusals(build, out, fst):
    picture = os.path.join(out, "bogus.png")
    refused("found no view 'bogus', allowed: agu axi core datapath dma fsm", "show", fst, "bogus")
    refused("found no view 'bogus'", "picture", fst, "bogus", picture)
    expect(not os.path.exists(picture), "a picture of a view that does not exist")
    refused("waves.sh show FILE.fst", "show")
    refused("waves.sh run BUILD OUT", "run", build)
    refused("found --bogus, allowed: --help", "show", "--bogus")
    refused("a file of this name is ./-x.fst", "show", "-x.fst")
    refused("--preset", "run", build, os.path.join(out, "bogus"), PRESET="bogus")
    refused("expected the folder of a build", "run", os.path.join(out, "none"), os.path.join(out, "bogus"))
    for folder in ("/proc/foo", os.path.join(build, "bin", "nve-cosim")):
        refused(f"OUT: found {folder}, in which no file can be made, allowed: a folder", "run", build, folder)
    refused("shows no cycle", "show", copied(fst, os.path.join(out, "empty"), first_cycle=9, last_cycle=8))
    cut = copied(fst, os.path.join(out, "cut"))
    os.truncate(cut, os.path.getsize(cut) - 5000)
    refused("damaged", "show", cut)


def check_pictures(out, fst):
    """Names under which there can be no picture."""
    folder = os.path.join(out, "folder.png")
    os.makedirs(folder, exist_ok=True)
    for name, found in ((".", "OUT: found ., allowed: a name that ends in .png"),
                        (os.path.join(out, "out.jpg"), "out.jpg, allowed: a name that ends in .png"),
                        (folder, f"OUT: found the folder {folder}, allowed: the name of a file"),
                        ("/proc/x.png", "OUT: found /proc, in which no file can be made, allowed: a folder"),
                        ("/none/x.png", "OUT: found no folder for /none/x.png, allowed: a file in one")):
        refused(found, "picture", fst, "core", name)
    expect(not os.path.exists(os.path.join(out, "out.jpg")) and not os.listdir(folder), "a picture refused")


def check_cycles(build, out, fst):
    """The marker is in a cycle that the waves have."""
    report = os.path.join(out, "report.json")
    last = json.loads(pathlib.Path(f"{fst}.json").read_text(encoding="utf-8"))["last_cycle"]
    allowed = f"allowed: 1 to {last}, the cycles of {fst}"
    for arguments, found in ((("--cycle", "-5"), "--cycle: found -5, allowed: 0 or more"),
                             (("--cycle", "0"), f"--cycle: found 0, {allowed}"),
                             (("--cycle", str(last + 1)), f"--cycle: found {last + 1}, {allowed}"),
                             (("--cycle", "3", "--report", report), "--report: not allowed with"),
                             (("--cycle", "1"), None), (("--cycle", str(last)), None)):
        run = make_views(fst, *arguments)
        expect((run.returncode, found is None) in ((2, False), (0, True)) and (found or "") in run.stderr,
               f"{arguments}: {run.returncode}, {run.stderr!r}")
    # Waves of other cycles than the first repetition, then of none; their description says otherwise
    part = os.path.join(out, "part.fst")
    subprocess.run([os.path.join(build, "bin", "nve-cosim"), os.path.join(out, "program.nve"), "--input",
                    os.path.join(ROOT, "images", "street.png"), "--wave", part, "--wave-window", "1:9"],
                   capture_output=True, check=True)
    path = pathlib.Path(f"{part}.json")
    run = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(run | {"last_cycle": last + 9}), encoding="utf-8")
    for times, arguments, found in ((None, ("--report", report), "found the first repetition in cycle"),
                                    (bytes(16), (), "shows no cycle")):
        if times:
            with open(part, "r+b") as file:
                file.seek(9)  # where the header has the first and the last one
                file.write(times)
        run = make_views(part, *arguments)
        expect(run.returncode == 2 and found in run.stderr, f"{found}: {run.returncode}, {run.stderr!r}")


def check_descriptions(out, fst):
    """What is not a description of a run is refused by its name, with the way to a right one."""
    def told(file, found):
        return f"{os.path.basename(file)}: {found}"

    copy = copied(fst, os.path.join(out, "described"))
    description = f"{copy}.json"
    for content, found in (("x", "found no JSON"), ("", "found no JSON"), ("[" * 100000, "found no JSON"),
                           ("[]", "found [], allowed: an object"),
                           ("{}", "found no first_cycle, last_cycle")):
        with open(description, "w", encoding="utf-8") as file:
            file.write(content)
        refused(told(description, found), "show", copy)
    for change, found in (({"last_cycle": []}, "last_cycle: found [], allowed: int"),
                          ({"cycle": "x"}, "cycle: found 'x', allowed: int"),
                          ({"cycle": True}, "cycle: found True, allowed: int"),
                          ({"cycle": -1}, "cycle: found -1, allowed: 0 or more"),
                          ({"view": "bogus"}, "view: found 'bogus', allowed: core datapath agu fsm dma axi"),
                          ({"arch": "../nve"}, "arch: found '../nve', allowed: nve nve_small nve_split"),
                          ({"binary": "none.nve"}, "binary: found no file none.nve, allowed: the program"),
                          ({"tool": "/none/nve-cosim"}, "tool: found no program /none/nve-cosim, allowed")):
        refused(told(description, found), "show", copied(fst, os.path.dirname(copy), **change))
    text = pathlib.Path(description).read_text(encoding="utf-8")
    pathlib.Path(description).write_text(re.sub('"last_cycle": .*,', '"last_cycle": null,', text))
    refused(told(description, "last_cycle: found None, allowed: int"), "show", copy)
    os.remove(description)
    refused(told(description, "found no such file or directory, allowed: a file in JSON; write the waves "
                 "again with nve-cosim --wave or --wave-on-mismatch"), "show", copy)
    nothing = os.path.join(out, "none.fst")
    refused("none.fst: found no such file, allowed: waves in FST format", "show", nothing)
    for content, found in (("[]", "found [], allowed: an object"), ("{}", "found no lockstep, total, states"),
                           ('{"lockstep": null, "total": {"cycles": 1}, '
                            '"states": {"table": 1, "load": 1, "initial": 1}}',
                            "lockstep: found None, allowed: an object")):
        report = pathlib.Path(out, "wrong.json")
        report.write_text(content, encoding="utf-8")
        run = make_views(fst, "--report", report)
        expect(run.returncode == 2 and told(report, found) in run.stderr and not run.stdout,
               f"--report {content}: {run.returncode}, {run.stderr!r}")


def check_other_folders(build, out):
    """Waves written with names of one folder can be shown from another."""
    tool = os.path.relpath(os.path.join(build, "bin", "nve-cosim"), out)
    subprocess.run([tool, "program.nve", "--input", os.path.join(ROOT, "images", "street.png"), "--wave",
                    "there.fst", "--wave-window", "1:100"], cwd=out, capture_output=True, check=True)
    for folder, name in ((out, "there.fst"), ("/", os.path.abspath(os.path.join(out, "there.fst")))):
        run = waves("show", name, cwd=folder)
        expect(run.returncode == 0 and run.stdout.startswith(f"{name}\n"), f"from {folder}: {run.stderr!r}")


def check_moved(out, fst):
    """Waves that were moved with their program, which is no longer where it was, or is another one there."""
    program = os.path.join(out, "program.nve")
    copy = copied(fst, os.path.join(out, "moved"), binary=os.path.join(out, "gone", "program.nve"))
    shutil.copy(program, os.path.dirname(copy))
    for folder, name in ((out, os.path.abspath(copy)), (os.path.dirname(copy), os.path.basename(copy))):
        run = waves("show", name, cwd=folder)
        expect(run.returncode == 0 and "warning" not in run.stderr, f"moved, from {folder}: {run.stderr!r}")
    os.makedirs(os.path.join(out, "gone"), exist_ok=True)
    shutil.copy(os.path.join(out, "report.json"), os.path.join(out, "gone", "program.nve"))
    run = waves("show", copy)
    expect(run.returncode == 0 and "warning" not in run.stderr, f"another in its place: {run.stderr!r}")


def check_help():
    for arguments in (("--help",), ("show", "-h"), ("run", "--help", "x")):
        run = waves(*arguments)
        expect(run.returncode == 0 and "waves.sh show FILE.fst" in run.stdout and not run.stderr,
               f"waves.sh {arguments}: {run.returncode}, {run.stdout!r}, {run.stderr!r}")


def check_read_only(out, fst):
    """Waves that lie where no views can be written are shown all the same."""
    copy = copied(fst, os.path.join(out, "read only"))
    pathlib.Path(os.path.splitext(copy)[0] + ".views").write_text("in the way", encoding="utf-8")
    run = waves("show", copy, "agu", TMPDIR=out)
    view = run.stdout.splitlines()[1] if run.returncode == 0 else ""
    expect(view.startswith(os.path.join(os.path.abspath(out), "nve.views.")) and os.path.isfile(view)
           and "the views are in" in run.stderr, f"read only: {run.stdout!r}, {run.stderr!r}")


def check_program(out, fst):
    """The binary that is there now need not be that of the waves."""
    program = os.path.join(out, "program.nve")
    with open(program, "rb") as file:
        right = zlib.crc32(file.read())
    for crc, warns in ((right, False), (right ^ 1, True)):
        run = waves("show", copied(fst, os.path.join(out, "crc"), binary_crc32=crc), "core")
        expect(run.returncode == 0 and ("another program" in run.stderr) == warns, f"CRC-32: {run.stderr!r}")
    older = os.path.getmtime(program) - 10
    plain = copied(fst, os.path.join(out, "older"), binary_crc32=None)
    for time, warns in ((None, False), ((older, older), True)):
        if time:
            os.utime(f"{plain}.json", time)
        run = waves("show", plain, "core")
        warned = "another program" in run.stderr
        expect(run.returncode == 0 and warned == warns, f"age: {run.stderr!r}")
    # What is no binary at all has no table of sections, whatever number stands where theirs would be.
    picture = os.path.join(ROOT, "images", "street.png")
    refused(f"{picture}: found another kind of file, expected an NVE binary", "show",
            copied(fst, os.path.join(out, "picture"), binary=picture))


def check_one_line(out, fst):
    """A description that another program has written anew."""
    copy = copied(fst, os.path.join(out, "one line"))
    description = pathlib.Path(f"{copy}.json")
    description.write_text(json.dumps(json.loads(description.read_text(encoding="utf-8"))), encoding="utf-8")
    run = waves("show", copy)
    expect(run.returncode == 0 and run.stdout.endswith("core.gtkw\n"),
           f"one line: {run.stdout!r}, {run.stderr!r}")


def check_blanks(out, fst):
    copy = copied(fst, os.path.join(out, "a folder"))
    picture = os.path.join(out, "a folder", "a picture.png")
    run = waves("picture", copy, "core", picture)
    expect(run.returncode == 0 and run.stdout == f"{picture}\n" and os.path.getsize(picture) > 10000,
           f"names with blanks: {run.stdout!r}, {run.stderr!r}")
    rows = rows_in_gtkwave(copy, os.path.join(out, "a folder", "the waves.views", "core.gtkw"))
    expect(dict(rows).get("state") in STATES, f"names with blanks: {dict(rows).get('state')!r}")


def main():
    build, out = sys.argv[1:3]
    views = sys.argv[3:] == ["--views"]
    shutil.rmtree(out, ignore_errors=True)
    run = waves("run", build, out)
    expect(run.returncode == 0, f"waves.sh run: {run.stderr}")
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
    if not views:
        check_refusals(build, out, fst)
        check_pictures(out, fst)
        check_cycles(build, out, fst)
        check_descriptions(out, fst)
        check_other_folders(build, out)
        check_moved(out, fst)
        check_program(out, fst)
        check_one_line(out, fst)
        check_blanks(out, fst)
        check_help()
        check_read_only(out, fst)
    for failure in failures[:20]:
        print("error:", failure, file=sys.stderr)
    print(f"{rows} rows in {len(VIEWS)} views, {len(words)} instructions")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
