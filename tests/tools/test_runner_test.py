#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runner of `make test`: what it runs and leaves out, what is a success, what is told, the budget."""
import unittest
import xml.etree.ElementTree

from regress_builds import RegressBuilds

COMPARES = "echo lockstep: 5 cycles compared"
SKIPS = {"skipped": "[  SKIPPED ] Suite.Case (0 ms)", "not_conducted": "not today"}


class TestRuns(RegressBuilds):
    script = "test.py"

    def build(self, name, cases, properties=None, machine=None):
        """Cases without a label, and one of the longer tests, which would fail."""
        unlabelled = {case: {"LABELS": "unit"} | (properties or {}).get(case, {}) for case in cases}
        return super().build(name, cases | {"long": "exit 1"}, unlabelled, machine)

    def suites(self):
        return list(xml.etree.ElementTree.parse(self.out / "junit.xml").getroot())


class Resumed(TestRuns):
    """What has passed on the same files; a case counts its runs in a file."""

    def setUp(self):
        super().setUp()
        self.count = self.out.parent / "runs"
        self.counted = f"echo x >> {self.count}; {COMPARES}"

    def runs(self):
        return len(self.count.read_text().splitlines())

    def test_only_with_the_option_and_on_the_same_programs(self):
        build = self.build("one", {"a": self.counted, "b": "exit 77"})
        self.passes(self.run_on(build))
        ran = self.run_on(build, options=["--resume"])
        self.passes(ran)
        self.assertIn("0 cases to run, 2 passed before on the same files", ran.stdout)
        self.assertIn("2 expected, 1 conducted, 0 failed, 1 skipped; 5 cycles compared", ran.stdout)
        self.assertEqual(self.runs(), 1)
        self.passes(self.run_on(build))
        self.assertEqual(self.runs(), 2)
        (build / "bin" / "another").write_text("program")
        self.passes(self.run_on(build, options=["--resume"]))
        self.assertEqual(self.runs(), 3)

    def test_what_failed_runs_again(self):
        flag = self.out.parent / "flag"
        build = self.build("one", {"a": self.counted, "b": f"[ -e {flag} ]"})
        self.fails(self.run_on(build, options=["--resume"]), "1 failed")
        flag.write_text("")
        ran = self.run_on(build, options=["--resume"])
        self.passes(ran)
        self.assertIn("1 cases to run, 1 passed before", ran.stdout)
        self.assertEqual(self.runs(), 1)

    def test_a_damaged_state_is_none(self):
        build = self.build("one", {"a": self.counted})
        self.passes(self.run_on(build))
        for text in ("", "[]", '{"key": 3}', '{"key": "", "cases": [1]}'):
            (self.out / "state.json").write_text(text)
            self.passes(self.run_on(build, options=["--resume"]))
        self.assertEqual(self.runs(), 5)


class Results(TestRuns):
    def test_two_machines_without_the_longer_tests(self):
        one = self.build("one", {"a": "echo lockstep: 100 cycles compared", "b": "exit 77"})
        two = self.build("two", {"a": "echo lockstep: 23 cycles compared"})
        ran = self.run_on(one, two)
        self.passes(ran)
        self.assertIn("3 expected, 2 conducted, 0 failed, 1 skipped; 123 cycles compared; 0 of 10 minutes",
                      ran.stdout)
        self.assertIn("[3/3] two a: passed", ran.stdout)
        self.assertNotIn("long", ran.stdout)
        self.assertEqual([(suite.get("name"), suite.get("tests")) for suite in self.suites()],
                         [("one", "2"), ("two", "1")])
        self.assertIn("123 cycles compared; 0 of 10 minutes", (self.out / "summary.html").read_text())

    def test_output_of_failed_cases_only(self):
        text = " 1/9 Test  #1: of no case ....   Passed    0.00 sec"
        build = self.build("one", {"a": COMPARES, "b": f"echo '<seed 17>'; echo '{text}'; exit 1"})
        ran = self.run_on(build)
        self.fails(ran, "2 expected, 2 conducted, 1 failed")
        told = ran.stdout.index("one b: failed")
        self.assertGreater(ran.stdout.index("<seed 17>"), told)
        self.assertIn(text, ran.stdout)
        self.assertEqual(ran.stdout.count("5 cycles compared"), 1)  # in the totals
        self.assertNotIn("Start ", ran.stdout)
        self.assertIn("<seed 17>", (self.out / "failures" / "one.b.log").read_text())
        self.assertIn("the end of one.b.log:\n  <seed 17>\n", ran.stderr)
        self.assertEqual([suite.get("failures") for suite in self.suites()], ["1"])

    def test_a_failing_machine_does_not_keep_the_next_from_running(self):
        one, two = self.build("one", {"a": "exit 1"}), self.build("two", {"a": COMPARES})
        ran = self.run_on(one, two)
        self.fails(ran, "2 expected, 2 conducted, 1 failed")
        self.assertIn("two a: passed", ran.stdout)

    def test_a_case_of_unknown_cost(self):
        build = self.build("one", {"a": COMPARES, "b": "exit 77", "c": COMPARES})
        record = build / "Testing" / "Temporary" / "CTestCostData.txt"
        record.parent.mkdir(parents=True, exist_ok=True)
        record.write_text("a 3 5400\nb 0 1.8e+09\nc 3 6.2e+08\n---\n")
        self.assertIn("3 cases to run, about 45.0 minutes of 10", self.run_on(build).stdout)  # two at a time

    def test_results_of_before_do_not_stay(self):
        build = self.build("one", {"a": COMPARES, "b": "exit 1"})
        self.fails(self.run_on(build))
        self.define(build, {"a": COMPARES}, {"a": {"LABELS": "unit"}})
        self.passes(self.run_on(build))
        self.assertFalse((self.out / "failures").exists())

    def test_what_was_not_conducted_or_not_compared(self):
        self.fails(self.run_on(self.build("one", {"a": COMPARES, "b": ""})),
                   "one: 1 of 2 cases were not conducted")
        self.fails(self.run_on(self.build("two", {"a": "true"})), "two: no cycle was compared")

    def test_googletest_skips(self):
        """gtest_discover_tests gives its cases this property; another text of it proves nothing."""
        for status, text in SKIPS.items():
            build = self.build(status, {"a": COMPARES, "b": f"echo '{text}'"},
                               {"b": {"SKIP_REGULAR_EXPRESSION": "SKIPPED|not today"}})
            ran = self.run_on(build)
            self.assertEqual(ran.returncode, 0 if status == "skipped" else 1, ran.stdout)
            self.assertEqual(self.totals()[status], 1)

    def test_what_counts_as_compared(self):
        """A case that passed, once, however often it says so; neither what is quoted nor what is skipped."""
        quoted = "echo \"found 'lockstep: 1000 cycles compared'\"; echo 2000 cycles compared"
        twice = "".join(f"echo {who}: {cycles} cycles compared, 0 mismatches; " for who, cycles in
                        (("lockstep", 30), ("seeds 1 to 9", 40), ("lockstep", 30)))
        build = self.build("one", {"a": COMPARES, "b": f"{COMPARES}; exit 77", "c": f"{COMPARES}; exit 1",
                                   "d": quoted, "e": twice})
        self.fails(self.run_on(build), "5 expected, 4 conducted, 1 failed, 1 skipped; 45 cycles compared")
        self.fails(self.run_on(self.build("two", {"a": quoted, "b": f"{COMPARES}; exit 1"})),
                   "two: no cycle was compared")

    def test_a_filter_without_tests(self):
        """Is no proof of anything, but for a case that must fail because of it."""
        text = "0 tests from 0 test suites"
        build = self.build("one", {"a": COMPARES, "b": f"echo {text}"},
                           {"b": {"WILL_FAIL": "TRUE", "FAIL_REGULAR_EXPRESSION": text}})
        self.passes(self.run_on(build))
        self.assertEqual(self.totals()["passed"], 2)
        self.define(build, {"a": COMPARES, "b": f"echo {text}"},
                    {case: {"LABELS": "unit", "WILL_FAIL": "FALSE"} for case in ("a", "b")})
        self.fails(self.run_on(build), "one: 1 of 2 cases were not conducted")

    def test_nothing_but_longer_tests(self):
        self.refused(self.run_on(self.build("one", {})), "found no test without label regress")


class Budget(TestRuns):
    def test_over_the_budget_is_a_warning(self):
        build = self.build("one", {"a": COMPARES + "; sleep 3.2"})
        budget = ["--budget", "0.05"]  # 3 seconds, and 9 are three times as many
        ran = self.run_on(build, options=budget)
        self.passes(ran)
        late = "it took 0.1 minutes, the budget is 0.05"
        self.assertIn(f"test.py: warning: {late}", ran.stderr)
        self.assertEqual((self.totals()["problems"], self.totals()["warnings"]), ([], [late]))
        self.assertIn(f'<p class="warning">{late}</p>', (self.out / "summary.html").read_text())
        self.fails(self.run_on(build, options=[*budget, "--strict"]),
                   "test.py: error: it took 0.1 minutes, the budget is 0.05")

    def test_far_over_the_budget_is_a_failure(self):
        self.fails(self.run_on(self.build("one", {"a": COMPARES}), options=["--budget", "0"]),
                   "more than 3 times the budget, which is 0")
        self.assertIn("more than 3 times", (self.out / "summary.html").read_text())


if __name__ == "__main__":
    unittest.main()
