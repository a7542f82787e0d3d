#!/usr/bin/env python3
"""What `make test` and `make sanitize` would run, without running it, and what `make mutate` refuses to
build."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def made(*words):
    # Not the options of a make that runs this test
    env = {name: value for name, value in os.environ.items()
           if "MAKE" not in name and name not in ("MFLAGS", "ARCH", "GATE", "TEST_MINUTES")}
    return subprocess.run(["make", "-C", ROOT, *words], capture_output=True, text=True, check=False, env=env)


class Test(unittest.TestCase):
    def commands(self, *words):
        """What make would run, a line each, spaces made one."""
        ran = made("-n", *words)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return [" ".join(line.split()) for line in ran.stdout.splitlines()]

    def test_all_machines_in_one_call(self):
        run = self.commands("test")
        self.assertIn("scripts/test.py --budget 10 out/test build build-small build-split", run)
        for build in ("build", "build-small", "build-split"):
            self.assertIn(f"cmake --build {build}", run)

    def test_the_gate_and_its_budget(self):
        self.assertIn("scripts/test.py --strict --budget 20 out/test build build-small build-split",
                      self.commands("test", "GATE=1", "TEST_MINUTES=20"))

    def test_one_machine(self):
        self.assertIn("scripts/test.py --budget 10 out/test-nve_small build-small",
                      self.commands("test-instance", "ARCH=nve_small"))

    def test_the_sanitizers_run_the_same(self):
        self.assertIn("scripts/test.py out/sanitize build-sanitize --budget 30", self.commands("sanitize"))


class Mutate(unittest.TestCase):
    def test_a_part_that_is_none(self):
        """Is named beside those that are, before anything is configured or built."""
        build = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "build"
        ran = made("--old-file=packages", "mutate", "PARTS=core_a foo", f"BUILD={build}")
        self.assertEqual(ran.returncode, 2, ran.stdout)
        self.assertIn("mutate.py: error: found part 'foo', allowed: core_a ", ran.stderr)
        self.assertFalse(build.exists())

    def test_targets_of_parts_that_share_a_program(self):
        words = (ROOT / "scripts" / "mutate.py", "build", "out", "--targets")
        for parts, targets in ((("mover", "core_a", "dma_a"), "mutants-core_a mutants-dma_a\n"),
                               (("fifo1",), "mutants-fifo5\n")):
            told = subprocess.check_output([sys.executable, *words, *parts], text=True)
            self.assertEqual(told, targets)


if __name__ == "__main__":
    unittest.main()
