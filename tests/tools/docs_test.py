#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What documents say against what the sources say: versions, folders, builds of the RTL, names of the RTL's
inside."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def text_of(path):
    return (ROOT / path).read_text(encoding="utf-8")


def sources():
    """The C++ files of the repository."""
    return [path for part in ("base", "compiler", "convnet", "host", "model", "planner", "program", "report",
                                 "tb", "tests")
            for path in sorted((ROOT / part).rglob("*.[ch]pp"))]


class Docs(unittest.TestCase):
    def test_format_version(self):
        versions = " or ".join(re.search(rf"k{name}Version = (\d+);", text_of("program/container.hpp"))[1]
                               for name in ("Oldest", "Newest"))
        for page, pattern in (("docs/isa.md", r"format version \(4 bytes, (\d+ or \d+)\)"),
                              ("docs/binary.md", r"format version, (\d+ or \d+) \|")):
            found = re.findall(pattern, text_of(page))
            self.assertTrue(found, f"{page} does not name the version")
            self.assertEqual(set(found), {versions}, page)

    def test_folders(self):
        # One row for each folder that is a part of the program.
        rows = set(re.findall(r"^\| `([a-z/]+)` \|", text_of("docs/architecture.md"), flags=re.M))
        tops = {path.parent.name for path in ROOT.glob("*/CMakeLists.txt")
                if not path.parent.name.startswith("build")}
        parts = {f"{top}/{path.parent.name}" for top in ("host", "model")
                 for path in (ROOT / top).glob("*/CMakeLists.txt")}
        self.assertEqual(sorted(parts - rows), [])
        self.assertEqual(sorted(top for top in tops if not any(row.split("/")[0] == top for row in rows)), [])
        self.assertEqual([row for row in rows if not (ROOT / row).is_dir()], [])
        picture = text_of("docs/architecture.md").split("```")[1]
        stages = {path.parent.name for path in (ROOT / "compiler").glob("*/CMakeLists.txt")}
        drawn = set(re.findall(r"^ \| ([a-z]+) {2,}", picture, flags=re.M))
        self.assertEqual(sorted(stages - drawn - {"report", "tools"}), [])

    def test_builds_of_the_rtl(self):
        used = set()
        for path in (ROOT / "host" / "platform").glob("tile_*.cpp"):
            used |= set(re.findall(r"VerilatedTile<(\w+),", path.read_text(encoding="utf-8")))
        page = set(re.findall(r"`(Vnve_\w+)`", text_of("docs/host.md")))
        self.assertEqual(page, used)
        numbers = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
        self.assertIn(f"is Verilated {numbers[len(used)]} times", text_of("docs/host.md"))

    def test_inside_of_models_by_public_names(self):
        # The members of Verilator's classes are other ones at every level of inlining.
        private = re.compile(r"\brootp\b|___024root|__DOT__")
        asked = set()
        for path in sources():
            text = path.read_text(encoding="utf-8")
            self.assertIsNone(private.search(text), f"{path}: {private.search(text)}")
            asked |= set(re.findall(r'PublicByte\([\w.()]+, "(\w+)", "(\w+)"\)', text))
        self.assertTrue(asked)
        shown = set(re.findall(r'-module "(\w+)" -var "(\w+)"', text_of("host/platform/tile_public.vlt")))
        self.assertEqual(asked, shown)


if __name__ == "__main__":
    unittest.main()
