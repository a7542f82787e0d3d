#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Verilator with counters, for the build that measures coverage (docs/coverage.md).

Called in place of verilator with the same arguments. Models of the RTL (not those of netlists, with
planted bugs, slower ones too, with flipped bits or with congestors) are made with line counters and with
their signals visible.
Besides, the generated class gets a member that is told of every evaluation (model_counters.hpp), and
PREFIX_points.json in the model's folder says what the counters stand for. They are called as it is with its
place in the build folder, + for each / (model_counters.cpp).
"""
import json
import os
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
TOPS = {"nve_core", "nve_top", "nve_dma"}
OTHER_MODELS = re.compile(r"netlist|bug|zoo|flat|mutants|congested|slower")
# A genvar of the house style, one letter, as member of the root
GENVAR = re.compile(r"\b(\w+__DOT__[a-z])\b")
STORAGE = {"UINT8": 1, "UINT16": 2, "UINT32": 4, "UINT64": 8}


def value_of(arguments, *names):
    for name, value in zip(arguments, arguments[1:]):
        if name in names:
            return value
    return ""


def wanted(arguments):
    folder = pathlib.Path(value_of(arguments, "--Mdir")).name
    return ("--cc" in arguments and value_of(arguments, "--top", "--top-module") in TOPS and
            not OTHER_MODELS.search(folder))


def line_points(folder, prefix):
    """The counters of Verilator in the order of their indices."""
    insert = re.compile(r'__vlCoverInsert\(&\(vlSymsp->__Vcoverage\[(\d+)\]\), first, '
                        r'"([^"]*)", (\d+), (\d+), '
                        r'"\.([^"]*)", "v_(\w+)/([^"]*)", "([^"]*)", "([^"]*)"\)')
    points = {}
    for path in sorted(folder.glob(f"{prefix}_*.cpp")):
        for found in insert.finditer(path.read_text(encoding="utf-8")):
            index, file, line, column, scope, kind, module, comment, lines = found.groups()
            points[int(index)] = {"file": pathlib.Path(file).name, "line": int(line), "column": int(column),
                                  "scope": scope, "kind": kind, "module": module.split("__")[0],
                                  "what": comment, "lines": lines}
    return [points[index] for index in range(len(points))]


def signals(folder, prefix):
    """Every packed signal: path of its module instance, name, width, bytes, place in the model's root."""
    text = (folder / f"{prefix}__Syms.cpp").read_text(encoding="utf-8")
    scopes = dict(re.findall(r'(__Vscope_\w+)\.configure\(this, name\(\), "([^"]*)"', text))
    insert = re.compile(r'(__Vscope_\w+)\.varInsert\(__Vfinal,"(\w+)", &\(TOP\.(\w+)\), false, VLVT_(\w+),'
                        r'[\w|]+,([01])(?: ,(\d+),(\d+))?\);')
    found = {}
    for scope, name, member, kind, dimensions, left, right in insert.findall(text):
        path = scopes[scope]
        if path == "TOP" or "unnamedblk" in path or name == "clk_i":
            continue
        width = abs(int(left) - int(right)) + 1 if dimensions == "1" else 1
        size = STORAGE.get(kind) or (width + 31) // 32 * 4
        found[path, name] = {"scope": path, "name": name, "width": width, "bytes": size, "member": member}
    return [found[key] for key in sorted(found)]


def drop_genvars(folder, prefix):
    """Verilator 5.006 uses public genvars but does not declare them: the lines that do so are taken out."""
    declared = set(re.findall(r"(\w+);", (folder / f"{prefix}___024root.h").read_text(encoding="utf-8")))
    for path in sorted(folder.glob(f"{prefix}_*.cpp")):
        text = path.read_text(encoding="utf-8")
        lines = [line for line in text.splitlines(keepends=True)
                 if all(member in declared for member in GENVAR.findall(line))]
        path.write_text("".join(lines), encoding="utf-8")


def replace_once(path, old, new):
    text = path.read_text(encoding="utf-8")
    if text.count(old) != 1:
        sys.exit(f"{path}: found {text.count(old)} times {old!r}, expected 1")
    path.write_text(text.replace(old, new), encoding="utf-8")


def name_of(folder, prefix):
    """Of the counters of a model."""
    build = next(above for above in folder.parents if (above / "CMakeCache.txt").is_file())
    return str(folder.relative_to(build) / f"{prefix}.counts").replace("/", "+")


def instrument(folder, prefix):
    drop_genvars(folder, prefix)
    points = line_points(folder, prefix)
    shown = signals(folder, prefix)
    (folder / f"{prefix}_points.json").write_text(json.dumps({"lines": points, "signals": shown}),
                                                  encoding="utf-8")
    header = folder / f"{prefix}__Syms.h"
    replace_once(header, '#include "verilated.h"\n',
                 f'#include "verilated.h"\n#include "{FOLDER}/model_counters.hpp"\n')
    replace_once(header, "bool __Vm_didInit = false;\n",
                 "bool __Vm_didInit = false;\n    nve::coverage::ModelCounters* nve_counters = nullptr;\n")
    rows = "".join(f'    {{"{s["scope"]}", "{s["name"]}", offsetof({prefix}___024root, {s["member"]}), '
                   f'{s["bytes"]}}},\n' for s in shown)
    source = folder / f"{prefix}.cpp"
    replace_once(source, "// Constructors\n",
                 f"// Constructors\nstatic const nve::coverage::Signal kNveSignals[] = {{\n{rows}}};\n"
                 f'static const nve::coverage::ModelType kNveType = {{"{name_of(folder.resolve(), prefix)}", '
                 f"kNveSignals, {len(shown)}, {len(points)}}};\n")
    replace_once(source, f"void {prefix}::eval_step() {{\n",
                 f"void {prefix}::eval_step() {{\n"
                 "    if (VL_UNLIKELY(!vlSymsp->nve_counters)) {\n"
                 "        vlSymsp->nve_counters = new nve::coverage::ModelCounters(kNveType, &vlSymsp->TOP,\n"
                 "            vlSymsp->__Vcoverage);\n    }\n"
                 "    if (vlSymsp->nve_counters->Rises(vlSymsp->TOP.clk_i)) {\n"
                 "        vlSymsp->TOP.clk_i = 0;\n        eval_step();\n"
                 "        vlSymsp->nve_counters->Cycle(vlSymsp->TOP.rst_ni);\n"
                 "        vlSymsp->TOP.clk_i = 1;\n"
                 "        vlSymsp->nve_counters->Rises(true);\n    }\n")
    replace_once(source, "    delete vlSymsp;\n", "    delete vlSymsp->nve_counters;\n    delete vlSymsp;\n")


def main():
    arguments = sys.argv[1:]
    if not wanted(arguments):
        os.execvp("verilator", ["verilator", *arguments])
    first = next(i for i, a in enumerate(arguments) if a.endswith((".vlt", ".sv")))
    options = ["--coverage-line", "--coverage-user", "--flatten", "-Wno-fatal"]
    command = ["verilator", *arguments[:first], *options, str(FOLDER / "public.vlt"),
               str(FOLDER / "coverage_assert.svh"), *arguments[first:]]
    result = subprocess.run(command, check=False)
    if result.returncode == 0:
        instrument(pathlib.Path(value_of(arguments, "--Mdir")), value_of(arguments, "--prefix"))
    return result.returncode


if __name__ == "__main__":
    sys.exit(main())
