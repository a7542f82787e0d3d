# SPDX-License-Identifier: Apache-2.0
"""The parts of mutate.py: the mutants of a netlist or program, its bench, and what is given to its proofs."""
import json
import os

import equal
import mutate_manifest
from script_main import InputError

KINDS = {"rtl": "netlists", "cpp": "programs"}


class Part:
    """The mutants of one netlist or program, and where its bench is."""

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
        self.mutants = []
        self.known = {}  # given and its key, by module

    def built(self):
        files = [self.binary, self.listing] + [self.netlist] * (self.gate == "rtl")
        return all(path.is_file() for path in files) and os.access(self.binary, os.X_OK)

    def load(self):
        try:
            self.mutants = json.loads(self.listing.read_text(encoding="utf-8"))
        except ValueError as error:
            raise InputError(f"{self.listing}: found no list of mutants, build it again: {error}") from error

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


def all_parts(build, folder):
    """All parts of the manifests in a folder, and the thresholds of each kind."""
    manifest, benches = mutate_manifest.read(folder)
    parts = [Part(build, folder, part, benches[part["name"]], gate)
             for gate, kind in KINDS.items() for part in manifest[kind]]
    return parts, benches["gates"]


def load(parts):
    for part in parts:
        if part.built():
            part.load()
