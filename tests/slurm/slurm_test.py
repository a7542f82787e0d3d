#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Campaigns on a real Slurm of two nodes on this computer: `make test-slurm`.

Exit code 77 where there can be none: without root or without the packages.
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import two_nodes

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tb" / "regress"), str(ROOT / "tests" / "tools")]
from nightly_builds import FIRST, Nights  # noqa: E402  (lies in another folder)

UP_SECONDS = 5
SKIPPED = 77
PATIENCE = {"slurm": ("--patience", "6"), "ninja": (), "list": ()}


class OnTwoNodes(Nights):
    """Random programs of a toy, on one cluster for all tests."""

    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.cluster = two_nodes.Cluster(pathlib.Path(cls.place.name) / "cluster")
        cls.seconds = cls.cluster.start()

    @classmethod
    def tearDownClass(cls):
        cls.cluster.stop()
        left = cls.cluster.own_processes()
        there = cls.cluster.folder.exists()
        cls.place.cleanup()
        if left or there:
            raise AssertionError(f"the cluster has left processes {left}, folder: {there}")

    def night_on(self, engine, *builds, out=None, options=()):
        return self.call(out or self.out, *builds, "--programs", "120", "--cycles", "1000", "--slice", "10",
                         "--engine", engine, *PATIENCE[engine], *options)

    def on(self, *words, **more):
        return subprocess.run(self.night_on(*words, **more), capture_output=True, text=True, check=False,
                              cwd=self.folder, env=self.cluster.environment, timeout=200)

    def started(self, *words):
        return subprocess.Popen(self.night_on(*words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True, cwd=self.folder, env=self.cluster.environment)

    def queue(self):
        return self.cluster.call(["squeue", "--noheader", "--states", "pending,running"]).split("\n")[:-1]

    def test_it_is_up_in_seconds(self):
        self.assertLess(self.seconds, UP_SECONDS)

    def test_totals_are_those_of_ninja(self):
        one, two = self.build("one"), self.build("two")
        self.say(two, FIRST + 13, "fail")
        outs = {engine: self.folder / f"out-{engine}" for engine in ("ninja", "slurm")}
        for engine, out in outs.items():
            self.fails(self.on(engine, one, two, out=out), "two: 1 programs failed")
        self.assertEqual(*(self.summary(out) for out in outs.values()))
        self.assertEqual(*(self.reports(out) for out in outs.values()))
        self.assertEqual(self.queue(), [])

    def test_what_runs_commands_gets_a_list(self):
        one = self.build("one")
        listed = self.on("list", one)
        self.assertEqual(listed.returncode, 0, listed.stderr)
        for command in listed.stdout.splitlines():
            subprocess.run(command, shell=True, check=True, cwd=self.folder, stdout=subprocess.DEVNULL)
        ran = self.on("ninja", one)
        self.passes(ran)
        self.assertNotIn("[1/12]", ran.stdout)

    def test_a_queue_that_does_not_exist(self):
        one = self.build("one")
        ran = self.on("slurm", one, options=["--queue", "nowhere"])
        self.refused(ran, "sbatch: found ")
        self.assertIn("nothing was submitted", ran.stderr)
        self.assertEqual(self.queue(), [])

    def test_who_is_killed_is_waited_for_by_the_next(self):
        one = self.build("one")
        self.say(one, FIRST + 5, "wait")
        process = self.started("slurm", one)
        self.wait_for((self.folder / one / "bin" / "number").is_file)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        (self.folder / one / "bin" / str(FIRST + 5)).unlink()
        child = int((self.folder / one / "bin" / "number").read_text())
        two_nodes.with_no_error(os.kill, child, signal.SIGKILL)
        ran = self.on("slurm", one)
        self.passes(ran)
        self.assertIn("of an earlier call", ran.stderr)
        self.assertEqual(len(set(self.seeds(one))), 12)

    def test_nodes_that_are_drained_and_what_brings_them_back(self):
        one = self.build("one")
        self.cluster.call(["scontrol", "update", "nodename=n1,n2", "state=drain", "reason=test"])
        try:
            ran = self.on("slurm", one)
            self.fails(ran, "scontrol update nodename=n1 state=resume")
            self.assertIn("nothing has been able to run", ran.stderr)
            self.assertEqual(self.queue(), [])
        finally:
            self.cluster.resume()
        self.passes(self.on("slurm", one))

    def test_a_controller_that_is_lost(self):
        one = self.build("one")
        for k in range(12):
            self.say(one, FIRST + 10 * k, "slow")
        process = self.started("slurm", one)
        time.sleep(2)
        self.cluster.kill("slurmctld")
        time.sleep(4)
        self.cluster.start_controller()
        text = process.communicate(timeout=150)[0]
        if process.returncode != 0:  # jobs held, nodes drained: it depends on what the controller had written
            self.assertIn("state=resume", text)
            self.cluster.resume()
            self.cluster.wait_for_nodes()
        self.passes(self.on("slurm", one))
        self.assertEqual(self.summary()["total"]["conducted"], 120)


def main():
    if reason := two_nodes.missing():
        print(f"slurm_test.py: skipped: {reason}")
        return SKIPPED
    return 0 if unittest.main(exit=False, verbosity=2).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
