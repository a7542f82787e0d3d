#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which cases must not vanish: what is missing or newly skipped makes a run fail, as do fewer compared
cycles; what is new does not; the file is written from runs; the environment chooses no tests. And the
project's own file."""
import json
import os
import subprocess
import sys
import unittest

from regress_builds import RegressBuilds
from own_scripts import script

import least_cases

COMPARES = "echo lockstep: 123 cycles compared"
SHOWN = ("GTEST_REPEAT", "GTEST_FILTER", "TESTBRIDGE_TEST_ONLY", "RC_PARAMS", "NVE_COUNT")


class ManifestBuilds(RegressBuilds):
    def setUp(self):
        super().setUp()
        self.manifest = self.folder / "cases.json"
        self.options = ["--manifest", self.manifest]

    def write(self, *runs):
        """The file from the results of runs; by default from the last one."""
        return subprocess.run([sys.executable, script("case_manifest.py"), "--manifest", self.manifest,
                               *(runs or [self.out / "summary.json"])], capture_output=True, text=True,
                              check=False)

    def accept(self, *builds):
        """The cases of the builds are those that must exist."""
        self.manifest.write_text("{}")
        self.passes(self.run_on(*builds, options=self.options))
        self.passes(self.write())

    def runs(self, *builds):
        return self.run_on(*builds, options=self.options)


class Held(ManifestBuilds):
    """Cases of the longer tests, each a group of its own."""

    def setUp(self):
        super().setUp()
        self.one = self.build("one", {"a": COMPARES, "b": COMPARES, "c": "exit 77"})
        self.accept(self.one)

    def test_the_same_cases(self):
        self.passes(self.runs(self.one))

    def test_a_case_that_is_missing(self):
        self.define(self.one, {"a": COMPARES + "; echo lockstep: 300 cycles compared", "c": "exit 77"})
        self.fails(self.runs(self.one),
                   "one: b: found 0 cases that were not skipped, allowed: 1 or more; if that is meant")
        self.assertNotIn("compared cycles, allowed", self.runs(self.one).stderr)

    def test_a_case_that_is_not_in_the_file(self):
        self.define(self.one, {"a": COMPARES, "b": COMPARES, "c": "exit 77", "d": "true", "e": "exit 77"})
        self.passes(self.runs(self.one))

    def test_a_case_that_is_skipped_now(self):
        self.define(self.one, {"a": "echo lockstep: 246 cycles compared", "b": "exit 77", "c": "exit 77"})
        self.fails(self.runs(self.one), "one: b: found 0 cases that were not skipped, allowed: 1 or more")

    def test_a_case_that_is_skipped_no_more(self):
        self.define(self.one, {"a": COMPARES, "b": COMPARES, "c": "true"})
        self.passes(self.runs(self.one))

    def test_fewer_cycles(self):
        """246 are rounded down to 240."""
        for cycles, code in ((117, 0), (116, 1)):
            self.define(self.one, {"a": COMPARES, "b": f"echo lockstep: {cycles} cycles compared",
                                   "c": "exit 77"})
            self.assertEqual(self.runs(self.one).returncode, code, cycles)
        self.assertIn("one: found 239 compared cycles, allowed: 240 or more", self.runs(self.one).stderr)

    def test_a_failure_is_not_told_twice(self):
        self.define(self.one, {"a": COMPARES, "b": "exit 1", "c": "exit 77"})
        ran = self.runs(self.one)
        self.fails(ran, f"regress.py: error: one b: failed; {self.out}/failures/one.b.log")
        self.assertEqual(ran.stderr.count("error"), 1, ran.stderr)

    def test_what_is_kept_counts(self):
        self.passes(self.run_on(self.one, options=[*self.options, "--resume"]))

    def test_other_machines_and_labels(self):
        ran = self.runs(self.build("two", {"a": COMPARES}))
        self.passes(ran)
        self.assertIn(f"two: {self.manifest} does not say which cases of 'regress' must exist", ran.stdout)
        ran = self.run_on(self.one, options=[*self.options, "--label", "reg"])
        self.passes(ran)
        self.assertIn("does not say which cases of 'reg' must exist", ran.stdout)

    def test_a_build_with_sanitizers_is_held_to_its_own(self):
        for value, machine in (("ON", "one-sanitize"), ("OFF", "one")):
            with (self.one / "CMakeCache.txt").open("a") as cache:
                cache.write(f"NVE_SANITIZE:BOOL={value}\n")
            self.passes(self.runs(self.one))
            self.assertEqual(list(self.totals()["machines"]), [machine])
            text = (self.one / "CMakeCache.txt").read_text()
            (self.one / "CMakeCache.txt").write_text(text.replace("NVE_SANITIZE:BOOL=ON\n", ""))

    def test_wrong_files(self):
        for text, message in (("{", "found no JSON"), ('{"regress": 3}', "allowed: an object"),
                              ('{"regress": {"one": {"cases": {}}}}', "found no compared_cycles")):
            self.manifest.write_text(text)
            self.refused(self.runs(self.one), message)
        self.manifest.unlink()
        self.refused(self.runs(self.one), "no such file")


class HeldByProgram(ManifestBuilds):
    """Cases of make test: as many of each program."""

    script = "test.py"

    def test_numbers_of_each_program(self):
        unit = {"LABELS": "unit"}
        names = ["p.A.x", "p.A.y", "q.B.x"]
        one = self.build("one", {name: COMPARES for name in names}, {name: unit for name in names})
        self.accept(one)
        self.assertEqual(json.loads(self.manifest.read_text())["test"]["one"]["cases"], {"p": 2, "q": 1})
        names = ["p.A.x", "q.B.x", "q.B.y"]
        self.define(one, {name: COMPARES for name in names}, {name: unit for name in names})
        ran = self.runs(one)
        self.fails(ran, "one: p: found 1 cases that were not skipped, allowed: 2 or more")
        self.assertNotIn("one: q:", ran.stderr)


class Written(ManifestBuilds):
    def test_machines_of_a_run_replace_their_own(self):
        one, two = self.build("one", {"a": COMPARES}), self.build("two", {"b": COMPARES})
        self.accept(one, two)
        self.define(two, {"c": COMPARES})
        self.fails(self.runs(two), "two: b: found 0 cases that")
        self.passes(self.write())
        self.passes(self.runs(one, two))

    def test_only_from_runs_that_passed(self):
        one = self.build("one", {"a": COMPARES, "b": "exit 1"})
        self.manifest.write_text("{}")
        self.fails(self.runs(one))
        self.refused(self.write(), "found cases that are failed, allowed: a run in which all passed")
        self.refused(self.write(self.folder / "nowhere.json"), "no such file")
        self.define(one, {"a": COMPARES})
        self.passes(self.run_on(one))
        empty = self.folder / "empty.json"
        empty.write_text(json.dumps(json.loads((self.out / "summary.json").read_text()) | {"cases": []}))
        self.refused(self.write(empty), "found no case of one, allowed: a whole run")
        nothing = self.folder / "nothing.json"
        nothing.write_text("{}")
        self.refused(self.write(nothing), "found no suite, totals, cases")
        self.refused(self.write(self.manifest), "found an input that would be overwritten")
        self.assertEqual(self.manifest.read_text(), "{}")


class Environment(RegressBuilds):
    def test_no_variable_chooses_tests(self):
        shows = "; ".join(f"echo {name}=${name}." for name in (*SHOWN, "NVE_OWN", "OTHER"))
        one = self.build("one", {"a": f"{COMPARES}; {shows}; exit 1"}, {"a": {"ENVIRONMENT": "NVE_OWN=7"}})
        ran = subprocess.run(self.call(self.out, one), capture_output=True, text=True, check=False,
                             env=os.environ | dict.fromkeys((*SHOWN, "OTHER"), "3"))
        self.fails(ran, f"not passed on to the cases: {', '.join(sorted(SHOWN))}\n")
        output = (self.out / "failures" / "one.a.log").read_text()
        for name in SHOWN:
            self.assertIn(f"{name}=.", output)
        self.assertIn("NVE_OWN=7.", output)
        self.assertIn("OTHER=3.", output)


class Project(unittest.TestCase):
    """The figures that this project promises of `make regress` are in its file."""

    def test_cases_and_cycles(self):
        manifest = least_cases.read(least_cases.MANIFEST)
        self.assertEqual(set(manifest["test"]), {"nve", "nve-sanitize", "nve_small", "nve_split"})
        self.assertEqual(set(manifest["regress"]), {"nve", "nve_split"})
        self.assertGreaterEqual(sum(own["compared_cycles"] for own in manifest["regress"].values()), 3e8)
        for machine, own in manifest["regress"].items():
            self.assertEqual(set(own["cases"].values()), {1}, machine)


if __name__ == "__main__":
    unittest.main()
