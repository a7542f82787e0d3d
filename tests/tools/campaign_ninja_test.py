#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A whole campaign on this computer: its order, failures, ends of all kinds, commands for others to run."""
import pathlib
import shutil
import signal
import subprocess
import unittest

from own_scripts import script
from toy_builds import PATIENCE, alive
from toy_campaign import ToyCampaigns

# Stays until somebody makes the file `go`.
WAITS = "[ -e go ] || { echo $$ > number; exec sleep 60; }"
TASK = str(script("ninja_shard.py"))


class Order(ToyCampaigns):
    def test_needs_come_first(self):
        self.planned(("d", "true", ["c", "b"]), ("c", "true", ["b"]), ("b", "true", ["a"]), ("a", "true"))
        self.assertEqual(self.totals(self.campaign("--jobs", "4")), ("abcd", "", ""))
        self.assertEqual("".join(self.lines()), "abcd")

    def test_it_goes_on_after_failures(self):
        self.planned(("a", "exit 1"), ("b", "exit 70"), ("c", "kill -9 $$"), ("d", "true", ["a"]),
                     ("e", "true", ["b"]), ("f", "true"))
        ran = self.campaign("--jobs", "1")
        self.assertEqual(self.totals(ran), ("f", "a", "bcde"))
        for text in ("b: found no result, exit code 70", "c: found no result, signal 9, 3 times",
                     "d: not run, it needs a, which has failed",
                     "e: not run, it needs b, which has no result"):
            self.assertIn(text, ran.stderr)
        self.assertEqual("".join(sorted(self.lines())), "abcccf")

    def test_the_next_call_runs_what_has_no_result(self):
        self.planned(("a", "exit 1"), ("b", "[ -e go ] || exit 70"), ("c", "true", ["b"]), ("d", "true"))
        self.assertEqual(self.totals(self.campaign()), ("d", "a", "bc"))
        (self.folder / "go").touch()
        self.assertEqual(self.totals(self.campaign()), ("bcd", "a", ""))
        self.assertEqual(self.totals(self.campaign()), ("bcd", "a", ""))
        self.assertEqual(sorted(self.lines()), list("abbcd"))

    def test_results_of_another_list_or_key_do_not_count(self):
        self.planned(("a", "true"), ("b", "true"))
        self.campaign()
        self.planned(("b", "true; true"), ("c", "true"))
        self.assertEqual(self.totals(self.campaign()), ("bc", "", ""))
        self.assertEqual(sorted(self.lines()), list("abbc"))

    def test_a_result_that_is_cut_and_a_file_in_its_place(self):
        self.planned(("a", "true"), ("b", "true"), ("c", "true"))
        self.campaign()
        (self.out / "results" / "a" / "result.json").write_text("{")
        shutil.rmtree(self.out / "results" / "b")
        (self.out / "results" / "b").write_text("no folder")
        self.assertEqual(self.totals(self.campaign()), ("abc", "", ""))
        self.assertEqual(sorted(self.lines()), list("aabbc"))

    def test_enough_begins_no_further_shard(self):
        self.planned(("a", "exit 1"), ("b", "sleep 1"), ("c", "true"))
        _, failed, missing = self.totals(self.campaign("--jobs", "1", "--failures", "1"))
        self.assertEqual((failed, missing[-1:]), ("a", "c"))
        self.assertEqual(self.totals(self.campaign()), ("bc", "a", ""))

    def test_short_shards_share_a_process(self):
        names = [f"s{n:02}" for n in range(40)]
        self.planned(*((name, "echo $PPID >> parents") for name in names))
        self.assertEqual(self.totals(self.campaign("--jobs", "1")), ("".join(names), "", ""))
        parents = (self.folder / "parents").read_text().split()
        self.assertEqual([parents.count(number) for number in dict.fromkeys(parents)], [10] * 4)
        self.assertEqual(self.lines(), names)

    def test_who_shares_a_process_that_is_killed_runs_again(self):
        names = [f"s{n:02}" for n in range(40)]
        kills = "[ -e go ] || { touch go; kill -9 $PPID; sleep 60; }"
        self.planned(*((name, kills if name == "s02" else "true") for name in names))
        self.assertEqual(self.totals(self.campaign("--jobs", "1")), ("".join(names), "", ""))
        self.assertEqual(sorted(self.lines()), sorted([*names, "s02"]))

    def test_odd_folders(self):
        self.out = self.folder / "a $b 'c': d"
        self.planned(("a", "true"))
        self.assertEqual(self.totals(self.campaign()), ("a", "", ""))

    def test_lists_that_are_refused(self):
        self.planned(("a/b", "true"), ("c", "true", ["d"]))
        ran = self.campaign()
        self.assertEqual(ran.returncode, 2)
        self.assertIn("line 1: id: found 'a/b'", ran.stderr)
        self.assertIn("line 2: needs: found 'd'", ran.stderr)

    def test_without_ninja(self):
        self.planned(("a", "true"))
        self.environment["PATH"] = "/nowhere"
        ran = self.campaign()
        self.assertEqual(ran.returncode, 2)
        self.assertIn("found no ninja, allowed: ", ran.stderr)

    def test_a_ninja_that_cannot_work(self):
        self.planned(("a", "true"))
        ninja = self.folder / "bin" / "ninja"
        ninja.parent.mkdir()
        ninja.write_text("#!/bin/sh\necho 'ninja: error: no room'\nexit 1\n")
        ninja.chmod(0o755)
        self.environment["PATH"] = f"{ninja.parent}:{self.environment['PATH']}"
        ran = self.campaign()
        self.assertEqual(self.totals(ran), ("", "", "a"))
        self.assertIn("ninja: exit code 1: ninja: error: no room", ran.stderr)

    def test_options_that_have_no_effect(self):
        self.planned(("a", "true"))
        for words, text in ((("--queue", "q"), "found --queue with --engine ninja, allowed: with slurm"),
                            (("--engine", "list", "--time", "5"), "found --time with --engine list"),
                            (("--engine", "list", "--jobs", "5"), "found --jobs with --engine list")):
            ran = self.campaign(*words)
            self.assertEqual((ran.returncode, text in ran.stderr), (2, True), ran.stderr)


class Ends(ToyCampaigns):
    """What dies while a and b have results, c is under way and d needs it."""

    def under_way(self):
        """The call and the number of the command of c."""
        self.planned(("a", "true"), ("b", "exit 1"), ("c", WAITS), ("d", "true", ["c"]))
        process = self.start(self.campaign_words())
        child = self.number_in("number")
        self.wait_for(lambda: self.results() == ["a", "b"])
        return process, child

    def goes_on(self):
        (self.folder / "go").touch()
        self.assertEqual(self.totals(self.campaign()), ("acd", "b", ""))
        self.ran_once_but_c()

    def ran_once_but_c(self):
        self.assertEqual(sorted(self.lines()), list("abccd"))

    def test_signals(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(code):
                process, child = self.under_way()
                shard = self.parent(child, TASK)
                process.send_signal(number)
                messages = process.communicate(timeout=PATIENCE)[1]
                self.assertEqual((process.returncode, len(messages.splitlines())), (code, 1), messages)
                self.assertFalse(alive(child))
                self.ended(shard)
                self.assertEqual(self.results(), ["a", "b"])
                self.goes_on()
                for path in (self.folder / "number", self.folder / "go", self.ran):
                    path.unlink()
                shutil.rmtree(self.out)

    def test_kill_of_the_call(self):
        process, child = self.under_way()
        ninja = self.parent(child, "ninja")
        process.kill()
        self.ended(child)
        self.ended(ninja)
        self.assertEqual(self.results(), ["a", "b"])
        self.goes_on()

    def test_kill_of_the_call_and_the_next_one_at_once(self):
        process, child = self.under_way()
        process.kill()
        self.goes_on()
        self.ended(child)

    def after_kill(self, victim):
        """Kills victim(command) and lets the others run. The command under way then, and what was said."""
        process, child = self.under_way()
        (self.folder / "go").touch()
        self.kill(victim(child))
        output, messages = process.communicate(timeout=PATIENCE)
        self.assertEqual(self.totals(subprocess.CompletedProcess([], process.returncode, output, messages)),
                         ("acd", "b", ""))
        self.ran_once_but_c()
        return child, messages

    def test_kill_of_ninja(self):
        child, messages = self.after_kill(lambda child: self.parent(child, "ninja"))
        self.assertFalse(alive(child))
        self.assertIn("ninja: ended by signal 9", messages)

    def test_kill_of_a_shard(self):
        child, _ = self.after_kill(lambda child: self.parent(child, TASK))
        self.assertFalse(alive(child))

    def test_kill_of_a_command(self):
        self.after_kill(lambda child: child)


class Commands(ToyCampaigns):
    """--engine list: for whatever runs commands."""

    def setUp(self):
        super().setUp()
        self.out = self.folder / "out put"
        self.list = self.out / "shards.jsonl"

    def in_stages(self, run):
        """Calls run(commands) until all has run."""
        self.planned(("a", "true"), ("b", "exit 1"), ("c", "true", ["a"]), ("d", "true", ["c"]),
                     ("e", "true"))
        for names in ("abe", "c", "d"):
            ran = self.campaign("--engine", "list")
            self.assertEqual((ran.returncode, len(ran.stdout.splitlines())), (0, len(names)), ran.stderr)
            self.assertIn(f"{len(names)} commands of {self.list}, to be called in this folder", ran.stderr)
            run(ran.stdout)
        self.assertEqual(self.totals(self.campaign()), ("acde", "b", ""))
        self.assertEqual(sorted(self.lines()), list("abcde"))
        self.assertEqual(self.totals(self.campaign("--engine", "list")), ("acde", "b", ""))

    def test_by_sh(self):
        self.in_stages(lambda commands: self.call(["sh"], input=commands))

    @unittest.skipUnless(shutil.which("parallel"), "found no GNU parallel")
    def test_by_gnu_parallel(self):
        self.environment["HOME"] = str(self.folder)  # where it writes
        self.in_stages(lambda commands: self.call(["parallel", "-j", "2"], input=commands))

    def test_nothing_runs(self):
        self.assertEqual(len(self.listed(("a", "true"), ("b", "true", ["a"]))), 1)
        self.assertEqual((self.lines(), self.results()), ([], []))
        self.assertTrue(pathlib.Path(self.list).exists())


if __name__ == "__main__":
    unittest.main()
