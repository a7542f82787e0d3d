# SPDX-License-Identifier: Apache-2.0
"""Build folders made by hand, for the tests of scripts that run whole builds."""
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

from own_scripts import script

PATIENCE = 30  # seconds


class ToyBuilds(unittest.TestCase):
    """Calls a script on build folders of its own; `self.out` is where the results go."""

    script = ""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.out = self.folder / "out"

    def configured(self, name, machine=None):
        """A build folder of a machine, by default that of its own name."""
        folder = self.folder / name
        (folder / "bin").mkdir(parents=True)
        (folder / "CMakeCache.txt").write_text(f"NVE_ARCH:FILEPATH=/somewhere/{machine or name}.json\n")
        return folder

    def call(self, *arguments):
        return [sys.executable, script(self.script), *arguments]

    def run_on(self, *builds, options=(), out=None):
        return subprocess.run(self.call(out or self.out, *builds, *options), capture_output=True, text=True,
                              check=False, cwd=self.folder, timeout=PATIENCE)

    def start_on(self, *builds, options=()):
        process = subprocess.Popen(self.call(self.out, *builds, *options), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, cwd=self.folder)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def stopped_by(self, process, number):
        """Exit code and messages of a process after a signal."""
        process.send_signal(number)
        messages = process.communicate(timeout=PATIENCE)[1]
        return process.returncode, messages

    def refused(self, ran, text):
        """Exit code 2 and a message, no traceback."""
        self.assertEqual(ran.returncode, 2, ran.stdout + ran.stderr)
        self.assertIn(text, ran.stderr)
        self.assertNotIn("Traceback", ran.stderr)

    def wait_for(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)


def alive(number):
    """Whether a process is there and has not ended."""
    status = pathlib.Path(f"/proc/{number}/stat")
    try:
        return status.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
