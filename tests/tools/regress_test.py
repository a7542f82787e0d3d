#!/usr/bin/env python3
"""The runner of the longer tests: totals, results, failures kept, runs that go on."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

RUNNER = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "regress.py"


class Regress(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.out = self.folder / "out"

    def build(self, name, cases):
        """A build folder whose cases run shell commands."""
        folder = self.folder / name
        (folder / "bin").mkdir(parents=True)
        (folder / "bin" / "program").write_text("1")
        (folder / "CMakeCache.txt").write_text(f"NVE_ARCH:FILEPATH=/somewhere/{name}.json\n")
        lines = [f'add_test("{case}" sh -c [==[{command}]==])\n'
                 f'set_tests_properties("{case}" PROPERTIES LABELS regress SKIP_RETURN_CODE 77)\n'
                 for case, command in cases.items()]
        (folder / "CTestTestfile.cmake").write_text("".join(lines))
        return folder

    def run_on(self, *builds, options=()):
        return subprocess.run([sys.executable, RUNNER, self.out, *builds, *options], capture_output=True,
                              text=True, check=False)

    def totals(self):
        return json.loads((self.out / "summary.json").read_text())["totals"]

    def test_two_machines(self):
        one = self.build("one", {"a": "echo 100 cycles compared", "b": "exit 77"})
        two = self.build("two", {"a": "echo 23 cycles compared"})
        ran = self.run_on(one, two)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertIn("3 expected, 2 conducted, 0 failed, 1 skipped; 123 cycles compared", ran.stdout)
        self.assertIn("[3/3] two a: passed", ran.stdout)
        suites = xml.etree.ElementTree.parse(self.out / "junit.xml").getroot()
        self.assertEqual([suite.get("tests") for suite in suites], ["2", "1"])
        self.assertIn("123 cycles compared", (self.out / "summary.html").read_text())

    def test_failures_are_kept(self):
        build = self.build("one", {"a": "echo 5 cycles compared", "b # x = <1>": "echo '<seed 17>'; exit 1"})
        ran = self.run_on(build)
        self.assertEqual(ran.returncode, 1)
        self.assertEqual(self.totals()["failed"], 1)
        self.assertIn("<seed 17>", (self.out / "failures" / "one.b_x_1_.log").read_text())
        self.assertIn("&lt;seed 17&gt;", (self.out / "summary.html").read_text())

    def test_nothing_compared_is_a_failure(self):
        ran = self.run_on(self.build("one", {"a": "true"}))
        self.assertEqual(ran.returncode, 1)
        self.assertIn("no cycle was compared", ran.stderr)

    def test_the_budget_is_kept(self):
        build = self.build("one", {"a": "echo 5 cycles compared"})
        self.assertEqual(self.run_on(build, options=["--budget", "0"]).returncode, 1)

    def test_resume_repeats_failures_and_keeps_the_rest(self):
        mark = self.folder / "mark"
        build = self.build("one", {"a": f"echo x >> {self.folder}/a; echo 5 cycles compared",
                                   "b": f"test -e {mark}"})
        self.assertEqual(self.run_on(build).returncode, 1)
        mark.touch()
        self.assertEqual(self.run_on(build, options=["--resume"]).returncode, 0)
        self.assertEqual((self.folder / "a").read_text(), "x\n")
        self.assertEqual(self.totals()["compared_cycles"], 5)
        (build / "bin" / "program").write_text("22")  # another program: everything again
        self.assertEqual(self.run_on(build, options=["--resume"]).returncode, 0)
        self.assertEqual((self.folder / "a").read_text(), "x\nx\n")

    def test_wrong_folders_are_named(self):
        ran = self.run_on(self.folder)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("found no CMakeCache.txt", ran.stderr)


if __name__ == "__main__":
    unittest.main()
