#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One program for any machine: machine_test.py COMMON BUILD MACHINE OUT

The tools of the full folder COMMON, told the machine, do what those of the machine's folder BUILD do; nve-sim
goes on in BUILD's by itself, and not in one that was made of other files. Standard library only.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

OUT = pathlib.Path(sys.argv.pop())
MACHINE = sys.argv.pop()
BUILD, COMMON = pathlib.Path(sys.argv.pop()), pathlib.Path(sys.argv.pop())
SOURCES = pathlib.Path(__file__).resolve().parents[2]
NETWORKS = ("small/filter3x3", "small/two_layers", "face_detection")


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)


class Machine(unittest.TestCase):
    def setUp(self):
        shutil.rmtree(OUT, ignore_errors=True)
        OUT.mkdir(parents=True)

    def compile(self, folder, network, *options):
        binary = OUT / f"{folder.name}.nve"
        xml = SOURCES / "networks" / f"{network}.xml"
        done = run(folder / "bin" / "nvec", xml, "--seed", 1, "-o", binary, *options)
        return done.returncode, binary.read_bytes() if done.returncode == 0 else done.stderr

    def test_binaries_are_the_same(self):
        for network in NETWORKS:
            with self.subTest(network):
                told = self.compile(COMMON, network, "--machine", MACHINE)
                self.assertEqual(told, self.compile(BUILD, network))

    def simulate(self, tool, *options):
        binary = OUT / "p.nve"
        run(COMMON / "bin" / "nvec", SOURCES / "networks/small/filter3x3.xml", "--seed", 1, "--machine",
            MACHINE, "-o", binary)
        return run(tool, binary, "--input", SOURCES / "images/street.png", "--output", OUT / "o", "--json",
                   OUT / "r.json", *options)

    def test_the_simulator_goes_on_in_the_machines(self):
        done = self.simulate(COMMON / "bin" / "nve-sim")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads((OUT / "r.json").read_text())["arch"], MACHINE)
        self.assertEqual(self.simulate(COMMON / "bin" / "nve-sim", "--machine", MACHINE).returncode, 0)
        other = self.simulate(COMMON / "bin" / "nve-sim", "--machine", "nve")
        self.assertEqual(other.returncode, 2)
        self.assertIn(f"built for {MACHINE}", other.stderr)

    def test_one_that_was_built_has_a_name(self):
        home = OUT / "named"
        (home / "bin").mkdir(parents=True)
        shutil.copy(COMMON / "bin" / "nvec", home / "bin")
        (home / "machines" / "mine").mkdir(parents=True)
        machine = json.loads((BUILD / "machine.json").read_text()) | {"name": "mine"}
        (home / "machines" / "mine" / "machine.json").write_text(json.dumps(machine))
        network = SOURCES / "networks/small/filter3x3.xml"
        done = run(home / "bin" / "nvec", network, "--seed", 1, "--machine", "mine", "-o", OUT / "mine.nve")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = run(home / "bin" / "nvec", network, "--seed", 1, "--machine", "mane", "-o", OUT / "mine.nve")
        self.assertEqual(done.returncode, 2)
        self.assertIn("allowed: nve, nve_small, nve_split, mine, or", done.stderr)

    def copy(self):
        """Folders with nve-sim of both machines, as they lie in a build."""
        home = OUT / "copy"
        for source, folder in ((COMMON, home), (BUILD, home / "machines" / MACHINE)):
            (folder / "bin").mkdir(parents=True)
            shutil.copy(source / "bin" / "nve-sim", folder / "bin")
            shutil.copy(source / "bin" / "nve-sim.made_of.json", folder / "bin")
            shutil.copy(source / "machine.json", folder)
        return home

    def refused(self, home, *texts):
        done = self.simulate(home / "bin" / "nve-sim")
        self.assertEqual(done.returncode, 2, done.stderr)
        for text in (*texts, f"make machine MACHINE={MACHINE}"):
            self.assertIn(text, done.stderr)

    def test_none_is_refused(self):
        home = self.copy()
        os.remove(home / "machines" / MACHINE / "bin" / "nve-sim")
        self.refused(home, f"found no program for the machine {MACHINE}")

    def test_one_made_of_other_files_is_refused(self):
        home = self.copy()
        self.assertEqual(self.simulate(home / "bin" / "nve-sim").returncode, 0)
        made_of = home / "machines" / MACHINE / "bin" / "nve-sim.made_of.json"
        files = json.loads(made_of.read_text())
        core = next(path for path in files["files"] if path.endswith("rtl/nve_core.sv"))
        for content, told in ((files["files"][core] ^ 1, "found it made of another"),
                              (None, "edited while this was built")):
            files["files"][core] = content
            made_of.write_text(json.dumps(files))
            self.refused(home, told, "rtl/nve_core.sv")

    def test_its_own_module_is_refused_too(self):
        home = self.copy()
        shutil.copy(home / "machines" / MACHINE / "bin" / "nve-sim.made_of.json", OUT / "list.json")
        for text, told in (('{"files": {"rtl', "damaged"), ((OUT / "list.json").read_text().replace(
                "rtl/nve_core.sv", "rtl/nve_gone.sv"), "rtl/nve_gone.sv, which is missing")):
            (home / "machines" / MACHINE / "bin" / "nve-sim.made_of.json").write_text(text)
            done = self.simulate(home / "machines" / MACHINE / "bin" / "nve-sim")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(told, done.stderr)

    def test_one_with_a_damaged_list_is_refused(self):
        home = self.copy()
        made_of = home / "machines" / MACHINE / "bin" / "nve-sim.made_of.json"
        for text in ('{"files": {"rtl', "[1]", '{"files": 3}', ""):
            with self.subTest(text):
                made_of.write_text(text)
                self.refused(home, "nve-sim.made_of.json", "damaged")
        made_of.unlink()
        self.refused(home, "nve-sim.made_of.json missing or damaged")

    def test_one_of_another_description_is_refused(self):
        home = self.copy()
        described = home / "machines" / MACHINE / "machine.json"
        machine = json.loads(described.read_text())
        for key, value, told in (("arch_id", machine["arch_id"] ^ 1, "found ARCH_ID 0x"),
                                 ("title", "of old", "found the title 'of old'")):
            described.write_text(json.dumps(machine | {key: value}))
            self.refused(home, told)
        described.write_text("{")
        self.refused(home, "machine.json missing or damaged")


if __name__ == "__main__":
    unittest.main()
