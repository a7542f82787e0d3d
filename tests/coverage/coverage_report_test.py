#!/usr/bin/env python3
"""scripts/coverage.py on builds made by hand: what it counts, and what shuts its gate."""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "scripts" / "coverage.py"
sys.path.insert(0, str(TOOL.parent))
import coverage_data  # noqa: E402  (lies in another folder)

# Nothing is compiled with gcov here.
NO_CPP = "cpp: no point was counted"


def point(line, kind, what, module="nve_fifo", scope="nve_dma"):
    return {"file": f"{module}.sv", "line": line, "column": 1, "scope": scope, "kind": kind, "module": module,
            "what": what, "lines": str(line)}


class Build:
    """A build folder with one model, all covered: 60 lines, 60 branches, an assertion, a port, a signal."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
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
        self.machine = "nve"

    def report(self, *options):
        """Exit code and coverage.json."""
        cache = f"NVE_ARCH:FILEPATH=arch/{self.machine}.json\n"
        (self.folder / "CMakeCache.txt").write_text(cache, encoding="utf-8")
        (self.folder / "Vdma_points.json").write_text(
            json.dumps({"lines": self.lines, "signals": self.signals}), encoding="utf-8")
        numbers = struct.pack(f"<{len(self.counts)}Q", *self.counts)
        (self.folder / "Vdma.counts").write_bytes(numbers + self.rise + self.fall)
        (self.folder / "bins.txt").write_text("".join(f"{k}\t{v}\n" for k, v in self.bins.items()),
                                              encoding="utf-8")
        waivers = self.folder / "waivers.json"
        waivers.write_text(json.dumps(self.waivers), encoding="utf-8")
        out = self.folder / "out"
        command = [sys.executable, str(TOOL), str(out), str(self.folder), "--waivers", str(waivers)]
        result = subprocess.run([*command, "--no-constants", *options], capture_output=True, text=True,
                                check=False)
        path = out / "coverage.json"
        return result.returncode, json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


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
        code, report = self.build.report("--rtl")
        self.assertEqual((code, report["findings"]), (0, []))
        self.build.counts[60 + 7] = 0
        self.assertEqual(self.build.report("--rtl")[0], 1)

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
        self.build.signals += [{"scope": "nve_core", "name": "probe_o", "width": 1, "bytes": 1},
                               {"scope": "nve_top", "name": "probe_o", "width": 1, "bytes": 1}]
        self.build.rise += bytes([0, 0])
        self.build.fall += bytes([1, 1])
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
        del self.build.bins["group/bin 3"]
        self.assertEqual(self.findings()[0], ["functional: 299 bins, at least 300 are asked for"])

    def test_impossible_bin(self):
        self.build.bins["illegal/group/never"] = 0
        self.assertEqual(self.findings()[0], [])
        self.build.bins["illegal/group/never"] = 2
        self.assertEqual(self.findings()[0], ["impossible bin hit 2 times: group/never"])

    def test_assertion_with_nothing_to_hold(self):
        self.build.counts[120] = 0
        found, report = self.findings()
        self.assertEqual(report["kinds"]["antecedent"]["missing"], ["nve_fifo.LevelInRange"])
        self.assertEqual(len(found), 1)

    def test_counters_of_another_build(self):
        self.build.rise += b"\0"
        self.assertEqual(self.build.report(), (2, None))


class SourceTest(unittest.TestCase):
    def test_names_are_absolute_or_relative_to_the_build_folder(self):
        for name in (str(ROOT / "host" / "main.cpp"), "../host/main.cpp"):
            self.assertEqual(coverage_data.own_source(ROOT / "build", name), "host/main.cpp")

    def test_others_are_left_out(self):
        for name in ("../tests/unit/main.cpp", "generated/nve_arch.hpp", "/usr/include/c++/12/vector",
                     "../../host/main.cpp"):
            self.assertIsNone(coverage_data.own_source(ROOT / "build", name), name)


if __name__ == "__main__":
    unittest.main()
