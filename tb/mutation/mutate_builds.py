# SPDX-License-Identifier: Apache-2.0
"""A build folder with small mutants, for the test of mutate.py: shell scripts are the benches."""
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "tools"))
from toy_builds import ToyBuilds  # noqa: E402  (lies in another folder)

PATIENCE = 200  # seconds of a call with proofs
HEAD = """module MODULE(clk_i, rst_ni, a_i, mutsel, y_o);
  input clk_i;
  input rst_ni;
  input [7:0] a_i;
  input [11:0] mutsel;
  output [7:0] y_o;
  reg [7:0] q;
  assign y_o = q;
"""
# Mutant 1 is equal, 2 if bit 0 of a_i is 0; the others invert bits.
PLAIN = """  wire [7:0] low = a_i & 8'd1;
  wire [7:0] wrong = mutsel < 12'd2 ? 8'd0 : mutsel == 12'd2 ? low : 8'd1 << (mutsel - 12'd1);
  always @(posedge clk_i) q <= !rst_ni ? 8'd0 : a_i ^ wrong;
endmodule
"""
# The bench of a part notes each call and kills the mutants in the file of the part's name.
BENCH = """#!/bin/sh
echo "$NVE_MUTANT" >> FOLDER/NAME.ran
echo "[ RUN      ] Toy.Sees"
if grep -qx sleep FOLDER/NAME.kills && [ "$NVE_MUTANT" != 0 ]; then sleep 60; fi
if grep -qx "$NVE_MUTANT" FOLDER/NAME.kills; then echo "[  FAILED  ] Toy.Sees (1 ms)"; exit 1; fi
echo "[  PASSED  ] 1 test."
"""


class MutateBuilds(ToyBuilds):
    """One netlist `net` with a unit of eight mutants, and a program `prog` with five."""

    script = "mutate.py"

    def setUp(self):
        super().setUp()
        self.manifest = self.folder / "manifest"
        self.manifest.mkdir()
        self.build = self.folder / "build"
        for name in ("bin", "tb/mutation/netlists", "tb/mutation/programs"):
            (self.build / name).mkdir(parents=True)
        units = [{"module": "nve_toy", "mutants": 8, "strict": True}]
        self.write("units.json", {"netlists": [{"name": "net", "units": units}],
                                  "programs": [{"name": "prog", "mutants": 5}]})
        self.gates(8, 5)
        self.net = self.build / "tb" / "mutation" / "netlists" / "net.v"
        self.net.write_text((HEAD + PLAIN).replace("MODULE", "nve_toy"))
        self.part("netlists", "net", "nve_toy", 8, range(2, 9))
        self.part("programs", "prog", "model/toy", 5, range(1, 6))

    def write(self, name, content):
        (self.manifest / name).parent.mkdir(exist_ok=True)
        (self.manifest / name).write_text(content if isinstance(content, str) else json.dumps(content))

    def gates(self, rtl, cpp):
        self.write("benches.json", {"net": {"tests": "*"}, "prog": {"tests": "*"}, "gates": {
            "rtl": {"mutants": rtl, "killed": 98, "bounded": 1},
            "cpp": {"mutants": cpp, "killed": 80, "bounded": 0}}})

    def part(self, kind, name, unit, number, kills):
        mutants = [{"number": index, "unit": unit, "module": unit, "text": f"place {index}"}
                   for index in range(1, number + 1)]
        (self.build / "tb/mutation" / kind / f"{name}.json").write_text(json.dumps(mutants))
        self.bench(name)
        self.kills(name, kills)

    def bench(self, name, more=""):
        """Another text is another program."""
        path = self.build / "bin" / f"mutants-{name}"
        path.write_text(BENCH.replace("FOLDER", str(self.folder)).replace("NAME", name) + more)
        path.chmod(0o755)

    def kills(self, name, numbers):
        (self.folder / f"{name}.kills").write_text("".join(f"{number}\n" for number in numbers))

    def runs(self, name):
        """Calls of a bench since the last question."""
        path = self.folder / f"{name}.ran"
        numbers = path.read_text().split() if path.exists() else []
        path.unlink(missing_ok=True)
        return [int(number) for number in numbers]

    def kept(self, part):
        """What the results say of mutants: who killed each, or nothing, and outcomes of proofs."""
        found = {"bench": {}, "proof": {}}
        for path in sorted((self.out / "results").glob(f"{part}.*")):
            kind, numbers = path.name.split(".")[1:]
            content = json.loads((path / f"{kind}.json").read_text())
            found[kind] |= content if kind == "bench" else {numbers: content["outcome"]}
        return found

    def call(self, *arguments):
        return super().call(self.build, "--folder", self.manifest, *arguments)

    def mutate(self, *words, out=None):
        return subprocess.run(self.call(out or self.out, *words), capture_output=True, text=True, check=False,
                              cwd=self.folder, timeout=PATIENCE)

    def passes(self, ran):
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertNotIn("error", ran.stderr)
        return ran.stdout

    def fails(self, ran, *texts):
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        for text in texts:
            self.assertIn(text, ran.stderr)
