#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `make test` stands on: how a build is told, what a key of results changes with, what yosys may say."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "lib"))
import tree_key  # noqa: E402

CLEAN = "Checking module nve_top...\nFound and reported 0 problems.\n"


class InAFolder(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def run_script(self, script, *words):
        return subprocess.run([str(ROOT / script), *map(str, words)], capture_output=True, text=True,
                              check=False, cwd=self.folder)


class Progress(InAFolder):
    def build(self, text):
        """ninja_progress.py on a builder that prints its status as ninja would, then runs `text`."""
        return self.run_script("scripts/run/ninja_progress.py", self.folder, "sh", "-c",
                               'step() { printf "\\036%s/40\\036Building $1.o\\n" "$1"; }; ' + text)

    def test_a_line_at_every_tenth_and_what_compilers_say(self):
        ran = self.build("for i in $(seq 40); do step $i; [ $i != 9 ] || echo warning: of a compiler; done")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        lines = ran.stdout.splitlines()
        self.assertEqual(len(lines), 11, lines)
        self.assertIn("warning: of a compiler", lines)
        self.assertIn("100 %, step 40 of 40, about 0.0 minutes left", lines[-1])
        self.assertGreaterEqual(float((self.folder / "step_seconds").read_text()), 0)

    def test_a_failure_has_its_exit_code_and_command(self):
        ran = self.build("step 1; echo FAILED: 1.o; exit 3")
        self.assertEqual(ran.returncode, 3)
        self.assertIn("FAILED: 1.o", ran.stdout)
        self.assertIn("to see it alone: sh -c", ran.stderr)
        self.assertFalse((self.folder / "step_seconds").exists())

    def test_a_signal_reaches_the_builder(self):
        ran = self.build("trap 'exit 5' TERM; kill -TERM $PPID; while :; do sleep 0.01; done")
        self.assertEqual(ran.returncode, 5)


class Flags(InAFolder):
    """machine.sh, and a build.sh in its place that writes down how it is called."""

    def setUp(self):
        super().setUp()
        scripts = self.folder / "scripts" / "run"
        scripts.mkdir(parents=True)
        for name in ("machine.sh", "settings.sh"):
            shutil.copy(ROOT / "scripts" / "run" / name, scripts)
        (scripts / "build.sh").write_text('#!/bin/sh\nprintf "%s|%s|%s\\n" "$1" "$2" "$3" >> calls\n')
        (scripts / "build.sh").chmod(0o755)

    def calls(self, machine, build):
        """Preset, folder and flags of each call."""
        (self.folder / "calls").unlink(missing_ok=True)
        subprocess.run(["scripts/run/machine.sh", "nvec"], check=True, cwd=self.folder, env=os.environ | {
            "MACHINE": machine, "BUILD": build, "BUILD_FROM": "file", "WERROR": "ON", "CMAKE_FLAGS": ""})
        return [line.split("|") for line in (self.folder / "calls").read_text().splitlines()]

    def test_the_full_folder_is_configured_once_for_all_machines(self):
        own = self.calls("nve", "build")
        common, machine = self.calls("nve_small", "build/machines/nve_small")
        self.assertEqual(own, [common])
        self.assertIn("nve_small.json", machine[2])


class Keys(InAFolder):
    def setUp(self):
        super().setUp()
        for name in ("rtl/a.sv", "out/b", "build/c"):
            path = self.folder / name
            path.parent.mkdir()
            path.write_text("1")
        self.build = types.SimpleNamespace(machine="nve", folder=self.folder / "build", programs={},
                                           definitions={})

    def key(self):
        return tree_key.tree_key([self.build], self.folder)

    def test_only_what_results_depend_on(self):
        keys = [self.key()]
        (self.folder / "out/b").write_text("2")
        self.assertEqual(keys[0], self.key())
        changes = (lambda: (self.folder / "rtl/a.sv").write_text("2"),
                   lambda: (self.folder / "rtl/a.sv").chmod(0o755),
                   lambda: os.symlink("a.sv", self.folder / "rtl/link"),
                   lambda: (self.folder / "build/CMakeCache.txt").write_text("A=1"),
                   lambda: self.build.programs.update(nvec=[1, 2]),
                   lambda: self.build.definitions.update(case="3"))
        for change in changes:
            change()
            keys.append(self.key())
        self.assertEqual(len(set(keys)), len(keys))

    def test_none_where_nobody_knows_the_packages(self):
        path, os.environ["PATH"] = os.environ["PATH"], str(self.folder)
        try:
            self.assertIsNone(self.key())
        finally:
            os.environ["PATH"] = path


class MadeOf(InAFolder):
    """A file that was put back is older than what was built, and still another one."""

    def setUp(self):
        super().setUp()
        for name in ("cmake", "rtl", "bin"):
            (self.folder / name).mkdir()
        self.script = shutil.copy(ROOT / "cmake" / "made_of.py", self.folder / "cmake")
        self.source = self.folder / "rtl" / "a.sv"
        self.outside = self.folder.with_name(f"{self.folder.name}.json")
        self.addCleanup(self.outside.unlink)
        for path in (self.source, self.outside):
            path.write_text("old")
            os.utime(path, (1, 1))
        self.list = self.folder / "bin" / "nve-sim.made_of.json"
        self.call(self.list, self.source, self.outside)

    def call(self, *words):
        subprocess.run([sys.executable, "-B", self.script, *words], check=True)

    def times(self):
        self.call("--touch", self.folder / "bin")
        return [path.stat().st_mtime == 1 for path in (self.source, self.outside)]

    def test_what_is_as_it_was_stays_so(self):
        self.assertEqual(self.times(), [True, True])

    def test_what_is_another_one_is_new_in_the_checkout_only(self):
        for path in (self.source, self.outside):
            path.write_text("new")
            os.utime(path, (1, 1))
        self.assertEqual(self.times(), [False, True])

    def test_what_is_newer_than_a_program_is_left_to_ninja(self):
        self.source.write_text("new")
        os.utime(self.source, (2_000_000_000, 2_000_000_000))
        self.times()
        self.assertEqual(self.source.stat().st_mtime, 2_000_000_000)

    def test_a_list_that_is_right_hides_no_other(self):
        for name in ("a", "z"):
            self.source.write_text("new")
            os.utime(self.source, (1, 1))
            self.call(self.folder / "bin" / f"{name}.made_of.json", self.source)
            self.assertEqual(self.times(), [False, True])

    def test_what_was_edited_while_ninja_ran_is_nobodys(self):
        edit = f"sleep 0.2; echo new > {self.source}; touch -d @1 {self.source}"
        write = f"{sys.executable} -B {self.script} {self.list} {self.source} {self.outside}"
        (self.folder / "build.ninja").write_text(f"rule r\n  command = {edit}; {write}\nbuild all: r\n")
        subprocess.run(["ninja", "-C", self.folder], check=True, capture_output=True)
        files = json.loads(self.list.read_text())["files"]
        self.assertEqual([files[str(path)] is None for path in (self.source, self.outside)], [True, False])
        self.assertEqual(self.times(), [False, True])

    def test_a_damaged_list_goes_with_its_program(self):
        (self.folder / "bin" / "nve-sim").touch()
        self.list.write_text('{"files": {')
        self.assertEqual(self.times(), [True, True])
        self.assertEqual(list((self.folder / "bin").iterdir()), [])


class Netlist(InAFolder):
    def check(self, text):
        log = self.folder / "nve_top.log"
        if text is not None:
            log.write_text(text)
        ran = self.run_script("rtl/check_netlist.sh", log, "Resizing|implicitly")
        return ran.returncode, ran.stdout + ran.stderr

    def test_clean(self):
        self.assertEqual(self.check(CLEAN + "Warning: of another kind\n")[0], 0)

    def test_warnings_wherever_they_come_from(self):
        for line in ("Warning: Resizing cell port",
                     "/x/nve_core.sv:7: Warning: Identifier `\\a' is implicitly declared"):
            with self.subTest(line):
                self.assertEqual(self.check(line + "\n" + CLEAN)[0], 1)

    def test_problems_and_no_check(self):
        self.assertEqual(self.check("Found and reported 2 problems.\n" + CLEAN)[0], 1)
        self.assertEqual(self.check("")[0], 1)

    def test_no_log(self):
        code, text = self.check(None)
        self.assertEqual(code, 2)
        self.assertIn("rtl_netlist", text)


if __name__ == "__main__":
    unittest.main()
