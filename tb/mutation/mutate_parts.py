# SPDX-License-Identifier: Apache-2.0
"""The parts of mutate.py: the mutants of a netlist or program, its bench, and what is given to its proofs."""
import hashlib
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import threading

import equal
import equal_engines
import mutate_manifest
from script_main import InputError

HERE = pathlib.Path(__file__).resolve().parent

KINDS = {"rtl": "netlists", "cpp": "programs"}


class Ended(Exception):
    """The script is stopped: there is no result."""


class Processes:
    """The benches at work, all of which one call ends."""

    def __init__(self):
        self.lock = threading.Lock()
        self.running = set()
        self.stopped = False

    def run(self, command, chosen, seconds, folder):
        """Exit code and output of a bench that may take so many seconds of processor time; `chosen` are the
        variables that choose a mutant."""
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with self.lock:
            if self.stopped:
                raise Ended
            # A session of its own: what Ctrl-C ends must not count as killed.
            process = subprocess.Popen(command, env=os.environ | chosen, text=True, errors="replace",
                                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                       preexec_fn=limit, cwd=folder, start_new_session=True)
            self.running.add(process)
        text = process.communicate()[0]
        with self.lock:
            self.running.discard(process)
            if self.stopped:
                raise Ended
        return process.returncode, text

    def stop(self):
        """Ends all benches; proofs end after their step."""
        equal_engines.stopped.set()
        with self.lock:
            self.stopped = True
            for process in self.running:
                os.killpg(process.pid, signal.SIGKILL)


class Part:
    """The mutants of one netlist or program, and how to run them."""

    def __init__(self, build, folder, manifest, bench, gate):
        self.name, self.gate, self.tests = manifest["name"], gate, bench["tests"]
        self.strict = {unit["module"] for unit in manifest.get("units", []) if unit.get("strict")}
        self.given_in = folder
        self.folder = build / "tb" / "mutation"
        self.binary = build / "bin" / f"mutants-{bench.get('program', self.name)}"
        self.listing = self.folder / KINDS[gate] / f"{self.name}.json"
        self.netlist = self.listing.with_suffix(".v")
        self.observed = bench.get("observed", {})
        self.model = bench.get("model", "")  # the class of its netlist, if the program has another one too
        self.mutants, self.key, self.seconds = [], "", 0
        self.known = {}  # given and its key, by module

    def built(self):
        files = [self.binary, self.listing] + [self.netlist] * (self.gate == "rtl")
        return all(path.is_file() for path in files) and os.access(self.binary, os.X_OK)

    def load(self):
        text = self.listing.read_bytes()
        try:
            self.mutants = json.loads(text)
        except ValueError as error:
            raise InputError(f"{self.listing}: found no list of mutants, build it again: {error}") from error
        bench = text + self.binary.read_bytes() + (self.tests + self.model).encode()
        self.key = hashlib.sha256(bench).hexdigest()
        self.known = {}

    def units(self):
        """{unit: its mutants}"""
        units = {}
        for mutant in self.mutants:
            units.setdefault(mutant["unit"], []).append(mutant)
        return units

    def given(self, mutant):
        """What a proof of the mutant takes for granted, and the key of all that goes into the proof."""
        module = mutant["module"]
        if module not in self.known:
            given = equal.Given(self.given_in, module, self.observed.get(mutant["unit"], {}))
            self.known[module] = given, given.key(self.netlist)
        return self.known[module]

    def run(self, number, processes):
        """What killed the mutant, or nothing."""
        command = [self.binary, f"--gtest_filter={self.tests}", "--gtest_fail_fast"]
        chosen = {"NVE_MUTANT": str(number), "NVE_MUTATED": self.model}
        code, text = processes.run(command, chosen, self.seconds, self.folder)
        if code == 0:
            passed = re.search(r"\[  PASSED  \] (\d+) test", text)
            return "no test was run" if not passed or passed[1] == "0" else ""
        failed = re.search(r"\[  FAILED  \] (\S+)", text)
        began = re.findall(r"\[ RUN      \] (\S+)", text)
        return failed[1].rstrip(",") if failed else f"{began[-1] if began else 'start'}: exit code {code}"


def all_parts(build, folder):
    """All parts of the manifests in a folder, and the thresholds of each kind."""
    manifest, benches = mutate_manifest.read(folder)
    parts = [Part(build, folder, part, benches[part["name"]], gate)
             for gate, kind in KINDS.items() for part in manifest[kind]]
    return parts, benches["gates"]
