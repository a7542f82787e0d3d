#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the long scripts share: a signal ends them wherever it comes; so does a reader of their output
that leaves."""
import argparse
import pathlib
import signal
import subprocess
import sys
import unittest

import own_scripts  # noqa: F401  (says where the next one lies)
import script_main

PATIENCE = 30  # seconds
SPEAKING = """
import sys
sys.path.insert(0, sys.argv[1])
import script_main
def main():
    while True:
        print("a line", flush=True)
sys.exit(script_main.run("speaking.py", main, "all is well"))
"""
# What is raised in __del__ is lost, as around a fork.
SWALLOWING = """
import sys, time
sys.path.insert(0, sys.argv[1])
import script_main
class Slow:
    def __del__(self):
        print("now", flush=True)
        time.sleep(60)
def main():
    slow = Slow()
    del slow
    time.sleep(60)
sys.exit(script_main.run("swallowing.py", main, "all is well"))
"""


def call(program):
    return [sys.executable, "-c", program, pathlib.Path(script_main.__file__).parent]


class Run(unittest.TestCase):
    def test_a_reader_that_leaves(self):
        pipe = subprocess.PIPE
        with subprocess.Popen(call(SPEAKING), stdout=pipe, stderr=pipe, text=True) as script:
            self.assertEqual(script.stdout.readline(), "a line\n")
            script.stdout.close()
            self.assertEqual(script.wait(PATIENCE), 128 + signal.SIGPIPE)
            self.assertEqual(script.stderr.read(),
                             "speaking.py: nobody reads the output any more; all is well\n")


class Stopped(unittest.TestCase):
    def test_nothing_swallows_the_signal(self):
        with subprocess.Popen(call(SWALLOWING), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as script:
            self.assertEqual(script.stdout.readline(), "now\n")
            script.terminate()
            self.assertEqual(script.wait(PATIENCE), 128 + signal.SIGTERM)
            self.assertEqual(script.stderr.read(), "swallowing.py: stopped by SIGTERM; all is well\n")


class Numbers(unittest.TestCase):
    """As the tools take them: what Python's int() and float() take besides is none."""

    def test_decimal_digits_only(self):
        self.assertEqual([script_main.whole(text) for text in ("0", "010", "7")], [0, 10, 7])
        self.assertEqual([script_main.minutes(text) for text in ("0", "010", "2.5")], [0, 10, 2.5])
        for text in ("1_0", " 5", "5 ", "+5", "-1", "0x10", "1e3", "", "\u0663", "5\n", "inf", "nan",
                     ".5", "5."):
            for kind in (script_main.whole, script_main.count, script_main.minutes):
                with self.subTest(text=text, kind=kind.__name__), \
                        self.assertRaises(argparse.ArgumentTypeError):
                    kind(text)


if __name__ == "__main__":
    unittest.main()
