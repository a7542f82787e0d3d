#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runner of the fuzz targets, with programs that behave like libFuzzer's: what is a finding and stays
one, wrong options and files, signals."""
import fcntl
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "tools"))
from own_scripts import script  # noqa: E402  (lies in another folder)
from toy_builds import ToyBuilds, alive  # noqa: E402

# Takes libFuzzer's options. The file NAME.does next to it says what a slice does: nothing, `crash`, `wait`,
# `fail` (an exit code without a finding), `idle` (no input is run), `blind` (no edge is seen), `grow` (an
# input more, named by the seed) or a number, the seconds that one input takes. A finding that is run again
# does the same.
TARGET = """#!{python}
import pathlib, sys, time
me = pathlib.Path(__file__)
options = dict(word[1:].split("=", 1) for word in sys.argv[1:] if word.startswith("-"))
files = [word for word in sys.argv[1:] if not word.startswith("-")]
does = me.with_suffix(".does")
does = does.read_text() if does.exists() else ""
with me.with_suffix(".calls").open("a") as calls:
    calls.write(" ".join(files) + "\\n")
end = time.process_time() + 0.02
while time.process_time() < end:
    pass
def find(kind, code):
    if "artifact_prefix" in options:
        pathlib.Path(options["artifact_prefix"] + kind + "-1234").write_text("input")
    sys.exit(code)
if does == "crash":
    find("crash", 77)
if does == "fail":
    sys.exit(3)
if does == "idle":
    sys.exit(0)
if does == "blind":
    sys.exit(print("#8 DONE cov: 0 ft: 0 corp: 1/1b\\nstat::number_of_executed_units: 8"))
if does == "wait":
    me.with_suffix(".number").write_text(f"{{__import__('os').getpid()}}\\n")
    time.sleep(60)
if does == "grow":
    pathlib.Path(files[0], "input" + options["seed"]).write_text(options["seed"])
    does = ""
if "merge" in options:
    if does != "nothing":
        pathlib.Path(files[0], "b" * 40).write_text("fresh")
    sys.exit()
seconds = float(does or 0)
if seconds > 1.1 * float(options["timeout"]):
    find("timeout", 70)
if "max_total_time" not in options:
    sys.exit(print(f"Executed {{files[0]}} in {{int(1000 * seconds)}} ms"))
print("#8 DONE cov: 12 ft: 34 corp: 2/3b\\nstat::number_of_executed_units: 8")
if seconds >= float(options.get("report_slow_units", 10)):
    find("slow-unit", 0)
"""
OLD, FRESH = "a" * 40, "b" * 40  # as libFuzzer names inputs
SMALL = ["--minutes", "0.0001", "--targets", "binary,image"]


class Fuzzing(ToyBuilds):
    script = "fuzz.py"

    def setUp(self):
        super().setUp()
        self.build = self.configured("build")
        self.findings = self.out / "findings"
        for name in ("binary", "image"):
            program = self.build / "bin" / f"fuzz_{name}"
            program.write_text(TARGET.format(python=sys.executable))
            program.chmod(0o755)

    def call(self, out, build, *options):
        return super().call(build, out, *options)

    def fuzz(self, *options, out=None):
        return self.run_on(self.build, options=[*SMALL, *options], out=out)

    def say(self, name, kind):
        (self.build / "bin" / f"fuzz_{name}.does").write_text(kind)

    def calls(self, name):
        path = self.build / "bin" / f"fuzz_{name}.calls"
        return path.read_text().splitlines() if path.exists() else []

    def says(self, name):
        return json.loads((self.out / "summary.json").read_text())["targets"][name]

    def ends(self, ran, code, text=""):
        self.assertEqual(ran.returncode, code, ran.stdout + ran.stderr)
        self.assertIn(text, ran.stdout + ran.stderr)
        self.assertNotIn("Traceback", ran.stderr)


class Findings(Fuzzing):
    def test_none(self):
        self.ends(self.fuzz(), 0, "0 findings")
        self.assertEqual(self.says("binary")["executions"], 8)
        self.assertEqual((self.says("image")["edges"], self.says("image")["features"]), (12, 34))

    def test_time_of_earlier_calls_counts(self):
        self.ends(self.fuzz(), 0)
        self.ends(self.fuzz(), 0)
        self.assertEqual(len(self.calls("binary")), 1)

    def test_rounds_begin_with_what_those_before_have_found(self):
        self.say("image", "grow")
        grown = self.out / "corpus" / "image"
        grown.mkdir(parents=True)
        (grown / "old").write_text("of an earlier version")
        (self.out / "summary.json").write_text("of an earlier version")
        several = ("--minutes", "0.04", "--replicas", "2")
        self.ends(self.fuzz(*several), 0, "image.2: passed")
        numbers = range(1, 1 + len(self.calls("image")))
        self.assertGreater(len(numbers), 2)
        self.assertEqual(sorted(path.name for path in grown.iterdir()),
                         sorted(["old", *(f"input{number}" for number in numbers)]))
        self.assertEqual(self.says("image")["inputs"], len(numbers))
        self.assertTrue(all(f" {grown} " in line for line in self.calls("image")))
        # Another program: what it has found counts anew, and begins with what the one before has.
        shutil.rmtree(grown)
        program = self.build / "bin" / "fuzz_image"
        program.write_text(program.read_text() + "# of another version\n")
        self.ends(self.fuzz(), 0)
        self.assertEqual(self.says("image")["executions"], 8)
        self.assertEqual(len(list(grown.iterdir())), len(numbers))

    def test_the_results_alone_say_the_same(self):
        self.say("binary", "crash")
        self.ends(self.fuzz(), 1)
        summary = (self.out / "summary.json").read_text()
        (self.out / "summary.json").unlink()
        merge = [sys.executable, script("merge.py"), self.out / "shards.jsonl", self.out]
        for code, text in ((1, "findings/binary-crash-1234"), (1, "image.1: found no result")):
            ran = subprocess.run(merge, capture_output=True, text=True, check=False, cwd=self.folder)
            self.ends(ran, code, text)
            self.assertEqual((self.out / "summary.json").read_text() == summary, "result" not in text)
            shutil.rmtree(self.out / "results" / "image.1", ignore_errors=True)

    def test_one_is_open_until_it_passes(self):
        self.say("binary", "crash")
        for _ in range(2):
            self.ends(self.fuzz(), 1, "findings/binary-crash-1234")
        self.assertEqual(len(self.calls("image")), 1, "the other target has had its time")
        self.say("binary", "")
        self.ends(self.fuzz(), 0)
        self.assertEqual(self.says("binary")["open_findings"], [])
        self.assertEqual(self.says("binary")["closed_findings"], ["binary-crash-1234"])
        self.assertTrue((self.out / "corpus" / "binary" / "binary-crash-1234").is_file())

    def test_files_that_no_result_knows_are_open(self):
        self.ends(self.fuzz(), 0)
        (self.findings / "image-crash-77").write_text("left by a call that was stopped")
        self.say("image", "crash")
        self.ends(self.fuzz(), 1, "findings/image-crash-77")
        self.assertEqual(self.says("image")["open_findings"], ["image-crash-77"])
        self.say("image", "")
        self.ends(self.fuzz(), 0)
        self.assertEqual(self.says("image")["closed_findings"], ["image-crash-77"])

    def test_slow_inputs_are_findings_from_the_limit_on(self):
        self.say("binary", "12")
        self.ends(self.fuzz(), 0, "0 findings")
        self.assertEqual(list(self.findings.iterdir()), [])

    def test_what_is_slower_than_the_limit_stays_open(self):
        for seconds, kind in (("21", "slow-unit"), ("25", "timeout")):
            with self.subTest(kind):
                self.out = self.folder / kind
                self.say("binary", seconds)
                for _ in range(2):
                    self.ends(self.fuzz(), 1, f"findings/binary-{kind}-1234")
        self.say("binary", "19")
        self.ends(self.fuzz(), 0)
        self.assertEqual(self.says("binary")["closed_findings"], ["binary-timeout-1234"])

    def test_a_target_that_does_not_run(self):
        self.say("binary", "fail")
        self.ends(self.fuzz(), 1, "fuzz.py: error: fuzz_binary: found exit code 3 without a finding")
        self.assertEqual(self.says("image")["executions"], 8)
        for does, found in (("idle", "0 executions and 0 edges"), ("blind", "8 executions and 0 edges")):
            self.say("binary", does)
            self.ends(self.fuzz(), 1, f"fuzz.py: error: fuzz_binary: found {found}, ")
            self.assertEqual(self.says("binary")["cpu_seconds"], 0, "time in which nothing ran")
        (self.build / "bin" / "fuzz_binary").write_text("no program")
        self.ends(self.fuzz(), 1, "Exec format error")


class Keeping(Fuzzing):
    def setUp(self):
        super().setUp()
        self.kept = self.folder / "kept"
        for name in ("binary", "image"):
            (self.kept / name).mkdir(parents=True)
            for file in ("seed_one", "notes", OLD):
                (self.kept / name / file).write_text(file)

    def keep(self):
        return self.run_on(self.build, options=["--targets", "binary,image", "--keep", "--kept", self.kept])

    def files(self, name):
        return sorted(path.name for path in (self.kept / name).iterdir())

    def test_inputs_with_a_name_and_what_reaches_more(self):
        self.ends(self.keep(), 0, "3 inputs")
        self.assertEqual(self.files("image"), [FRESH, "notes", "seed_one"])

    def test_a_merge_that_keeps_nothing_loses_nothing(self):
        self.say("image", "nothing")
        self.ends(self.keep(), 1, "fuzz_image: found no input left of merging")
        self.assertEqual(self.files("image"), [OLD, "notes", "seed_one"])
        self.assertEqual(self.files("binary"), [FRESH, "notes", "seed_one"])


class WrongInput(Fuzzing):
    def test_minutes(self):
        for minutes in ("0", "nan", "-5", "inf", "x"):
            self.refused(self.fuzz(f"--minutes={minutes}"), f"found {minutes}, allowed: a number above 0")
        self.assertEqual(self.calls("binary"), [])

    def test_other_options(self):
        self.refused(self.fuzz("--jobs", "0"), "found 0, allowed: 1 or more")
        self.refused(self.run_on(self.build, options=["--keep", "--minutes", "5", "--replicas", "2"]),
                     "found --keep with --minutes, --replicas, which would have no effect")
        self.refused(self.fuzz("--targets", "binary,png"), "found 'png', allowed: network_xml, binary,")
        self.refused(self.fuzz("--targets", "image,image"), "found image more than once, allowed: once")

    def test_programs(self):
        self.refused(self.fuzz("--targets", "weights"), "bin/fuzz_weights: found no program")
        (self.build / "bin" / "fuzz_options").mkdir()
        self.refused(self.fuzz("--targets", "options"), "bin/fuzz_options: found no program")

    def test_where_the_results_go(self):
        (self.folder / "file").touch()
        self.refused(self.fuzz(out=self.folder / "file"), "file: found File exists, allowed: a folder")
        for part in ("findings", "corpus"):
            out = self.folder / f"no_{part}"
            out.mkdir()
            (out / part).touch()
            self.refused(self.fuzz(out=out), "allowed: a folder to write to")

    def test_files_of_no_target(self):
        self.findings.mkdir(parents=True)
        (self.findings / "crash-1").touch()
        self.refused(self.fuzz(), "findings/crash-1: found a file of no target, allowed: findings")

    def test_one_call_at_a_time(self):
        self.ends(self.fuzz(), 0)
        with (self.out / "lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.refused(self.fuzz(), "found another call at work")


class Signals(Fuzzing):
    def test_they_end_the_children_and_keep_the_rest(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(code):
                self.out = self.folder / f"out{code}"
                self.findings = self.out / "findings"
                self.say("binary", "wait")
                child = self.build / "bin" / "fuzz_binary.number"
                child.unlink(missing_ok=True)
                process = self.start_on(self.build, options=[*SMALL, "--jobs", "1"])
                self.wait_for(lambda child=child: child.is_file() and child.read_text().endswith("\n"))
                found, messages = self.stopped_by(process, number)
                self.assertEqual(found, code)
                self.assertEqual(len(messages.splitlines()), 1, messages)
                self.assertFalse(alive(int(child.read_text())))
                self.assertNotIn(str(self.out), " ".join(self.calls("image")), "no target begins any more")
                (self.findings / "binary-crash-5").write_text("written as it ended")
                self.say("binary", "crash")
                self.ends(self.fuzz(), 1, "findings/binary-crash-5")
                self.say("binary", "")
                self.ends(self.fuzz(), 0)


if __name__ == "__main__":
    unittest.main()
