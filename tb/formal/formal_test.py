#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runner of the proofs: a good proof passes; a property that the manifest does not name or that is not
there, an assumption it does not name, a cover that nothing reaches, a bug that nothing catches, a refuted and
an undetermined property each make it fail. Wrong options and manifests are told in a line. What has a result
of the same files is not run again; a tool that is killed leaves none, and nothing goes on when the runner
ends."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib"))
import sv_text  # noqa: E402  (lies in another folder)

RUNNER = pathlib.Path(__file__).resolve().parent / "formal.py"
STEP = RUNNER.with_name("formal_step.py")
MERGE = RUNNER.parents[2] / "scripts" / "campaign" / "merge.py"

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
ASSUMED = {"name": "ResetFirst", "reason": "reset is active in the first cycle"}
READY = ["ReadyUnlessFull"]
GOOD = {"text": "a FIFO", "top": "small_props", "rtl": ["nve_fifo.sv"], "method": "pdr", "depth": 6,
        "asserts": READY, "covers": ["Full"], "assumed": [ASSUMED], "bugs": [FULL]}

STEPS = ("prove", "cover", "bug full")

# Name: what is added to the wrapper, what differs in the manifest, and the steps that fail with their texts
CASES = {
    "good": ("", {}, {}),
    "good_induction": ("", {"method": "induction"}, {}),
    "good_bound": ("", {"method": "bmc"}, {}),
    "lost": ("", {"asserts": [*READY, "LevelInRange"]}, dict.fromkeys(
        STEPS, "error: asserts: found no other, missing LevelInRange; allowed: the names of the manifest")),
    "added": ("`PROVE(Always, 1'b1)", {}, dict.fromkeys(
        STEPS, "error: asserts: found Always, missing none; allowed: the names of the manifest")),
    "replaced": ("`PROVE(Always, 1'b1)", {"asserts": [*READY, "LevelInRange"]}, dict.fromkeys(
        STEPS, "error: asserts: found Always, missing LevelInRange; allowed: the names of the manifest")),
    "other_cover": ("", {"covers": ["Empty"]}, dict.fromkeys(
        STEPS, "error: covers: found Full, missing Empty; allowed: the names of the manifest")),
    "unnamed": ("`GIVEN(Polite, !push_i || ready)", {"assumed": [ASSUMED, ASSUMED | {"name": "Rude"}]},
                dict.fromkeys(STEPS, "error: assumes: found Polite, missing Rude; allowed: the names of the "
                                     "manifest")),
    "too_strong": ("`GIVEN(NeverPush, !push_i)", {"assumed": [ASSUMED, ASSUMED | {"name": "NeverPush"}]},
                   {"cover": "not reached: Full", "bug full": "not caught: proved"}),
    "unreached": ("`REACH(FullAndReady, level && ready)", {"covers": ["Full", "FullAndReady"]},
                  {"cover": "not reached: FullAndReady"}),
    "harmless": ("", {"bugs": [{"name": "same", "file": "nve_fifo.sv",
                                "sed": "s/level_q != LevelW'(Depth)/(level_q) != LevelW'(Depth)/"}]},
                 {"bug same": "not caught: proved"}),
    "vanished": ("", {"bugs": [{"name": "gone", "file": "nve_fifo.sv", "sed": "s/no such line/x/"}]},
                 {"bug gone": "error: bug gone: changes 0 lines of nve_fifo.sv, allowed: 1; "}),
    "refuted": ("`PROVE(NeverFull, !level)", {"asserts": [*READY, "NeverFull"]},
                {"prove": "refuted NeverFull"}),
    "refuted_late": ("`PROVE(NotTwelve, count_q != 6'd12)",
                     {"asserts": [*READY, "NotTwelve"], "depth": 20, "method": "bmc"},
                     {"prove": "refuted NotTwelve"}),
    "undetermined": ("`PROVE(Below63, count_q != 6'd63)",
                     {"asserts": [*READY, "Below63"], "method": "induction"}, {"prove": "undetermined"}),
    "loose": ("`PROVE(Inside, inside == level)", {"asserts": [*READY, "Inside"]},
              dict.fromkeys(STEPS, "error: wires without a driver: inside")),
    "peek": ("`PROVE(Inside, inside == level)",
             {"asserts": [*READY, "Inside"], "peek": {"inside": "dut.level_q"}}, {}),
}


def run_on(folder, *words, **options):
    return subprocess.run([sys.executable, RUNNER, "--folder", folder, "--out", folder / "out", *words],
                          capture_output=True, text=True, check=False, **options)


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

    def test_the_budget_is_kept(self):
        ran = run_on(self.folder, "good_bound", "--out", self.folder / "late", "--budget", "0")
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        self.assertRegex(ran.stderr, r"formal.py: error: it took [\d.]+ minutes, the budget is 0\n")

    def test_a_good_proof_passes(self):
        ran = run_on(self.folder, "good_bound", "--out", self.folder / "again")
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertRegex(ran.stdout, r"good_bound +1 +bmc +6 cycles +proved +reached +1/1")


class Refusals(unittest.TestCase):
    """Exit code 2 and a message in one line."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def write(self, manifest):
        (self.folder / "proofs.json").write_text(json.dumps(manifest))

    def refused(self, *words, **options):
        ran = run_on(self.folder, *words, **options)
        self.assertEqual(ran.returncode, 2, ran.stdout + ran.stderr)
        self.assertNotIn("Traceback", ran.stderr)
        return ran.stderr

    def refusal(self, **changed):
        self.write([{key: value for key, value in (GOOD | {"name": "small"} | changed).items()
                     if value is not None}])
        return self.refused()

    def test_what_is_missing_is_named(self):
        self.assertIn("bugs: found none", self.refusal(bugs=[]))
        self.assertIn("found no depth or no covers", self.refusal(covers=[]))
        self.assertIn("asserts: found none", self.refusal(asserts=[]))
        self.assertIn("small: found no text, allowed: all of name, text", self.refusal(text=None))
        self.assertIn("method: found guess", self.refusal(method="guess"))
        self.assertIn("small: found clock, allowed: name, text", self.refusal(clock=1))
        self.assertIn("found no file nve_no.sv, allowed: files of rtl", self.refusal(rtl=["nve_no.sv"]))
        self.assertIn("found no file no.json, allowed: files of arch", self.refusal(arch="no"))
        self.assertIn("small: bugs: found no file, allowed: all of name, file, sed",
                      self.refusal(bugs=[{"name": "full", "sed": "s/a/b/"}]))

    def test_names_are_of_folders(self):
        self.assertIn("name: found ../small, allowed: letters, digits and _", self.refusal(name="../small"))
        self.assertIn("name: found a/b, allowed: letters", self.refusal(bugs=[FULL | {"name": "a/b"}]))

    def test_places_in_commands(self):
        for part in ("{nokey}", "{}", "{0}", "{here", "{here.no}"):
            self.assertIn(f"command: found {part} (", self.refusal(method="check", command=["sh", part]))

    def test_kinds_of_values(self):
        self.assertIn("small: assumed: found 5, allowed: a list", self.refusal(assumed=5))
        self.assertIn("small: assumed: found 'ResetFirst: so it is', allowed: an object",
                      self.refusal(assumed=["ResetFirst: so it is"]))
        self.assertIn("small: asserts: found 1, allowed: a list", self.refusal(asserts=1))
        self.assertIn("small: depth: found '6', allowed: int", self.refusal(depth="6"))
        self.assertIn("small: peek: found [], allowed: an object", self.refusal(peek=[]))
        self.write({"name": "small"})
        self.assertIn("found dict, allowed: a list of objects", self.refused())
        self.write(["small"])
        self.assertIn("entry 1: found 'small', allowed: an object", self.refused())
        (self.folder / "proofs.json").write_text("[")
        self.assertIn("allowed: a list of objects in JSON", self.refused())

    def test_repeated_names(self):
        self.assertIn("bugs: found full more than once", self.refusal(bugs=[FULL, FULL | {"sed": "s/a/b/"}]))
        self.assertIn("asserts: found ReadyUnlessFull more than once", self.refusal(asserts=READY * 2))
        self.assertIn("assumed: found ResetFirst more than once", self.refusal(assumed=[ASSUMED] * 2))
        self.write([GOOD | {"name": "small"}] * 2)
        self.assertIn("found proofs small more than once", self.refused())

    def test_references_of_assumptions(self):
        def told(**reference):
            return self.refusal(assumed=[{"name": "Level"} | reference])

        self.assertIn("found no ASSERT Level in rtl/nve_fifo.sv", told(asserted=["nve_fifo.Level"]))
        self.assertIn("found no ASSERT LevelInRange in rtl/nve_no.sv", told(asserted=["nve_no.LevelInRange"]))
        self.assertIn("asserted: found LevelInRange of nve_fifo, allowed: UNIT.ASSERTION",
                      told(asserted=["LevelInRange of nve_fifo"]))
        self.assertIn("proved: found fifo_output.Lossless", told(reason="r", proved=["fifo_output.Lossless"]))
        self.assertIn("proved: found no.OrderKept", told(reason="r", proved=["no.OrderKept"]))
        self.assertIn("rules: found A99", told(rules=["A99"]))
        self.assertIn("rules: found A4, A9, allowed: rules", told(rules=["A9", "A8", "A4"]))  # no checker's
        self.assertIn("rules: found the checkers", told(rules=["the checkers"]))
        self.assertIn("found no asserted, rules or reason", told(proved=["fifo_output.OrderKept"]))
        self.assertIn("found cause, allowed: name, asserted, proved, rules, reason", told(cause="so it is"))

    def test_texts_of_assumptions(self):
        """An assumption must not be another one than the assertion of its name."""
        asserted = {"name": "LevelInRange", "asserted": ["nve_fifo.LevelInRange"]}
        changed = {"sources": ["small.sv"], "assumed": [ASSUMED, asserted]}
        texts = {"assumed": "level == '0", "nve_fifo.LevelInRange": "level_q <= LevelW'(Depth)"}
        spellings = self.folder / "spellings.json"

        def assume(text):
            (self.folder / "small.sv").write_text(WRAPPER.replace("ADDED", f"`GIVEN(LevelInRange, {text})"))

        assume("level == '0")
        self.assertIn("small.LevelInRange: assumed: found level=='0, allowed: the text of spellings.json, "
                      "nothing, or one text for assumption and assertion", self.refusal(**changed))
        spellings.write_text(json.dumps({"small.LevelInRange": texts}))
        listed = subprocess.run([sys.executable, RUNNER, "--folder", self.folder, "--list"],
                                capture_output=True, text=True, check=False)
        self.assertEqual(listed.returncode, 0, listed.stderr)
        assume("level == '0 && push_i")
        self.assertIn("assumed: found level=='0&&push_i, allowed: the text of spellings.json, level=='0,",
                      self.refusal(**changed))
        assume("level == '0")
        spellings.write_text(json.dumps({"small.LevelInRange": texts | {"nve_fifo.LevelInRange": "1"}}))
        self.assertIn("nve_fifo.LevelInRange: found level_q<=LevelW'(Depth), allowed: the text of "
                      "spellings.json, 1,", self.refusal(**changed))
        assume("level_q <= LevelW'(Depth)")
        self.assertIn("small.LevelInRange: found in spellings.json, allowed: assumptions whose",
                      self.refusal(**changed))
        spellings.write_text("[]")
        self.assertIn("spellings.json: found [], allowed: an object", self.refusal(**changed))

    def test_assumptions_name_what_their_wrapper_has(self):
        """Their text may be that of an assertion of the RTL, whose wires must have the same names here."""
        for path in sorted(RUNNER.parent.rglob("*_props.sv")):
            code = sv_text.read_code(path)
            for given in re.finditer(r"`GIVEN(?:_IF)?\(\s*(\w+)\s*,", code):
                text = ",".join(sv_text.arguments(code, given.end()))
                rest = code[:given.start()] + code[given.end() + len(text):]
                unknown = [name for name in re.findall(r"(?<![\w.:'`])[a-z]\w*(?![\w:])", text)
                           if not re.search(rf"\b{name}\b", rest)]
                self.assertEqual(unknown, [], f"{path.name}: {given[1]}")

    def test_words(self):
        self.write([GOOD | {"name": "small", "sources": []}])
        self.assertIn("found nonsense, allowed: parts of names", self.refused("nonsense"))
        self.assertIn("found smal1, allowed: parts of names", self.refused("small", "smal1"))

    def test_options(self):
        self.assertIn("found no proofs.json", self.refused())
        self.write([GOOD | {"name": "small"}])
        self.assertIn("--jobs: found 0, allowed: 1 or more", self.refused("--jobs", "0"))
        self.assertIn("--jobs: found -1, allowed: 1 or more", self.refused("--jobs", "-1"))
        (self.folder / "file").write_text("")
        self.assertIn("allowed: a folder to write to", self.refused("--out", self.folder / "file"))
        for words, text in ((("--list", "--update"), "--list with --update, --out, which"),
                            (("--list", "--no-bugs"), "--list with --no-bugs, --out, which"),
                            (("--update", "--jobs", "1"), "--update with --jobs, which"),
                            (("--update", "--force"), "--update with --force, which"),
                            (("--list", "--engine", "list"), "--list with --engine, --out, which"),
                            (("--update", "--budget", "1"), "--update with --budget, which")):
            self.assertIn(text, self.refused(*words))
        self.assertIn("found no prlimit", self.refused(env={"PATH": str(self.folder)}))

    def test_steps(self):
        self.write([GOOD | {"name": "small"}])
        for words, text in ((("small", "bug no", self.folder), "found small bug no, allowed: a proof"),
                            (("other", "prove", self.folder), "found other prove, allowed: a proof"),
                            (("small", "prove", self.folder / "no"), "no: found no folder, allowed: one"),
                            (("small", "prove"), "required: result")):
            ran = subprocess.run([sys.executable, STEP, self.folder, *words], capture_output=True, text=True,
                                 check=False)
            self.assertEqual(ran.returncode, 2, ran.stderr)
            self.assertIn(text, ran.stderr)


class Kept(unittest.TestCase):
    """What has ended is not run again unless something that it depends on has changed."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name in ("one", "two"):
            (self.folder / f"{name}.sv").write_text(WRAPPER.replace("ADDED", ""))
        (self.folder / "proofs.json").write_text(json.dumps(
            [GOOD | {"name": name, "sources": [f"{name}.sv"], "method": "bmc"} for name in ("one", "two")]))

    def run_steps(self, *words):
        """The steps that a call has run, and its report."""
        ran = run_on(self.folder, *words)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        report = json.loads((self.folder / "out" / "formal.json").read_text())
        return set(re.findall(r"^\[\d+/\d+\] (\S+): passed", ran.stdout, re.M)), report

    def test_until_something_changes(self):
        one, two = ({f"{name}.{step}" for step in ("prove", "cover", "bug_full")} for name in ("one", "two"))
        self.assertEqual(self.run_steps("one")[0], one)
        ran, first = self.run_steps()
        self.assertEqual(ran, two)
        ran, again = self.run_steps()
        self.assertEqual((ran, again["proofs"]), (set(), first["proofs"]))
        with (self.folder / "two.sv").open("a") as file:
            file.write("// Read by yosys, so it counts.\n")
        self.assertEqual(self.run_steps()[0], two)
        self.assertEqual(self.run_steps("--force", "one")[0], one)

    def test_by_other_programs(self):
        """Commands of --engine list, and the judgement of merge.py."""
        listed = run_on(self.folder, "--engine", "list", "one")
        self.assertEqual(listed.returncode, 0, listed.stderr)
        out = self.folder / "out"
        self.assertFalse((out / "formal.json").exists())
        merge = [sys.executable, MERGE, out / "shards.jsonl", out]
        merged = subprocess.run(merge, capture_output=True, text=True, check=False)
        self.assertEqual(merged.returncode, 1, merged.stdout)
        self.assertIn("1 proofs, 0 properties, 3 steps, 3 failed", merged.stdout)
        self.assertIn("one cover: error: found no result; ", merged.stderr)
        for command in listed.stdout.splitlines():
            subprocess.run(command, shell=True, check=True, stdout=subprocess.DEVNULL)
        merged = subprocess.run(merge, capture_output=True, text=True, check=False)
        self.assertEqual(merged.returncode, 0, merged.stderr)
        self.assertIn("1 proofs, 1 properties, 3 steps, 0 failed", merged.stdout)
        self.assertEqual(self.run_steps("one")[0], set())

    def test_a_result_that_says_nothing(self):
        self.run_steps("--no-bugs", "one")
        said = self.folder / "out" / "results" / "one.cover" / "step.json"
        said.unlink()
        result = json.loads(said.with_name("result.json").read_text())
        del result["files"]["step.json"]
        said.with_name("result.json").write_text(json.dumps(result))
        self.assertEqual(self.run_steps("--no-bugs", "one")[0], {"one.cover"})


class Project(unittest.TestCase):
    def test_manifests(self):
        """Reads them all, so every reference is looked up."""
        ran = subprocess.run([sys.executable, RUNNER, "--list"], capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 0, ran.stderr)

    def test_figures_of_the_page(self):
        """What docs/formal.md and docs/verification.md say of the proofs is what the manifests have."""
        docs, formal = (RUNNER.parents[2] / part for part in ("docs", "tb/formal"))
        page = (docs / "formal.md").read_text(encoding="utf-8")
        plan = (docs / "verification.md").read_text(encoding="utf-8")
        core, dma = (json.loads((formal / part / "proofs.json").read_text(encoding="utf-8"))
                     for part in ("", "dma"))
        kinds = ("asserts", "covers", "bugs")
        rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \| \w+ \|", page, re.M)
        self.assertEqual({name: [int(count) for count in counts] for name, *counts in rows},
                         {proof["name"]: [len(proof[kind]) for kind in kinds] for proof in core})

        def figures(proofs):
            """Distinct properties, covers and bugs."""
            names = {(proof.get("top", proof["name"]), re.sub(r"\[\d+\]", "", name))
                     for proof in proofs for name in proof["asserts"]}
            return [len(names)] + [sum(len(proof.get(kind, [])) for proof in proofs) for kind in kinds[1:]]

        names, covers, bugs = figures(core)
        self.assertIn(f"\n{names} properties with a name and a wrapper of their own, none undetermined, "
                      f"{covers} covers reached, {bugs} planted bugs,\n", page)
        self.assertIn(f"{len(core)} proofs without a bound of cycles, {names} properties, none "
                      f"undetermined, {covers} covers reached, {bugs} planted bugs found", plan)
        names, covers, bugs = figures(core + dma)
        self.assertIn(f"{len(core + dma)} proofs, {names} properties, none undetermined, {covers} covers\n"
                      f"reached, {bugs} planted bugs,", page)


class Stopped(unittest.TestCase):
    def setUp(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "sleep.sh").write_text("sleep 100 &\necho $$ $! > pid\nwait\n")
        (folder / "proofs.json").write_text(json.dumps([
            {"name": "sleeper", "text": "none", "method": "check", "asserts": ["None"], "bugs": [FULL],
             "command": ["sh", "{here}/sleep.sh"]}]))
        self.out = folder / "out"
        self.runner = self.enterContext(subprocess.Popen(
            [sys.executable, RUNNER, "--folder", folder, "--out", self.out, "--no-bugs"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        self.pids = self.until(lambda: [int(number) for path in self.out.glob("work/*/result/pid")
                                        for number in path.read_text().split()])

    def until(self, found):
        """What is found at last."""
        end = time.monotonic() + 60
        while not (here := found()):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        return here

    def nothing_runs(self):
        return not any(pathlib.Path(f"/proc/{number}").exists() for number in self.pids)

    def test_by_a_signal(self):
        self.runner.terminate()
        _, told = self.runner.communicate(timeout=60)
        self.assertEqual(self.runner.returncode, 128 + signal.SIGTERM, told)
        self.assertIn("stopped by SIGTERM; what has ended is kept", told)
        self.until(self.nothing_runs)

    def test_without_a_chance_to_clean_up(self):
        self.runner.kill()
        self.runner.communicate(timeout=60)
        self.until(self.nothing_runs)

    def test_a_tool_that_is_killed(self):
        os.kill(self.pids[0], signal.SIGKILL)
        printed, told = self.runner.communicate(timeout=60)
        self.assertEqual(self.runner.returncode, 1, told)
        self.assertRegex(printed, r"sleeper +1 +check +none +error +- +0/0 +0.0\n1 proofs, 0 properties, "
                                  "1 steps, 1 failed")
        self.assertIn("formal.py: error: sleeper prove: error: found no result, exit code 2", told)
        self.assertIn("sh: found it killed, from outside", told)
        self.assertFalse((self.out / "results" / "sleeper.prove").exists())
        self.until(self.nothing_runs)


class Update(unittest.TestCase):
    def test_names_are_written(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "small.sv").write_text(WRAPPER.replace("ADDED", "`PROVE(LevelIsReady, level != ready)"))
        small = GOOD | {"name": "small", "sources": ["small.sv"], "asserts": ["Old"], "covers": ["Full"]}
        (folder / "proofs.json").write_text(json.dumps([small, small | {"name": "other"}]))
        ran = run_on(folder, "--update", "small")
        self.assertEqual((ran.returncode, ran.stdout),
                         (0, "small: asserts: +LevelIsReady +ReadyUnlessFull -Old\n"), ran.stderr)
        text = (folder / "proofs.json").read_text()
        self.assertEqual(json.loads(text), [small | {"asserts": ["LevelIsReady", "ReadyUnlessFull"]},
                                            small | {"name": "other"}])
        self.assertIn('    "asserts": ["LevelIsReady", "ReadyUnlessFull"],\n', text)


if __name__ == "__main__":
    unittest.main()
