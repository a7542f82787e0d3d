#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tb/coverage/coverage.sh on programs made by hand: when it ends, all that it has started has ended."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "tools"))
from own_scripts import script  # noqa: E402  (lies in another folder)
from toy_builds import PATIENCE, alive  # noqa: E402

PROGRAMS = ("core_test", "core_corner_test", "dma_test", "dma_corner_test", "nve-random")


class Coverage(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.build = self.folder / "build"
        for name in ("build", "build-split", "build-cpp"):
            (self.folder / name / "bin").mkdir(parents=True)
            for program in PROGRAMS:
                self.program(f"{name}/bin/{program}", "exit 0")
        self.program("path/cmake", "exit 0")

    def program(self, name, text):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def start(self, *only):
        path = f"{self.folder / 'path'}:{os.environ['PATH']}"
        with (self.folder / "log").open("w", encoding="utf-8") as log:
            process = subprocess.Popen([script("coverage.sh"), self.folder / "out", self.build, *only],
                                       stdout=log, stderr=log, env=os.environ | {"PATH": path},
                                       start_new_session=True)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def number(self, name):
        """The process number that a program has written."""
        path, end = self.folder / name, time.monotonic() + PATIENCE
        while not path.exists() or not path.read_text().strip():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)
        return int(path.read_text())

    def test_a_failure_waits_for_the_other_side(self):
        for fails, other in (("dma_test", "core_test"), ("core_test", "dma_test")):
            with self.subTest(fails):
                (self.folder / "ended").unlink(missing_ok=True)
                self.program(f"build/bin/{fails}", "exit 3")
                self.program(f"build/bin/{other}", f"sleep 1; echo 1 > {self.folder}/ended")
                process = self.start("rtl")
                self.assertEqual(process.wait(PATIENCE), 1)
                self.assertTrue((self.folder / "ended").exists())

    def test_a_failed_stage_gives_one(self):
        # 8 is ctest's code for a test that fails.
        for code, allowed in ((8, 1), (1, 1), (3, 1), (127, 1), (2, 2), (70, 70), (139, 139)):
            with self.subTest(code):
                self.program("path/ctest", f"exit {code}")
                self.assertEqual(self.start().wait(PATIENCE), allowed)
                self.assertIn("tests of the C++", (self.folder / "log").read_text())

    def test_a_signal_ends_both_sides(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            with self.subTest(number):
                for name in ("dma_test", "core_test"):
                    (self.folder / name).unlink(missing_ok=True)
                    self.program(f"build/bin/{name}", f"echo $$ > {self.folder}/{name}; exec sleep 600")
                process = self.start("rtl")
                sides = [self.number(name) for name in ("dma_test", "core_test")]
                for side in sides:
                    self.addCleanup(subprocess.run, ["kill", "-9", str(side)], check=False,
                                    stderr=subprocess.DEVNULL)
                process.send_signal(number)
                self.assertEqual(process.wait(PATIENCE), 128 + number)
                self.assertEqual([side for side in sides if alive(side)], [])


if __name__ == "__main__":
    unittest.main()
