#!/usr/bin/env python3
"""What `make test` would run, without running it."""
import os
import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Test(unittest.TestCase):
    def test_results_as_junit(self):
        """By its whole name: CTest takes another one for a name in the build folder."""
        # Not the options of a make that runs this test
        clean = {name: value for name, value in os.environ.items() if "MAKE" not in name and name != "MFLAGS"}
        for machine in ("nve", "nve_small"):
            ran = subprocess.run(["make", "-n", "-C", ROOT, "test-instance", f"ARCH={machine}"],
                                 capture_output=True, text=True, check=True, env=clean)
            self.assertIn(f"--output-junit {ROOT}/out/test/{machine}.xml\n", ran.stdout)


if __name__ == "__main__":
    unittest.main()
