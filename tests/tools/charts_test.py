#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The charts: drawn from a short measurement of the tools, the same twice, and wrong tables refused.

  charts_test.py BIN
"""
import csv
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import xml.etree.ElementTree

os.environ.setdefault("MPLCONFIGDIR", tempfile.gettempdir())
import own_scripts  # noqa: E402
import charts  # noqa: E402
import plot_sweep  # noqa: E402
import rank_statistics  # noqa: E402
import regret  # noqa: E402
import report_page  # noqa: E402
import roofline_charts  # noqa: E402

ROOT = own_scripts.ROOT
CHARTS = ROOT / "scripts" / "charts"
BIN = None


def run(*command):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False)


def texts_of(svg):
    return "\n".join(element.text or "" for element in xml.etree.ElementTree.parse(svg).iter()
                     if element.tag.endswith("text"))


class Charts(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_sweep(self):
        words = ("--sizes", "8,64", "--memory", "fixed,bank", "--ports", "separate,shared")
        once = [self.folder / f"sweep.{kind}" for kind in ("csv", "json")]
        measured = run(BIN / "nve-sweep", *words, "--csv", once[0], "--json", once[1])
        self.assertEqual(measured.returncode, 0, measured.stderr)
        drawn = run(sys.executable, CHARTS / "sweep.py", BIN, self.folder / "out", *words)
        self.assertEqual(drawn.returncode, 0, drawn.stderr)
        self.assertEqual((self.folder / "out/sweep.csv").read_bytes(), once[0].read_bytes())
        own, joined = (json.loads(path.read_text(encoding="utf-8"))
                       for path in (once[1], self.folder / "out/sweep.json"))
        self.assertEqual(shlex.split(own.pop("command"))[1:len(words) + 1], list(words))
        command = shlex.split(joined.pop("command"))
        self.assertTrue(command[0].endswith("sweep.py"), command)
        self.assertEqual(command[3:], list(words))
        self.assertEqual(list(joined.items()), list(own.items()))
        table, svg = self.folder / "out" / "sweep.csv", self.folder / "out" / "sweep.svg"
        texts = texts_of(svg)
        for part in ("MM2S alone, memory fixed", "S2MM, both running, memory bank", "closed form, range",
                     "mover, separate"):
            self.assertIn(part, texts)
        self.has_page(drawn, "sweep.json", 1)
        self.merge_makes("sweep.csv", "sweep.json", "sweep.svg")
        first = svg.read_bytes()
        run(sys.executable, CHARTS / "plot_sweep.py", table, svg)
        self.assertEqual(svg.read_bytes(), first)
        # What is uncertain brackets what is assumed.
        with open(table, newline="", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["closed_form_period"]]
        self.assertTrue(rows)
        for row in rows:
            low, used, high = (float(row[f"closed_form_{name}"]) for name in ("least", "period", "most"))
            self.assertTrue(low <= used <= high, row)

    def test_vary(self):
        binary, picture = self.folder / "p.nve", ROOT / "images/street.png"
        made = run(BIN / "nvec", ROOT / "networks/small/two_layers.xml", "--seed", "1", "-o", binary)
        self.assertEqual(made.returncode, 0, made.stderr)
        vary = ("--vary", "memory.batch_bursts=1,16", "--vary", "board.ports=separate,shared")
        words = ("--input", picture, *vary, "--memory", "bank")
        once = [self.folder / f"vary.{kind}" for kind in ("csv", "svg", "json")]
        ran = run(BIN / "nve-cosim", binary, *words, "--csv", once[0], "--chart", once[1], "--json", once[2])
        self.assertEqual(ran.returncode, 0, ran.stderr)
        drawn = run(sys.executable, CHARTS / "vary.py", BIN, self.folder / "out", binary, *words)
        self.assertEqual(drawn.returncode, 0, drawn.stderr)
        for path in once[:2]:
            self.assertEqual((self.folder / "out" / path.name).read_bytes(), path.read_bytes())
        self.has_page(drawn, "vary.json", 1)
        self.merge_makes("vary.csv", "vary.svg")
        results = [json.loads(path.read_text(encoding="utf-8"))
                   for path in (once[2], self.folder / "out" / "vary.json")]
        self.assertEqual(results[0]["rows"], results[1]["rows"])
        command = shlex.split(results[1]["command"])
        self.assertTrue(command[0].endswith("vary.py"), command)
        self.assertEqual(command[4:], [str(word) for word in words])
        joined = run(BIN / "nve-report", "--vary", *sorted((self.folder / "out/results").rglob("vary.json")),
                     "--json", self.folder / "joined.json")
        self.assertEqual(joined.returncode, 0, joined.stderr)
        own = json.loads((self.folder / "joined.json").read_text(encoding="utf-8"))
        self.assertIn("nve-report --vary ", own["command"])
        self.assertEqual(own["rows"], results[0]["rows"])
        self.assertEqual([list(row["values"].values()) for row in results[0]["rows"]],
                         [["1", "separate"], ["1", "shared"], ["16", "separate"], ["16", "shared"]])
        wrong = run(sys.executable, CHARTS / "vary.py", BIN, self.folder / "out", binary, "--input", picture,
                    "--vary", "memory.batch_bursts=1")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("only with bank", wrong.stderr)

    def merge_makes(self, *names):
        """What the campaign has made at its end."""
        out = self.folder / "out"
        paths = [out / name for name in (*names, "report.html")]
        texts = [path.read_bytes() for path in paths]
        for path in paths:
            path.unlink()
        merged = run(sys.executable, own_scripts.script("merge.py"), out / "shards.jsonl", out)
        self.assertEqual(merged.returncode, 0, merged.stderr)
        self.assertEqual([path.read_bytes() for path in paths], texts)

    def test_sweep_by_parameter(self):
        files = {kind: self.folder / f"sweep.{kind}" for kind in ("csv", "json", "svg")}
        words = ("--sizes", "8,64", "--profiles", "axi_dma", "--directions", "mm2s", "--memory", "bank")

        def measure(*vary):
            ran = run(BIN / "nve-sweep", *words, *vary, "--csv", files["csv"], "--json", files["json"],
                      "--chart", files["svg"])
            self.assertEqual(ran.returncode, 0, ran.stderr)
            with open(files["csv"], newline="", encoding="utf-8") as file:
                table = list(csv.DictReader(file))
            transfers = json.loads(files["json"].read_text(encoding="utf-8"))["transfers"]
            self.assertEqual(len(transfers), len(table))
            for row, transfer in zip(table, transfers):
                for name, value in transfer["values"].items():
                    self.assertEqual(row[name], value)
            for point in xml.etree.ElementTree.parse(files["svg"]).iter():
                if "data-source" in point.attrib:
                    number = int(point.get("data-source").split("/")[2])
                    shown = point.find("{*}title")
                    text = point.text if shown is None else shown.text.rsplit(": ", 1)[1]
                    self.assertAlmostEqual(float(text.replace("\u202f", "")),
                                           transfers[number]["mm2s"]["mb_s"], delta=0.5)
            return transfers

        one = measure("--vary", "memory.read_path_ns=0,155,500")
        self.assertEqual([row["values"]["memory.read_path_ns"] for row in one[::2]], ["0", "155", "500"])
        self.assertGreater(one[1]["mm2s"]["mb_s"], one[5]["mm2s"]["mb_s"])
        plain = run(BIN / "nve-sweep", *words, "--csv", files["csv"])
        self.assertEqual(plain.returncode, 0, plain.stderr)
        with open(files["csv"], newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(float(rows[1]["mm2s_mb_s"]), round(one[3]["mm2s"]["mb_s"], 1))
        two = measure("--vary", "board.acceptance=16,32", "--vary", "memory.read_path_ns=0,500")
        self.assertEqual(len(two), 8)
        self.assertIn("axi_dma, bank, separate, mm2s: MB/s of transfers of 64 bytes", texts_of(files["svg"]))

    def test_wrong_parameters_are_told_at_once(self):
        wrong = run(BIN / "nve-sweep", "--memory", "bank", "--vary", "memory.batch_bursts=0,4,x",
                    "--vary", "board.ports=few", "--csv", self.folder / "x.csv")
        self.assertEqual(wrong.returncode, 2)
        for part in ("found 0, allowed: whole numbers 1 to 1024", 'found "x"', "separate, shared"):
            self.assertIn(part, wrong.stderr)
        self.assertFalse((self.folder / "x.csv").exists())
        for words, sentence in ((("--vary", "speed=1"), "allowed: memory.NAME and board.NAME"),
                                (("--vary", "processor.copy_mb_s=1"), "allowed: memory.NAME"),
                                (("--vary", "memory.x"), "allowed: PARAMETER=VALUE"),
                                (("--chart", "x.svg"), "--vary")):
            refused = run(BIN / "nve-sweep", *words)
            self.assertEqual(refused.returncode, 2)
            self.assertIn(sentence, refused.stderr)

    def test_wrong_tables_are_refused(self):
        def refused(text, message):
            table = self.folder / "w.csv"
            table.write_text(text, encoding="utf-8")
            result = run(sys.executable, CHARTS / "plot_sweep.py", table, self.folder / "w.svg")
            self.assertEqual(result.returncode, 2)
            self.assertIn(message, result.stderr)
            self.assertFalse((self.folder / "w.svg").exists())
        header = ("profile,memory,ports,direction,bytes,mm2s_mb_s,s2mm_mb_s,closed_form_period,"
                  "closed_form_least,closed_form_most,clock_mhz,port_mb_s,peak_mb_s,peak_together_mb_s\n")
        refused("a,b\n1,2\n", "columns profile, memory")
        refused(header, "no measurement in it")
        refused(header + "mover,fixed,shared,mm2s,eight,1,,,,,100,800,800,1600\n",
                "column bytes: found 'eight', allowed: a number")
        for rates, message in (("nan,,,,,100,800,800,1600", "column mm2s_mb_s: found 'nan'"),
                               ("-5,,,,,100,800,800,1600", "column mm2s_mb_s: found '-5'"),
                               ("1,,,,,100,800,,1600", "column peak_mb_s: found nothing")):
            refused(f"{header}mover,fixed,shared,mm2s,8,{rates}\n", message)
        missing = run(sys.executable, CHARTS / "plot_sweep.py", self.folder / "none.csv",
                      self.folder / "w.svg")
        self.assertEqual(missing.returncode, 2)
        self.assertIn("none.csv: error: No such file", missing.stderr)

    def test_rates_above_the_peak_are_internal_errors(self):
        table, svg = self.folder / "s.csv", self.folder / "s.svg"
        measured = run(BIN / "nve-sweep", "--sizes", "64", "--profiles", "mover", "--directions", "both",
                       "--csv", table)
        self.assertEqual(measured.returncode, 0, measured.stderr)
        with open(table, newline="", encoding="utf-8") as file:
            row = next(csv.DictReader(file))
        peaks = [float(row[column]) for column in ("port_mb_s", "peak_mb_s", "peak_together_mb_s")]
        self.assertEqual(peaks, [800, 800, 1600])
        for column, peak in (("peak_mb_s", "600"), ("peak_together_mb_s", "1300")):
            with open(table, "w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, row)
                writer.writeheader()
                writer.writerow({**row, column: peak})
            drawn = run(sys.executable, CHARTS / "plot_sweep.py", table, svg)
            self.assertEqual(drawn.returncode, 70, drawn.stderr)
            self.assertIn("internal error: measured", drawn.stderr)
            self.assertFalse(svg.exists())
        # A sweep that claims too much
        tools = self.folder / "bin"
        tools.mkdir()
        for tool in ("nvec", "nve-cosim"):
            (tools / tool).symlink_to(BIN / tool)
        claims = tools / "nve-sweep"
        claims.write_text(f"#!/bin/sh\n'{BIN}/nve-sweep' \"$@\" || exit\nfor word; do case $word in *.json) "
                          "sed -i 's/\"together\": [0-9.]*/\"together\": 99/' \"$word\" ;; esac; done\n",
                          encoding="utf-8")
        claims.chmod(0o755)
        drawn = run(sys.executable, CHARTS / "roofline.py", tools, self.folder / "out", "--networks",
                    "filter3x3", "--strips", "1")
        self.assertEqual(drawn.returncode, 70, drawn.stderr)
        self.assertIn("in both directions, at most 99.0", drawn.stderr)

    def test_roofline(self):
        out = self.folder / "out"
        words = ("roofline.py", BIN, out, "--networks", "filter3x3", "--modes", "column,mover", "--strips",
                 "1")
        self.has_page(self.campaign(6, *words), "roofline.json", 2)
        files = [path for path in out.iterdir() if path.suffix in (".csv", ".json", ".svg")]
        first = {path: path.read_bytes() for path in files}
        self.assertEqual(len(first), 4)
        self.campaign(0, *words)
        self.assertEqual({path: path.read_bytes() for path in files}, first)
        self.merge_makes(*first)
        with open(out / "roofline.csv", newline="", encoding="utf-8") as file:
            rows = {row["mode"]: row for row in csv.DictReader(file)}
        self.assertEqual(set(rows), {"column", "mover"})
        self.assertEqual(rows["mover"]["ops_per_byte_once"], rows["column"]["ops_per_byte_once"])
        # A descriptor for every column: more bytes, more cycles.
        moved = {mode: float(row["ops_per_byte_moved"]) for mode, row in rows.items()}
        self.assertLess(moved["column"], moved["mover"])
        self.assertLess(float(rows["column"]["gops"]), float(rows["mover"]["gops"]) / 2)
        self.assertEqual(rows["mover"]["memory"], "bank")
        results = json.loads((out / "roofline.json").read_text(encoding="utf-8"))
        self.assertEqual(results["memory"]["dram"]["device"], "DDR3-1066F")
        self.assertEqual(len(results["layers"]), 2)
        self.assertIn("compute roof 3.2 GOPs/s", texts_of(out / "roofline_filter3x3.svg"))
        self.assertIn("first 1 strips", texts_of(out / "roofline_filter3x3.svg"))
        self.assertIn("descriptors", texts_of(out / "waterfall_filter3x3.svg"))
        self.campaign(5, *words, "--ports", "separate")  # with the same program

    def has_page(self, ran, result, charts):
        """The page about a result, with all its numbers, which the last line names."""
        page = self.folder / "out" / "report.html"
        self.assertTrue(ran.stdout.splitlines()[-1].endswith(f"; the page: {page}"), ran.stdout)
        results = [json.loads(page.with_name(result).read_text(encoding="utf-8"))]
        read = report_page.Page(page.read_text(encoding="utf-8"), results)
        self.assertEqual(read.check(), [])
        self.assertGreater(read.checked, 30)
        self.assertEqual(len(read.all("img")), charts)

    def test_the_last_lines_of_cosim_on_several_cores(self):
        settings = {"NETWORK": "networks/small/two_layers.xml", "IMAGE": "images/street.png", "WEIGHTS": "",
                    "SEED": "1", "PRESET": "default", "VECTORS": "horizontal", "CORES": "02",
                    "OUT": str(self.folder / "out"), "BIN": str(BIN)}
        ran = subprocess.run(["scripts/run/cosim.sh"], env=os.environ | settings, cwd=ROOT,
                             capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        speed_up, shares = ran.stdout.splitlines()[-2:]
        said = re.fullmatch(r"speed-up on 2 cores: ([\d.]+) of ([\d.]+) possible; \d+ cycles, one core \d+ "
                            r"\(predicted\)", speed_up)
        self.assertTrue(said, speed_up)
        self.assertTrue(1.2 < float(said[1]) <= float(said[2]) <= 2, speed_up)
        self.assertRegex(shares, r"cycles of 2 cores: bound [\d.]+ %, \w+ [\d.]+ %, ")
        self.assertEqual(ran.stderr.count("made-up weights"), 1, "said once")

    def test_cores(self):
        out = self.folder / "out"
        words = ("--networks", "small/two_layers", "--cores", "2")
        drawn = self.campaign(9, "cores.py", BIN, out, *words)
        self.has_page(drawn, "cores.json", 2)
        rows = json.loads((out / "cores.json").read_text(encoding="utf-8"))["rows"]
        self.assertEqual([(row["cores"], row["memory"]) for row in rows],
                         [(1, "fixed"), (1, "bank"), (2, "fixed"), (2, "bank")])
        for row in rows:
            self.assertEqual(sum(row["shares"].values()), row["cores"] * row["cycles"])
            self.assertLessEqual(row["bound_cycles"], row["cycles"])
            self.assertEqual(row["mismatches"], 0)
            for key in ("of_peak", "rows_of_peak"):
                self.assertEqual(key in row, row["memory"] == "bank")
                self.assertLess(row.get(key, 0), 1)
            self.assertGreater(row["shares"]["load"], 2 * row["cores"] * 128, "a table for each layer")
        self.assertTrue(all(1.2 < row["speed_up"] <= row["bound"] for row in rows[2:]), rows)
        self.assertIn("small/two_layers on several cores", texts_of(out / "speed_up_small_two_layers.svg"))
        self.merge_makes("cores.csv", "cores.json", "speed_up_small_two_layers.svg",
                         "waits_small_two_layers.svg")
        wrong = run(sys.executable, CHARTS / "cores.py", BIN, out, "--cores", "17")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("--cores: found 17, allowed: 1 to 16", wrong.stderr)

    def test_regret(self):
        out = self.folder / "out"
        drawn = self.campaign(4, "regret.py", BIN, out, "--networks", "two_layers", "--cores", "4")
        self.has_page(drawn, "regret.json", 2)
        results = json.loads((out / "regret.json").read_text(encoding="utf-8"))
        for layer in results["layers"]:
            self.assertEqual(layer["wrong"], 0, "predicted to the cycle")
            self.assertEqual((layer["regret"], layer["top3"]), (0, True))
            self.assertEqual(len(layer["plans"]), min(30, layer["space"]))
            self.assertGreater(layer["compared_cycles"], 0)
            self.assertGreaterEqual(layer["spearman"], layer["models"]["volume"]["spearman"])
        self.assertEqual(results["total"]["bank"]["exact"]["worst_regret"], 0)
        self.assertIn("two_layers", (out / "regret.csv").read_text(encoding="utf-8"))
        self.merge_makes("regret.csv", "regret.json", "predicted_fixed.svg", "predicted_bank.svg")
        wrong = run(sys.executable, CHARTS / "regret.py", BIN, out, "--networks", "no")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("found 'no', allowed: face_detection, speed_sign, ", wrong.stderr)

    def test_a_regret_that_is_there_is_found(self):
        """A model that takes the slower of two plans for the faster one."""
        plans = [{"measured_cycles": 110, "said": 1}, {"measured_cycles": 100, "said": 2},
                 {"measured_cycles": 200, "said": 3}, {"measured_cycles": 201, "said": 4}]
        judged = regret.judged_by(plans, "said")
        self.assertAlmostEqual(judged["regret"], 0.1)
        self.assertTrue(judged["top3"])
        self.assertAlmostEqual(judged["spearman"], 0.737865, 6)
        self.assertFalse(regret.judged_by([*plans, {"measured_cycles": 99, "said": 9}], "said")["top3"])
        self.assertNotIn("spearman", regret.judged_by(plans[2:], "said"), "they do not differ enough")

    def test_ranks_with_ties(self):
        self.assertEqual(rank_statistics.ranks([100, 100.4, 90, 200]), [2, 2, 0.5, 3.5])
        self.assertEqual(rank_statistics.spearman([1, 2, 3], [10, 20, 30]), 1)
        self.assertEqual(rank_statistics.kendall([1, 2, 3], [30, 20, 10]), -1)
        self.assertIsNone(rank_statistics.spearman([1, 2, 3], [10, 10, 10]))
        self.assertEqual(rank_statistics.interval([5.0] * 9), [5, 5])

    def test_plans(self):
        tool, out = self.folder / "nve-plan", self.folder / "out"
        (self.folder / "nve-report").symlink_to(BIN / "nve-report")
        papers = {"schema": "nve-plan-papers", "schema_version": 1, "tool": "nve-plan", "papers": []}
        for text, shards in (("1", 1), ("1", 0), ("2", 1)):
            tool.write_text(f'#!/bin/sh\nfor name in plans.txt a.csv; do echo {text} > "$2/$name"; done\n'
                            f"echo '{json.dumps(papers)}' > \"$2/plans.json\"\n")
            tool.chmod(0o755)
            ran = self.campaign(shards, "plans.py", self.folder, out)
            self.assertIn(f"; the page: {out}/report.html", ran.stdout.splitlines()[-1])
            self.assertEqual([(out / name).read_text() for name in ("plans.txt", "a.csv")], [f"{text}\n"] * 2)
            self.merge_makes("plans.txt", "a.csv")

    def campaign(self, shards, script, *words):
        """So many shards of it run, and all pass."""
        ran = run(sys.executable, CHARTS / script, *words)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertEqual(ran.stdout.count(": passed, "), shards, ran.stdout)
        return ran

    def test_wrong_choices_are_refused(self):
        for script, words, text in (
                ("roofline.py", ("--modes", "columns"), "found 'columns', allowed: column, reordered"),
                ("roofline.py", ("--memory", "no"), "nve-sweep: error: --memory: found 'no', allowed: ideal"),
                ("roofline.py", ("--strips", "65536"), "found 65536, allowed: 0 to 65535"),
                ("sweep.py", ("--sizes", "8,9"), "nve-sweep: error: --sizes: found 9, allowed: multiples of"),
                ("sweep.py", ("--memory", "bank", "--latency", "9"), "--latency belongs to model fixed"),
                ("sweep.py", ("--sizes", "128", "--stride=64"), "found 128, allowed: at most --stride, 64")):
            result = run(sys.executable, CHARTS / script, BIN, self.folder / "out", *words)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn(text, result.stderr)
            self.assertFalse((self.folder / "out" / "shards.jsonl").exists())


def layer_of(name, mode, number):
    """A row of roofline.json with numbers of its own."""
    parts = {part: number + index for index, part in enumerate(roofline_charts.PARTS)}
    return {"network": "n", "layer": name, "mode": mode, "strips": "all", "gops": number / 7,
            "ops_per_byte_once": number / 3, "ops_per_byte_moved": number / 5, **parts}


class FromResults(unittest.TestCase):
    """Charts of made-up results, whose machine is none of ours: whatever is drawn is in them or follows."""

    def drawn(self, draw, *words):
        axes = unittest.mock.MagicMock()
        with unittest.mock.patch.object(charts.plot, "subplots", return_value=(None, axes)), \
                unittest.mock.patch.object(charts, "save"):
            draw(*words)
        return axes

    @staticmethod
    def results():
        return {"clock_mhz": 73, "lanes": 5, "port_mb_s": 611, "compute_gops": 0.71, "ports": "shared",
                "gb_s": {"one": 0.31, "two": 0.17},
                "layers": [layer_of("L1", "column", 11), layer_of("L2", "mover", 19)]}

    def test_roofline(self):
        results = self.results()
        rows = results["layers"]
        axes = self.drawn(roofline_charts.draw_roofline, rows, results, "x")
        roofs = {"port peak, both directions 1.22 GB/s": 2 * 0.611,
                 "port peak, one direction 0.61 GB/s": 0.611,
                 "one 0.31 GB/s": 0.31, "two 0.17 GB/s": 0.17}
        points = {(row[f"ops_per_byte_{kind}"], row["gops"]) for row in rows for kind in ("once", "moved")}
        drawn = set()
        for call in axes.plot.call_args_list:
            x, y = call.args[:2]
            pairs = list(zip(x, y)) if isinstance(x, list) else [(x, y)]
            if call.kwargs.get("label") not in roofs:
                drawn.update(pairs)
                continue
            roof = roofs.pop(call.kwargs["label"])
            self.assertIn(0.71, y)
            for x, y in pairs:
                self.assertAlmostEqual(y, min(0.71, roof * x))
        self.assertEqual((roofs, drawn), ({}, points))
        self.assertEqual(axes.text.call_args.args[2], "compute roof 0.71 GOPs/s")
        self.assertEqual({call.args[1] for call in axes.annotate.call_args_list},
                         {(row["ops_per_byte_once"], row["gops"]) for row in rows})

    def test_waterfall(self):
        rows = self.results()["layers"]
        axes = self.drawn(roofline_charts.draw_waterfall, rows, "x")
        bars = iter(axes.barh.call_args_list)
        for place, (row, text) in enumerate(zip(rows, axes.text.call_args_list)):
            left = 0
            for part in roofline_charts.PARTS:
                call = next(bars)
                self.assertEqual(call.args[0], place)
                self.assertAlmostEqual(call.args[1] * row["bound"], row[part])
                self.assertAlmostEqual(call.kwargs["left"] * row["bound"], left)
                left += row[part]
            self.assertEqual(text.args[2], f" {left / row['bound']:.3f}")
        self.assertEqual(list(bars), [])

    def test_sweep(self):
        rows = [{"profile": "axi_dma", "memory": "m", "ports": "separate", "direction": "mm2s",
                 "bytes": str(size), "mm2s_mb_s": str(size / 3), "s2mm_mb_s": "", "clock_mhz": "73",
                 "port_mb_s": "611", "closed_form_period": str(size / 8 + 9),
                 "closed_form_least": str(size / 8 + 5), "closed_form_most": str(size / 8 + 31)}
                for size in (8, 64, 512)]
        axes = unittest.mock.MagicMock()
        plot_sweep.draw_panel(axes, "t", rows, "mm2s", "mm2s_mb_s", "MM2S")
        lines = {call.kwargs["label"]: call.args[:2] for call in axes.plot.call_args_list}
        self.assertEqual(set(lines), {"closed form", "axi_dma, separate"})
        sizes = [8, 64, 512]
        self.assertEqual(lines["axi_dma, separate"], (sizes, [size / 3 for size in sizes]))
        band = axes.fill_between.call_args.args
        for rates, more in ((lines["closed form"][1], 9), (band[1], 5), (band[2], 31)):
            for size, rate in zip(sizes, rates):
                self.assertAlmostEqual(rate, 73 * size / (size / 8 + more))
        self.assertEqual(axes.axhline.call_args.args, (611,))


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv.pop(1))
    unittest.main()
