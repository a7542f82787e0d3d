#!/usr/bin/env python3
"""What `make test` would run, without running it, and what `make mutate` refuses to build."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def made(*words):
    # Not the options of a make that runs this test
    env = {name: value for name, value in os.environ.items() if "MAKE" not in name and name != "MFLAGS"}
    return subprocess.run(["make", "-C", ROOT, *words], capture_output=True, text=True, check=False, env=env)


class Test(unittest.TestCase):
    def test_results_as_junit(self):
        """By its whole name: CTest takes another one for a name in the build folder."""
        for machine in ("nve", "nve_small"):
            ran = made("-n", "test-instance", f"ARCH={machine}")
            self.assertEqual(ran.returncode, 0, ran.stderr)
            self.assertIn(f"--output-junit {ROOT}/out/test/{machine}.xml\n", ran.stdout)


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
