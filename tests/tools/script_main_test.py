#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the long scripts share: a signal ends them wherever it comes; so does a reader of their output
that leaves."""
import argparse
import ast
import pathlib
import signal
import subprocess
import sys
import unittest

from own_scripts import ROOT  # (says where the next one lies)
import script_main

PATIENCE = 30  # seconds
SPEAKING = """
import sys
sys.path.insert(0, sys.argv[1])
import script_main
def main():
    while True:
        print("a line", flush=True)
sys.exit(script_main.run("speaking.py", main, "all is well"))
"""
# What is raised in __del__ is lost, as around a fork.
SWALLOWING = """
import sys, time
sys.path.insert(0, sys.argv[1])
import script_main
class Slow:
    def __del__(self):
        print("now", flush=True)
        time.sleep(60)
def main():
    slow = Slow()
    del slow
    time.sleep(60)
sys.exit(script_main.run("swallowing.py", main, "all is well"))
"""


def call(program):
    return [sys.executable, "-c", program, pathlib.Path(script_main.__file__).parent]


class Run(unittest.TestCase):
    def test_a_reader_that_leaves(self):
        pipe = subprocess.PIPE
        with subprocess.Popen(call(SPEAKING), stdout=pipe, stderr=pipe, text=True) as script:
            self.assertEqual(script.stdout.readline(), "a line\n")
            script.stdout.close()
            self.assertEqual(script.wait(PATIENCE), 128 + signal.SIGPIPE)
            self.assertEqual(script.stderr.read(),
                             "speaking.py: nobody reads the output any more; all is well\n")


class Stopped(unittest.TestCase):
    def test_nothing_swallows_the_signal(self):
        with subprocess.Popen(call(SWALLOWING), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as script:
            self.assertEqual(script.stdout.readline(), "now\n")
            script.terminate()
            self.assertEqual(script.wait(PATIENCE), 128 + signal.SIGTERM)
            self.assertEqual(script.stderr.read(), "swallowing.py: stopped by SIGTERM; all is well\n")


class Modules(unittest.TestCase):
    """Those that Python does not bring with it."""

    def test_one_that_is_not_there(self):
        program = "import sys; sys.path.insert(0, sys.argv[1]); import script_main; print(script_main.module("
        for name, code in (("'json', 'x'", 0), ("'nowhere', 'python3-nowhere'", 2)):
            ran = subprocess.run(call(f"{program}{name}))"), capture_output=True, text=True, check=False)
            self.assertEqual(ran.returncode, code, ran.stderr)
        self.assertEqual(ran.stdout, "")
        self.assertRegex(ran.stderr, "^-c: error: .*: found no module nowhere .*, allowed: a Python that has "
                                     "it, such as /usr/bin/python3 with Debian's package python3-nowhere\n$")

    def test_scripts_without_them(self):
        """-S leaves out what is installed beside Python. Only what draws with it needs matplotlib."""
        drawing = {"cores.py", "plot_sweep.py", "regret.py", "roofline.py", "sweep.py"}
        for path in sorted((ROOT / "scripts" / "charts").glob("*.py")):
            if "__main__" not in path.read_text(encoding="utf-8"):
                continue
            ran = subprocess.run([sys.executable, "-SEB", path, "--help"], capture_output=True, text=True,
                                 check=False)
            if path.name in drawing:
                self.assertEqual(ran.returncode, 2, path)
                self.assertIn(f"{path.name}: error: {sys.executable}: found no module matplotlib", ran.stderr)
                self.assertEqual(len(ran.stderr.splitlines()), 1, ran.stderr)
            else:
                self.assertEqual((ran.returncode, ran.stderr), (0, ""), path)

    def test_all_ask_for_them_in_this_way(self):
        """But for what train.py and nve_export.py import after they have looked for them, and their tests."""
        others = {ROOT / "scripts/train", ROOT / "scripts/onnx", ROOT / "tb/onnx"}
        files = [path for top in ("arch", "scripts", "tb", "tests") for path in (ROOT / top).rglob("*.py")]
        own = {path.stem for path in files}
        for path in files:
            if path.parent in others or path.name == "train_test.py":
                continue
            for one in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [alias.name for alias in one.names] if isinstance(one, ast.Import) else \
                    [one.module] if isinstance(one, ast.ImportFrom) else []
                for name in names:
                    self.assertIn(name.partition(".")[0], own | sys.stdlib_module_names, path)


class Numbers(unittest.TestCase):
    """As the tools take them: what Python's int() and float() take besides is none."""

    def test_decimal_digits_only(self):
        self.assertEqual([script_main.whole(text) for text in ("0", "010", "7")], [0, 10, 7])
        self.assertEqual([script_main.minutes(text) for text in ("0", "010", "2.5")], [0, 10, 2.5])
        for text in ("1_0", " 5", "5 ", "+5", "-1", "0x10", "1e3", "", "\u0663", "5\n", "inf", "nan",
                     ".5", "5."):
            for kind in (script_main.whole, script_main.count, script_main.minutes):
                with self.subTest(text=text, kind=kind.__name__), \
                        self.assertRaises(argparse.ArgumentTypeError):
                    kind(text)


if __name__ == "__main__":
    unittest.main()
