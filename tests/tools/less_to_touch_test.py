#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What an operation and a probe field cost (CONTRIBUTING.md): both are added to a copy of the sources, as the
recipes say, in so few files.

  less_to_touch_test.py            the copy is generated, linted and its golden model parsed
  less_to_touch_test.py --build    the copy is built: random programs have the operation, lockstep compares
                                   the field, and finds both wrong when the RTL's are; some minutes
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPIED = ("CMakeLists.txt", "arch", "base", "cmake", "compiler", "convnet", "docs", "host", "images", "model",
          "networks", "planner", "program", "report", "rtl", "scripts", "tb", "tests")
MOST_FILES = {"operation": 12, "field": 3}

# `flip rw` inverts every bit of rw: what stands behind which text of which file. A command each writes the
# number of coverage's bins and the names of the proofs' properties.
OPERATION = {
    "arch/nve.json": ((
        '"text": "shift rw by one"}',
        ',\n        {"name": "flip", "code": 3, "mnemonic": "flip rw", "text": "invert rw"}'),),
    "docs/isa.md": (("- `sh rw`: rw[k] := rw[k+1] for k = 0…2; rw[3] := 0.\n",
                     "- `flip rw`: rw[k] := -1 - rw[k], k = 0…3.\n"),),
    "model/golden/operations.hpp": ((
        "  reg.rw[arch::kRwEntries - 1] = 0;\n}\n",
        "\n/// `flip rw`\ninline void WregFlip(arch::Probe& reg) {\n"
        "  for (auto& weight : reg.rw) weight = static_cast<uint16_t>(~weight);\n}\n"),),
    "model/golden/core.cpp": (("      WregShift(probe);\n      break;\n",
                               "    case arch::WregOp::kFlip:\n      WregFlip(probe);\n      break;\n"),),
    "rtl/nve_wreg.sv": (("rw_d = rw_q >> nve_pkg::WeightBits;\n",
                         "      nve_pkg::WregOpFlip: rw_d = ~rw_q;\n"),),
    # The compiler never writes it, and no symbol stands for an inverted weight.
    "compiler/verify/machine.cpp": ((
        "void SymbolicMachine::ExecuteWreg(arch::WregOp op) {\n",
        "  if (op == arch::WregOp::kFlip) rw_.fill(Coefficient{});\n"),),
    "compiler/verify/hazard_machine.cpp": ((
        "void HazardMachine::ExecuteWreg(arch::WregOp op) {\n",
        "  if (op == arch::WregOp::kFlip) rw_.fill(kNothing);\n"),),
    "tests/unit/model/golden/operations_test.cpp": ((
        "  EXPECT_EQ(reg.rw[2], 4);\n  EXPECT_EQ(reg.rw[3], 0);\n}\n",
        "\nTEST(WregTest, FlipInverts) {\n  arch::Probe reg{};\n  WregFlip(reg);\n"
        "  EXPECT_EQ(reg.rw[3], 0xFFFF);\n}\n"),),
    "tb/formal/wreg_props.sv": ((
        "  `PROVE(ShMovesDownAndFillsZero, !(moved && op_q == 2'd2) || (&sh_ok))\n",
        "  `PROVE(FlipInverts, !(moved && op_q == 2'd3) || rw == ~rw_q)\n"),),
}
BY_COMMAND = ("tb/coverage/manifest.json", "tb/formal/proofs.json")

FIELD = {
    "arch/nve.json": ((
        '"text": "reg_raddr names no register"}',
        ',\n    {"name": "rw_parity", "bits": 1, "owner": "WREG", "latency": 1, "writer": "any",'
        ' "text": "exclusive or of the bits of rw[0]"}'),),
    "rtl/nve_core.sv": (("    probe.reg_rerror      = 32'(rerror);\n",
                         "    probe.rw_parity       = 32'(^probe.rw[15:0]);\n"),),
    "model/golden/core.cpp": (("  probe.reg_rerror = answer.error;\n",
                               "  probe.rw_parity = std::popcount(probe.rw[0]) % 2 != 0;\n"),),
}


def added(text, place, more):
    """`text` with `more` behind the one place that says so."""
    if text.count(place) != 1:
        raise AssertionError(f"found {place!r} {text.count(place)} times, allowed: once")
    return text.replace(place, place + more)


class Copy(unittest.TestCase):
    """A copy of the sources with the operation and the field."""

    def setUp(self):
        self.top = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "nve"
        self.top.mkdir()
        for name in COPIED:
            source = ROOT / name
            copy = shutil.copytree if source.is_dir() else shutil.copy
            copy(source, self.top / name)
        for edits in (OPERATION, FIELD):
            for name, places in edits.items():
                path = self.top / name
                text = path.read_text(encoding="utf-8")
                for place in places:
                    text = added(text, *place)
                path.write_text(text, encoding="utf-8")

    def run_here(self, *words):
        """What the command prints; it must succeed."""
        ran = subprocess.run(list(map(str, words)), cwd=self.top, capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 0, f"{words}\n{ran.stdout[-4000:]}{ran.stderr[-4000:]}")
        return ran.stdout

    def generate(self):
        self.run_here(sys.executable, "arch/generate.py", "arch/nve.json", "--sv", "nve_pkg.sv",
                      "--isa", "nve_isa.hpp", "--cpp", "nve_arch.hpp", "--dma-cpp", "nve_dma.hpp")


class Quick(Copy):
    def test_few_files(self):
        self.assertLessEqual(len({*OPERATION, *BY_COMMAND}), MOST_FILES["operation"])
        self.assertLessEqual(len(FIELD), MOST_FILES["field"])

    def test_generated_linted_and_parsed(self):
        self.generate()
        header = (self.top / "nve_isa.hpp").read_text(encoding="utf-8")
        self.assertIn('"flip rw"', header)
        self.assertRegex(header, r'"rw_parity".*"WREG"')
        self.run_here("verilator", "--lint-only", "-Wall", "--assert", "-Irtl", "rtl/nve_waiver.vlt",
                      "nve_pkg.sv", *sorted(self.top.glob("rtl/*.sv")), "--top-module", "nve_top")
        for name in ("model/golden/core.cpp", "compiler/verify/machine.cpp",
                     "compiler/verify/hazard_machine.cpp"):
            self.run_here("c++", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I.", name)
        self.run_here(sys.executable, "arch/generate.py", "arch/nve.json", "--docs", "docs/isa.md")
        self.assertIn("| wreg_op | 3 | flip |", (self.top / "docs/isa.md").read_text(encoding="utf-8"))


class Built(Copy):
    def random_programs(self):
        """Exit code and report of random programs on RTL and golden model."""
        self.run_here("cmake", "--build", "build", "--target", "nve-random")
        ran = subprocess.run(["build/bin/nve-random", "--seeds", "1-40"], cwd=self.top, capture_output=True,
                             text=True, check=False)
        return ran.returncode, ran.stdout + ran.stderr

    def test_lockstep(self):
        self.run_here("cmake", "-G", "Ninja", "-B", "build", "-DCMAKE_BUILD_TYPE=Release",
                      f"-DNVE_ARCH={self.top}/arch/nve.json", "-DNVE_WERROR=ON")
        self.assertEqual(self.random_programs()[0], 0)
        for name, right, wrong, report in (
                ("nve_wreg.sv", "WregOpFlip: rw_d = ~rw_q", "WregOpFlip: rw_d = rw_q", "rw[0] (WREG)"),
                ("nve_core.sv", "32'(^probe.rw[15:0])", "32'(&probe.rw[15:0])", "rw_parity")):
            with self.subTest(name):
                path = self.top / "rtl" / name
                text = path.read_text(encoding="utf-8")
                self.assertIn(right, text)
                path.write_text(text.replace(right, wrong), encoding="utf-8")
                code, said = self.random_programs()
                self.assertEqual(code, 1, said[-2000:])
                self.assertIn(report, said)
                path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    BUILD = "--build" in sys.argv
    sys.argv = [word for word in sys.argv if word != "--build"]
    unittest.main(defaultTest="Built" if BUILD else "Quick")
