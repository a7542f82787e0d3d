#!/usr/bin/env python3
"""The runner of the proofs: a good proof passes; a wrong count, an assumption without an assertion, a cover
that nothing reaches, a bug that nothing catches, a refuted and an undetermined property each make it fail."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

RUNNER = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "formal.py"

# A FIFO of one word and a counter that turns at 12; from above it would run on. ADDED is a proof's own part.
WRAPPER = """
`include "formal.svh"
module small_props (input logic clk_i, input logic rst_ni, input logic push_i, input logic pop_i);
  logic valid, ready, level, inside;
  nve_fifo #(.Width(1), .Depth(1)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(1'b0), .push_valid_i(push_i), .push_ready_o(ready),
    .push_data_i(1'b1), .pop_valid_o(valid), .pop_ready_i(pop_i), .pop_data_o(), .level_o(level));
  `FORMAL_RESET
  `PROVE(ReadyUnlessFull, ready != level)
  `REACH(Full, level)
  logic [5:0] count_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) count_q <= '0;
    else if (count_q != '0 || level) count_q <= (count_q == 6'd12) ? 6'd1 : count_q + 1'b1;
  end
ADDED
endmodule
"""
FULL = {"name": "full", "file": "nve_fifo.sv",
        "sed": "s/push_ready_o = level_q != LevelW'(Depth)/push_ready_o = 1'b1/"}
ASSUMED = "ResetFirst: reset is active in the first cycle"
GOOD = {"text": "a FIFO", "top": "small_props", "rtl": ["nve_fifo.sv"], "method": "pdr", "depth": 6,
        "asserts": 1, "assumes": 1, "covers": 1, "assumed": [ASSUMED], "bugs": [FULL]}

STEPS = ("prove", "cover", "bug full")

# Name: what is added to the wrapper, what differs in the manifest, and the steps that fail with their texts
CASES = {
    "good": ("", {}, {}),
    "good_induction": ("", {"method": "induction"}, {}),
    "good_bound": ("", {"method": "bmc"}, {}),
    "lost": ("", {"asserts": 2}, dict.fromkeys(STEPS, "error: asserts: found 1, manifest: 2")),
    "unnamed": ("`GIVEN(Polite, !push_i || ready)", {"assumes": 2, "assumed": [ASSUMED, "Rude: so it is"]},
                dict.fromkeys(STEPS, "error: assumed: found Polite ResetFirst, manifest: ResetFirst Rude")),
    "too_strong": ("`GIVEN(NeverPush, !push_i)",
                      {"assumes": 2, "assumed": [ASSUMED, "NeverPush: so it is"]},
                      {"cover": "not reached: Full", "bug full": "not caught: proved"}),
    "unreached": ("`REACH(FullAndReady, level && ready)", {"covers": 2},
                  {"cover": "not reached: FullAndReady"}),
    "harmless": ("", {"bugs": [{"name": "same", "file": "nve_fifo.sv",
                                "sed": "s/level_q != LevelW'(Depth)/(level_q) != LevelW'(Depth)/"}]},
                 {"bug same": "not caught: proved"}),
    "vanished": ("", {"bugs": [{"name": "gone", "file": "nve_fifo.sv", "sed": "s/no such line/x/"}]},
                 {"bug gone": "error: bug gone: changes 0 lines of nve_fifo.sv, allowed: 1; "}),
    "refuted": ("`PROVE(NeverFull, !level)", {"asserts": 2}, {"prove": "refuted NeverFull"}),
    "refuted_late": ("`PROVE(NotTwelve, count_q != 6'd12)", {"asserts": 2, "depth": 20, "method": "bmc"},
                     {"prove": "refuted NotTwelve"}),
    "undetermined": ("`PROVE(Below63, count_q != 6'd63)", {"asserts": 2, "method": "induction"},
                     {"prove": "undetermined"}),
    "loose": ("`PROVE(Inside, inside == level)", {"asserts": 2},
              dict.fromkeys(STEPS, "error: wires without a driver: inside")),
    "peek": ("`PROVE(Inside, inside == level)", {"asserts": 2, "peek": {"inside": "dut.level_q"}}, {}),
}


def run_on(folder, *words):
    return subprocess.run([sys.executable, RUNNER, "--folder", folder, "--out", folder / "out", *words],
                          capture_output=True, text=True, check=False)


class Formal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        manifest = []
        for name, (added, changed, _) in CASES.items():
            (cls.folder / f"{name}.sv").write_text(WRAPPER.replace("ADDED", added))
            manifest.append(GOOD | {"name": name, "sources": [f"{name}.sv"]} | changed)
        (cls.folder / "proofs.json").write_text(json.dumps(manifest))
        cls.ran = run_on(cls.folder)
        report = json.loads((cls.folder / "out" / "formal.json").read_text())
        cls.report = {proof["name"]: proof for proof in report["proofs"]}

    def test_every_outcome(self):
        self.assertEqual(self.report.keys(), CASES.keys())
        for name, (_, _, expected) in CASES.items():
            steps = self.report[name]["steps"]
            with self.subTest(name):
                self.assertEqual({step["step"]: step["text"] for step in steps if not step["ok"]}, expected)
                self.assertEqual(len(steps), 3)

    def test_failures_are_told(self):
        self.assertEqual(self.ran.returncode, 1)
        failed = sum(len(expected) for _, _, expected in CASES.values())
        self.assertIn(f"{len(CASES)} proofs, 5 properties, {3 * len(CASES)} steps, {failed} failed",
                      self.ran.stdout)
        self.assertIn("refuted prove: refuted NeverFull", self.ran.stderr)
        suite = xml.etree.ElementTree.parse(self.folder / "out" / "formal.xml").getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures")), (str(3 * len(CASES)), str(failed)))

    def test_a_good_proof_passes(self):
        ran = run_on(self.folder, "good_bound", "--out", self.folder / "again")
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertRegex(ran.stdout, r"good_bound +1 +bmc +6 cycles +proved +reached +1/1")


class Manifest(unittest.TestCase):
    def refusal(self, **changed):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "proofs.json").write_text(json.dumps([GOOD | {"name": "small"} | changed]))
        ran = run_on(folder)
        self.assertEqual(ran.returncode, 2, ran.stdout + ran.stderr)
        return ran.stderr

    def test_what_is_missing_is_named(self):
        self.assertIn("bugs: found none", self.refusal(bugs=[]))
        self.assertIn("found no depth or no covers", self.refusal(covers=0))
        self.assertIn("asserts: found 0", self.refusal(asserts=0))
        self.assertIn("method: found guess", self.refusal(method="guess"))
        self.assertIn("found ['clock']", self.refusal(clock=1))
        self.assertIn("assumed: found 0 texts", self.refusal(assumed=[]))

    def test_references_of_assumptions(self):
        self.assertIn("found no ASSERT Level in rtl/nve_fifo.sv",
                      self.refusal(assumed=["Level: ASSERT of nve_fifo"]))
        self.assertIn("found no ASSERT LevelInRange in rtl/nve_no.sv",
                      self.refusal(assumed=["Level: ASSERT LevelInRange of nve_no"]))
        self.assertIn("found no property Lossless in fifo_props.sv",
                      self.refusal(assumed=["Level: proved in fifo_props Lossless"]))

    def test_unknown_word(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "proofs.json").write_text(json.dumps([GOOD | {"name": "small"}]))
        ran = run_on(folder, "nonsense")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("found ['nonsense']", ran.stderr)


if __name__ == "__main__":
    unittest.main()
