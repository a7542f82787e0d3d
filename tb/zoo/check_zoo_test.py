#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_zoo.py and plant_all.py on a zoo made by hand: what a test must say for its bug to be caught, and
that a header which lacks a line is wrong input."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import check_zoo

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

# A program of the zoo: prints the text of a bug and fails; without a bug it passes.
TOOL = """#!/bin/sh
[ "$NVE_BUG" -eq 0 ] && echo "0 failed" && exit 0
cat "$0.said"
exit 1
"""
ABORTING = TOOL.replace("exit 1", "kill -ABRT $$")

MISMATCH = "lockstep mismatch: cycle 7: accu[3] differs\n  first: accu[3] (VMAC), written in cycle 6\n"
CHECKS = """\
a_test.cpp:10: Failure
Expected equality of these values:
  status(0x40)
S2MM: first check
a_test.cpp:11: Failure
Value of: done
S2MM: second check
[  FAILED  ] Some.Test (2 ms)
S2MM: behind the test
"""
ASSERTION = """\
[0] %Error: part.sv:3: Assertion failed in TOP.dut.u_mm2s.UsedInRange: UsedInRange
%Error: part.sv:3: Verilog $stop
u_mm2s: behind the assertion
"""


def headers(**lines):
    return "".join(f"# {key}: {value}\n" for key, value in lines.items()) + "s/one/two/\n"


CORE = {"file": "part.txt", "run": "core", "unit": "VMAC", "report": "accu"}
DMA = {"file": "part.txt", "run": "dma", "test": "Some.Test", "unit": "S2MM", "report": "S2MM: first check"}


class Zoo(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        (self.folder / "part.txt").write_text("if (one) stop();\n", encoding="utf-8")

    def check(self, lines, said, tool=TOOL, options=("--force",)):
        """Runs check_zoo.py on one bug, whose program says `said`."""
        for kind in ("core", "dma"):
            path = self.folder / f"nve-zoo-{kind}"
            path.write_text(tool, encoding="utf-8")
            path.chmod(0o755)
            (self.folder / f"nve-zoo-{kind}.said").write_text(said, encoding="utf-8")
        return self.call("check_zoo.py", self.folder, self.folder / "logs", self.bug(lines), *options)

    def run_bug(self, lines, said, tool=TOOL):
        """Runs what the shard of a bug runs."""
        bug, path = check_zoo.read_bug(self.bug(lines)), self.folder / "program"
        path.write_text(tool, encoding="utf-8")
        path.chmod(0o755)
        (self.folder / "program.said").write_text(said, encoding="utf-8")
        return self.call("zoo_bug.py", path, bug.kind, bug.test, bug.report, "1", self.folder)

    def bug(self, lines):
        path = self.folder / "bug.sed"
        path.write_text(headers(**lines), encoding="utf-8")
        return path

    @staticmethod
    def call(script, *words):
        return subprocess.run([sys.executable, HERE / script, *words], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False,
                              env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})

    def expect(self, ran, code, text=""):
        self.assertEqual(ran.returncode, code, ran.stdout + ran.stderr)
        self.assertIn(text, ran.stdout + ran.stderr)
        self.assertNotIn("Traceback", ran.stderr)

    def test_caught(self):
        self.expect(self.check(CORE, MISMATCH), 0, "caught: accu (VMAC)")
        self.expect(self.check(DMA, CHECKS), 0, "caught: S2MM: first check")
        assertion = {**DMA, "unit": "MM2S", "report": "u_mm2s.UsedInRange"}
        self.expect(self.check(assertion, ASSERTION, ABORTING), 0, "caught: u_mm2s.UsedInRange")
        totals = json.loads((self.folder / "logs" / "zoo.json").read_text(encoding="utf-8"))
        self.assertEqual(totals, {"schema": "nve-zoo", "schema_version": 1, "expected": 1, "conducted": 1,
                                  "failed": 0, "failures": {}})

    def test_a_call_runs_what_has_no_result_of_this_program(self):
        self.expect(self.check(CORE, MISMATCH), 0, "caught: accu (VMAC)")
        self.expect(self.check(CORE, "crashed", options=()), 0, "caught: accu (VMAC)")
        self.expect(self.check(CORE, "crashed", ABORTING, options=()), 1, "report '', expected 'accu (VMAC)'")
        totals = json.loads((self.folder / "logs" / "zoo.json").read_text(encoding="utf-8"))
        self.assertEqual((totals["failed"], list(totals["failures"])), (1, ["bug"]))

    def test_a_run_without_a_result(self):
        """The same when only results are read, as merge.py does."""
        self.check(CORE, MISMATCH)
        shutil.rmtree(self.folder / "logs" / "results" / "bug")
        merge, out = ROOT / "scripts" / "campaign" / "merge.py", self.folder / "logs"
        ran = subprocess.run([sys.executable, merge, out / "shards.jsonl", out], capture_output=True,
                             text=True, check=False)
        self.expect(ran, 1, "FAILED: found no result")
        self.expect(ran, 1, "bugs: 1 expected, 0 conducted, 1 failed")

    def test_another_report_does_not_count(self):
        for other, expected in (({"report": "rw"}, "rw (VMAC)"), ({"unit": "WREG"}, "accu (WREG)")):
            self.expect(self.run_bug({**CORE, **other}, MISMATCH), 1,
                        f"report 'accu (VMAC)', expected '{expected}'")
        self.expect(self.run_bug(CORE, "crashed"), 1, "report '', expected 'accu (VMAC)'")

    def test_the_first_failed_check_must_say_it(self):
        for report in ("S2MM: second check", "S2MM: behind the test"):
            self.expect(self.run_bug({**DMA, "report": report}, CHECKS), 1, f"expected '{report}'")
        behind = {**DMA, "unit": "mm2s", "report": "u_mm2s: behind the assertion"}
        self.expect(self.run_bug(behind, ASSERTION, ABORTING), 1, "expected 'u_mm2s: behind the assertion'")
        self.expect(self.run_bug(DMA, "S2MM: first check\n"), 1, "report '', expected 'S2MM: first check'")

    def test_a_program_that_passes_does_not_count(self):
        self.expect(self.run_bug(DMA, CHECKS, TOOL.replace("exit 1", "exit 0")), 1, "exit code 0")

    def test_a_line_of_the_header_is_missing(self):
        for lines in (CORE, DMA):
            for key in set(lines) - {"file"}:
                rest = {name: value for name, value in lines.items() if name != key}
                for less in (rest, {**rest, key: ""}):
                    self.expect(self.check(less, MISMATCH, ABORTING), 2,
                                f"bug.sed: found 0 lines '# {key}: VALUE', allowed: 1")
        self.assertFalse((self.folder / "logs").exists())

    def test_the_run_is_none(self):
        self.expect(self.check({**CORE, "run": "cores"}, MISMATCH), 2,
                    "bug.sed: run: found 'cores', allowed: core, dma, host")

    def test_the_report_does_not_name_the_unit(self):
        self.expect(self.check({**DMA, "report": "status(0x40)"}, CHECKS), 2,
                    "bug.sed: report: found 'status(0x40)', allowed: a text with the name of the unit, "
                    "'S2MM'")

    def test_planting_needs_a_file(self):
        words = ("plant_all.py", self.folder, self.folder / "out")
        self.expect(self.call(*words, self.bug(CORE)), 0)
        self.expect(self.call(*words, self.bug({"run": "core"})), 2,
                    "bug.sed: found 0 lines '# file: VALUE', allowed: 1")

    def test_too_few_arguments(self):
        for script, text in (("check_zoo.py", "required: out, bug.sed"),
                             ("plant_all.py", "found 1 arguments")):
            self.expect(self.call(script, "bin"), 2, text)


if __name__ == "__main__":
    unittest.main()
