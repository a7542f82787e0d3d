# SPDX-License-Identifier: Apache-2.0
"""Build folders with something like nve-random, and tb/regress/nightly.py on them."""
import json
import pathlib
import sys
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "tools"))
from toy_builds import ToyBuilds  # noqa: E402  (lies in another folder)

# Instead of nve-random. A file beside it named after a seed says what becomes of the slice that has it.
TOOL = """#!{python} -SE
import json, os, pathlib, sys, time
here = pathlib.Path(sys.argv[0]).parent
options = dict(zip(sys.argv[1::2], sys.argv[2::2])) if "--json" in sys.argv else {{}}
first, last = map(int, sys.argv[2].split("-")) if options else (int(sys.argv[2]),) * 2
with (here / "seeds").open("a") as seeds:
    seeds.write(f"{{first}}-{{last}}\\n")
special = {{n: (here / str(n)).read_text() for n in range(first, last + 1) if (here / str(n)).is_file()}}
kind = "".join(special.values())
if kind == "wait":
    (here / "number").write_text(f"{{os.getpid()}}\\n")
    time.sleep(60)
if kind == "slow":
    time.sleep(2)
fails = [{{"seed": n, "text": f"seed {{n}}\\nreproduce: {{sys.argv[0]}} --seeds {{n}} --shrink\\n"}}
         for n, text in special.items() if text == "fail"]
if not options:
    sys.exit(print(fails[0]["text"]) or 1)
waves = pathlib.Path(sys.argv[sys.argv.index("--wave-on-mismatch") + 1])
if fails:
    waves.write_text("waves")
    pathlib.Path(f"{{waves}}.json").write_text("{{}}")
number = last - first + 1
content = dict.fromkeys({sums}, 0) | {{
    "arch": "{machine}", "seeds": [first, last], "expected": number,
    "conducted": number - (kind == "fewer"), "failed": len(fails), "mismatches": 3 * (kind == "mismatch"),
    "cycle_delta": 7 * (kind == "delta"),
    "compared_cycles": 0 if kind == "nothing" else 100 * number,
    "compared_words": 0 if kind == "wordless" else number, "failures": fails}}
if kind == "other":
    content["arch"] = "another"
if kind == "keyless":
    del content["conducted"]
if kind != "silent":
    path = pathlib.Path(sys.argv[sys.argv.index("--json") + 1])
    path.write_text("{{" if kind == "broken" else json.dumps(content))
sys.exit(70 if kind in ("silent", "crash") else 1 if fails or kind == "nothing" else 0)
"""
SUMS = ["legal", "illegal", "congested", "sending", "runs", "refused_starts", "watchdog_resets"]
FIRST = 1_000_001
SMALL = ["--programs", "40", "--cycles", "1000", "--slice", "10", "--jobs", "2"]


class Nights(ToyBuilds):
    script = "nightly.py"

    def build(self, name, machine=None):
        folder = self.configured(name, machine)
        tool = folder / "bin" / "nve-random"
        tool.write_text(TOOL.format(python=sys.executable, sums=SUMS, machine=machine or name))
        tool.chmod(0o755)
        return pathlib.Path(name)  # as it is called, from the folder above

    def say(self, build, seed, kind):
        (self.folder / build / "bin" / str(seed)).write_text(kind)

    def seeds(self, build):
        path = self.folder / build / "bin" / "seeds"
        return sorted(tuple(map(int, line.split("-"))) for line in path.read_text().split())

    def change(self, build):
        with (self.folder / build / "bin" / "nve-random").open("a") as tool:
            tool.write("# another\n")

    def night(self, *builds, options=(), out=None):
        return self.run_on(*builds, options=[*SMALL, *options], out=out)

    def summary(self, out=None):
        return json.loads(((out or self.out) / "summary.json").read_text())

    def cases(self, out=None):
        """Those of junit.xml: what is wrong with each ("" if nothing is) and its output."""
        found = {}
        for case in xml.etree.ElementTree.parse((out or self.out) / "junit.xml").getroot().iter("testcase"):
            wrong = next((tag for tag in ("failure", "error") if case.find(tag) is not None), "")
            found[f"{case.get('classname')}: {case.get('name')}"] = wrong, case.findtext("system-out")
        return found

    def reports(self, out=None):
        """Those of failing programs; the waves are told of by `waves`."""
        return sorted(path.name for path in ((out or self.out) / "failures").glob("*.txt"))

    def waves(self, out=None):
        return sorted(path.name for path in ((out or self.out) / "failures").glob("*.fst*"))

    def passes(self, ran):
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)

    def fails(self, ran, text):
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        self.assertIn(text, ran.stderr)
        self.assertNotIn("Traceback", ran.stderr)
