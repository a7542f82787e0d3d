#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runner of the longer tests: what is a success, totals, results, failures kept, wrong options."""
import pathlib
import sys
import unittest
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "tools"))
from regress_builds import RegressBuilds  # noqa: E402  (lies in another folder)
import test_summary  # noqa: E402

COMPARES = "echo lockstep: 5 cycles compared"


class Results(RegressBuilds):
    def test_two_machines(self):
        one = self.build("one", {"a": "echo lockstep: 100 cycles compared", "b": "exit 77"})
        two = self.build("two", {"a": "echo lockstep: 23 cycles compared"})
        ran = self.run_on(one, two)
        self.passes(ran)
        self.assertIn("3 expected, 2 conducted, 0 failed, 1 skipped; 123 cycles compared", ran.stdout)
        self.assertIn("[3/3] two.a: passed", ran.stdout)
        self.assertTrue(ran.stdout.splitlines()[-1].endswith(f"; {self.out}/summary.html"), ran.stdout)
        suites = xml.etree.ElementTree.parse(self.out / "junit.xml").getroot()
        self.assertEqual([suite.get("tests") for suite in suites], ["2", "1"])
        self.assertIn("123 cycles compared", (self.out / "summary.html").read_text())
        self.assertEqual(self.totals()["machines"]["two"]["compared_cycles"], 23)

    def test_failures_are_kept(self):
        build = self.build("one", {"a": COMPARES, "b # x = <1>": "echo '<seed 17>'; exit 1"})
        self.fails(self.run_on(build))
        self.assertEqual(self.totals()["failed"], 1)
        self.assertIn("<seed 17>", (self.out / "failures" / "one.b_x_1_.log").read_text())
        self.assertEqual(len(list((self.out / "results").glob("one.b___x_=__1_.*"))), 1)
        self.assertIn("&lt;seed 17&gt;", (self.out / "summary.html").read_text())

    def test_the_budget_is_kept(self):
        build = self.build("one", {"a": COMPARES})
        self.fails(self.run_on(build, options=["--budget", "0"]), "the budget is 0")
        self.assertIn("the budget is 0", (self.out / "summary.html").read_text())

    def test_a_signal_shows_as_such(self):
        build = self.build("one", {"a": COMPARES, "segv": "kill -SEGV $$", "kill": "kill -KILL $$",
                                   "abort": "kill -ABRT $$", "hup": "kill -HUP $$"})
        ran = self.run_on(build)
        self.fails(ran, "4 failed")
        for text in ("segv: failed", "segfault", "subprocess killed", "subprocess aborted", "sighup",
                     "[5/5]"):
            self.assertIn(text, ran.stdout)


class NotConducted(RegressBuilds):
    def not_conducted(self, build, *names):
        number = (build / "CTestTestfile.cmake").read_text().count("add_test")
        self.fails(self.run_on(build), f"one: {len(names)} of {number} cases were not conducted")
        self.assertEqual(self.totals()["not_conducted"], len(names))
        for name in names:
            self.assertTrue((self.out / "failures" / f"one.{name}.log").is_file())
        suite = next(iter(xml.etree.ElementTree.parse(self.out / "junit.xml").getroot()))
        self.assertEqual((suite.get("errors"), suite.get("skipped")), (str(len(names)), "0"))

    def test_a_program_that_is_not_there(self):
        self.not_conducted(self.build("one", {"a": COMPARES, "b": ""}), "b")

    def test_a_filter_that_matches_nothing(self):
        for case, text in (("b", "[==========] Running 0 tests from 0 test suites."),
                           ("c", "[==========] 0 tests from 0 test suites ran. (0 ms total)")):
            self.not_conducted(self.build(f"one_{case}", {"a": COMPARES, case: f"echo '{text}'"},
                                          machine="one"), case)
        self.passes(self.run_on(self.build("two", {
            "a": f"echo '[==========] Running 10 tests from 10 test suites.'; {COMPARES}"})))

    def test_a_disabled_test(self):
        self.not_conducted(self.build("one", {"a": COMPARES, "b": "true"}, {"b": {"DISABLED": "TRUE"}}), "b")

    def test_a_file_that_is_not_there(self):
        required = {"b": {"REQUIRED_FILES": "/nowhere/file"}}
        self.not_conducted(self.build("one", {"a": COMPARES, "b": "true"}, required), "b")

    def test_a_skip_of_another_kind(self):
        pattern = {"b": {"SKIP_REGULAR_EXPRESSION": "not today"}}
        self.not_conducted(self.build("one", {"a": COMPARES, "b": "echo not today"}, pattern), "b")

    def test_a_setup_that_fails(self):
        properties = {"set": {"FIXTURES_SETUP": "f"}, "b": {"FIXTURES_REQUIRED": "f"}}
        self.not_conducted(self.build("one", {"a": COMPARES, "set": "exit 1", "b": "true"}, properties), "b")

    def test_a_program_of_unknown_cases(self):
        build = self.build("one", {"a": COMPARES, "late_NOT_BUILT": ""}, {"late_NOT_BUILT": {"LABELS": ""}})
        self.not_conducted(build, "late_NOT_BUILT")

    def test_ctest_ends_early(self):
        self.not_conducted(self.build("one", {"a": "kill -KILL $PPID; sleep 5"}), "a")

    def test_results_written_by_half_are_none(self):
        self.out.mkdir()
        (self.out / "half.xml").write_text("<testsuite><testcase")
        self.assertEqual(test_summary.read_junit(self.out / "half.xml", "one"), [])


class Alone(RegressBuilds):
    def test_cases_that_run_serially(self):
        here = f"test ! -e {self.folder}/beside || exit 1"
        cases = {"a": f"{here}; {COMPARES}"} | {
            f"b{n}": f"{here}; echo x > {self.folder}/beside; sleep 0.3; rm {self.folder}/beside"
            for n in range(2)}
        properties = {"a": {"RUN_SERIAL": "TRUE"}, "b0": {"PROCESSORS": "2"}, "b1": {"PROCESSORS": "2"}}
        self.passes(self.run_on(self.build("one", cases, properties)))


class NothingCompared(RegressBuilds):
    def test_by_any(self):
        self.fails(self.run_on(self.build("one", {"a": "true"})), "one: no cycle was compared")

    def test_by_one_of_two(self):
        ran = self.run_on(self.build("one", {"a": COMPARES}), self.build("two", {"a": "true"}))
        self.fails(ran, "two: no cycle was compared")
        self.assertNotIn("one: no cycle", ran.stderr)
        self.assertEqual(self.totals()["problems"], ["two: no cycle was compared"])


class WrongOptions(RegressBuilds):
    def setUp(self):
        super().setUp()
        self.one = self.build("one", {"a": COMPARES})

    def test_folders(self):
        self.refused(self.run_on(self.folder), "found no CMakeCache.txt")
        (self.one / "CMakeCache.txt").write_text("NVE_ARCHITECTURE:FILEPATH=x\n")
        self.refused(self.run_on(self.one), "found no NVE_ARCH")

    def test_a_folder_without_programs(self):
        (self.one / "bin" / "program").unlink()
        (self.one / "bin").rmdir()
        self.refused(self.run_on(self.one), "found no bin/")

    def test_a_folder_whose_tests_cannot_be_read(self):
        (self.one / "CTestTestfile.cmake").write_text("add_test(")
        self.refused(self.run_on(self.one), "found no")

    def test_a_machine_twice(self):
        self.refused(self.run_on(self.one, self.build("two", {"a": COMPARES}, machine="one")),
                     f"found {self.one} and {self.folder / 'two'}, both of machine one")

    def test_a_name_twice(self):
        other = self.one / "more"
        other.mkdir()
        (other / "CTestTestfile.cmake").write_text((self.one / "CTestTestfile.cmake").read_text())
        with (self.one / "CTestTestfile.cmake").open("a") as tests:
            tests.write("subdirs(more)\n")
        self.refused(self.run_on(self.one), "found several tests of the names ['a']")

    def test_numbers(self):
        for option, value in (("--jobs", "0"), ("--budget", "nan"), ("--budget", "-1"), ("--budget", "inf")):
            self.refused(self.run_on(self.one, options=[f"{option}={value}"]), f"{option}: found {value}")

    def test_a_case_that_cleans_up(self):
        build = self.build("two", {"a": COMPARES}, {"a": {"FIXTURES_CLEANUP": "f"}})
        self.refused(self.run_on(build), "a: found FIXTURES_CLEANUP")

    def test_labels(self):
        self.refused(self.run_on(self.one, options=["--label", "["]), "--label: found '['")
        self.refused(self.run_on(self.one, options=["--label", "xyz"]), "found no test with label xyz")

    def test_where_the_results_go(self):
        (self.folder / "file").touch()
        self.refused(self.run_on(self.one, out=self.folder / "file"), "allowed: a folder to write to")
        self.refused(self.run_on(self.one, out="/proc/nowhere"), "allowed: a folder to write to")


if __name__ == "__main__":
    unittest.main()
