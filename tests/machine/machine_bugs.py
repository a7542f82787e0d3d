#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bugs that show on another machine than nve, one in each area: machine_bugs.py SOURCES OUT [--only AREA]

Each is planted in a copy of the sources, OUT/tree. There the tests named below are built in the full folder
and in that of one machine: they must pass on nve and fail on that machine, with a text that belongs to the
bug. So what a full folder and a machine's folder leave to each other (docs/verification.md) loses none.

Exit code: 0; 1 if a bug was not found where it shows, or showed on nve; 2 for wrong options. Standard library
only.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

NO_SOURCES = ("out", ".git", "__pycache__")  # and build*, of the top folder
# area: file, its text, the bug's, machine, test program, cases, what a failing one says
BUGS = {
    "compiler": ("compiler/make_program.cpp", "intent.split = schedule.shape.window.sizes.split;",
                 "intent.split = false;", "nve_split", "compile_test", "*SmallNetworksAreBitExact*",
                 "expected"),
    "driver": ("host/driver/core_driver.cpp", "if (arch_id != machine.id) {",
               "if (arch_id != 0x{nve_id:08x}) {{", "nve_small", "recovery_test", "*", "ARCH_ID is 0x"),
    "transfer model": ("model/transfer/step_model.cpp", "sizes_.input_fifo_words);", "16);", "nve_small",
                       "predict_test", "*FixedMemoryToTheCycle*", "predicted"),
    "golden model": ("model/golden/control.hpp", "reg.output.level() + entering >= arch::kOutputFifoWords",
                     "reg.output.level() + entering >= 16", "nve_small", "random_program_test", "*Rtl*",
                     "differs"),
    "RTL": ("rtl/nve_core.sv", ".Depth(nve_pkg::OutputFifoWords)", ".Depth(16)", "nve_small",
            "random_program_test", "*Rtl*", "differs"),
}


class Tree:
    """A copy of the sources with its build folders."""

    def __init__(self, sources, out):
        self.top = out / "tree"
        shutil.rmtree(self.top, ignore_errors=True)

        def left_out(folder, names):
            return [name for name in names if pathlib.Path(folder) == sources
                    and (name in NO_SOURCES or name.startswith("build"))]
        shutil.copytree(sources, self.top, ignore=left_out)
        os.environ.update(CCACHE_BASEDIR=str(self.top), CCACHE_NOHASHDIR="1")

    def run(self, command):
        return subprocess.run(command, cwd=self.top, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", check=False)

    def folder(self, machine):
        return self.top / "build" / ("" if machine == "nve" else f"machines/{machine}")

    def build(self, machine, test):
        """Whether the test of a machine could be built; its full folder comes first."""
        for each in ("nve", machine) if machine != "nve" else ("nve",):
            common = [] if each == "nve" else [f"-DNVE_COMMON={self.folder('nve')}"]
            for command in (["cmake", "-S", ".", "-B", str(self.folder(each)), "-G", "Ninja", *common,
                             f"-DNVE_ARCH={self.top}/arch/{each}.json"],
                            ["cmake", "--build", str(self.folder(each)), "--target", test]):
                done = self.run(command)
                if done.returncode:
                    print(done.stdout[-4000:])
                    return False
        return True

    def test(self, machine, test, cases):
        return self.run([str(self.folder(machine) / "bin" / test), f"--gtest_filter={cases}"])


def look_for(tree, area):
    """What is wrong with the search for a bug, or nothing."""
    file, text, bug, machine, test, cases, says = BUGS[area]
    path = tree.top / file
    original = path.read_text(encoding="utf-8")
    if original.count(text) != 1:
        return f"{file}: found '{text}' {original.count(text)} times, needed: once"
    if "{nve_id" in bug:
        if not tree.build("nve", test):
            return "the sources without it could not be built"
        described = json.loads((tree.folder("nve") / "machine.json").read_text(encoding="utf-8"))
        bug = bug.format(nve_id=described["arch_id"])
    path.write_text(original.replace(text, bug), encoding="utf-8")
    try:
        if not tree.build(machine, test):
            return "it could not be built"
        right = tree.test("nve", test, cases)
        if right.returncode or "[  PASSED  ] 0 tests" in right.stdout:
            return f"{test} fails on nve:\n{right.stdout[-2000:]}"
        wrong = tree.test(machine, test, cases)
        if not wrong.returncode:
            return f"{test} passes on {machine}"
        if says not in wrong.stdout:
            return f"{test} fails on {machine} without a word of '{says}':\n{wrong.stdout[-2000:]}"
        failed = [line for line in wrong.stdout.splitlines() if line.startswith("[  FAILED  ]")]
        print(f"{area}: {file}: found on {machine} by {test}, {failed[0] if failed else 'which ended early'}",
              flush=True)
        return ""
    finally:
        path.write_text(original, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sources", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("out", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--only", choices=BUGS)
    options = parser.parse_args()
    tree = Tree(options.sources, options.out)
    failed = 0
    for area in [options.only] if options.only else BUGS:
        problem = look_for(tree, area)
        if problem:
            failed += 1
            print(f"{area}: error: {problem}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
