#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy is called for the sources that have changed since it passed, and for those only."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import own_scripts

TIDY = """#!/bin/sh
for source; do :; done
basename "$source" >> calls
! grep -n BAD "$source"
"""


class Tidy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ("a", "b"):
            self.write(f"{name}.cpp", f'#include "{name}.hpp"\n')
            self.write(f"{name}.hpp", "int x;\n")
        self.write(".clang-tidy", "")
        self.write("clang-tidy", TIDY)
        (self.folder / "clang-tidy").chmod(0o755)
        self.commands("")

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def commands(self, options):
        entries = [{"directory": str(self.folder), "file": str(self.folder / f"{name}.cpp"),
                    "command": f"c++ {options} -o {name}.o -c {name}.cpp"} for name in ("a", "b")]
        self.write("compile_commands.json", json.dumps(entries))

    def tidy(self, expected, *sources):
        """The sources that clang-tidy was called for, with the script's exit code."""
        calls = self.folder / "calls"
        calls.write_text("", encoding="utf-8")
        done = subprocess.run([sys.executable, own_scripts.script("tidy.py"), ".",
                               *(sources or ("a.cpp", "b.cpp"))], cwd=self.folder, capture_output=True,
                              env={"PATH": f"{self.folder}:/usr/bin:/bin"}, text=True, check=False)
        self.assertEqual(done.returncode, expected, done.stdout + done.stderr)
        return "".join(sorted(calls.read_text(encoding="utf-8").split()))

    def test_what_has_changed_is_checked(self):
        self.assertEqual(self.tidy(0), "a.cppb.cpp")
        self.assertEqual(self.tidy(0), "")
        self.write("b.hpp", "int y;\n")
        self.assertEqual(self.tidy(0), "b.cpp")
        self.commands("-O2")
        self.assertEqual(self.tidy(0), "a.cppb.cpp")
        self.write(".clang-tidy", "Checks: '*'\n")
        self.assertEqual(self.tidy(0), "a.cppb.cpp")
        self.write("tidy.json", "{")
        self.assertEqual(self.tidy(0), "a.cppb.cpp")

    def test_a_warning_comes_again(self):
        self.write("b.cpp", "int BAD;\n")
        self.assertEqual(self.tidy(1), "a.cppb.cpp")
        self.assertEqual(self.tidy(1), "b.cpp")

    def test_wrong_input(self):
        self.write("c.cpp", "")
        self.assertEqual(self.tidy(2, "c.cpp"), "")
        self.write("compile_commands.json", "[")
        self.assertEqual(self.tidy(2), "")


if __name__ == "__main__":
    unittest.main()
