#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The arrows between the folders: every kind that runs back up is found in a tree made by hand, and tests_of
finds tests at their place."""
import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "dev"))
import arrows  # noqa: E402  (lies in another folder)
import draw_arrows  # noqa: E402

LOADER = importlib.machinery.SourceFileLoader("tests_of", str(ROOT / "scripts" / "dev" / "tests_of"))
TESTS_OF = importlib.util.module_from_spec(importlib.util.spec_from_loader("tests_of", LOADER))
LOADER.exec_module(TESTS_OF)

# A file, what it includes, and whether it may
INCLUDES = (("compiler/a.cpp", "model/sim/b.hpp", False), ("compiler/a.cpp", "model/golden/b.hpp", True),
            ("host/axi/a.cpp", "host/platform/b.hpp", False), ("host/platform/a.cpp", "host/axi/b.hpp", True),
            ("base/files/a.cpp", "program/b.hpp", False), ("report/a.cpp", "arch/b.hpp", False),
            ("report/a.cpp", "base/files/b.hpp", True), ("model/transfer/a.cpp", "host/tools/b.hpp", False),
            ("compiler/tools/a.cpp", "host/tools/b.hpp", False),
            ("compiler/tools/a.cpp", "host/cosim/b.hpp", True),
            ("host/cosim/a.cpp", "tests/unit/b.hpp", False), ("tb/dma/a.cpp", "host/tools/b.hpp", True))


class Arrows(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def test_includes(self):
        for path, header, allowed in INCLUDES:
            with self.subTest(path=path, header=header):
                self.write(path, f'#include "{header}"\n')
                problems = arrows.problems_of(self.root)
                (self.root / path).unlink()
                self.assertEqual(problems == [], allowed, problems)
                for problem in problems:
                    self.assertIn(f"{path}: includes {header}", problem)

    def test_sources_of_other_folders(self):
        self.write("host/tools/CMakeLists.txt", "nve_tool(nve-x SOURCES nve_x.cpp ../axi/axi.cpp)\n")
        problem, = arrows.problems_of(self.root)
        self.assertIn("host/tools/CMakeLists.txt: names ../axi/axi.cpp", problem)

    def test_tests_lie_in_the_folder_of_the_source(self):
        self.write("tests/unit/host/axi/x_test.cpp", '#include "tests/unit/host/axi/bench.hpp"\n')
        self.write("tests/unit/host/axi/bench.hpp", '#include "host/axi/axi.hpp"\n')
        self.write("tests/unit/other_test.cpp", '#include "host/axi/axi.hpp"\n')
        self.assertEqual(TESTS_OF.tests_of("host/axi/axi.cpp", TESTS_OF.includes_of(self.root)),
                         (["tests/unit/host/axi/x_test.cpp"], ["tests/unit/other_test.cpp"]))

    def test_no_test_hides_elsewhere(self):
        includes = TESTS_OF.includes_of(arrows.ROOT)
        found = {source: TESTS_OF.tests_of(source, includes) for source in TESTS_OF.sources_of(arrows.ROOT)}
        self.assertGreater(len(found), 250)
        self.assertEqual([source for source, (own, other) in found.items() if other and not own], [])

    def test_the_drawing_has_every_folder(self):
        edges = draw_arrows.edges_of(arrows.ROOT)
        self.assertEqual(edges["report"], (0, []))
        self.assertIn("host/axi", edges["host/platform"][1])
        for folder in edges:
            self.assertIn(f"\n  {folder} ", draw_arrows.drawing().replace("\n", " \n") + " ")


if __name__ == "__main__":
    unittest.main()
