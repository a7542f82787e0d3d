#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One shard by itself: exit codes, what is kept, what is tried again, what nobody may leave behind."""
import json
import os
import pathlib
import signal
import subprocess
import unittest

from toy_builds import PATIENCE
from toy_campaign import ToyCampaigns
import shard_list
import shard_result

# Writes its own number and stays; "exec" makes it the command itself.
STAYS = "echo $$ > number; exec sleep 60"


class ExitCodes(ToyCampaigns):
    def ends(self, code, text, index=0):
        ran = self.shard(index)
        self.assertEqual(ran.returncode, code, ran.stdout + ran.stderr)
        self.assertIn(text, ran.stdout + ran.stderr)
        self.assertNotIn("Traceback", ran.stderr)
        self.assertEqual(list((self.out / "work").glob("*")), [])

    def test_passed_and_failed(self):
        self.listed(("a", "echo hello; echo text > $1/file"), ("b", "exit 1"))
        self.ends(0, "a: passed")
        self.ends(1, "b: failed", 1)
        content = self.result("a")
        self.assertEqual((content["exit_code"], content["output"]), (0, "hello\n"))
        self.assertEqual(list(content["files"]), ["file"])
        self.assertEqual(self.result("b")["exit_code"], 1)

    def test_wrong_options_and_lists(self):
        self.listed(("a", "true"))
        self.ends(2, "found 1 shards, allowed: an index below that, not 1", 1)
        self.ends(2, "found -1, allowed: 0 or more", -1)
        self.list.write_text("{}\n")
        self.ends(2, "shards.jsonl: line 1: found no id, argv")
        self.list.unlink()
        self.ends(2, "shards.jsonl: found No such file")

    def test_a_line_that_is_wrong_keeps_all_others_from_running(self):
        self.listed(("a", "true"), ("b", "true"), ("c", "true", ["a"]))
        whole = self.list.read_text()
        first, *others = whole.splitlines(keepends=True)
        for text, problem in ((whole.replace('"id": "b"', '"id": "../../b"'), "line 2: id: found '../../b'"),
                              (whole.replace('"id": "b"', '"id": "b c;d"'), "line 2: id: found 'b c;d'"),
                              (whole.replace('"id": "b"', '"id": "a"'), "line 2: id: found 'a', that of"),
                              (whole.replace('"needs": ["a"]', '"needs": ["x"]'), "line 3: needs: found 'x'"),
                              (whole.replace('"needs": ["a"]', '"needs": ["c"]'), "needs: found a circle"),
                              (first.replace('"seconds": 1.0', '"seconds": -5') + "".join(others),
                               "line 1: seconds: found -5"),
                              (whole[:-9], "line 3: found no JSON"),
                              (whole.replace("; true", "; false", 1), "line 1: key: found that of another")):
            self.assertNotEqual(text, whole)
            self.list.write_text(text)
            for index in range(3):
                self.ends(2, f"shards.jsonl: {problem}", index)
        self.assertEqual((self.lines(), self.results()), ([], []))
        self.list.write_text(whole)
        self.ends(0, "a: passed")
        self.list.write_text(whole.replace("; true", "; false", 1))
        self.ends(2, "line 1: key: found that of another command than argv")  # not "kept"

    def test_programs_that_cannot_run(self):
        self.listed(("a", "true"))
        whole = self.list.read_text()
        (self.folder / "text").write_text("no program")
        (self.folder / "text").chmod(0o755)
        for word, reason in (("/nowhere/program", "No such file"), ("./text", "Exec format error")):
            line = json.loads(whole)
            line["argv"][0] = word
            line["key"] = shard_list.key_of(line["argv"], [], "")
            self.list.write_text(json.dumps(line) + "\n")
            self.ends(2, f"a: {word}: found {reason}")
            self.assertIn(reason, (self.out / "broken" / "a.txt").read_text())

    def test_other_exit_codes_are_no_result(self):
        self.listed(("a", "echo why; exit 70"))
        self.ends(3, "a: no result, exit code 70")
        text = (self.out / "broken" / "a.txt").read_text()
        self.assertIn("found no result, exit code 70", text)
        self.assertTrue(text.rstrip().endswith("why"))
        self.assertEqual(self.results(), [])

    def test_the_command_of_one_that_is_broken_can_be_copied(self):
        self.out = self.folder / "out put"
        self.list = self.out / "shards.jsonl"
        self.listed(("a", "echo it\\'s > \"$1/file\"; [ -d \"$1/../../../results\" ] && exit 70"))
        (self.out / "results").mkdir()
        self.ends(3, "a: no result, exit code 70")
        text = (self.out / "broken" / "a.txt").read_text().partition("; the command: ")[2]
        self.assertNotIn(shard_list.RESULT, text)
        self.assertEqual(self.call(["sh", "-c", text]).returncode, 70)
        self.assertEqual((self.out / "broken" / "a" / "result" / "file").read_text(), "it's\n")

    def test_needs(self):
        self.listed(("a", "exit $(cat code)"), ("b", "true", ["a"]))
        self.ends(4, "b: not run, it needs a, which has no result", 1)
        (self.folder / "code").write_text("1")
        self.ends(1, "a: failed")
        self.ends(4, "b: not run, it needs a, which has failed", 1)
        self.assertEqual(self.lines(), ["a"])
        (self.folder / "code").write_text("0")
        shard_result.remove(self.out, "a")
        self.ends(0, "a: passed")
        self.ends(0, "b: passed", 1)
        self.assertFalse((self.out / "broken" / "b.txt").exists())

    def test_several_run_whatever_becomes_of_each(self):
        (self.folder / "input").touch()
        self.listed(("a", "exit 1"), ("b", "exit 70"), ("c", "true", ["b"]), ("d", "true", [], ["input"]),
                    ("e", "true"))
        (self.folder / "input").unlink()
        self.ends(3, "e: passed", "0,1,2,3,4")
        self.assertEqual((self.results(), "".join(self.lines())), (["a", "e"], "abe"))
        for name, reason in (("b", "exit code 70"), ("c", "it needs b"), ("d", "input: found No such file")):
            self.assertIn(reason, (self.out / "broken" / f"{name}.txt").read_text())
        self.ends(1, "e: passed", "0,4")
        self.ends(2, "found 5 shards, allowed: an index below that, not 5", "0,5")
        self.ends(2, "found , allowed: 0 or more", "0,")

    def test_a_stop_file(self):
        self.listed(("a", "true"), ("b", "true"))
        self.ends(0, "a: passed")
        (self.out / "stop").write_text("enough\n")
        self.ends(5, "stop is there", 1)
        self.ends(0, "a: passed, kept")
        self.assertEqual(self.lines(), ["a"])

    def test_a_signal(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            (self.folder / "number").unlink(missing_ok=True)
            self.listed(("a", STAYS))
            process = self.start(self.shard_words())
            child = self.number_in("number")
            process.send_signal(number)
            self.assertEqual(process.wait(PATIENCE), 128 + number)
            self.ended(child)
            self.assertEqual((self.results(), list((self.out / "work").glob("*"))), ([], []))

    def test_much_output_is_cut_in_the_middle(self):
        self.listed(("a", "echo first; head -c 3000000 /dev/zero | tr '\\0' x; echo last"))
        self.ends(0, "passed")
        text = self.result("a")["output"]
        self.assertLess(len(text), 1_100_000)
        self.assertTrue(text.startswith("first\n") and text.endswith("last\n"))
        self.assertIn(" bytes left out ...", text)


class OnceOnly(ToyCampaigns):
    def test_a_result_with_this_key_is_kept(self):
        self.listed(("a", "exit 1"))
        self.assertEqual([self.shard().returncode for _ in range(3)], [1, 1, 1])
        self.assertEqual(self.lines(), ["a"])

    def test_one_that_is_cut_is_made_anew(self):
        self.listed(("a", "echo text > $1/file"))
        for name in ("file", "result.json"):
            self.shard()
            with (self.out / "results" / "a" / name).open("r+") as file:
                file.truncate(2)
            self.assertEqual(self.shard().returncode, 0)
            self.assertEqual((self.out / "results" / "a" / "file").read_text(), "text\n")
        self.assertEqual(self.lines(), ["a"] * 3)

    def test_one_of_another_key_is_made_anew(self):
        for word in ("old", "new"):
            self.listed(("a", f"echo {word}"))
            self.shard()
        self.assertEqual(self.result("a")["output"], "new\n")

    def test_a_command_that_a_signal_ends_is_tried_three_times(self):
        self.listed(("a", "kill -9 $$"), ("b", "[ -e once ] || { touch once; kill -9 $$; }; touch $1/file"))
        ran = self.shard()
        self.assertEqual(ran.returncode, 3)
        self.assertIn("no result, signal 9, 3 times", ran.stdout)
        self.assertEqual(self.lines(), ["a"] * 3)
        self.assertEqual(self.shard(1).returncode, 0)
        self.assertEqual(self.lines(), ["a"] * 3 + ["b"] * 2)
        self.assertEqual(list(self.result("b")["files"]), ["file"])

    def test_an_exit_code_is_not_tried_again(self):
        self.listed(("a", "exit 3"))
        self.shard()
        self.assertEqual(self.lines(), ["a"])

    def test_two_at_once_leave_one_whole_result(self):
        for bad in (False, True):  # the first one to end finds nothing there, or something of another key
            self.listed(("a", "touch here.$$; while [ ! -e go ]; do sleep 0.02; done; echo $$ > $1/file"))
            if bad:
                (self.out / "results" / "a" / "file").write_text("another\n")
            both = [self.start(self.shard_words()) for _ in range(2)]
            self.wait_for(lambda: len(list(self.folder.glob("here.*"))) == 2)
            (self.folder / "go").touch()
            self.assertEqual([process.wait(PATIENCE) for process in both], [0, 0])
            shard, = shard_list.read(self.list)
            self.assertTrue(shard_result.read(self.out, shard).passed)
            self.assertEqual(list((self.out / "work").glob("*")), [])
            for path in (*self.folder.glob("here.*"), self.folder / "go"):
                path.unlink()


class Inputs(ToyCampaigns):
    def setUp(self):
        super().setUp()
        self.input = self.folder / "input"
        self.input.write_text("1")

    def refused(self):
        ran = self.shard()
        self.assertEqual(ran.returncode, 2)
        self.assertIn(f"a: found {self.input} that is not what the list was made of, allowed: ", ran.stderr)
        self.assertEqual(self.results(), [])

    def test_changed_before(self):
        self.listed(("a", "true", [], [str(self.input)]))
        self.input.write_text("2")
        self.refused()
        self.assertEqual(self.lines(), [])
        self.input.write_text("1")
        self.assertEqual(self.shard().returncode, 0)

    def test_changed_meanwhile(self):
        self.listed(("a", "echo 2 > input", [], [str(self.input)]))
        self.refused()
        self.assertEqual(self.lines(), ["a"])

    def test_gone(self):
        self.listed(("a", "true", [], [str(self.input)]))
        self.input.unlink()
        ran = self.shard()
        self.assertEqual(ran.returncode, 2)
        self.assertIn("input: found No such file", ran.stderr)

    def test_a_time_stamp_is_no_change(self):
        self.listed(("a", "true", [], [str(self.input)]))
        os.utime(self.input, (1, 1))
        self.assertEqual(self.shard().returncode, 0)

    def test_what_else_the_key_was_made_of(self):
        self.listed(("a", "true"))
        self.list.write_text(self.list.read_text().replace('"more": ""', '"more": "x"'))
        ran = self.shard()
        self.assertEqual((ran.returncode, self.results()), (2, []))
        self.assertIn("a: found about.more that is not what the list was made of, allowed: ", ran.stderr)


class FullDisk(ToyCampaigns):
    def setUp(self):
        super().setUp()
        self.out.mkdir()
        mounted = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", self.out]
        if os.geteuid() != 0 or subprocess.run(mounted, capture_output=True, check=False).returncode != 0:
            self.skipTest("found no right to mount a small disk, which root has")
        self.addCleanup(subprocess.run, ["umount", "--lazy", self.out], check=True)

    def test_no_result_and_a_message(self):
        fill = "head -c 300000 /dev/zero > $1/file"
        self.listed(("a", f"{fill} || true"), ("b", f"{fill} || exit 1"), ("c", "head -c 200000 /dev/zero"),
                    ("d", "echo small > $1/file"))
        for index in range(3):
            ran = self.shard(index)
            self.assertEqual(ran.returncode, 2, ran.stdout + ran.stderr)
            self.assertIn("found No space left on device, no result is kept", ran.stderr)
        self.assertEqual(self.shard(3).returncode, 0)
        self.assertEqual(self.results(), ["d"])
        self.assertEqual(list((self.out / "work").glob("*")), [])

    def test_a_command_that_finds_no_room(self):
        """Whatever it says of that: the disk is named, and no failure is kept."""
        fill = "head -c 900000 /dev/zero"
        self.listed(("a", f"{fill} > $1/file || exit 70"), ("b", f"{fill} || exit 70"),
                    ("c", f"{fill} > $1/file; truncate --size=-8192 $1/file; exit 1"))
        for index, name in enumerate("abc"):
            ran = self.shard(index)
            self.assertEqual(ran.returncode, 2, ran.stdout + ran.stderr)
            self.assertRegex(ran.stderr, f"^shard.py: error: {name}: {self.out}/work/{name}[^ ]*: found No")
        ran = self.campaign("--jobs", "1")
        self.assertEqual(self.totals(ran), ("", "", "abc"))
        for name in "abc":
            self.assertRegex(ran.stderr, f"error: {name}: {self.out}/work/{name}[^ ]*: found No space left")
        self.assertNotIn("without a word", ran.stdout)

    def fill(self):
        with (self.out / "full").open("ab", buffering=0) as file:
            while True:
                try:
                    file.write(bytes(4096))
                except OSError:
                    break

    def test_a_disk_that_somebody_else_fills(self):
        self.planned(("a", "echo $$ > number; while [ ! -e go ]; do sleep 0.02; done; exit 70"))
        process = self.start(self.campaign_words())
        self.number_in("number")
        self.fill()
        (self.folder / "go").touch()
        output, messages = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, output), (2, ""))
        self.assertRegex(messages, f"^toy_campaign.py: error: {self.out}: found No space left on device, all")

    def test_a_full_disk_from_the_beginning(self):
        self.listed(("a", "true"))
        self.fill()
        ran = self.shard()
        self.assertEqual(ran.returncode, 2, ran.stdout + ran.stderr)
        self.assertIn("No space left on device", ran.stderr)
        self.out /= "other"
        ran = self.campaign()
        self.assertEqual(ran.returncode, 2, ran.stderr)
        self.assertIn("found No space left on device, allowed: ", ran.stderr)
        self.assertNotIn("Traceback", ran.stderr)
        self.out = self.out.parent
        (self.out / "full").unlink()
        self.assertEqual(self.shard().returncode, 0)


class Killed(ToyCampaigns):
    def test_no_command_goes_on(self):
        self.listed(("a", STAYS))
        process = self.start(self.shard_words())
        child = self.number_in("number")
        process.kill()
        self.ended(child)
        self.assertEqual(self.results(), [])

    def test_the_next_call_runs_it(self):
        self.listed(("a", "[ -e number ] || { echo $$ > number; exec sleep 60; }; echo done"))
        process = self.start(self.shard_words())
        self.number_in("number")
        process.kill()
        process.wait()
        self.assertEqual(self.shard().returncode, 0)
        self.assertEqual(self.result("a")["output"], "done\n")

    def test_what_a_command_leaves_running_is_ended(self):
        self.listed(("a", "(echo $$ > /dev/null; sh -c 'echo $$ > number; exec sleep 60') > /dev/null & "
                          "while [ ! -s number ]; do sleep 0.02; done"))
        self.assertEqual(self.shard().returncode, 0)
        self.ended(int(pathlib.Path(self.folder / "number").read_text()))


if __name__ == "__main__":
    unittest.main()
