#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""faults.py: sums over slices, however they are cut, and what is no success."""
import json
import pathlib
import shlex
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "tools"))
from toy_builds import ToyBuilds  # noqa: E402  (lies in another folder)
from own_scripts import script  # noqa: E402

# Instead of nve-faults, of two kinds. A file beside it named after a seed says what becomes of it.
TOOL = """#!{python} -SE
import json, pathlib, sys
here = pathlib.Path(sys.argv[0]).parent
first, last = map(int, (sys.argv[3].split("-") * 2)[:2])
said = {{n: (here / str(n)).read_text() for n in range(first, last + 1) if (here / str(n)).is_file()}}
def numbers(seeds):
    good = [n for n in seeds if n not in said]
    stalls = {{}}
    for n in good:
        stall = ("none", "input", "output")[n % 3]
        stalls[stall] = stalls.get(stall, 0) + 1
    return {{"conducted": len(seeds), "failed": len(seeds) - len(good), "reported": 0, "harmless": 0,
             "recovered": len(good), "flagged": 0, "masked": 0, "statuses": {{"in idle": len(good)}},
             "stalls": stalls}}
seeds = range(first, last + 1)
failures = [{{"seed": n, "kind": str(n % 2), "text": text}} for n, text in said.items()]
print(*(f"seed {{n}}" for n in said))
if "silent" in said.values():
    sys.exit(70)
content = {{"family": sys.argv[1], "seeds": [first, last], "failures": failures,
            "kinds": {{str(k): numbers([n for n in seeds if n % 2 == k]) for k in range(2)}},
            "compared_cycles": 100 * len(seeds)}} | numbers(seeds)
if "fewer" in said.values():
    content["conducted"] -= 1
if "--json" in sys.argv and "nothing" not in said.values():
    pathlib.Path(sys.argv[5]).write_text(json.dumps(content))
sys.exit(1 if failures else 0)
"""


class Faults(ToyBuilds):
    script = "faults.py"

    def build(self, name="one"):
        folder = self.configured(name)
        tool = folder / "bin" / "nve-faults"
        tool.write_text(TOOL.format(python=sys.executable))
        tool.chmod(0o755)
        return pathlib.Path(name)

    def say(self, seed, text):
        (self.folder / "one" / "bin" / str(seed)).write_text(text)

    def faults(self, *options, build="one", out=None):
        return self.run_on(build, options=["--families", "resets", "--seeds", "1050", *options], out=out)

    def passes(self, ran):
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)

    def fails(self, ran, text):
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        self.assertIn(text, ran.stderr)
        self.assertNotIn("Traceback", ran.stderr)

    def resets(self, out=None):
        summary = json.loads(((out or self.out) / "summary.json").read_text())
        return summary["machines"]["one"]["resets"]

    def test_sums_are_the_same_however_they_are_cut(self):
        self.build()
        for size in ("1050", "300", "97"):
            out = self.folder / size
            self.passes(self.faults("--slice", size, out=out))
            self.assertEqual(len(list((out / "results").iterdir())), -(-1050 // int(size)))
            self.assertEqual(self.resets(out), self.resets(self.folder / "1050"))
            self.assertEqual(json.loads((out / "summary.json").read_text())["problems"], [])
        own = self.resets(self.folder / "97")
        self.assertEqual((own["expected"], own["conducted"], own["compared_cycles"]), (1050, 1050, 105_000))
        self.assertEqual(own["stalls"], {"none": 350, "input": 350, "output": 350})
        self.assertEqual(own["kinds"]["1"]["statuses"], {"in idle": 525})

    def test_failing_seeds_have_a_command_that_repeats_them(self):
        self.build()
        self.say(1005, "hangs: no end")
        self.fails(self.faults("--slice", "200"), "one resets: found 1 failing seeds, allowed: none")
        text = (self.out / "summary.txt").read_text()
        self.assertIn("seed 1005 on one, 1: hangs: no end\n  reproduce: ", text)
        command = next(line for line in text.splitlines() if line.startswith("  reproduce: "))
        again = subprocess.run(shlex.split(command)[1:], cwd=self.folder, capture_output=True, check=False)
        self.assertEqual((again.returncode, again.stdout), (1, b"seed 1005\n"))
        self.assertEqual(self.resets()["failed"], 1)
        self.assertIn("<failure", (self.out / "junit.xml").read_text())

    def test_too_few_of_a_kind_and_in_a_stall(self):
        self.build()
        tool = self.folder / "one" / "bin" / "nve-faults"
        tool.write_text(tool.read_text().replace("n % 2 == k", "n % 3 == k"))
        self.passes(self.faults())
        tool.write_text(tool.read_text().replace("n % 3 == k", "n % 4 == k").replace("[n % 3]", "[n % 2]"))
        ran = self.faults()
        self.fails(ran, "one resets: 0: found 262 runs, allowed: 350 or more")
        self.assertIn("stall output: found 0 runs, allowed: 50 or more", ran.stderr)
        ran = self.faults("--seeds", "105")
        self.fails(ran, "one resets: 0: found 26 runs, allowed: 35 or more")
        self.assertNotIn("stall", ran.stderr)

    def test_slices_that_prove_nothing(self):
        self.build()
        for kind, text in (("silent", "found no result, exit code 70"), ("nothing", "found no report of its"),
                           ("fewer", "found no report of its seeds (conducted: found 199, allowed: 200)")):
            with self.subTest(kind):
                self.say(1105, kind)
                out = self.folder / kind
                ran = self.faults("--slice", "200", out=out)
                self.fails(ran, f"one.resets.1001-1200: {text}")
                self.assertEqual(len(ran.stderr.splitlines()), 1 + (kind == "silent"), ran.stderr)
                self.assertEqual((self.resets(out)["expected"], self.resets(out)["conducted"]), (1050, 850))

    def test_merge(self):
        self.build()
        self.passes(self.faults("--slice", "200"))
        summary = (self.out / "summary.json").read_text()
        merge = [sys.executable, script("merge.py"), self.out / "shards.jsonl", self.out]

        def merged():
            return subprocess.run(merge, capture_output=True, text=True, check=False)

        self.passes(merged())
        self.assertEqual((self.out / "summary.json").read_text(), summary)
        other = self.folder / "other"
        self.passes(self.faults("--slice", "300", out=other))
        both = self.folder / "both"
        ran = subprocess.run([sys.executable, script("merge.py"), both / "shards.jsonl", both, "--also",
                              self.out, other], capture_output=True, text=True, check=False)
        self.fails(ran, "found seeds in both one.resets.1001-1")
        shutil.rmtree(self.out / "results" / "one.resets.1201-1400")
        self.fails(merged(), "one.resets.1201-1400: found no result")

    def test_wrong_options(self):
        self.build()
        self.refused(self.faults("--families", "resets,x"), "found 'x', allowed: bus-errors, descriptors, ")
        self.refused(self.faults("--seeds", "0"), "--seeds: found 0, allowed: 1 to 1000000")
        self.refused(self.faults("--slice", "1000001"), "--slice: found 1000001, allowed: 1 to 1000000")
        (self.folder / "one" / "bin" / "nve-faults").unlink()
        self.refused(self.faults(), "one/bin/nve-faults: found no program")


if __name__ == "__main__":
    unittest.main()
