#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tb/coverage/coverage.py on builds and results made by hand: what it counts, and what shuts its gate."""
import contextlib
import io
import json
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "tools"))
import own_scripts  # noqa: E402,F401  (lies in another folder, and says where the next ones lie)
import coverage  # noqa: E402
import coverage_constants  # noqa: E402
import coverage_data  # noqa: E402
import coverage_waivers  # noqa: E402
import script_main  # noqa: E402
import shard_list  # noqa: E402
from script_main import InputError  # noqa: E402
from shard_result import Outcome, Result  # noqa: E402

# Nothing is compiled with gcov here.
NO_CPP = "cpp: no point was counted"


def point(line, kind, what, module="nve_fifo", scope="nve_dma"):
    return {"file": f"{module}.sv", "line": line, "column": 1, "scope": scope, "kind": kind, "module": module,
            "what": what, "lines": str(line)}


class Build:
    """A build folder with one model, all covered by two processes of one test: 60 lines, 60 branches, an
    assertion, a port, a signal."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.result = self.folder / "result"
        self.lines = [point(n, "line", "block") for n in range(1, 61)]
        self.lines += [point(n, "branch", "if") for n in range(1, 61)]
        self.lines.append(point(1, "user", "LevelInRange_when"))
        self.counts = [n + 1 for n in range(len(self.lines))]
        self.signals = [{"scope": "nve_dma", "name": "rst_ni", "width": 1, "bytes": 1},
                        {"scope": "nve_dma.u_mm2s.u_data", "name": "level_q", "width": 9, "bytes": 2}]
        self.rise = bytes([1, 0xFF, 1])
        self.fall = bytes([1, 0xFF, 1])
        self.bins = {f"group/bin {n}": n + 1 for n in range(300)}
        self.waivers = []
        self.manifest = {"bins": {"nve": {"group": 300}}, "models": {"nve": ["Vdma"]},
                         "modules": {"line": {"nve_fifo": 60}, "branch": {"nve_fifo": 60},
                                     "port": {"nve_dma": 1}, "internal": {"nve_fifo": 9}}}
        self.constants = {}  # (module, signal, bit) to whether it is proved constant
        self.machine = "nve"
        self.errors = ""

    def report(self, rtl=False, update=False):
        """Exit code and coverage.json; errors has what was written to stderr."""
        self.result.mkdir(exist_ok=True)
        cache = f"NVE_ARCH:FILEPATH=arch/{self.machine}.json\nNVE_COVERAGE:STRING=models\n"
        (self.folder / "CMakeCache.txt").write_text(cache, encoding="utf-8")
        (self.folder / "Vdma_points.json").write_text(
            json.dumps({"lines": self.lines, "signals": self.signals}), encoding="utf-8")
        for process in (1, 2):
            numbers = struct.pack(f"<{len(self.counts)}Q", *(n // 2 if process == 1 else n - n // 2
                                                             for n in self.counts))
            edges = self.rise + self.fall if process == 2 else bytes(len(self.rise + self.fall))
            (self.result / f"Vdma.counts.{process}").write_bytes(numbers + edges)
        (self.result / "bins.2").write_text("".join(f"{k}\t{v}\n" for k, v in self.bins.items()),
                                            encoding="utf-8")
        waivers = self.folder / "waivers.json"
        waivers.write_text(json.dumps(self.waivers), encoding="utf-8")
        manifest = self.folder / "manifest.json"
        manifest.write_text(json.dumps(self.manifest), encoding="utf-8")
        rtl_folder = self.folder / "rtl"
        rtl_folder.mkdir(exist_ok=True)
        (rtl_folder / "nve_fifo.sv").write_text("`ASSERT(LevelInRange, a, b)\n", encoding="utf-8")
        about = {"build": str(self.folder), "rtl": rtl, "waivers": str(waivers), "manifest": str(manifest),
                 "assertions": str(rtl_folder)}
        shards = [shard_list.shard(kind, ["true"], about | {"kind": kind}) for kind in ("tests", "constants")]
        (self.result / "constants.json").write_text(
            json.dumps([[*key, value] for key, value in self.constants.items()]), encoding="utf-8")
        outcome = Outcome({one.id: Result(one.id, 0, 1.0, 1.0, "n", "", self.result) for one in shards}, {})
        out, errors = self.folder / "out", io.StringIO()
        with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(io.StringIO()):
            out.mkdir(exist_ok=True)
            code = script_main.run("coverage.py", lambda: coverage.judge(shards, outcome, out, update), "")
        self.errors = errors.getvalue()
        self.manifest = json.loads(manifest.read_text(encoding="utf-8"))
        path = out / "coverage.json"
        return code, json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None

    def add_port(self, scope, name, rise, fall):
        """Of nve_dma, which has one without it."""
        self.manifest["modules"]["port"]["nve_dma"] = 2
        self.signals.append({"scope": scope, "name": name, "width": 1, "bytes": 1})
        self.rise += bytes([rise])
        self.fall += bytes([fall])


class ReportTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.build = Build(self.folder.name)

    def findings(self):
        code, report = self.build.report()
        self.assertEqual(code, 1)
        self.assertIn(NO_CPP, report["findings"])
        return [text for text in report["findings"] if text != NO_CPP], report

    def test_everything_covered(self):
        found, report = self.findings()
        self.assertEqual(found, [])
        self.assertEqual({name: kind["points"] for name, kind in report["kinds"].items()},
                         {"line": 60, "branch": 60, "port": 2, "internal": 18, "functional": 300,
                          "antecedent": 1, "cpp": 0})
        self.assertTrue((pathlib.Path(self.folder.name) / "out" / "nve_fifo.html").is_file())

    def test_rtl_alone(self):
        self.build.waivers = [{"kind": "cpp", "point": "host/main.cpp:1", "reason": "because"}]
        code, report = self.build.report(rtl=True)
        self.assertEqual((code, report["findings"]), (0, []))
        self.build.counts[60 + 7] = 0
        self.assertEqual(self.build.report(rtl=True)[0], 1)

    def test_branch_not_taken(self):
        self.build.counts[60 + 7] = 0
        found, report = self.findings()
        self.assertEqual(found, ["branch: 98.33 % of 60 points, at least 100 % is asked for"])
        self.assertEqual(len(report["kinds"]["branch"]["missing"]), 1)

    def test_waived_with_a_reason(self):
        self.build.counts[60 + 7] = 0
        name = self.findings()[1]["kinds"]["branch"]["missing"][0]
        self.build.waivers = [{"kind": "branch", "point": name, "reason": "because"}]
        found, report = self.findings()
        self.assertEqual(found, [])
        self.assertEqual(report["kinds"]["branch"]["waivers"], {name: "because"})

    def test_too_many_waivers(self):
        self.build.counts[60 + 7] = self.build.counts[60 + 9] = 0
        names = self.findings()[1]["kinds"]["branch"]["missing"]
        self.build.waivers = [{"kind": "branch", "point": name, "reason": "because"} for name in names]
        self.assertEqual(self.findings()[0], ["branch: 2 of 60 points are waived, at most 2 % may be"])

    def test_waiver_that_nothing_needs(self):
        self.build.waivers = [{"kind": "port", "point": "nve_dma.rst_ni[0] falls", "reason": "because"}]
        self.assertEqual(self.findings()[0], ["waiver not needed: port: nve_dma.rst_ni[0] falls"])

    def test_probe_is_counted_on_each_machine(self):
        self.build.add_port("nve_core", "probe_o", 0, 1)
        self.build.add_port("nve_top", "probe_o", 0, 1)
        missing = self.findings()[1]["kinds"]["port"]["missing"]
        self.assertEqual(missing, ["nve_core.probe_o[0] rises", "nve_top.probe_o[0] rises"])
        self.build.machine = "nve_split"
        missing = self.findings()[1]["kinds"]["port"]["missing"]
        self.assertEqual(missing, ["nve_core.probe_o_nve_split[0] rises"])

    def test_one_edge_is_not_enough(self):
        self.build.fall = bytes([0, 0xFF, 0])
        found, report = self.findings()
        self.assertEqual(report["kinds"]["port"]["missing"], ["nve_dma.rst_ni[0] falls"])
        self.assertEqual(report["kinds"]["internal"]["missing"], ["nve_fifo.level_q[8] falls"])
        self.assertEqual(found, ["port: 50.00 % of 2 points, at least 100 % is asked for",
                                 "internal: 94.44 % of 18 points, at least 95 % is asked for"])

    def test_bins(self):
        self.build.bins["group/bin 3"] = 0
        self.assertEqual(self.findings()[0],
                         ["functional: 99.67 % of 300 points, at least 100 % is asked for"])

    def test_a_bin_less_or_more(self):
        self.build.bins["group/bin 300"] = 1
        self.assertEqual(self.findings()[0], ["functional: nve: group: found 301 bins, allowed: 300"])
        for n in (3, 300):
            del self.build.bins[f"group/bin {n}"]
        self.assertEqual(self.findings()[0], ["functional: nve: group: found 299 bins, allowed: 300"])

    def test_a_group_missing_or_new(self):
        self.build.bins["other/bin"] = self.build.bins["illegal/other/never"] = 0
        new = ["functional: nve: illegal/other: found 1 bins, allowed: 0",
               "functional: nve: other: found 1 bins, allowed: 0"]
        self.assertEqual(self.findings()[0][1:], new)
        self.build.bins = {"other/bin": 1}
        self.assertEqual(self.findings()[0], ["functional: nve: group: found 0 bins, allowed: 300", new[1]])

    def test_bins_of_an_instance(self):
        self.build.manifest["bins"]["nve_split"] = {"group": 1}
        self.assertEqual(self.findings()[0], ["functional: nve_split: group: found 0 bins, allowed: 1"])
        self.build.machine = "nve_split"
        self.assertEqual(self.findings()[0],
                         ["functional: nve: group: found 0 bins, allowed: 300",
                          "functional: nve_split: group: found 300 bins, allowed: 1",
                          "model: nve: Vdma: found none, allowed: all of the manifest",
                          "model: nve_split: Vdma: found one that is not in the manifest"])

    def test_an_assertion_missing_or_new(self):
        self.build.lines.append(point(2, "user", "NotFull_when"))
        self.build.counts.append(1)
        new = "antecedent: nve_fifo.NotFull: found one that is not in the assertions of the RTL"
        self.assertEqual(self.findings()[0], [new])
        del self.build.lines[120], self.build.counts[120]
        self.assertEqual(self.findings()[0],
                         ["antecedent: nve_fifo.LevelInRange: found none, "
                          "allowed: all of the assertions of the RTL",
                          new])

    def test_the_manifest_written_anew(self):
        self.build.manifest = {}
        self.build.bins |= {"illegal/other/never": 0}
        code, report = self.build.report(rtl=True, update=True)
        self.assertEqual((code, report["findings"]), (0, []))
        written = Build(self.folder.name).manifest
        written["bins"]["nve"]["illegal/other"] = 1
        self.assertEqual(self.build.manifest, written)
        self.assertEqual(self.build.report(rtl=True)[0], 0)

    def test_a_model_missing_or_new(self):
        """Its modules are in other models too, so nothing else would tell."""
        self.build.manifest["models"]["nve"].append("Vmover")
        missing = "model: nve: Vmover: found none, allowed: all of the manifest"
        self.assertEqual(self.findings()[0], [missing])
        folder = self.build.folder / "CMakeFiles"
        folder.mkdir()
        shutil.copyfile(self.build.folder / "Vdma_points.json", folder / "Vmover_points.json")
        self.assertEqual(self.findings()[0], [missing])  # no test has run it
        shutil.copyfile(self.build.result / "Vdma.counts.2",
                        self.build.result / "CMakeFiles+Vmover.counts.2")
        self.assertEqual(self.findings()[0], [])
        self.build.manifest["models"]["nve"] = ["Vdma"]
        self.assertEqual(self.findings()[0], ["model: nve: Vmover: found one that is not in the manifest"])

    def test_a_module_missing_or_new(self):
        for kind, modules in self.build.manifest["modules"].items():
            (own, number), = modules.items()
            with self.subTest(kind):
                self.build.manifest["modules"][kind] = {"nve_regs": 3}
                self.assertEqual(self.findings()[0],
                                 [f"{kind}: {own}: found {number} points, allowed: 0",
                                  f"{kind}: nve_regs: found 0 points, allowed: 3"])
                self.build.manifest["modules"][kind] = modules

    def test_points_of_a_module_missing(self):
        for kind, modules in self.build.manifest["modules"].items():
            (own, number), = modules.items()
            with self.subTest(kind):
                self.build.manifest["modules"][kind] = {own: number + 1}
                self.assertEqual(self.findings()[0],
                                 [f"{kind}: {own}: found {number} points, allowed: {number + 1}"])
                self.build.manifest["modules"][kind] = modules

    def test_manifest_without_sense(self):
        whole = self.build.manifest
        for manifest, word in (([], "an object"), ({"bins": {}}, "models, modules"),
                               (whole | {"bins": {"nve": {"group": "1"}}}, "int"),
                               (whole | {"models": {"nve": "Vdma"}}, "a list"),
                               (whole | {"modules": {"line": {}}}, "branch, port, internal")):
            self.build.manifest = manifest
            self.refused("manifest.json", word)

    def test_impossible_bin(self):
        self.build.manifest["bins"]["nve"]["illegal/group"] = 1
        self.build.bins["illegal/group/never"] = 0
        self.assertEqual(self.findings()[0], [])
        self.build.bins["illegal/group/never"] = 2
        self.assertEqual(self.findings()[0], ["impossible bin hit 2 times: group/never"])

    def test_assertion_with_nothing_to_hold(self):
        self.build.counts[120] = 0
        found, report = self.findings()
        self.assertEqual(report["kinds"]["antecedent"]["missing"], ["nve_fifo.LevelInRange"])
        self.assertEqual(len(found), 1)

    def test_constant(self):
        self.build.add_port("nve_top.u_dma", "m_axi_sg_wlast", 0, 0)
        self.assertEqual(len(self.findings()[0]), 1)
        self.build.constants = {("nve_dma", "m_axi_sg_wlast", 0): True}
        found, report = self.findings()
        self.assertEqual(found, [])
        self.assertEqual(report["kinds"]["port"]["proved_constant"],
                         ["nve_dma.m_axi_sg_wlast[0] rises", "nve_dma.m_axi_sg_wlast[0] falls"])

    def test_constant_that_moves(self):
        self.build.constants = {("nve_dma", "m_axi_sg_wlast", 0): True}
        for rise, fall in ((1, 1), (1, 0)):
            self.build.add_port("nve_top.u_dma", "m_axi_sg_wlast", rise, fall)
            self.assertIn("proved constant, but it moves: nve_dma.m_axi_sg_wlast[0]", self.findings()[0])

    def test_constant_of_nve_top_may_move_in_a_bench(self):
        self.build.add_port("nve_dma", "m_axi_sg_wlast", 1, 1)
        self.build.constants = {("nve_dma", "m_axi_sg_wlast", 0): True}
        self.assertEqual(self.findings()[0], [])

    def refused(self, *words):
        code, report = self.build.report()
        self.assertEqual((code, report), (2, None))
        self.assertEqual(len(self.build.errors.splitlines()), 1, self.build.errors)
        for word in ("coverage.py: error: ", "found", *words):
            self.assertIn(word, self.build.errors)

    def test_counters_of_another_build(self):
        self.build.rise += b"\0"
        self.refused("Vdma.counts")

    def test_bins_without_numbers(self):
        self.build.bins["group/bin 1"] = "x"
        self.refused("bins.2", "allowed: a name, a tab, a number")

    def test_waivers_without_sense(self):
        waiver = {"kind": "port", "point": "nve_dma.rst_ni[0]", "reason": "because"}
        for waivers, word in ((waiver, "dict"), ([1], "1"), ([{"kind": "port"}], "reason"),
                              ([waiver | {"kind": "prot"}], "prot"), ([waiver | {"reason": ""}], "reason"),
                              ([waiver, waiver], "twice"), ([waiver | {"point": "nve_dma.cur[2:5]"}], "high"),
                              ([waiver, waiver | {"point": "nve_dma.rst_ni[0] falls"}], "twice")):
            self.build.waivers = waivers
            self.refused("waivers.json", word)

    def test_no_waivers_no_build(self):
        folder = pathlib.Path(self.folder.name)
        with self.assertRaisesRegex(InputError, "No such file"):
            coverage_waivers.Waivers(folder / "waivers.json", ["port"])
        (folder / "CMakeCache.txt").write_text("", encoding="utf-8")
        with self.assertRaisesRegex(InputError, "NVE_COVERAGE"):
            coverage_data.kind_of(folder)


class ConstantsTest(unittest.TestCase):
    def test_undefined_is_no_proof(self):
        modules = {"nve_top": {"netnames": {"u_dma.m_axi_sg_wdata": {"bits": ["0", "1", "x", "z", 7]}}}}
        found = coverage_constants.bits_of(modules, coverage_data.Design())
        self.assertEqual([found["nve_dma", "m_axi_sg_wdata", bit] for bit in range(5)],
                         [True, True, False, False, False])

    def test_what_nothing_reads_is_not_constant(self):
        # Of these signals yosys alone leaves no name, x, or the value that the output needs.
        text = """module nve_top #(parameter int DmaProfile = 0)
                    (input clk_i, input rst_ni, input [1:0] a_i, output logic [1:0] q_o);
                    logic [1:0] unread_q, sum, outer, inner;
                    assign sum = a_i + 2'd3;
                    assign inner = a_i[0] ? 2'd2 : {2{a_i[1]}};
                    assign outer = a_i[0] ? inner : 2'd0;
                    always_ff @(posedge clk_i or negedge rst_ni)
                      if (!rst_ni) {q_o, unread_q} <= '0;
                      else begin unread_q <= sum; q_o <= a_i[1] ? {outer[1], 1'b0} : 2'd0; end
                  endmodule"""
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "nve_top.sv"
            source.write_text(text, encoding="utf-8")
            modules = coverage_constants.netlist([source], 0, pathlib.Path(folder) / "out.json")
        found = coverage_constants.bits_of(modules, coverage_data.Design())
        constant = {f"{name}[{bit}]" for (_, name, bit), value in found.items() if value}
        self.assertEqual(constant, {"q_o[0]"})
        self.assertEqual(sum(name in ("unread_q", "sum", "inner") for _, name, _ in found), 6)

    def test_what_it_depends_on(self):
        names = {path.name for path in coverage_constants.inputs_of(pathlib.Path("build"))}
        self.assertLessEqual({"nve_pkg.sv", "coverage_constants.py", "nve_top.sv", "nve_assert.svh"}, names)


class ModelTest(unittest.TestCase):
    def test_model_is_made_again_when_the_counters_change(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "include").mkdir()
            for name in ("verilated.cpp", "verilated_fst_c.cpp", "verilated_threads.cpp"):
                (folder / "include" / name).write_text("", encoding="utf-8")
            (folder / "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.25)\nproject(models CXX)\n"
                f"set(VERILATOR_ROOT {folder})\nset(NVE_COVERAGE models)\n"
                "add_library(ZLIB::ZLIB INTERFACE IMPORTED)\n"
                f"include({ROOT}/tb/coverage/coverage.cmake)\ninclude({ROOT}/host/verilated.cmake)\n"
                "nve_verilated_model(model PREFIX Vmodel TOP nve_dma SOURCES nve_dma.sv)\n", encoding="utf-8")
            subprocess.run(["cmake", "-G", "Ninja", "-S", folder, "-B", folder / "build"],
                           check=True, capture_output=True)
            command = ["ninja", "-C", folder / "build", "-t", "query", "model.dir/Vmodel__ALL.a"]
            query = subprocess.run(command, check=True, capture_output=True, text=True)
        inputs = {pathlib.Path(line.strip(" |")).name for line in query.stdout.splitlines()}
        self.assertLessEqual({"coverage_assert.svh", "model_counters.hpp", "public.vlt",
                              "verilator_with_coverage.py"}, inputs)


class AntecedentTest(unittest.TestCase):
    """The build with counters is not among the tests."""

    def test_what_counts_is_what_assertions_call(self):
        defined, called = ((ROOT / path).read_text("utf-8")
                           for path in ("tb/coverage/coverage_assert.svh", "rtl/nve_assert.svh"))
        self.assertEqual(re.findall(r"^`define (\w+\(.*?\))", defined, re.MULTILINE),
                         ["NVE_COUNT_WHEN(Name, When, Clk, Rst)"])
        self.assertIn("  `NVE_COUNT_WHEN(Name, When, Clk, Rst)\n", called)

    def test_assertions_of_the_rtl(self):
        made = coverage_data.assertions(ROOT / "rtl")
        self.assertLessEqual({"nve_fifo.LevelInRange", "nve_axil.WriteAnswerStable"}, made)

    def test_one_that_is_a_comment_is_none(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "nve_toy.sv"
            path.write_text("`ASSERT_IF(One, a, b)\n// `ASSERT(Two, a, b)\n"
                            "`ifdef X\n`ASSERT(Three, a, b)\n`endif\n", encoding="utf-8")
            self.assertEqual(coverage_data.assertions(pathlib.Path(folder)), {"nve_toy.One"})


class SourceTest(unittest.TestCase):
    def test_names_are_absolute_or_relative_to_the_build_folder(self):
        for name in (str(ROOT / "host" / "main.cpp"), "../host/main.cpp"):
            self.assertEqual(coverage_data.own_source(ROOT / "build", name), "host/main.cpp")

    def test_results_are_added_up(self):
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(
                coverage_data, "ROOT", pathlib.Path(folder).resolve()) as root:
            source, build = root / "host" / "main.cpp", root / "build"
            for made in (source.parent, build / "host"):
                made.mkdir(parents=True)
            source.write_text("int main(int count, char**) {\n  if (count > 1)\n    return 0;\n  return 0;\n"
                              "}\nint Never() {\n  return 0;\n}\n")
            subprocess.run(["g++", "--coverage", "-c", "../host/main.cpp", "-o", "host/main.o"], cwd=build,
                           check=True)
            subprocess.run(["g++", "--coverage", "host/main.o", "-o", "main"], cwd=build, check=True)
            results = [root / name for name in ("a", "b", "c")]
            for number, result in enumerate(results):
                result.mkdir()
                subprocess.run([build / "main", *["x"] * number], check=True, env={
                    "GCOV_PREFIX": str(result), "GCOV_PREFIX_STRIP": str(len(build.parts) - 1)})
            for own, counts in ((results, {1: 3, 2: 3, 3: 2, 4: 1, 6: 0, 7: 0}),
                                (results[:1], {1: 1, 2: 1, 3: 0, 4: 1, 6: 0, 7: 0})):
                points = coverage_data.Points()
                coverage_data.read_gcov(build, own, points)
                self.assertEqual(points.cpp, {"host/main.cpp": counts})
            self.assertFalse((build / "host" / "main.gcda").exists())

    def test_others_are_left_out(self):
        for name in ("../tests/unit/main.cpp", "generated/nve_arch.hpp", "/usr/include/c++/12/vector",
                     "../../host/main.cpp"):
            self.assertIsNone(coverage_data.own_source(ROOT / "build", name), name)


if __name__ == "__main__":
    unittest.main()
