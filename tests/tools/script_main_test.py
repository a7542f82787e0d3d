#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the long scripts share: a signal ends their waiting, whichever thread it is given to; so does a reader
of their output that leaves."""
import argparse
import concurrent.futures
import pathlib
import signal
import subprocess
import sys
import threading
import time
import unittest

import own_scripts  # noqa: F401  (makes the next importable)
import script_main

PATIENCE = 30  # seconds
# The signal is given to the thread of the pool: the first thread is not woken by it.
WAITING = """
import concurrent.futures, signal, sys, threading, time
sys.path.insert(0, sys.argv[1])
import script_main
end = threading.Event()
def work():
    time.sleep(0.2)
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
    end.wait()
def main():
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        try:
            for task in script_main.completed([pool.submit(work)]):
                task.result()
        finally:
            end.set()
sys.exit(script_main.run("waiting.py", main, "all is well"))
"""

SPEAKING = """
import sys
sys.path.insert(0, sys.argv[1])
import script_main
def main():
    while True:
        print("a line", flush=True)
sys.exit(script_main.run("speaking.py", main, "all is well"))
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


class Completed(unittest.TestCase):
    def test_a_signal_to_another_thread(self):
        ran = subprocess.run(call(WAITING), capture_output=True, text=True, check=False, timeout=PATIENCE)
        self.assertEqual((ran.returncode, ran.stderr),
                         (128 + signal.SIGTERM, "waiting.py: stopped by SIGTERM; all is well\n"))

    def test_all_as_they_end(self):
        gate = threading.Event()
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            late = pool.submit(gate.wait)
            early = [pool.submit(time.sleep, 0), pool.submit(int, "none")]
            tasks = script_main.completed([late, *early])
            self.assertEqual({next(tasks), next(tasks)}, set(early))
            gate.set()
            self.assertEqual(list(tasks), [late])
        self.assertRaises(ValueError, early[1].result)


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
