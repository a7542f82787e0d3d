# SPDX-License-Identifier: Apache-2.0
"""Reads what a coverage build has counted: Verilator's points, edges of signals, bins, and gcov's lines.

docs/coverage.md says what each of them is. Points of all models and instances of a module are added up.
"""
import collections
import concurrent.futures
import functools
import json
import pathlib
import re
import struct
import subprocess

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


def machine_of(build):
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    found = re.search(r"^NVE_ARCH:\w+=(.*)$", cache, re.MULTILINE)
    return pathlib.Path(found.group(1)).stem if found else "nve"


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


def read_model(path, name, machine, design, points):
    """A model's counters; nothing if no test has run it. `name`: its place in the build."""
    try:
        shown = json.loads(path.read_text(encoding="utf-8"))
        lines, signals = shown["lines"], shown["signals"]
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{path}: found no list of points, allowed: what the build with counters writes; "
                         "make the model again") from None
    counts = path.with_name(path.name.replace("_points.json", ".counts"))
    data = counts.read_bytes() if counts.is_file() else b""
    size = sum(signal["bytes"] for signal in signals)
    if data:
        points.models.setdefault(machine, set()).add(name)
    else:
        data = bytes(8 * len(lines) + 2 * size)
    if len(data) != 8 * len(lines) + 2 * size:
        raise InputError(f"{counts}: found {len(data)} bytes, allowed: {8 * len(lines) + 2 * size}; "
                         "delete it and run the tests again")
    numbers = struct.unpack_from(f"<{len(lines)}Q", data)
    for point, count in zip(lines, numbers):
        if point["kind"] == "user":
            points.antecedent[point["module"], point["what"].removesuffix("_when")] += count
        elif (RTL / point["file"]).is_file():
            kind = points.branch if point["kind"] == "branch" else points.line
            kind[point["file"], point["line"], point["column"], point["what"], point["lines"]] += count
    at = 8 * len(lines)
    for signal in signals:
        module = design.module_of(signal["scope"])
        kind = points.port if signal["name"] in design.ports[module] else points.internal
        rise = int.from_bytes(data[at:at + signal["bytes"]], "little")
        fall = int.from_bytes(data[at + size:at + size + signal["bytes"]], "little")
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
            raise InputError(f"{path}: found {line!r}, allowed: a name, a tab, a number; delete it and run "
                             "the tests again")
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


def read_gcov(build, points):
    notes = sorted(build.rglob("*.gcno"))
    files = [path for path in notes
             if any(f"/{folder}/" in f"/{path.relative_to(build)}"
                    for folder in (*CPP_FOLDERS, "tb", "tests"))]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for found in pool.map(functools.partial(gcov_lines, build), files):
            for name, lines in found:
                sums = points.cpp.setdefault(name, collections.Counter())
                for line, count in lines:
                    sums[line] += count


def read_builds(builds):
    design = Design()
    points = Points()
    for build in builds:
        models = sorted(build.rglob("*_points.json"))
        if not models and next(build.rglob("*.gcno"), None) is None:
            raise InputError(f"{build}: found nothing that counts, allowed: a folder built with "
                             "-DNVE_COVERAGE=models or cpp")
        for path in models:
            name = str(path.relative_to(build)).removesuffix("_points.json").replace("CMakeFiles/", "")
            read_model(path, name, machine_of(build), design, points)
        if (build / "bins.txt").is_file():
            read_bins(build / "bins.txt", machine_of(build), points)
        read_gcov(build, points)
    return points
