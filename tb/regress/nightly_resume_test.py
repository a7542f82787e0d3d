#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nights that go on: what is kept of earlier calls, and seeds shared by several computers."""
import json
import unittest

from nightly_builds import FIRST, Nights


class Changes(Nights):
    def test_results_of_another_program_are_removed(self):
        one, two = self.build("one"), self.build("two")
        self.say(one, FIRST, "fail")
        self.say(two, FIRST, "fail")
        self.fails(self.night(one, two), "failed")
        (self.folder / one / "bin" / str(FIRST)).unlink()
        self.change(one)
        ran = self.night(one, two)
        self.fails(ran, "two: 1 programs failed")
        self.assertIn("one: another nve-random than before", ran.stdout)
        self.assertEqual(self.reports(), [f"two.{FIRST}.txt"])
        self.assertEqual(self.waves(), [f"two.{FIRST}.fst", f"two.{FIRST}.fst.json"])
        self.assertEqual(self.seeds(one)[:2], [(FIRST, FIRST + 9)] * 2)
        self.assertEqual(self.seeds(two).count((FIRST, FIRST + 9)), 1)

    def test_a_program_that_changes_meanwhile(self):
        one = self.build("one")
        tool = self.folder / one / "bin" / "nve-random"
        changing = "open(__file__, 'a').write('#')\nsys.exit(70"
        tool.write_text(tool.read_text().replace("sys.exit(70", changing))
        self.fails(self.night(one), "nve-random has changed meanwhile")

    def test_another_slice_keeps_the_results(self):
        one = self.build("one")
        self.passes(self.night(one))
        self.passes(self.night(one, options=["--slice", "7", "--programs", "50"]))
        self.assertEqual(self.seeds(one)[4:], [(FIRST + 40, FIRST + 46), (FIRST + 47, FIRST + 53)])

    def test_another_first_seed_keeps_the_results_and_fills_gaps(self):
        one = self.build("one")
        self.passes(self.night(one, options=["--programs", "10", "--first-seed", "25"]))
        self.passes(self.night(one, options=["--programs", "30", "--first-seed", "10"]))
        self.assertEqual(self.seeds(one), [(10, 19), (20, 24), (25, 34), (35, 44)])
        self.assertEqual(self.summary()["total"]["conducted"], 35)

    def test_a_machine_that_is_not_named_is_not_forgotten(self):
        one, two = self.build("one"), self.build("two")
        self.passes(self.night(one, two))
        self.refused(self.night(one), "found results of two too")
        self.passes(self.night(one, two, options=["--programs", "50"]))
        self.assertEqual(len(self.seeds(two)), 2)

    def test_no_results_to_go_on_with(self):
        one = self.build("one")
        for text in ("{}", "{", "[]", '{"tools": {"one": "x"}, "slices": {"one": [{"first": 1}]}}'):
            self.out.mkdir(exist_ok=True)
            (self.out / "state.json").write_text(text)
            ran = self.night(one)
            self.passes(ran)
            self.assertIn("state.json: found no results of nightly.py, beginning anew", ran.stdout)

    def test_results_that_cannot_be_are_refused(self):
        self.passes(self.night(self.build("one")))
        path = self.out / "state.json"
        kept = path.read_text()
        seconds = "seconds: found -1, allowed: a number"
        for key, value, text in (("conducted", -20, "conducted: found -20, allowed: 0 to 10"),
                                 ("conducted", 11, "conducted: found 11, allowed: 0 to 10"),
                                 ("failed", -20, "failed: found -20, allowed: 0 to 10"),
                                 ("failed", 11, "failed: found 11, allowed: 0 to 10"),
                                 ("failed", 1, "failing_seeds: found 0 seeds, allowed: failed, 1"),
                                 ("failing_seeds", [1], f"allowed: {FIRST} to {FIRST + 9}"),
                                 ("sending", 1, "sending: found 1, allowed: 0 to 0"),
                                 ("compared_cycles", True, "compared_cycles: found True, allowed: 0 to"),
                                 ("mismatches", -1, "mismatches: found -1"), ("seconds", -1, seconds),
                                 ("expected", 0, "expected: found 0, allowed: 1 to"),
                                 ("expected", 11, f"seeds {FIRST + 10}-{FIRST + 10} of one are there twice"),
                                 ("first", 0, "first: found 0, allowed: 1 to")):
            with self.subTest(f"{key} {value}"):
                state = json.loads(kept)
                state["slices"]["one"][0][key] = value
                path.write_text(json.dumps(state))
                for ran in (self.night("one"), self.run_on(self.out, out=self.folder / "all",
                                                           options=["--merge"])):
                    self.refused(ran, text)
                    self.assertIn("state.json: one, slice of seed ", ran.stderr)
                self.assertEqual(json.loads(path.read_text()), state)


class Merge(Nights):
    def shares(self, *firsts, builds=None):
        """Folders of results of calls with these first seeds."""
        builds = builds or [self.build("one"), self.build("two")]
        outs = [self.folder / f"out{first}" for first in firsts]
        for first, out in zip(firsts, outs):
            self.night(*builds, options=["--first-seed", str(first)], out=out)
        return outs

    def merge(self, *folders, options=()):
        return self.run_on(*folders, options=["--merge", "--cycles", "8000", "--programs", "80", *options])

    def test_results_of_several_folders(self):
        builds = [self.build("one"), self.build("two")]
        self.say("two", 205, "fail")
        first, second = self.shares(100, 200, builds=builds)
        self.fails(self.merge(first, second), "two: 1 programs failed")
        self.assertEqual(self.summary()["machines"]["two"]["failing_seeds"], [205])
        self.assertEqual(self.summary()["total"]["conducted"], 80)
        self.assertEqual(self.reports(), ["two.205.txt"])
        self.assertEqual(self.waves(), ["two.200.fst", "two.200.fst.json"])

    def test_too_few_are_no_success(self):
        first, second = self.shares(100, 200)
        self.passes(self.merge(first, second))
        self.fails(self.run_on(first, out=self.folder / "part", options=["--merge", "--cycles", "1"]),
                   "found 40 programs, allowed: 100000 or more")

    def test_the_merged_folder_goes_on(self):
        builds = [self.build("one"), self.build("two")]
        self.passes(self.merge(*self.shares(100, 120, builds=builds)))
        self.passes(self.night(*builds, options=["--programs", "100", "--first-seed", "100"]))
        self.assertEqual(self.seeds("one")[-1], (140, 149))

    def test_seeds_twice_are_refused(self):
        first, second = self.shares(100, 115)
        self.refused(self.merge(first, second), "out115: found seeds 115-119 of one that are in another")
        self.assertFalse((self.out / "state.json").exists())

    def test_other_programs_are_refused(self):
        builds = [self.build("one"), self.build("two")]
        first, = self.shares(100, builds=builds)
        self.change(builds[1])
        second, = self.shares(200, builds=builds)
        self.refused(self.merge(first, second), "found results of another nve-random of two")

    def test_what_is_no_folder_of_results_is_refused(self):
        first, = self.shares(100)
        self.refused(self.merge(self.folder), "found no state.json")
        self.refused(self.merge(first, first), "found a folder named twice")
        (first / "state.json").write_text("{}")
        self.refused(self.merge(first), "found no results of nightly.py")


if __name__ == "__main__":
    unittest.main()
