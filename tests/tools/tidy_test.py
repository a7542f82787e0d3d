#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy is called for the sources that have changed since it passed, many at once."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import own_scripts

# Says what it was called for, and finds what is bad in that or in what it includes
TIDY = """#!/bin/sh
for word; do case $word in *.cpp) source=$word;; esac; done
sources=$(sed -n 's/^#include "\\(.*[.]cpp\\)".*/\\1/p' "$source")
names=
for each in ${sources:-$source}; do names=$names$(basename "$each" .cpp); done
echo "$names" >> calls
! grep -n BAD ${sources:-$source}
"""
MANY = "abcdefghijklmnopqrst"


class Tidy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in MANY:
            self.write(f"{name}.cpp", f'#include "{name}.hpp"\n')
            self.write(f"{name}.hpp", f"#pragma once\nextern int {name};\n")
        self.write(".clang-tidy", "")
        self.write("clang-tidy", TIDY)
        (self.folder / "clang-tidy").chmod(0o755)
        self.commands("")

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def commands(self, options):
        entries = [{"directory": str(self.folder), "file": str(self.folder / f"{name}.cpp"),
                    "command": f"c++ {options} -o {name}.o -c {name}.cpp"} for name in MANY]
        self.write("compile_commands.json", json.dumps(entries))

    def tidy(self, expected, *sources):
        """The sources that clang-tidy was called for, with the script's exit code."""
        calls = self.folder / "calls"
        calls.write_text("", encoding="utf-8")
        done = subprocess.run([sys.executable, own_scripts.script("tidy.py"), ".",
                               *(sources or ("a.cpp", "b.cpp"))], cwd=self.folder, capture_output=True,
                              env={"PATH": f"{self.folder}:/usr/bin:/bin"}, text=True, check=False)
        self.assertEqual(done.returncode, expected, done.stdout + done.stderr)
        return " ".join(sorted(calls.read_text(encoding="utf-8").split()))

    def many(self, expected):
        return self.tidy(expected, *(f"{name}.cpp" for name in MANY))

    def test_what_has_changed_is_checked(self):
        self.assertEqual(self.tidy(0), "a b")
        self.assertEqual(self.tidy(0), "")
        self.write("b.hpp", "int y;\n")
        self.assertEqual(self.tidy(0), "b")
        self.commands("-O2")
        self.assertEqual(self.tidy(0), "a b")
        self.write(".clang-tidy", "Checks: '*'\n")
        self.assertEqual(self.tidy(0), "a b")
        self.write("tidy.json", "{")
        self.assertEqual(self.tidy(0), "a b")

    def test_a_warning_comes_again(self):
        self.write("b.cpp", "int BAD;\n")
        self.assertEqual(self.tidy(1), "a b")
        self.assertEqual(self.tidy(1), "b")

    def test_many_are_checked_at_once(self):
        self.assertEqual(self.many(0), MANY)
        self.assertEqual(self.many(0), "")
        self.write("c.hpp", "#pragma once\nextern long c;\n")
        self.assertEqual(self.many(0), "c")
        self.write("e.cpp", '#include "f.hpp"\n')
        self.assertEqual(self.many(0), "e")
        self.write("f.hpp", "#pragma once\nextern long f;\n")
        self.assertEqual(self.many(0), "e f")

    def test_one_of_many_is_named(self):
        self.write("g.cpp", "int BAD;\n")
        self.assertIn(" g ", self.many(1))
        self.assertEqual(self.many(1), "g")
        self.write("g.cpp", "int good;\n")
        self.assertEqual(self.many(0), "g")

    def test_of_other_commands_apart(self):
        entries = json.loads((self.folder / "compile_commands.json").read_text(encoding="utf-8"))
        for entry in entries[10:]:
            entry["command"] = entry["command"].replace("c++", "c++ -DOTHER")
        self.write("compile_commands.json", json.dumps(entries))
        self.assertEqual(self.many(0), f"{MANY[:10]} {MANY[10:]}")

    def test_wrong_input(self):
        self.write("other.cpp", "")
        self.assertEqual(self.tidy(2, "other.cpp"), "")
        self.write("compile_commands.json", "[")
        self.assertEqual(self.tidy(2), "")


if __name__ == "__main__":
    unittest.main()
