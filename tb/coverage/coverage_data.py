# SPDX-License-Identifier: Apache-2.0
"""Reads what a coverage build has counted: Verilator's points, edges of signals, bins, and gcov's lines.

docs/coverage.md says what each of them is. Points of all models and instances of a module are added up.
"""
import collections
import json
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile

import sv_text
from script_main import InputError

ROOT = pathlib.Path(__file__).resolve().parents[2]
RTL = ROOT / "rtl"
CPP_FOLDERS = ("base", "compiler", "convnet", "host", "model", "planner", "program", "report")

# The probe has another layout on every machine: its bits are added up on each of them alone, and in nve_top,
# where it is a wire, on nve only.
OF_A_MACHINE = {"probe", "probe_o"}

# An instance: module, parameters in brackets (three deep), name.
INSTANCE = re.compile(r"\b(nve_\w+)\s+(?:#\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*)?(u_\w+)\s*\(")
PORT = re.compile(r"^\s*(?:input|output)\b[^,;]*?(\w+)\s*(?:,|\)?$)", re.MULTILINE)


class Design:
    """Modules of the RTL: their ports and the modules of their instances."""

    def __init__(self):
        self.ports = {}
        self.instances = {}
        for path in sorted(RTL.glob("*.sv")):
            text = sv_text.without_comments(path.read_text(encoding="utf-8"))
            self.ports[path.stem] = set(PORT.findall(re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)))
            self.instances[path.stem] = {name: module for module, name in INSTANCE.findall(text)}

    def module_of(self, scope):
        """The module of an instance path; generate blocks belong to the module they stand in."""
        top, *names = scope.split(".")
        module = top
        for name in names:
            module = self.instances[module].get(name, module)
        return module


def kind_of(build):
    """What a build folder counts, models or cpp, and its machine."""
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    kind = re.search(r"^NVE_COVERAGE:\w+=(models|cpp)$", cache, re.MULTILINE)
    if not kind:
        raise InputError(f"{build}: found nothing that counts, allowed: a folder built with "
                         "-DNVE_COVERAGE=models or cpp")
    machine = re.search(r"^NVE_ARCH:\w+=(.*)$", cache, re.MULTILINE)
    return kind[1], pathlib.Path(machine[1]).stem if machine else "nve"


def signal_name(name, machine):
    """How a signal is called in the report: probe_o, or of another machine than nve probe_o_nve_split."""
    return f"{name}_{machine}" if name in OF_A_MACHINE and machine != "nve" else name


class Points:
    """Everything that can be covered: name of the point to its count, by kind."""

    def __init__(self):
        self.line = collections.Counter()    # (file, line, column, what, lines)
        self.branch = collections.Counter()  # the same
        self.antecedent = collections.Counter()  # (module, assertion)
        self.port = {}      # (module, signal, bit) to [rises, falls]
        self.internal = {}  # the same
        self.moved = set()  # of these keys, the bits with an edge in nve_top, of which constants are proved
        self.models = {}    # machine to the models that a test has run, by their places in the build
        self.bins = collections.Counter()
        self.illegal = collections.Counter()
        self.names = {}     # machine to the names of its bins, those of illegal ones as they are written
        self.cpp = {}       # file to line to count


def read_model(path, name, machine, design, points, folders):
    """A model's counters in the results of tests; nothing if none has run it. `name`: its place in the
    build."""
    try:
        shown = json.loads(path.read_text(encoding="utf-8"))
        lines, signals = shown["lines"], shown["signals"]
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{path}: found no list of points, allowed: what the build with counters writes; "
                         "make the model again") from None
    head, size = 8 * len(lines), sum(signal["bytes"] for signal in signals)
    numbers, edges = [0] * len(lines), 0
    for folder in folders:
        for counts in folder.glob(f"{name.replace('/', '+')}.counts.*"):
            data = counts.read_bytes()
            if len(data) != head + 2 * size:
                raise InputError(f"{counts}: found {len(data)} bytes, allowed: {head + 2 * size}; delete "
                                 f"{folder} and call again")
            numbers = [sum(pair) for pair in zip(numbers, struct.unpack_from(f"<{len(lines)}Q", data))]
            edges |= int.from_bytes(data[head:], "little")
            points.models.setdefault(machine, set()).add(name.replace("CMakeFiles/", ""))
    rises, falls = (edges.to_bytes(2 * size, "little")[part:part + size] for part in (0, size))
    for point, count in zip(lines, numbers):
        if point["kind"] == "user":
            points.antecedent[point["module"], point["what"].removesuffix("_when")] += count
        elif (RTL / point["file"]).is_file():
            kind = points.branch if point["kind"] == "branch" else points.line
            kind[point["file"], point["line"], point["column"], point["what"], point["lines"]] += count
    at = 0
    for signal in signals:
        module = design.module_of(signal["scope"])
        kind = points.port if signal["name"] in design.ports[module] else points.internal
        rise, fall = (int.from_bytes(part[at:at + signal["bytes"]], "little") for part in (rises, falls))
        at += signal["bytes"]
        name = signal_name(signal["name"], machine)
        if name != signal["name"] and module == "nve_top":
            continue
        for bit in range(signal["width"]):
            edges = kind.setdefault((module, name, bit), [0, 0])
            edges[0] |= rise >> bit & 1
            edges[1] |= fall >> bit & 1
            if (rise | fall) >> bit & 1 and signal["scope"].split(".")[0] == "nve_top":
                points.moved.add((module, name, bit))


def read_bins(path, machine, points):
    names = points.names.setdefault(machine, set())
    for line in path.read_text(encoding="utf-8").splitlines():
        name, _, count = line.rpartition("\t")
        if not count.isdecimal():
            raise InputError(f"{path}: found {line!r}, allowed: a name, a tab, a number; delete "
                             f"{path.parent} and call again")
        names.add(name)
        if name.startswith("illegal/"):
            points.illegal[name.removeprefix("illegal/")] += int(count)
        else:
            points.bins[name] += int(count)


def assertions(folder):
    """MODULE.NAME of every assertion that the modules in a folder make."""
    return {f"{module.stem}.{name}" for module in folder.glob("*.sv") for name in sv_text.assertions(module)}


def own_source(build, name):
    """Path below ROOT of a C++ source as gcov names it, or nothing for those of others. Names are relative to
    the build folder, in which ninja calls the compiler, where ccache has made them so."""
    path = (build / name).resolve()
    if not path.is_relative_to(ROOT) or path.relative_to(ROOT).parts[0] not in CPP_FOLDERS:
        return None
    return str(path.relative_to(ROOT))


def gcov_lines(build, data_file):
    """Lines of our sources in one object file."""
    result = subprocess.run(["gcov", "--json-format", "--stdout", str(data_file)], capture_output=True,
                            check=False, cwd=data_file.parent)
    if result.returncode:
        raise InputError(f"{data_file}: gcov cannot read it; was its build interrupted?")
    found = []
    for document in result.stdout.splitlines():
        for file in json.loads(document)["files"]:
            name = own_source(build, file["file"])
            if name:
                found.append((name, [(line["line_number"], line["count"]) for line in file["lines"]]))
    return found


def merged(folders, place):
    """A folder in `place` with the counters of gcov of all folders, added up."""
    sums = shutil.copytree(folders[0], place / "first")
    for number, folder in enumerate(folders[1:]):
        both = place / str(number)
        if subprocess.run(["gcov-tool", "merge", "-o", both, sums, folder], check=False).returncode:
            raise InputError(f"{folder}: gcov-tool cannot add it to the others, allowed: counters of gcov; "
                             "delete it and call again")
        sums = both
    return sums


def read_gcov(build, folders, points):
    files = [path for path in sorted(build.rglob("*.gcno"))
             if any(f"/{folder}/" in f"/{path.relative_to(build)}"
                    for folder in (*CPP_FOLDERS, "tb", "tests"))]
    with tempfile.TemporaryDirectory() as place:
        sums = merged(folders, pathlib.Path(place))
        for path in files:
            beside = sums / path.relative_to(build)
            beside.parent.mkdir(parents=True, exist_ok=True)
            beside.symlink_to(path)
            for name, lines in gcov_lines(build, beside):
                own = points.cpp.setdefault(name, collections.Counter())
                for line, count in lines:
                    own[line] += count


def read_results(folders):
    """{build: folders of the results of its tests}"""
    design = Design()
    points = Points()
    for build, own in folders.items():
        kind, machine = kind_of(build)
        if kind == "cpp":
            read_gcov(build, own, points)
            continue
        for path in sorted(build.rglob("*_points.json")):
            name = str(path.relative_to(build)).removesuffix("_points.json")
            read_model(path, name, machine, design, points, own)
        for path in sorted(path for folder in own for path in folder.glob("bins.*")):
            read_bins(path, machine, points)
    return points
