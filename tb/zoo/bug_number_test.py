#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The numbers that NVE_BUG may be: bug_number_test.py PROGRAM BUGS, a program that prints the number it
takes, built for so many bugs."""
import os
import pathlib
import subprocess
import sys
import unittest

PROGRAM, BUGS = pathlib.Path(sys.argv.pop(1)), int(sys.argv.pop(1))


def run(text):
    """Exit code and text of a run with NVE_BUG, or without it if `text` is None."""
    others = {name: value for name, value in os.environ.items() if name != "NVE_BUG"}
    ran = subprocess.run([PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                         env=others if text is None else {**others, "NVE_BUG": text})
    return ran.returncode, ran.stdout


class BugNumber(unittest.TestCase):
    def test_numbers_of_bugs(self):
        for text, number in ((None, 0), ("0", 0), ("1", 1), (str(BUGS), BUGS)):
            self.assertEqual(run(text), (0, f"{number}\n"))

    def test_anything_else_is_refused(self):
        for text in ("abc", "", "1x", " 1", "-1", "1.5", str(BUGS + 1), "999", "99999999999"):
            self.assertEqual(run(text), (2, f"{PROGRAM.name}: error: NVE_BUG: found '{text}', allowed: "
                                            f"0 (no bug) to {BUGS}\n"))


if __name__ == "__main__":
    unittest.main()
