#!/usr/bin/env python3
"""The mutants of a small C++ program: which there are, which are dropped, and that one choice is the same in
every file that includes a header."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "mutation"))
import cpp_mutants  # noqa: E402  (lies in the folder above)

COMPILER = [os.environ.get("CXX", "c++"), "-std=c++20", "-O1"]
# The line with the array does not compile with a mutant, the split branch has no code, nobody calls Unused.
HEADER = """#pragma once
#include <array>
#include <cassert>
namespace toy {
inline constexpr bool kSplit = false;
struct Values {
  std::array<int, kSplit + 2> all{};
};
inline int Limit(int value) {
  assert(value >= 0);
  if constexpr (kSplit) {
    if (value > 50) return 50;
  }
  return value > 40 ? 40 : value;
}
template <typename Number>
Number Unused(Number number) {
  return number + 7;
}
}  // namespace toy
"""
SOURCE = """#include "toy/limit.hpp"
namespace toy {
int Doubled(int value) {
  Values values;
  values.all[0] = value;
  return Limit(values.all[0] + value);
}
}  // namespace toy
"""
TEST = """#include <cstdio>
#include "toy/limit.hpp"
namespace toy {
int Doubled(int value);
}
int main() { std::printf("%d %d", toy::Limit(60), toy::Doubled(30)); }
"""


class CppMutants(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.root / "toy").mkdir()
        for name, text in (("limit.hpp", HEADER), ("doubled.cpp", SOURCE), ("test.cpp", TEST)):
            (self.root / "toy" / name).write_text(text)
        self.program = {"name": "toy", "mutants": 100, "sources": ["toy/doubled.cpp"],
                        "headers": ["toy/limit.hpp"]}
        self.folder = self.root / "build"
        self.folder.mkdir()

    def make(self):
        """The list of the mutants that are built."""
        listing = self.folder / "toy.json"
        cpp_mutants.make(self.program, self.root, listing, [self.folder / "doubled.o"],
                         [*COMPILER, f"-I{self.root}", f"-I{ROOT}"])
        return json.loads(listing.read_text())

    def texts(self):
        return [mutant["text"] for mutant in self.make()]

    def outputs(self, mutants):
        """What the test says, which includes the header too, without a mutant and with each."""
        subprocess.run([*COMPILER, f"-I{self.folder / 'include'}", f"-I{self.root}", f"-I{ROOT}",
                        self.root / "toy" / "test.cpp", self.folder / "doubled.o",
                        "-o", self.folder / "test"], check=True)
        outputs = {}
        for number in [0, *(mutant["number"] for mutant in mutants)]:
            ran = subprocess.run([self.folder / "test"], env=os.environ | {"NVE_MUTANT": str(number)},
                                 capture_output=True, text=True, check=True)
            outputs[number] = ran.stdout
        return outputs

    def test_headers_have_mutants_in_every_file(self):
        mutants = self.make()
        self.assertEqual({mutant["module"] for mutant in mutants}, {"toy/doubled.cpp", "toy/limit.hpp"})
        outputs = self.outputs(mutants)
        self.assertEqual(outputs.pop(0), "40 40")
        self.assertIn("41 41", outputs.values())
        # A mutant of the header is seen by both files or by none.
        for mutant in mutants:
            if mutant["module"] == "toy/limit.hpp":
                self.assertIn(outputs[mutant["number"]].split(), (["40"] * 2, ["41"] * 2))

    def test_what_does_not_compile_is_dropped_alone(self):
        texts = self.texts()
        self.assertFalse([text for text in texts if text.startswith("toy/limit.hpp:7:")])
        self.assertIn("toy/doubled.cpp:5: left out", texts)
        self.assertIn("toy/doubled.cpp:6: sum", texts)

    def test_what_the_instance_has_no_code_for_is_dropped(self):
        lines = {int(text.split(":")[1]) for text in self.texts() if text.startswith("toy/limit.hpp")}
        self.assertEqual(lines, {14})
        (self.root / "toy" / "limit.hpp").write_text(HEADER.replace("kSplit = false", "kSplit = true"))
        lines = {int(text.split(":")[1]) for text in self.texts() if text.startswith("toy/limit.hpp")}
        self.assertEqual(lines, {12, 14})

    def test_a_program_without_headers_and_a_sample(self):
        del self.program["headers"]
        self.program["mutants"] = 2
        mutants = self.make()
        self.assertEqual(len(mutants), 2)
        self.assertEqual({mutant["module"] for mutant in mutants}, {"toy/doubled.cpp"})
        self.assertEqual(mutants, self.make())

    def test_a_source_that_is_wrong_without_a_mutant(self):
        (self.root / "toy" / "doubled.cpp").write_text("int Doubled( {\n")
        with self.assertRaisesRegex(SystemExit, "cpp_mutants.py: error: .*doubled.cpp"):
            self.make()


if __name__ == "__main__":
    unittest.main()
