#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tb/coverage/coverage.py on programs made by hand: what runs, what is added up, and that nothing is left."""
import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "tools"))
from own_scripts import script  # noqa: E402  (lies in another folder)
from toy_builds import ToyBuilds, alive  # noqa: E402

PROGRAMS = ("core_test", "core_corner_test", "dma_test", "dma_corner_test", "nve-random")
# Every call counts 1 in a point of a model and in a bin.
COUNTS = f"""echo "$0 $*" >> {{calls}}
printf '{"".join(f"{chr(92)}{byte:03o}" for byte in struct.pack("<Q", 1))}' > "$NVE_COUNTERS/Vdma.counts.$$"
printf 'group/bin\\t1\\n' > "$NVE_COUNTERS/bins.$$"
"""
POINT = {"file": "nve_fifo.sv", "line": 1, "column": 1, "scope": "nve_dma", "kind": "line",
         "module": "nve_fifo", "what": "block", "lines": "1"}
CASES = json.dumps({"tests": [{"name": "a", "properties": []}]})


class Coverage(ToyBuilds):
    script = "coverage.py"

    def setUp(self):
        super().setUp()
        self.called = self.folder / "calls"
        self.build = self.counting("build", "models", "nve")
        self.split = self.counting("build-split", "models", "nve_split")
        for name in PROGRAMS:
            self.program(self.build / "bin" / name, COUNTS.format(calls=self.called))
            if "dma" not in name:
                self.program(self.split / "bin" / name, COUNTS.format(calls=self.called))
        (self.build / "Vdma_points.json").write_text(json.dumps({"lines": [POINT], "signals": []}))
        self.options = ["--no-constants", "--rtl"]

    def counting(self, name, kind, machine):
        folder = self.configured(name, machine)
        with (folder / "CMakeCache.txt").open("a") as cache:
            cache.write(f"NVE_COVERAGE:STRING={kind}\n")
        return folder

    def program(self, path, text):
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def coverage(self, *builds):
        """The exit code and what was said; 1, since the points are not those of the manifest."""
        ran = self.run_on(self.build, self.split, *builds, options=self.options)
        self.assertNotIn("Traceback", ran.stderr)
        return ran.returncode, ran.stderr

    def calls(self):
        calls = sorted(self.called.read_text().splitlines()) if self.called.exists() else []
        self.called.unlink(missing_ok=True)
        return calls

    def test_all_counts_are_added_up_and_kept(self):
        self.assertIn("functional: nve: group: found 1 bins, allowed: 0", self.coverage()[1])
        calls = self.calls()
        self.assertEqual(sum("nve-random --seeds 101-200 --profile all" in call for call in calls), 2)
        text = (self.out / "bins.html").read_text()
        self.assertIn(f"<td>group/bin</td><td>{len(calls)}</td>", text)
        of_nve = sum(call.startswith("build/") for call in calls)
        self.assertIn(f"<td>1</td><td>{of_nve}</td>", (self.out / "nve_fifo.html").read_text())
        self.coverage()
        self.assertEqual((self.calls(), (self.out / "bins.html").read_text()), ([], text))
        merge = [sys.executable, script("merge.py"), self.out / "shards.jsonl", self.out]
        (self.out / "bins.html").unlink()
        ran = subprocess.run(merge, cwd=self.folder, capture_output=True, check=False)
        self.assertEqual(ran.returncode, 1)
        self.assertEqual((self.out / "bins.html").read_text(), text)

    def test_a_failure_leaves_the_others_alone(self):
        self.program(self.build / "bin" / "dma_corner_test", "echo why; exit 1")
        self.program(self.split / "bin" / "core_corner_test", "echo how; exit 3")
        code, text = self.coverage()
        self.assertEqual(code, 1)
        self.assertRegex(text, "nve.dma_corner_test.0 has failed, the end of .*:\nwhy\n")
        self.assertRegex(text, "nve_split.core_corner_test.0: found no result, exit code 3 .*\nhow\n")
        self.assertFalse((self.out / "coverage.json").exists())
        self.assertIn("dma_test", " ".join(self.calls()))
        for program in (self.build / "bin" / "dma_corner_test", self.split / "bin" / "core_corner_test"):
            self.program(program, COUNTS.format(calls=self.called))
        self.assertNotIn("has failed", self.coverage()[1])
        self.assertEqual(len(self.calls()), 3)  # one of the programs is two shards

    def test_cases_of_the_cpp(self):
        path = self.folder / "path"
        cpp = self.counting("build-cpp", "cpp", "nve")
        self.options.remove("--rtl")
        environment = os.environ | {"PATH": f"{path}:{os.environ['PATH']}"}
        for ctests, own, told in ((8, 1, "nve.cpp.9 has failed"), (0, 2, "allowed: counters of gcov")):
            self.program(path / "ctest", f"case $* in *show-only*) echo '{CASES}' ;; *) echo \"$*\" >> "
                         f"{self.called}; exit {ctests} ;; esac")
            ran = subprocess.run(self.call(self.out, self.build, self.split, cpp, *self.options), text=True,
                                 capture_output=True, check=False, env=environment)
            self.assertEqual(ran.returncode, own, ran.stderr)
            self.assertIn(told, ran.stderr)
            self.assertIn(" -I 10,,10 -LE ", " ".join(self.calls()))

    def test_a_build_that_counts_nothing(self):
        self.refused(self.run_on(self.configured("other"), options=self.options), "found nothing that counts")
        (self.split / "bin" / "nve-random").unlink()
        self.refused(self.run_on(self.split, options=self.options), "nve-random: found No such file")
        (self.folder / "file").touch()
        self.refused(self.run_on(self.build, options=self.options, out=self.folder / "file"), "File exists")

    def test_a_signal_ends_what_runs(self):
        names = ("core_test", "dma_test")
        for name in names:
            self.program(self.build / "bin" / name, f"echo $$ > {self.folder}/{name}; exec sleep 600")
        process = self.start_on(self.build, options=[*self.options, "--jobs", "9"])
        numbers = [self.folder / name for name in names]
        self.wait_for(lambda: all(path.exists() and path.read_text().endswith("\n") for path in numbers))
        self.assertEqual(self.stopped_by(process, signal.SIGTERM)[0], 128 + signal.SIGTERM)
        self.wait_for(lambda: not any(alive(int(path.read_text())) for path in numbers))


if __name__ == "__main__":
    unittest.main()
