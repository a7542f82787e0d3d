#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A campaign of shell commands: toy_campaign.py OUT PLAN [--failures N] and the options of all campaigns.

PLAN is a file of JSON, a list of objects with id, command and, of those that have some, needs, inputs, alone.
The last line of output holds the ids that passed, failed and are missing. ToyCampaigns calls it for tests.
"""
import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from own_scripts import script
from toy_builds import PATIENCE, alive
import runner
import script_main
import shard_list


class Toy:
    """As runner.py wants one."""

    def __init__(self, options):
        self.options = options

    def shards(self, _outcome):
        plan = json.loads(self.options.plan.read_text())
        return [shard_list.shard(one["id"], ["sh", "-c", one["command"], one["id"], shard_list.RESULT],
                                 {"campaign": "toy"}, inputs=one.get("inputs", ()),
                                 needs=one.get("needs", ()), alone=one.get("alone", False)) for one in plan]

    @staticmethod
    def told(_result):
        return ""

    def enough(self, outcome):
        return "enough" if len(outcome.failed) >= self.options.failures else ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("plan", type=pathlib.Path)
    parser.add_argument("--failures", type=int, default=1000)
    options = runner.options_of(parser)
    with script_main.alone_in(options.out):
        return runner.judged(Toy(options), options, judge)


def judge(_shards, outcome, _out):
    for problem in runner.problems_of(outcome):
        print(f"toy_campaign.py: error: {problem}", file=sys.stderr)
    passed = sorted(set(outcome.results) - set(outcome.failed))
    print(json.dumps([passed, sorted(outcome.failed), sorted(outcome.missing)]))
    return 1 if outcome.failed or outcome.missing else 0


class ToyCampaigns(unittest.TestCase):
    """Every command of a plan writes a line into self.ran first."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.out, self.ran, self.plan = (self.folder / name for name in ("out", "ran", "plan"))
        self.list = self.out / "shards.jsonl"
        self.environment = dict(os.environ)
        self.started = []
        self.addCleanup(self.end_all)

    def planned(self, *plan):
        """(id, command, ids that it needs, files it reads, alone): what the next call has to run."""
        keys = ("id", "command", "needs", "inputs", "alone")
        ones = [dict(zip(keys, one)) for one in plan]
        for one in ones:
            one["command"] = f'echo "$0" >> {self.ran}; {one["command"]}'
        self.plan.write_text(json.dumps(ones))

    def listed(self, *plan):
        """Makes the list, runs nothing."""
        self.planned(*plan)
        ran = self.campaign("--engine", "list")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return ran.stdout.splitlines()

    def campaign_words(self, *options):
        return [sys.executable, pathlib.Path(__file__), self.out, self.plan, *options]

    def call(self, words, **more):
        return subprocess.run(words, capture_output=True, text=True, check=False, cwd=self.folder,
                              timeout=PATIENCE, env=self.environment, **more)

    def campaign(self, *options):
        return self.call(self.campaign_words(*options))

    def start(self, words, **options):
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   cwd=self.folder, env=self.environment, **options)
        self.started.append(process)
        return process

    def end_all(self):
        for process in self.started:
            process.kill()
            process.communicate()

    def shard_words(self, index=0):
        return [sys.executable, script("shard.py"), self.list, str(index), self.out]

    def shard(self, index=0):
        return self.call(self.shard_words(index))

    def lines(self):
        """Ids of the commands that have run, in their order."""
        return self.ran.read_text().split() if self.ran.exists() else []

    def totals(self, ran):
        """Ids that passed, failed and are missing; no traceback."""
        self.assertNotIn("Traceback", ran.stderr)
        self.assertTrue(ran.stdout, ran.stderr)
        passed, failed, missing = json.loads(ran.stdout.splitlines()[-1])
        self.assertEqual(ran.returncode, 1 if failed or missing else 0)
        return "".join(passed), "".join(failed), "".join(missing)

    def result(self, name):
        return json.loads((self.out / "results" / name / "result.json").read_text())

    def results(self):
        return sorted(path.name for path in (self.out / "results").glob("*"))

    def wait_for(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def number_in(self, name):
        """The process number that a command writes into a file, as soon as it is there."""
        path = self.folder / name
        self.wait_for(lambda: path.exists() and path.read_text().endswith("\n"))
        return int(path.read_text())

    def ended(self, number):
        self.wait_for(lambda: not alive(number))

    def kill(self, number):
        os.kill(number, signal.SIGKILL)

    def parent(self, number, word):
        """The first process above another whose command line has a word."""
        while number > 1:
            if word in pathlib.Path(f"/proc/{number}/cmdline").read_bytes().decode().split("\0")[:4]:
                return number
            number = int(pathlib.Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[1])
        raise AssertionError(f"found no {word}")


if __name__ == "__main__":
    sys.exit(script_main.run("toy_campaign.py", main, "the next call goes on"))
