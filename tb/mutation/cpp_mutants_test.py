#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
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
import cpp_mutants

LIST = ROOT / "tb" / "mutation" / "mutant_list.py"
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

    def build(self, *listings):
        """The test with the mutants, which includes the header too and refuses what is not in the lists."""
        subprocess.run([sys.executable, LIST, self.folder / "list.cpp", *listings], check=True)
        subprocess.run([*COMPILER, f"-I{self.folder / 'include'}", f"-I{self.root}", f"-I{ROOT}",
                        self.root / "toy" / "test.cpp", self.folder / "list.cpp", self.folder / "doubled.o",
                        "-o", self.folder / "test"], check=True)

    def run_with(self, mutant, mutated=""):
        return subprocess.run([self.folder / "test"], capture_output=True, text=True, check=False,
                              env=os.environ | {"NVE_MUTANT": mutant, "NVE_MUTATED": mutated})

    def refused(self, mutant, mutated, message):
        ran = self.run_with(mutant, mutated)
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (2, "", f"error: {message}\n"))

    def outputs(self, mutants):
        """What the test says, without a mutant and with each."""
        self.build(self.folder / "toy.json")
        outputs = {}
        for number in [0, *(mutant["number"] for mutant in mutants)]:
            ran = self.run_with(str(number))
            self.assertEqual(ran.returncode, 0, ran.stderr)
            outputs[number] = ran.stdout
        return outputs

    def test_a_mutant_that_the_program_does_not_have(self):
        numbers = [mutant["number"] for mutant in self.make()]
        self.build(self.folder / "toy.json")
        dropped = next(number for number in range(1, max(numbers)) if number not in numbers)
        allowed = f"allowed: 0, {len(numbers)} from {min(numbers)} to {max(numbers)}"
        for mutant in ("abc", "-1", "1x", " 1", "99999", "9" * 30, str(dropped)):
            self.refused(mutant, "", f"NVE_MUTANT: found {mutant}, {allowed}")
        self.refused("1", "Vtoy", "NVE_MUTATED: found Vtoy, allowed: nothing, the mutants are in C++")
        self.assertEqual(self.run_with("").stdout, "40 40")

    def test_a_netlist_that_the_program_does_not_have(self):
        self.make()
        for name, numbers in (("one", (1, 2, 4)), ("two", (1, 7))):
            (self.folder / f"{name}.json").write_text(json.dumps([{"number": n} for n in numbers]))
        self.build(*(f"V{name}={self.folder / name}.json" for name in ("one", "two")))
        for mutant, mutated in (("4", "Vone"), ("7", "Vtwo"), ("7", ""), ("0", "Vone"), ("", "")):
            self.assertEqual(self.run_with(mutant, mutated).returncode, 0)
        for mutant in ("7", "3"):
            self.refused(mutant, "Vone", f"NVE_MUTANT: found {mutant}, allowed: 0, 3 from 1 to 4 of Vone")
        self.refused("3", "", "NVE_MUTANT: found 3, allowed: 0, 3 from 1 to 4 of Vone, 2 from 1 to 7 of Vtwo")
        self.refused("1", "Vthree", "NVE_MUTATED: found Vthree, allowed: nothing or one of Vone, Vtwo")

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
