#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What contains the machine, and nothing else, is compiled for each machine: one_compilation_test.py BUILD

Of every object of a full build folder, ninja knows the headers it has read. A target whose objects have read
the machine's constants (nve_arch.hpp) or a Verilated model of the core or the tile must be marked MACHINE
(cmake/README.md), and a target that is marked must have such an object. Standard library only.
"""
import pathlib
import re
import subprocess
import sys
import unittest

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
CONSTANTS = "generated/nve_arch.hpp"
VERILATED = re.compile(r"\.dir/V\w+\.h$")
# The DMA, mutants and planted bugs are in the full folder only.
ONCE = ("tb/dma", "tb/mutation", "tb/zoo", "host/sweep")


def targets_that_know():
    """Targets by the headers of their objects."""
    deps = subprocess.run(["ninja", "-C", str(BUILD), "-t", "deps"], capture_output=True, text=True,
                          check=True).stdout
    found = set()
    for block in deps.split("\n\n"):
        lines = block.strip().splitlines()
        place = re.match(r"(.*)/CMakeFiles/([\w.-]+)\.dir/.*\.o: #deps", lines[0]) if lines else None
        if not place or place[1].startswith(ONCE):
            continue
        headers = [line.strip() for line in lines[1:]]
        if any(header.endswith(CONSTANTS) or VERILATED.search(header) for header in headers):
            found.add(place[2])
    return found


class OneCompilation(unittest.TestCase):
    def test_marks(self):
        marked = set((BUILD / "machine_targets.txt").read_text(encoding="utf-8").split())
        known = targets_that_know()
        self.assertIn("nve_golden", known)
        self.assertEqual(sorted(known - marked), [], "they contain the machine: mark them MACHINE")
        # Tools on other models are made of objects that others have compiled.
        self.assertEqual(sorted(name for name in marked - known if not name.startswith("nve-")), [],
                         "nothing of them depends on the machine")


if __name__ == "__main__":
    unittest.main()
