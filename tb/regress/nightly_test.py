#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runner of the nights: what is a success, totals, reports, wrong options, signals."""
import fcntl
import os
import signal
import subprocess
import unittest

from nightly_builds import FIRST, SMALL, Nights
from toy_builds import alive  # (nightly_builds finds it)


class Results(Nights):
    def test_machines_take_turns(self):
        one, two = self.build("one"), self.build("two")
        ran = self.night(one, two)
        self.passes(ran)
        self.assertIn("40 programs expected, 40 conducted, 0 failed; 4000 cycles compared", ran.stdout)
        self.assertEqual(self.seeds(one), [(FIRST, FIRST + 9), (FIRST + 10, FIRST + 19)])
        self.assertEqual(self.seeds(two), self.seeds(one))
        self.assertEqual(self.summary()["machines"]["two"]["conducted"], 20)

    def test_every_machine_has_a_turn(self):
        one, two = self.build("one"), self.build("two")
        self.passes(self.night(one, two, options=["--programs", "5", "--cycles", "1"]))
        self.assertEqual(self.summary()["machines"]["two"]["conducted"], 10)

    def test_it_goes_on(self):
        one = self.build("one")
        self.passes(self.night(one, options=["--programs", "20"]))
        self.passes(self.night(one))
        self.assertEqual(self.seeds(one), [(FIRST + k, FIRST + k + 9) for k in (0, 10, 20, 30)])

    def test_failing_programs_are_reported_and_stay(self):
        one = self.build("one")
        self.say(one, FIRST + 3, "fail")
        for _ in range(2):
            self.fails(self.night(one), "one: 1 programs failed")
            self.assertEqual(self.reports(), [f"one.{FIRST + 3}.txt"])
            self.assertEqual(self.waves(), [f"one.{FIRST}.fst", f"one.{FIRST}.fst.json"])
        report = (self.out / "failures" / f"one.{FIRST + 3}.txt").read_text()
        called = f"one: one/bin/nve-random, called in {os.path.realpath(self.folder)}\n"
        self.assertTrue(report.startswith(called), report)
        command = next(line for line in report.splitlines() if line.startswith("reproduce: "))
        again = subprocess.run(command.removeprefix("reproduce: "), shell=True, capture_output=True,
                               text=True, cwd=self.folder, check=False)
        self.assertEqual(again.returncode, 1)
        self.assertIn(f"seed {FIRST + 3}\n", again.stdout)

    def test_reports_that_prove_nothing(self):
        kinds = {"silent": "found no result, exit code 70 on ", "broken": "exit code 0: ",
                 "keyless": "found no 'conducted'", "other": "arch: found another, allowed: ",
                 "nothing": "nothing was compared", "crash": "found no result, exit code 70 on "}
        for kind, text in kinds.items():
            with self.subTest(kind):
                build, out = self.build(kind), self.folder / f"out-{kind}"
                self.say(build, FIRST + 10, kind)
                self.fails(self.night(build, out=out), text)
                self.assertEqual(self.summary(out)["total"]["conducted"], 30)
                self.say(build, FIRST + 10, "mended")
                self.passes(self.night(build, out=out))

    def test_programs_without_output_words_prove_nothing(self):
        one = self.build("one")
        for k in range(4):
            self.say(one, FIRST + 10 * k, "wordless")
        self.fails(self.night(one), "one: no output word was compared with one without stalls")

    def test_what_no_program_reports_as_its_failure(self):
        kinds = {"fewer": ("error", "1 of 40 programs were not conducted", "1 of 10 programs were"),
                 "mismatch": ("failure", "0 programs failed, 3 mismatches, cycle delta 0", "3 mismatches"),
                 "delta": ("failure", "0 programs failed, 0 mismatches, cycle delta 7", "cycle delta 7")}
        for kind, (tag, text, own) in kinds.items():
            with self.subTest(kind):
                build, out = self.build(kind), self.folder / f"out-{kind}"
                self.say(build, FIRST + 10, kind)
                self.fails(self.night(build, out=out), f"{kind}: {text}")
                cases = self.cases(out)
                self.assertEqual([name for name, (wrong, _) in cases.items() if wrong],
                                 ["all: totals", f"{kind}: seeds {FIRST + 10}-{FIRST + 19}"])
                self.assertEqual(cases["all: totals"][0], "failure")
                self.assertEqual(cases[f"{kind}: seeds {FIRST + 10}-{FIRST + 19}"][0], tag)
                self.assertIn(own, cases[f"{kind}: seeds {FIRST + 10}-{FIRST + 19}"][1])

    def test_junit_and_html(self):
        one, two = self.build("one"), self.build("two")
        self.passes(self.night(one, two))
        slices = [f"seeds {FIRST}-{FIRST + 9}", f"seeds {FIRST + 10}-{FIRST + 19}"]
        names = ["all: totals", *(f"{machine}: {seeds}" for machine in ("one", "two") for seeds in slices)]
        self.assertEqual({name: wrong for name, (wrong, _) in self.cases().items()}, dict.fromkeys(names, ""))
        page = (self.out / "summary.html").read_text()
        self.assertIn("40 expected, 40 conducted, 0 failed, 0 skipped; 4000 cycles compared", page)
        self.assertIn(slices[1], page)

    def test_failing_seeds_in_junit_and_html(self):
        one = self.build("one")
        self.say(one, FIRST + 3, "fail")
        for _ in range(2):  # the second call runs nothing
            self.fails(self.night(one), "one: 1 programs failed")
            wrong, output = self.cases()[f"one: seeds {FIRST}-{FIRST + 9}"]
            self.assertEqual(wrong, "failure")
            for text in (output, (self.out / "summary.html").read_text()):
                self.assertIn(f"seed {FIRST + 3}, ", text)
                self.assertIn(f"reproduce: one/bin/nve-random --seeds {FIRST + 3} --shrink\n", text)

    def test_a_slice_without_a_result_in_junit_and_html(self):
        one = self.build("one")
        self.say(one, FIRST + 10, "silent")
        self.fails(self.night(one), "found no result")
        wrong, output = self.cases()["all: totals"]
        self.assertEqual(wrong, "failure")
        for text in (output, (self.out / "summary.html").read_text()):
            self.assertIn(f"one.{FIRST + 10}-{FIRST + 19}: found no result, exit code 70 on ", text)
            self.assertIn("found 30 programs, allowed: 40 or more", text)

    def test_many_failures_end_the_call(self):
        one = self.build("one")
        for k in (0, 1, 12):
            self.say(one, FIRST + k, "fail")
        self.say(one, FIRST + 20, "slow")
        self.fails(self.night(one, options=["--failures", "3", "--jobs", "1"]),
                   "found 3 failing programs, no further slice was begun; allowed: fewer than --failures 3")
        self.assertEqual(self.seeds(one)[:2], [(FIRST, FIRST + 9), (FIRST + 10, FIRST + 19)])
        self.assertLess(len(self.seeds(one)), 4)
        self.assertEqual(len(self.reports()), 3)
        self.fails(self.night(one, options=["--failures", "4"]), "one: 3 programs failed")
        self.assertEqual(self.summary()["total"]["conducted"], 40)

    def test_a_program_that_cannot_run(self):
        (self.folder / self.build("one") / "bin" / "nve-random").write_text("no program")
        self.fails(self.night("one"), "Exec format error")


class WrongOptions(Nights):
    def test_folders(self):
        self.refused(self.night(self.folder), "found no CMakeCache.txt")
        self.configured("empty")
        self.refused(self.night("empty"), "empty/bin/nve-random: found no program")

    def test_a_machine_twice(self):
        builds = self.build("one"), self.build("two", machine="one")
        self.refused(self.night(*builds), "found one and two, both of machine one")

    def test_numbers(self):
        one = self.build("one")
        for option in ("--programs", "--cycles", "--slice", "--jobs", "--first-seed", "--failures"):
            self.refused(self.night(one, options=[option, "0"]), f"{option}: found 0, allowed: 1 or more")
        far = str(2 ** 64)
        self.refused(self.night(one, options=["--first-seed", far]),
                     f"--first-seed: found {far}, allowed: 1 to {2 ** 63}")

    def test_where_the_results_go(self):
        one = self.build("one")
        (self.folder / "file").touch()
        self.refused(self.night(one, out=self.folder / "file"), "allowed: a folder to write to")

    def test_one_call_at_a_time(self):
        one = self.build("one")
        self.passes(self.night(one))
        with (self.out / "lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.refused(self.night(one), "found another call at work")
        self.passes(self.night(one))


class Signals(Nights):
    def test_they_end_the_children_and_keep_the_rest(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(code):
                one = self.build(f"one{code}")
                self.out = self.folder / f"out{code}"
                self.passes(self.night(one, options=["--programs", "10"]))
                self.say(one, FIRST + 20, "wait")
                process = self.start_on(one, options=[*SMALL, "--jobs", "1"])
                child = self.folder / one / "bin" / "number"
                self.wait_for(lambda child=child: child.is_file() and child.read_text().endswith("\n"))
                found, messages = self.stopped_by(process, number)
                self.assertEqual(found, code)
                self.assertEqual(len(messages.splitlines()), 1, messages)
                self.assertFalse(alive(int(child.read_text())))
                for name in ("summary.json", "junit.xml", "summary.html"):
                    self.assertFalse((self.out / name).exists())
                (self.folder / one / "bin" / str(FIRST + 20)).unlink()
                self.passes(self.night(one))
                self.assertEqual(self.seeds(one), [(FIRST + k, FIRST + k + 9) for k in (0, 10, 20, 20, 30)])


if __name__ == "__main__":
    unittest.main()
