#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scripts write and remove their own files only: what a user has put into their folders, or hands in,
stays."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from own_scripts import script as path_of
import case_runs
import own_files
import script_main


class OwnFiles(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def files(self):
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if path.is_file())

    def write(self, *names):
        for name in names:
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(name)

    def refused(self, script, *words, text="that would be overwritten"):
        before = {name: (self.folder / name).read_bytes() for name in self.files()}
        ran = subprocess.run(["/usr/bin/python3", path_of(script), *words], cwd=self.folder, text=True,
                             capture_output=True, check=False)
        self.assertEqual(ran.returncode, 2, ran.stdout + ran.stderr)
        self.assertIn(text, ran.stderr)
        self.assertNotIn("Traceback", ran.stderr)
        self.assertEqual({name: (self.folder / name).read_bytes() for name in self.files()}, before)

    def test_an_input_by_another_name(self):
        self.write("a.csv", "out/b.json")
        os.link(self.folder / "a.csv", self.folder / "hard.svg")
        (self.folder / "soft.svg").symlink_to("a.csv")
        for svg in ("a.csv", "./a.csv", "out/../a.csv", "hard.svg", "soft.svg"):
            self.refused("cell_table.py", "a.csv", "--json", svg)
        self.refused("plot_sweep.py", "a.csv", "soft.svg")
        self.write("out/roofline.json", "out/summary.json", "out/coverage.json")
        self.refused("roofline.py", "bin", "out", "--memory", "out/roofline.json")
        self.refused("case_manifest.py", "out/summary.json", "--manifest", "out/summary.json")
        self.refused("coverage.py", "out", "out", "--waivers", "out/coverage.json",
                     text="found no CMakeCache.txt")
        self.write("build/CMakeCache.txt")
        self.refused("coverage.py", "out", "build", "--waivers", "out/coverage.json")

    def test_waves_are_not_their_own_picture(self):
        self.write("waves.png")
        (self.folder / "soft.png").symlink_to("waves.png")
        for out in ("waves.png", "soft.png"):
            ran = subprocess.run([path_of("waves.sh"), "picture", "waves.png", "core", out], text=True,
                                 cwd=self.folder, capture_output=True, check=False)
            self.assertEqual((ran.returncode, "which are the waves" in ran.stderr), (2, True), ran.stderr)
        self.assertEqual((self.folder / "waves.png").read_text(), "waves.png")

    def test_logs_of_an_earlier_run(self):
        cases = [{"machine": "nve", "name": "a.b[1]", "status": "failed"}]
        self.write("junit.xml", "failures/nve.a.b_1_.log", "failures/mine.log", "failures/deep/x",
                   "notes.txt")
        (self.folder / "summary.json").write_text(json.dumps({"cases": cases}))
        case_runs.remove_results(self.folder)
        self.assertEqual(self.files(), ["failures/deep/x", "failures/mine.log", "notes.txt"])
        for text in ("[", "{}", '{"cases": [1]}'):
            (self.folder / "summary.json").write_text(text)
            case_runs.remove_results(self.folder)
            self.assertEqual(self.files(), ["failures/deep/x", "failures/mine.log", "notes.txt"])

    def test_only_names_of_a_pattern(self):
        self.write("a.1.txt", "a.txt", "b.1.txt", "a.1.txt.bak", "sub/a.1.txt")
        own_files.remove_named(self.folder, re.compile(r"a\.\d+\.txt"))
        self.assertEqual(self.files(), ["a.1.txt.bak", "a.txt", "b.1.txt", "sub/a.1.txt"])

    def test_folders_in_the_way_of_proofs(self):
        self.write("out/results/fifo_one_word.prove/mine.txt")
        self.refused("formal.py", "fifo_one_word", "--out", "out",
                     text="prove: found files in the way and no lock in ")

    def test_numbers_are_decimal(self):
        for text in ("1_0", "٣", "+1", " 1", "0x1", "1e2", "", "-1", "1.5"):
            self.assertRaises(Exception, script_main.count, text)
            self.assertRaises(Exception, script_main.whole, text)
        for text in ("1_0", "٣", "+1", " 1", "1e2", "", "-1", "inf", "nan"):
            self.assertRaises(Exception, script_main.minutes, text)
        self.assertEqual((script_main.count("010"), script_main.whole("00")), (10, 0))
        self.assertEqual(script_main.minutes("2.5"), 2.5)


if __name__ == "__main__":
    unittest.main()
