#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runner of the mutants: what is kept and what is repeated, what fails a call, what it refuses."""
import json
import signal
import unittest

from mutate_builds import MutateBuilds

SAME = "mutate.py: error: net 1 is killed, and proved equal"


class All(MutateBuilds):
    def test_kills_proofs_and_audits(self):
        self.passes(self.mutate())
        table = (self.out / "mutants.md").read_text()
        self.assertIn("| nve_toy | net | 8 | 7 | 1 | 0 | 0 | 100.0 |", table)
        self.assertIn("| total cpp |  | 5 | 5 | 0 | 0 | 0 | 100.0 |", table)
        mutants = json.loads((self.out / "mutants.json").read_text())["mutants"]
        self.assertEqual([mutant["by"] for mutant in mutants[:2]], ["equivalent", "Toy.Sees"])
        self.assertEqual(len(mutants), 13)
        self.assertEqual(sorted(self.kept("net")["proof"]), ["1", "3", "7"])
        self.runs("net"), self.runs("prog")
        self.passes(self.mutate())
        self.assertEqual((self.runs("net"), self.runs("prog")), ([], []))
        self.passes(self.mutate("--unit", "model/toy", "--force"))
        self.assertEqual((self.runs("net"), len(self.runs("prog"))), ([], 6))

    def test_the_budget_is_kept(self):
        self.fails(self.mutate("--budget", "0"), "minutes, the budget is 0")
        self.passes(self.mutate("--budget", "1"))

    def test_shards_of_another_size_find_the_same(self):
        self.passes(self.mutate("prog"))
        whole = (self.out / "mutants.json").read_text()
        self.assertEqual(self.runs("prog"), [0, 1, 2, 3, 4, 5])
        ran = self.mutate("prog", "--slice", "2", "--force")
        self.passes(ran)
        self.assertIn("[3/3] prog.bench.", ran.stdout)
        self.assertEqual(sorted(self.runs("prog")), [0, 0, 0, 1, 2, 3, 4, 5])
        self.assertEqual((self.out / "mutants.json").read_text(), whole)
        self.refused(self.mutate("prog", "--slice", "0"), "found 0, allowed: 1 or more")

    def test_an_audit_fails_as_long_as_it_stands(self):
        self.kills("net", range(1, 9))
        self.write("given/nve_toy.svh", "  // nothing is given\n")
        self.passes(self.mutate("net"))
        self.assertEqual(sorted(self.kept("net")["proof"]), ["2", "4", "6", "8"])
        self.kills("net", (1, 2, 3))
        for words in (("net", "--force"), ("net",), ("net", "--report"), ("prog",)):
            self.fails(self.mutate(*words), SAME)
        self.kills("net", range(2, 9))
        self.passes(self.mutate("net", "--force"))

    def test_other_assumptions_repeat_proofs_only(self):
        self.kills("net", range(3, 9))
        self.fails(self.mutate("net"), "nve_toy in net: 1 alive, allowed: 0")
        self.runs("net")
        self.write("given/nve_toy.svh", "  always @* assume (!a_i[0]);\n")
        self.fails(self.mutate("net", "--report"), "net: 2 mutants live and have no proof",
                   "net: 4 mutants are to be audited")
        self.passes(self.mutate("net"))
        self.assertEqual(self.runs("net"), [])
        self.write("given/nve_other.svh", "  // another unit\n")
        self.assertNotIn("proof", self.passes(self.mutate("net")))


class Missing(MutateBuilds):
    """Without proofs: `net` is not built, or not called for."""

    def test_a_part_that_is_not_built(self):
        self.net.unlink()
        self.gates(0, 5)
        self.fails(self.mutate(), "error: net is not built")
        ran = self.mutate("prog")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("not asked for, and not all in the table: net is not built", ran.stderr)
        self.refused(self.mutate("net"), "not built: net; make mutate builds them")
        (self.build / "bin" / "mutants-prog").unlink()
        self.refused(self.mutate(), "not built: net prog; make mutate builds them")

    def test_a_part_of_another_program(self):
        self.passes(self.mutate("prog"))
        self.bench("prog", "# another one\n")
        for words in ((), ("prog",)):
            self.fails(self.mutate("--report", *words), "prog has no results of today's program")

    def test_a_part_that_is_not_finished(self):
        self.passes(self.mutate("prog"))
        result = self.out / "results" / "prog.bench.1-5" / "bench.json"
        kept = result.read_text()
        result.write_text(kept[:20])
        self.fails(self.mutate("--report"), "net has no results", "prog has no results")
        self.runs("prog")
        self.passes(self.mutate("prog"))
        self.assertEqual(self.runs("prog"), [0, 1, 2, 3, 4, 5])
        self.assertEqual(result.read_text(), kept)

    def test_results_of_others_are_kept(self):
        self.passes(self.mutate())
        kept = self.kept("net")
        self.passes(self.mutate("prog", "--force"))
        self.assertEqual(self.kept("net"), kept)
        self.assertIn("| nve_toy | net | 8 | 7 | 1 |", (self.out / "mutants.md").read_text())

    def test_too_few_mutants(self):
        self.gates(0, 6)
        self.fails(self.mutate("--report"), "error: cpp: 0 mutants, allowed: 6 or more")
        self.passes(self.mutate("prog"))

    def test_an_empty_table(self):
        self.gates(0, 0)
        for words in ((), ("prog",), ("--unit", "model/toy")):
            self.fails(self.mutate("--report", *words), "error: no mutant has a result")

    def test_too_many_alive(self):
        self.kills("prog", (1, 2, 3))
        self.fails(self.mutate("prog"), "error: cpp: 60.0 % killed, allowed: 80 or more")


class Bench(MutateBuilds):
    def test_a_bench_that_fails_without_a_mutant(self):
        self.kills("prog", range(6))
        self.fails(self.mutate("prog"), "error: prog fails without a mutant: Toy.Sees")
        self.fails(self.mutate("prog", "--report"), "prog has no results")
        self.kills("prog", range(1, 6))
        self.passes(self.mutate("prog", "--force"))

    def test_a_crash_kills(self):
        self.bench("prog", "[ \"$NVE_MUTANT\" != 2 ] || exit 9\n")
        self.kills("prog", (1, 3, 4, 5))
        self.passes(self.mutate("prog"))
        self.assertEqual(self.kept("prog")["bench"]["2"], "Toy.Sees: exit code 9")

    def test_the_netlist_of_a_shared_program(self):
        benches = json.loads((self.manifest / "benches.json").read_text())
        self.kills("prog", ())
        self.bench("prog", "[ \"$NVE_MUTATED\" != Vtoy ] || [ \"$NVE_MUTANT\" = 0 ] || exit 9\n")
        for model in ("Vother", "Vtoy"):
            benches["prog"]["model"] = model
            self.write("benches.json", benches)
            self.mutate("prog")
            killed = [bool(killer) for killer in self.kept("prog")["bench"].values()]
            self.assertEqual(killed, [model == "Vtoy"] * 5)

    def test_a_stop_kills_no_mutant(self):
        self.kills("prog", ["sleep"])
        for number in (signal.SIGTERM, signal.SIGINT):
            self.runs("prog")
            process = self.start_on("prog")
            ran = self.folder / "prog.ran"
            self.wait_for(lambda: ran.exists() and len(ran.read_text().split()) > 1)
            code, messages = self.stopped_by(process, number)
            self.assertEqual(code, 128 + number, messages)
            self.assertIn("what has ended is kept, the next call goes on", messages)
            self.assertEqual(self.kept("prog")["bench"], {})


class Refused(MutateBuilds):
    def test_names(self):
        self.refused(self.mutate("nonsense"), "found part 'nonsense', allowed: net prog")
        self.refused(self.mutate("--unit", "nonsense"),
                     "--unit: found 'nonsense', allowed: model/toy nve_toy")
        self.refused(self.mutate("net", "--unit", "model/toy"), "found 'model/toy', allowed: nve_toy")
        self.refused(self.mutate("--jobs", "0"), "found 0, allowed: 1 or more")

    def test_options_without_an_effect(self):
        for words in (("--force",), ("--jobs", "1"), ("--budget", "1")):
            self.refused(self.mutate("--report", *words), f"found --report with {words[0]}, which would have")
        self.refused(self.mutate("--targets", "--report"), "found --targets with --report, which would have")

    def test_targets(self):
        """Which need no build, write nothing and are those of parts that there are."""
        (self.net.parent / "net.json").unlink()
        self.assertEqual(self.mutate("--targets", "prog").stdout, "mutants-prog\n")
        self.assertFalse(self.out.exists())
        self.refused(self.mutate("nonsense", "--targets"), "found part 'nonsense', allowed: net prog")

    def test_manifests(self):
        self.refused(self.mutate("--folder", self.folder / "none"),
                     "none/units.json: found no such file or directory, allowed: a file in JSON; --folder")
        units = json.loads((self.manifest / "units.json").read_text())
        benches = json.loads((self.manifest / "benches.json").read_text())
        for name, content, text in (
                ("units.json", "{", "units.json: found no JSON ("),
                ("units.json", [], "units.json: found [], allowed: an object; --folder names"),
                ("units.json", {}, "units.json: found no netlists, programs, allowed: all of"),
                ("units.json", units | {"programs": [1]}, "programs: found 1, allowed: an object"),
                ("units.json", units | {"programs": [{}]}, "programs: found no name, allowed: all of name"),
                ("units.json", units | {"netlists": [{"name": "net", "units": [{"module": 3}]}]},
                 "netlists: units: module: found 3, allowed: str"),
                ("benches.json", benches | {"prog": {"tests": 5}}, "prog: tests: found 5, allowed: str"),
                ("benches.json", {"gates": benches["gates"]}, "found no net, prog, allowed: all of gates"),
                ("benches.json", benches | {"gates": {}}, "gates: found no rtl, cpp, allowed: all of rtl")):
            with self.subTest(text):
                right = (self.manifest / name).read_text()
                self.write(name, content)
                self.refused(self.mutate("prog"), text)
                (self.manifest / name).write_text(right)

    def test_folders(self):
        self.refused(self.mutate(out=self.net), "net.v: found File exists, allowed: a folder to write to")

    def test_damaged_files(self):
        (self.build / "tb/mutation/programs/prog.json").write_text("[")
        self.refused(self.mutate("prog"), "prog.json: found no list of mutants, build it again")


if __name__ == "__main__":
    unittest.main()
