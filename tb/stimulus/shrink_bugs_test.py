#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The judge of planted bugs on tools made by hand: every program must shrink, and in time."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent / "shrink_bugs.py"

# Instead of nve-random with a planted bug: seeds 1 to 3 fail and are shrunk to these sizes.
TOOL = """#!{python} -SE
import json, pathlib, sys, time
options = dict(zip(sys.argv[1:], sys.argv[2:]))
seeds = {seeds} if "-" in options["--seeds"] else [int(options["--seeds"])]
if "--shrink" in sys.argv and seeds[0] == {slow}:
    time.sleep(0.4)
sizes = {sizes} if "--shrink" in sys.argv else dict()
failures = [dict(seed=seed, instructions=20, shrunk=sizes.get(seed)) for seed in seeds]
if {report}:
    pathlib.Path(options["--json"]).write_text(json.dumps(dict(failures=failures)))
sys.exit({code} if {code} is not None else 1 if failures else 0)
"""


class ShrinkBugs(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def tool(self, bug, seeds=(1, 2, 3), slow=0, sizes=None, report=True, code=None):
        path = self.folder / f"nve-shrink-{bug}"
        sizes = dict.fromkeys(seeds, 2) if sizes is None else sizes
        path.write_text(TOOL.format(python=sys.executable, seeds=list(seeds), slow=slow, sizes=sizes,
                                    report=report, code=code))
        path.chmod(0o755)

    def judged(self, *bugs, most_seconds=60):
        """The script with another limit: no test shall take a minute."""
        text = SCRIPT.read_text().replace("MOST_SECONDS = 60 ", f"MOST_SECONDS = {most_seconds} ")
        return subprocess.run([sys.executable, "-c", text, self.folder, *bugs], capture_output=True,
                              text=True, check=False)

    def ends(self, ran, code, text):
        self.assertEqual(ran.returncode, code, ran.stdout + ran.stderr)
        self.assertIn(text, ran.stdout + ran.stderr)
        self.assertNotIn("Traceback", ran.stderr)

    def test_programs_that_shrink(self):
        self.tool("one")
        self.tool("two")
        self.ends(self.judged("one", "two"), 0, "6 of 6 programs shrunk")

    def test_programs_that_stay(self):
        self.tool("one", sizes={1: 2, 2: 11})
        self.ends(self.judged("one"), 1, "found 1 of 3 small programs, allowed: at least 90%")

    def test_one_slow_program_among_others(self):
        self.tool("one", slow=2)
        self.ends(self.judged("one", most_seconds=0.3), 1, "s for the program of seed 2, allowed: 0.3")

    def test_a_bug_that_is_not_found(self):
        self.tool("one", seeds=())
        self.ends(self.judged("one"), 1, "one: not found by the seeds")

    def test_no_arguments(self):
        self.ends(self.judged(), 2, "the following arguments are required")

    def test_no_tool(self):
        self.ends(self.judged("one"), 2, "nve-shrink-one: found No such file")

    def test_a_tool_without_a_report(self):
        self.tool("one", report=False)
        self.ends(self.judged("one"), 2, "found exit code 1 and no report")

    def test_a_tool_that_fails_without_a_failure(self):
        self.tool("one", seeds=(), code=1)
        self.ends(self.judged("one"), 2, "found exit code 1 with 0 failing programs")


if __name__ == "__main__":
    unittest.main()
