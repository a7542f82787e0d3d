#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The proofs of mutants on a small unit: equal, different, equal under an assumption, behind a neighbour,
with a memory that is cut out, by a lemma; and what repeats a proof. What the project's assumptions are said
to follow from is there."""
import json
import pathlib
import re
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "lib"))
import equal  # noqa: E402  (lies in the folders above)
import equal_engines  # noqa: E402
import sv_text  # noqa: E402
from script_main import InputError  # noqa: E402

# As yosys writes a netlist. Mutant 1 is the same in other words, 2 is another function, 3 is one that differs
# if a_i and b_i do, 4 changes the upper bit of the output, 5 what the memory is offered and does not take,
# 6 the address of a write.
UNIT = """module nve_toy(clk_i, rst_ni, a_i, b_i, we_i, addr_i, data_i, mutsel, y_o, data_o);
  input clk_i;
  input rst_ni;
  input a_i;
  input b_i;
  input we_i;
  input [6:0] addr_i;
  input [15:0] data_i;
  input [11:0] mutsel;
  output [1:0] y_o;
  output [15:0] data_o;
  reg [1:0] q;
  reg [15:0] mem [127:0];
  wire [15:0] offered = mutsel == 12'd5 && !we_i ? 16'd0 : data_i;
  wire [6:0] written = addr_i ^ (mutsel == 12'd6);
  wire low = mutsel == 12'd1 ? !(!a_i || !b_i) : mutsel == 12'd2 ? !a_i : mutsel == 12'd3 ? a_i || b_i
           : a_i && b_i;
  always @(posedge clk_i) q <= rst_ni ? {a_i ^ (mutsel == 12'd4), low} : 2'd0;
  always @(posedge clk_i) begin
    if (we_i)
      mem[written] <= offered;
  end
  assign y_o = q;
  assign data_o = mem[addr_i];
endmodule
"""
# The neighbour that uses the lower bit only.
PARENT = """module nve_toy_parent(clk_i, rst_ni, a_i, b_i, mutsel, low_o);
  input clk_i;
  input rst_ni;
  input a_i;
  input b_i;
  input [11:0] mutsel;
  output low_o;
  wire [1:0] both;
  nve_toy u_toy (.clk_i(clk_i), .rst_ni(rst_ni), .a_i(a_i), .b_i(b_i), .we_i(1'b0), .addr_i(7'd0),
    .data_i(16'd0), .mutsel(mutsel), .y_o(both));
  assign low_o = both[0];
endmodule
"""
# The unit with a memory that is not cut out.
SMALL = UNIT.replace("[6:0]", "[1:0]").replace("[127:0]", "[3:0]")
SAME_INPUTS = "  always @* assume (a_i == b_i);\n"


class Equal(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.netlist = self.folder / "toy.v"
        self.netlist.write_text(UNIT)
        for name in ("given", "lemmas", "parents"):
            (self.folder / name).mkdir()

    def given(self, observed=None):
        return equal.Given(self.folder, "nve_toy", observed or {})

    def outcome(self, number, observed=None):
        work = self.folder / f"work{number}"
        return equal.prove(self.netlist, "nve_toy", number, self.given(observed), work)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def test_without_assumptions(self):
        self.assertEqual(self.outcome(1), equal.EQUAL)
        self.assertEqual(self.outcome(2), equal.DIFFERENT)
        self.assertEqual(self.outcome(3), equal.DIFFERENT)

    def test_an_assumption(self):
        self.write("given/nve_toy.svh", SAME_INPUTS)
        self.assertEqual(self.outcome(3), equal.EQUAL)
        self.assertEqual(self.outcome(2), equal.DIFFERENT)

    def test_what_the_design_uses(self):
        self.assertEqual(self.outcome(4, {"y_o": 1}), equal.EQUAL)
        self.assertEqual(self.outcome(4, {"y_o": "y_o[0] ? 2'd0 : y_o"}), equal.DIFFERENT)

    def test_a_neighbour(self):
        self.write("parents/nve_toy.v", PARENT)
        self.assertEqual(self.outcome(4), equal.EQUAL)
        self.assertEqual(self.outcome(3), equal.DIFFERENT)
        self.write("given/nve_toy_parent.svh", SAME_INPUTS)
        self.assertEqual(self.outcome(3), equal.EQUAL)

    def test_a_large_memory_is_cut_out(self):
        self.assertEqual(self.outcome(5), equal.EQUAL)
        self.assertEqual(self.outcome(6), equal.DIFFERENT)
        for number in (5, 6):
            cut = (self.folder / f"work{number}" / "cut_children" / "cut.v").read_text()
            self.assertNotIn(" mem ", cut)

    def with_lemma(self, number, lemma):
        """The outcome where only proofs with the lemma come to an end, and how many of these there are."""
        self.write("toy.v", SMALL)
        self.write("lemmas/nve_toy.svh", lemma)
        compare, ended = equal.compare, []

        def without_end(*arguments):
            if lemma not in arguments[4]:
                return equal.UNKNOWN
            ended.append(compare(*arguments))
            return ended[-1]

        with unittest.mock.patch.object(equal, "compare", without_end):
            return self.outcome(number), len(ended)

    def test_a_lemma_is_proved_with_the_outputs(self):
        same = ("  (* hierconn *) wire [15:0] \\gold.mem[2] , \\gate.mem[2] ;\n"
                "  (* hierconn *) wire [1:0] \\gold.q , \\gate.q ;\n"
                "  always @* assert (\\gold.mem[2] == \\gate.mem[2] && \\gold.q == \\gate.q );\n")
        self.assertEqual(self.with_lemma(1, same), (equal.EQUAL, 1))
        self.assertEqual(self.with_lemma(2, same), (equal.UNKNOWN, 1))
        self.assertEqual(self.with_lemma(6, same), (equal.UNKNOWN, 1))

    def test_a_lemma_that_is_wrong_proves_nothing(self):
        for lemma in ("  (* hierconn *) wire [15:0] \\gate.mem[2] ;\n"
                      "  always @* assert (\\gate.mem[2] == 0);\n",
                      "  (* hierconn *) wire [1:0] \\gold.q ;\n  always @* assert (!\\gold.q [1]);\n"):
            self.assertEqual(self.with_lemma(1, lemma), (equal.UNKNOWN, 1), lemma)

    def test_what_differs_needs_no_lemma(self):
        self.write("lemmas/nve_toy.svh", "not read")
        self.assertEqual(self.outcome(2), equal.DIFFERENT)

    def test_a_lemma_assumes_nothing(self):
        self.write("lemmas/nve_toy.svh", "  always @* assume (a_i);\n")
        with self.assertRaisesRegex(InputError, "lemmas/nve_toy.svh: found an assumption"):
            self.given()

    def test_a_memory_in_a_form_of_its_own(self):
        self.write("toy.v", UNIT.replace("assign data_o = mem[addr_i]", "assign data_o = ~mem[addr_i]"))
        with self.assertRaisesRegex(RuntimeError, "found a port of a memory in a form of its own"):
            self.outcome(1)

    def test_yosys_that_does_not_finish_proves_nothing(self):
        with unittest.mock.patch.object(equal_engines, "run", return_value=(-9, "")):
            work = self.folder / "work"
            self.assertEqual(equal.compare(UNIT, "nve_toy", 1, {}, "", work), equal.UNKNOWN)

    def test_everything_that_is_given_is_in_the_key(self):
        keys = [self.given().key(self.netlist), self.given({"y_o": 1}).key(self.netlist)]
        for name in ("given/nve_toy.svh", "given/nve_toy_parent.svh", "parents/nve_toy.v",
                     "lemmas/nve_toy.svh", "toy.v"):
            self.assertEqual(self.given().key(self.netlist), keys[0])
            before = (self.folder / name).read_text() if name == "toy.v" else None
            self.write(name, "// other\n")
            keys.append(self.given().key(self.netlist))
            self.assertEqual(bool(self.given()), name.startswith(("given", "parents")), name)
            (self.folder / name).unlink()
            if before:
                self.write(name, before)
        self.write("given/nve_other.svh", "")
        self.assertEqual(self.given().key(self.netlist), keys[0])
        self.assertEqual(len(set(keys)), len(keys))


class Given(unittest.TestCase):
    """The comments of tb/mutation/given name assertions of the RTL and properties of proofs."""

    def test_what_is_named_is_there(self):
        known = {"LengthWidth"}  # a parameter
        for path in (ROOT / "rtl").rglob("*.sv"):
            known |= set(sv_text.assertions(path))
        for path in (ROOT / "tb" / "formal").rglob("proofs.json"):
            known |= {name.rpartition(".")[2] for proof in json.loads(path.read_text())
                      for name in proof["asserts"]}
        named = set()
        for path in sorted((ROOT / "tb" / "mutation" / "given").glob("*.svh")):
            comments = " ".join(re.findall(r"//(.*)", path.read_text()))
            names = set(re.findall(r"\b(?:[A-Z][a-z]+){2,}\b", comments))
            self.assertEqual(names - known, set(), path.name)
            named |= names
        self.assertIn("SettingsStable", named)


if __name__ == "__main__":
    unittest.main()
