#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nights that go on: what is kept of earlier calls, and seeds shared by several computers."""
import json
import shutil
import subprocess
import sys
import unittest

from nightly_builds import FIRST, Nights
from own_scripts import script  # (nightly_builds finds it)
from toy_builds import PATIENCE
import nightly_results
import shard_list
import shard_result


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
        self.assertIn("one: results of another nve-random, or that prove nothing, are removed", ran.stdout)
        self.assertEqual(self.reports(), [f"two.{FIRST}.txt"])
        self.assertEqual(self.waves(), [f"two.{FIRST}.fst", f"two.{FIRST}.fst.json"])
        self.assertEqual(self.seeds(one)[:2], [(FIRST, FIRST + 9)] * 2)
        self.assertEqual(self.seeds(two).count((FIRST, FIRST + 9)), 1)

    def test_a_program_that_changes_meanwhile(self):
        one = self.build("one")
        tool = self.folder / one / "bin" / "nve-random"
        changing = "open(__file__, 'a').write('#')\nsys.exit(70"
        tool.write_text(tool.read_text().replace("sys.exit(70", changing))
        self.fails(self.night(one), "nve-random that is not what the list was made of")
        self.assertFalse(list((self.out / "results").glob("*")))

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
        ran = self.night(one)
        self.passes(ran)
        self.assertIn("two: results of a machine that is not named, kept and not counted", ran.stdout)
        self.assertEqual(list(self.summary()["machines"]), ["one"])
        self.passes(self.night(one, two, options=["--programs", "60"]))
        self.assertEqual((len(self.seeds(two)), self.summary()["machines"]["two"]["conducted"]), (2, 20))

    def test_only_missing_and_cut_results_are_made_anew(self):
        one = self.build("one")
        self.say(one, FIRST + 3, "fail")
        self.fails(self.night(one), "one: 1 programs failed")
        totals = self.summary()
        first, second, third, _ = sorted((self.out / "results").iterdir())
        with (first / "waves.fst").open("a") as file:
            file.write("more")
        shutil.rmtree(second)
        (third / "result.json").write_text("{")
        self.fails(self.night(one), "one: 1 programs failed")
        self.assertEqual(self.seeds(one), sorted([(FIRST + k, FIRST + k + 9) for k in (0, 10, 20)] * 2 +
                                                 [(FIRST + 30, FIRST + 39)]))
        self.assertEqual(self.summary(), totals)
        self.assertEqual(self.waves(), [f"one.{FIRST}.fst", f"one.{FIRST}.fst.json"])

    def test_what_else_lies_among_the_results(self):
        (self.out / "results" / "notes").mkdir(parents=True)
        (self.out / "results" / f"one.{FIRST}-{FIRST + 9}").mkdir()
        (self.out / "results" / "one.9-1").write_text("no folder")
        self.passes(self.night(self.build("one")))
        self.assertTrue((self.out / "results" / "notes").is_dir())

    def test_reports_that_cannot_be_prove_nothing(self):
        one = self.build("one")
        self.passes(self.night(one, options=["--programs", "10"]))
        shard, = shard_list.read(self.out / "shards.jsonl")
        result = shard_result.read(self.out, shard)
        path = result.folder / "report.json"
        report = json.loads(path.read_text())
        for key, value, text in (("conducted", -20, "nothing was compared"),
                                 ("conducted", 11, "conducted: found 11, allowed: 0 to 10"),
                                 ("failed", 1, "failed: found 1, allowed: 0"),
                                 ("sending", 1, "sending: found 1, allowed: 0 to 0"),
                                 ("compared_cycles", True, "compared_cycles: found True, allowed: 0 to"),
                                 ("mismatches", -1, "mismatches: found -1"),
                                 ("expected", 0, "expected: found 0, allowed: 10"),
                                 ("runs", "5", "runs: found 5, allowed: 0 to"),
                                 ("seeds", [1, 10], f"seeds: found [1, 10], allowed: [{FIRST}, "),
                                 ("failures", 5, "allowed: a report of nve-random")):
            with self.subTest(f"{key} {value}"):
                path.write_text(json.dumps(report | {key: value}))
                with self.assertRaises(ValueError) as caught:
                    nightly_results.read_slice(shard, result)
                self.assertIn(text, str(caught.exception))
        self.passes(self.night(one, options=["--programs", "10"]))
        self.assertEqual(len(self.seeds(one)), 2)


class Merge(Nights):
    """Results of several folders, each with seeds of its own."""

    def shares(self, *firsts, builds=None):
        """Folders of results of calls with these first seeds."""
        builds = builds or [self.build("one"), self.build("two")]
        outs = [self.folder / f"out{first}" for first in firsts]
        for first, out in zip(firsts, outs):
            self.night(*builds, options=["--first-seed", str(first)], out=out)
        return outs

    def merge(self, *folders, out=None):
        out = out or self.out
        also = ["--also", *folders] if folders else []
        return self.merged(out / "shards.jsonl", out, *also)

    def merged(self, *words):
        return subprocess.run([sys.executable, script("merge.py"), *words], capture_output=True, text=True,
                              check=False, cwd=self.folder, timeout=PATIENCE)

    def test_one_folder_is_judged_as_by_the_call_itself(self):
        self.say(self.build("one"), FIRST + 3, "fail")
        self.fails(self.night("one"), "one: 1 programs failed")
        files = ("summary.json", "junit.xml", "summary.html", f"failures/one.{FIRST + 3}.txt")
        texts = [(self.out / name).read_text() for name in files]
        for name in files:
            (self.out / name).unlink()
        self.fails(self.merge(), "one: 1 programs failed")
        self.assertEqual([(self.out / name).read_text() for name in files], texts)
        self.assertEqual(len(self.seeds("one")), 4)

    def test_what_is_missing_is_named(self):
        self.passes(self.night(self.build("one")))
        shutil.rmtree(self.out / "results" / f"one.{FIRST + 10}-{FIRST + 19}")
        self.fails(self.merge(), f"one.{FIRST + 10}-{FIRST + 19}: found no result")
        (self.out / "results" / f"one.{FIRST}-{FIRST + 9}" / "report.json").write_text("{}")
        ran = self.merge()
        self.fails(ran, "report.json: found another file than result.json says, or none")
        self.assertIn("found 20 programs, allowed: 40 or more", ran.stderr)

    def files(self, *folders):
        return {path: path.read_bytes() for folder in folders for path in folder.rglob("*") if path.is_file()}

    def test_results_of_no_list_are_refused(self):
        self.passes(self.night(self.build("one")))
        shutil.copytree(self.out / "results" / f"one.{FIRST}-{FIRST + 9}", self.out / "results" / "one.1-10")
        before = self.files(self.out)
        self.refused(self.merge(), "out/shards.jsonl does not name: one.1-10; allowed:")
        self.refused(self.merge(self.out, out=self.folder / "both"), "out: found 1 shards or results that")
        self.assertEqual(self.files(self.out), before)
        self.assertFalse((self.folder / "both").exists())

    def test_a_list_of_another_folder_is_refused(self):
        """One with fewer shards, with the results there or not, would make a smaller summary of its own."""
        self.build("one")
        few, many = self.folder / "few", self.folder / "many"
        self.passes(self.night("one", options=["--programs", "10"], out=few))
        self.passes(self.night("one", out=many))
        for number in (3, 0):
            before = self.files(few, many)
            ran = self.merged(few / "shards.jsonl", many)
            self.refused(ran, "few/shards.jsonl does not name: one.")
            self.assertIn(f"{many}: found 3 shards or results that", ran.stderr)
            self.assertEqual(self.files(few, many), before)
            for path in sorted((many / "results").iterdir())[number and 1:]:
                shutil.rmtree(path)

    def test_only_the_folder_of_all_changes(self):
        first, second = self.shares(100, 200)
        before, both = self.files(first, second), self.folder / "both"
        self.passes(self.merged(first / "shards.jsonl", both, "--also", first, second))
        self.assertEqual(self.files(first, second), before)
        self.assertEqual(self.summary(both)["total"]["conducted"], 80)
        self.assertEqual(self.merge(out=both).returncode, 0)
        self.assertEqual(self.summary(both)["total"]["conducted"], 80)

    def test_results_of_several_folders(self):
        builds = [self.build("one"), self.build("two")]
        self.say("two", 205, "fail")
        first, second = self.shares(100, 200, builds=builds)
        for _ in range(2):
            self.fails(self.merge(first, second), "two: 1 programs failed")
            self.assertEqual(self.summary()["machines"]["two"]["failing_seeds"], [205])
            self.assertEqual(self.summary()["total"]["conducted"], 80)
            self.assertEqual(self.reports(), ["two.205.txt"])
            self.assertEqual(self.waves(), ["two.200.fst", "two.200.fst.json"])
        self.assertEqual(len(self.seeds("one")), 4)

    def test_one_folder_into_another(self):
        first, second = self.shares(100, 200)
        self.passes(self.merge(second, second, out=first))
        self.assertEqual(self.summary(first)["total"]["conducted"], 80)
        self.assertEqual(self.summary(second)["total"]["conducted"], 40)

    def test_shares_of_one_list(self):
        """Two computers that have run parts of the same list have all of it together."""
        builds = [self.build("one"), self.build("two")]
        first, = self.shares(100, builds=builds)
        second = self.folder / "second"
        shutil.copytree(first, second)
        for out, machine in ((first, "one"), (second, "two")):
            for path in (out / "results").glob(f"{machine}.*"):
                shutil.rmtree(path)
            self.fails(self.merge(out=out), f"{machine}.100-109: found no result")
        self.passes(self.merge(second, out=first))
        self.assertEqual(self.summary(first)["total"]["conducted"], 40)

    def test_a_folder_that_lacks_some_is_no_success(self):
        first, second = self.shares(100, 200)
        shutil.rmtree(second / "results" / "two.200-209")
        self.fails(self.merge(first, second), "two.200-209: found no result")

    def test_the_merged_folder_goes_on(self):
        builds = [self.build("one"), self.build("two")]
        self.passes(self.merge(*self.shares(100, 120, builds=builds)))
        self.passes(self.night(*builds, options=["--programs", "100", "--first-seed", "100"]))
        self.assertEqual(self.seeds("one")[-1], (140, 149))

    def test_seeds_twice_are_no_success(self):
        first, second = self.shares(100, 115)
        self.fails(self.merge(first, second), "one: found seeds in both one.110-119 and one.115-124, allowed")

    def test_other_programs_are_refused(self):
        builds = [self.build("one"), self.build("two")]
        first, = self.shares(100, builds=builds)
        self.change(builds[1])
        second = self.folder / "second"
        self.night(*builds, options=["--first-seed", "100"], out=second)
        self.refused(self.merge(first, second), "second: found two.100-109 of other programs or inputs")
        self.assertFalse(self.out.exists())

    def test_other_programs_of_other_seeds_are_no_success(self):
        builds = [self.build("one"), self.build("two")]
        first, = self.shares(100, builds=builds)
        self.change(builds[1])
        second, = self.shares(200, builds=builds)
        ran = self.merge(first, second)
        self.fails(ran, "two: found results of different nve-random, allowed: of one")
        self.assertNotIn("one: found", ran.stderr)

    def test_what_is_no_folder_of_results_is_refused(self):
        first, = self.shares(100)
        self.refused(self.merge(self.folder), "shards.jsonl: found No such file")
        self.refused(self.merge(), "out/shards.jsonl: found No such file")
        text = (first / "shards.jsonl").read_text()
        (first / "shards.jsonl").write_text("{}\n")
        self.refused(self.merge(first), "shards.jsonl: line 1: found no id, argv")
        (first / "shards.jsonl").write_text(text.replace('"nightly"', '"other"'))
        self.refused(self.merge(out=first), "about.campaign: found other, allowed: one of ")


if __name__ == "__main__":
    unittest.main()
