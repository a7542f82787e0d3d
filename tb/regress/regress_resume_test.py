#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs of the longer tests that go on: what is kept, what is repeated, what is left of a stopped run."""
import pathlib
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "tools"))
from regress_builds import RegressBuilds  # noqa: E402  (lies in another folder)
from toy_builds import alive  # noqa: E402

COMPARES = "echo lockstep: 5 cycles compared"
RESUME = ["--resume"]


class Resume(RegressBuilds):
    def counting(self, name):
        """A command that says each time it runs."""
        return f"echo x >> {self.folder / name}; {COMPARES}"

    def runs(self, name):
        return len((self.folder / name).read_text().split())

    def test_failures_are_repeated_and_the_rest_is_kept(self):
        mark = self.folder / "mark"
        build = self.build("one", {"a": self.counting("ran"), "b": f"test -e {mark}", "c": "exit 77"})
        self.fails(self.run_on(build))
        mark.touch()
        ran = self.run_on(build, options=RESUME)
        self.passes(ran)
        self.assertIn("1 cases to run, 2 kept", ran.stdout)
        self.assertEqual(self.runs("ran"), 1)
        self.assertEqual(self.totals()["compared_cycles"], 5)

    def test_what_runs_commands_gets_nothing_else(self):
        build = self.build("one", {"a": self.counting("a"), "b": self.counting("b")})
        listed = self.run_on(build, options=["--engine", "list"])
        self.assertEqual((listed.returncode, len(listed.stdout.splitlines())), (0, 2), listed.stdout)
        for command in listed.stdout.splitlines():
            subprocess.run(command, shell=True, check=True, cwd=self.folder, stdout=subprocess.DEVNULL)
        self.passes(self.run_on(build, options=RESUME))
        self.assertEqual((self.runs("a"), self.runs("b")), (1, 1))

    def test_other_programs_repeat_everything(self):
        build = self.build("one", {"a": self.counting("ran")})
        self.passes(self.run_on(build))
        (build / "bin" / "program").write_text("22")
        self.passes(self.run_on(build, options=RESUME))
        self.assertEqual(self.runs("ran"), 2)

    def test_programs_that_fixtures_build_do_not(self):
        build = self.build("one", {"a": self.counting("ran")})
        (build / "build.ninja").write_text("build all: phony lib.a sub/all\n"
                                           "build sub/all: phony bin/program\n")
        self.define(build, {"a": self.counting("ran"), "set": f"echo x > {build}/bin/more"})
        self.passes(self.run_on(build))
        self.passes(self.run_on(build, options=RESUME))
        self.assertEqual(self.runs("ran"), 1)

    def test_another_definition_is_repeated(self):
        build = self.build("one", {"a": self.counting("a"), "b": self.counting("b")})
        self.passes(self.run_on(build))
        self.define(build, {"a": self.counting("a"), "b": self.counting("b") + "; exit 1"})
        self.fails(self.run_on(build, options=RESUME), "1 failed")
        self.assertEqual((self.runs("a"), self.runs("b")), (1, 2))

    def test_another_script_is_repeated(self):
        script = self.folder / "script"
        script.write_text(COMPARES)
        build = self.build("one", {"a": ""})
        tests = build / "CTestTestfile.cmake"
        tests.write_text(tests.read_text().replace("/nowhere/program", f"sh {script}"))
        self.passes(self.run_on(build))
        script.write_text("exit 1")
        self.fails(self.run_on(build, options=RESUME), "1 failed")

    def test_another_required_file_is_repeated(self):
        files = [self.folder / name for name in ("one.txt", "two.txt")]
        for file in files:
            file.write_text("1")
        required = {"a": {"REQUIRED_FILES": ";".join(map(str, files))}}
        build = self.build("one", {"a": self.counting("ran"), "b": COMPARES}, required)
        self.passes(self.run_on(build))
        files[1].write_text("22")
        self.assertIn("1 cases to run, 1 kept", self.run_on(build, options=RESUME).stdout)
        self.assertEqual(self.runs("ran"), 2)

    def test_files_that_fixtures_make_do_not(self):
        build = self.build("one", {"a": ""})
        made = build / "made"
        made.write_text(COMPARES)
        tests = build / "CTestTestfile.cmake"
        tests.write_text(tests.read_text().replace("/nowhere/program", f"sh {made}"))
        self.passes(self.run_on(build))
        made.write_text("exit 1")
        self.assertIn("0 cases to run, 1 kept", self.run_on(build, options=RESUME).stdout)

    def test_cases_of_before_do_not_count(self):
        build = self.build("one", {"a": COMPARES, "b": "echo lockstep: 100 cycles compared"})
        self.passes(self.run_on(build))
        self.define(build, {"a": COMPARES})
        self.passes(self.run_on(build, options=RESUME))
        self.assertEqual((self.totals()["expected"], self.totals()["compared_cycles"]), (1, 5))

    def test_another_label_has_its_own_cases(self):
        build = self.build("one", {"a": COMPARES, "b": "exit 1"}, {"b": {"LABELS": "other"}})
        self.passes(self.run_on(build))
        ran = self.run_on(build, options=[*RESUME, "--label", "other"])
        self.fails(ran, "1 expected, 1 conducted, 1 failed")
        self.assertIn("one: no cycle was compared", ran.stderr)

    def test_setups_of_what_is_repeated_are_repeated(self):
        made, mark = self.folder / "made", self.folder / "mark"
        properties = {"set": {"FIXTURES_SETUP": "f"}, "b": {"FIXTURES_REQUIRED": "f"}}
        build = self.build("one", {"a": self.counting("ran"), "b": f"test -e {made} -a -e {mark}",
                                   "set": f"touch {made}"}, properties)
        self.fails(self.run_on(build), "1 failed")
        mark.touch()
        made.unlink()
        self.passes(self.run_on(build, options=RESUME))
        self.assertEqual(self.runs("ran"), 1)

    def test_no_results_to_go_on_with(self):
        build = self.build("one", {"a": self.counting("ran")})
        for runs, text in enumerate(("{}", "{", "[]", "\x00"), 1):
            result = self.out / "results" / "one.a" / "result.json"
            result.parent.mkdir(parents=True, exist_ok=True)
            result.write_text(text)
            self.passes(self.run_on(build, options=RESUME))
            self.assertEqual(self.runs("ran"), runs)


class Stopped(RegressBuilds):
    def started(self, builds, options=()):
        """A run that has come to the case that waits, and that case's process."""
        process = self.start_on(*builds, options=options)
        number = self.folder / "number"
        self.wait_for(lambda: number.is_file() and number.read_text().endswith("\n"))
        return process, int(number.read_text())

    def waiting(self):
        """A command that waits if it is told to, and fails."""
        return f"test ! -e {self.folder}/wait || {{ echo $$ > {self.folder}/number; sleep 60; exit 1; }}"

    def test_a_signal_ends_the_cases_and_leaves_no_old_results(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(code):
                builds = [self.build(f"one{code}", {"a": COMPARES}),
                          self.build(f"two{code}", {"a": COMPARES, "b": self.waiting()})]
                self.passes(self.run_on(*builds))
                (self.folder / "wait").touch()
                process, case = self.started(builds)
                found, messages = self.stopped_by(process, number)
                self.assertEqual(found, code)
                self.assertEqual(len(messages.splitlines()), 1, messages)
                self.wait_for(lambda case=case: not alive(case))
                for name in ("summary.json", "summary.html", "junit.xml", "failures"):
                    self.assertFalse((self.out / name).exists(), name)
                (self.folder / "wait").unlink()
                (self.folder / "number").unlink()
                ran = self.run_on(*builds, options=RESUME)
                self.passes(ran)
                self.assertIn("1 cases to run, 2 kept", ran.stdout)

    def test_an_older_pass_does_not_hide_a_failure(self):
        mark = self.folder / "mark"
        build = self.build("one", {"a": COMPARES, "b": f"test ! -e {mark}", "c": self.waiting()})
        self.passes(self.run_on(build))
        mark.touch()
        (self.folder / "wait").touch()
        process, case = self.started([build])
        process.kill()  # without any chance to tidy up: its cases end with it
        process.wait()
        self.wait_for(lambda: not alive(case))
        (self.folder / "wait").unlink()
        self.fails(self.run_on(build, options=RESUME), "1 failed")

    def test_one_call_at_a_time(self):
        build = self.build("one", {"a": COMPARES, "b": self.waiting()})
        (self.folder / "wait").touch()
        process, _ = self.started([build])
        self.refused(self.run_on(build), "found another call at work")
        self.assertEqual(self.stopped_by(process, signal.SIGTERM)[0], 143)


if __name__ == "__main__":
    unittest.main()
