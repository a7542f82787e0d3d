#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""nve-report on results of real runs and sweeps: every number of a page computed again, limits, wrong input.

  report_test.py BUILD WORK
"""
import base64
import json
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import unittest
import zlib

import report_results
from report_page import Page

MOST_SECONDS, MOST_BYTES = 2, 3 << 20


def report(*words, **options):
    return subprocess.run([BUILD / "bin/nve-report", *map(str, words)], cwd=WORK, capture_output=True,
                          text=True, check=False, timeout=60, **options)


def setUpModule():
    shutil.rmtree(WORK, ignore_errors=True)
    Report.results = report_results.make_results(BUILD, WORK / "r")
    for name, make in (("sweep", report_results.sweep), ("evil_sweep", report_results.evil_sweep),
                       ("evil_predicted", report_results.evil_prediction)):
        Report.results[name] = make(BUILD, WORK / "r")


class Report(unittest.TestCase):
    def page(self, *names, options=()):
        paths = [self.results[name] for name in names]
        ended = report(*paths, "-o", "page.html", *options)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        return Page((WORK / "page.html").read_text(encoding="utf-8"),
                    [json.loads(path.read_text(encoding="utf-8")) for path in paths])

    def refused(self, *words, code=2):
        ended = report(*words)
        self.assertEqual(ended.returncode, code, ended.stderr)
        return ended.stderr


class Pages(Report):
    def test_every_number_is_that_of_the_result(self):
        for names, least in ((("contiguous",), 300), (("old",), 300), (("ideal",), 30), (("probe",), 150),
                             (("mute",), 30), (("rule",), 100), (("wrong",), 100), (("speed",), 20),
                             (("contiguous", "column"), 600), (("column", "contiguous", "old", "ideal"), 900),
                             (("evil",), 300), (("evil", "column"), 600)):
            with self.subTest(names):
                page = self.page(*names)
                self.assertEqual(page.check(), [])
                self.assertGreater(page.checked, least)

    def test_a_fault_and_warnings_are_told(self):
        for name, part in (("mute", "with the fault mute-memory put in on purpose."),
                           ("wrong", "Warning: --seed: found 2, but the weights in p.nve are those of")):
            self.assertIn(part, "".join(self.page(name).root.find("body").itertext()))

    def test_a_wrong_number_is_seen(self):
        page = self.page("column")
        page.results[0]["layers"][0]["cycles"] += 1
        self.assertTrue(page.check())
        for change in (lambda run: run["schedules"][0]["instructions"].insert(0, "-"),
                       lambda run: run["use"]["cores"][0]["series"]["mm2s_read"]["bins"].reverse(),
                       lambda run: run["use"].update(bin_cycles=2 * run["use"]["bin_cycles"])):
            page = self.page("column")
            change(page.results[0])
            self.assertTrue(page.check())

    def test_names_are_no_markup(self):
        for names in (("evil",), ("evil", "evil")):
            page = self.page(*names, options=("--images", "all"))
            self.assertEqual(page.all("script"), [])
            handlers = [key for element in page.root.iter() for key in element.attrib if key.startswith("on")]
            self.assertEqual(handlers, [])
            self.assertIn("<script>alert(1)</script>", "".join(page.root.find("body").itertext()))

    def test_pictures(self):
        page = self.page("column", "contiguous")
        images = page.all("img")
        roles = {picture["role"] for picture in page.results[0]["pictures"]}
        self.assertEqual(roles, {"input", "output"})
        self.assertEqual(len(images), len(page.results[0]["pictures"]), "the same of both are there once")
        for image in images:
            self.assertTrue(image.get("src").startswith("data:image/png;base64,iVBOR"))
            self.assertIn(" of column, contiguous", image.get("alt"))
        evil = self.page("evil")
        self.assertEqual(evil.all("img"), [])
        self.assertIn("/dev/zero: there is no such file", "".join(evil.root.itertext()))

    def test_outline(self):
        for names in (("column",), ("probe",), ("column", "ideal", "probe")):
            page = self.page(*names)
            levels = [int(element.tag[1]) for element in page.root.iter()
                      if re.fullmatch("h[1-6]", element.tag)]
            self.assertEqual(levels[0], 1)
            self.assertEqual(levels.count(1), 1)
            self.assertTrue(all(later <= level + 1 for level, later in zip(levels, levels[1:])), levels)
            ids = [element.get("id") for element in page.root.iter() if "id" in element.attrib]
            self.assertEqual(len(ids), len(set(ids)))
            for element in page.root.iter():
                self.assertIn(element.get("aria-labelledby", ids[0]), ids)
                if element.get("href"):
                    self.assertIn(element.get("href")[1:], ids)
            for table in page.all("table"):
                self.assertTrue(table.find("caption").text)
                self.assertTrue(all(head.get("scope") for head in table.iter("th")))
            for svg in page.all("svg"):
                self.assertTrue(svg.get("aria-hidden") == "true" or
                                (svg.get("role") == "img" and svg.find("title").text))

    def test_size_and_time_of_four_frames(self):
        picture = report_results.ROOT / "images/street.png"
        result = json.loads(self.results["column"].read_text(encoding="utf-8"))
        paths = []
        for number in range(4):
            # Four pictures that differ, as of four inputs: a comment behind the header
            frame = picture.read_bytes()
            text = b"tEXtComment\0" + bytes([65 + number])
            chunk = (len(text) - 4).to_bytes(4, "big") + text + zlib.crc32(text).to_bytes(4, "big")
            (WORK / f"frame{number}.png").write_bytes(frame[:33] + chunk + frame[33:])
            result["pictures"] = [{"role": "input", "file": f"frame{number}.png"}]
            paths.append(report_results.write(WORK / f"frame{number}.json", result))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertEqual(report(*paths, "-o", "four.html").returncode, 0)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        size = (WORK / "four.html").stat().st_size
        self.assertLess(seconds, MOST_SECONDS)
        self.assertLess(size, MOST_BYTES)
        self.assertGreater(size, 4 * picture.stat().st_size)


class Predictions(Report):
    def changed(self, name, change):
        """The prediction with something else in it, as a file of a name."""
        result = json.loads(self.results["predicted"].read_text(encoding="utf-8"))
        change(result)
        return report_results.write(WORK / name, result)

    def text(self, *paths):
        ended = report(*paths, "--text")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        return ended.stdout

    def test_every_number_is_that_of_the_files(self):
        for names, tables in ((("predicted", "column"), 1), (("contiguous", "predicted", "column"), 2),
                              (("predicted", "ideal"), 0), (("predicted", "predicted", "old"), 2),
                              (("evil_predicted", "evil"), 1)):
            with self.subTest(names):
                page = self.page(*names)
                self.assertEqual(page.check(), [])
                captions = [table.find("caption").text for table in page.all("table")]
                self.assertEqual(sum(text.startswith("Elapsed cycles, predicted by ") for text in captions),
                                 tables)
                self.assertEqual(page.all("script"), [])
                self.assertEqual([key for element in page.root.iter() for key in element.attrib
                                  if key.startswith("on")], [])
        page = self.page("predicted", "column")
        page.results[0]["predicted"]["layers"][1]["feeds"]["column"]["cycles"] += 1
        self.assertEqual(len(page.check()), 3, "the cycles, their difference, and its percent")

    def test_text(self):
        predicted, run = (json.loads(self.results[name].read_text(encoding="utf-8"))
                          for name in ("predicted", "column"))
        lines = self.text(self.results["predicted"], self.results["column"]).splitlines()
        self.assertEqual(lines[:3], ["column: passed", "", "elapsed cycles predicted by predicted and "
                                     "measured in column, feed column"])
        self.assertEqual(lines[3].split(), ["layer", "|", "predicted", "measured", "difference", "percent"])
        rows = {line.split()[0]: line.split()[2:] for line in lines[4:]}
        for layer, measured in zip((*predicted["predicted"]["layers"], predicted["predicted"]["total"]),
                                   (*run["layers"], run["total"])):
            cycles, elapsed = layer["feeds"]["column"]["cycles"], measured["elapsed_cycles"]
            self.assertEqual(rows[layer["name"]][:2], [str(cycles), str(elapsed)])
            self.assertEqual(int(rows[layer["name"]][2]), cycles - elapsed)
        several = self.text(self.results["predicted"], self.results["contiguous"], self.results["column"])
        self.assertEqual(several.count("elapsed cycles predicted by"), 2)
        self.assertIn("| cost", several)

    def test_a_few_cycles_show(self):
        def change(result):
            result["predicted"]["layers"][1]["feeds"]["column"]["cycles"] += 3

        lines = self.text(self.changed("off.json", change), self.results["column"]).splitlines()
        self.assertEqual((lines[4].split()[0], lines[4].split()[4]), ("L2", "+3"), lines)
        self.assertRegex(lines[4].split()[5], r"\+0\.\d\d")

    def test_of_other_work(self):
        def network(result):
            result["network"] = "Another\033[2J"

        def memory(result):
            result["predicted"]["memory"]["batch_bursts"] = 7

        def program(result):
            result["predicted"]["layers"][0]["feeds"]["contiguous"]["core"] += 1

        for change, sentence, tables in (
                (network, "column: found network 'Small Two Layers', of which there is no prediction", 0),
                (memory, "column: found memory.batch_bursts 16, allowed: 7, that of ", 1),
                (program, "column: L1: found 5193 cycles in which the core works, allowed: 5194, those", 1)):
            with self.subTest(sentence):
                other = self.changed("other.json", change)
                text = self.text(other, self.results["column"])
                self.assertIn("warning: " + sentence, text)
                self.assertNotIn("\033", text)
                self.assertEqual(text.count("predicted by"), tables)
                self.assertEqual(report(other, self.results["column"], "-o", "other.html").returncode, 0)
                self.assertIn("Warning: ", (WORK / "other.html").read_text(encoding="utf-8"))
                both = self.text(other, self.results["predicted"], self.results["column"])
                self.assertIn("predicted by predicted and measured in column", both)
                self.assertEqual(both.count("warning: other: "), 1)
        self.assertIn("warning: ideal: found feed 'ideal', allowed: contiguous, reordered, column, mover, "
                      "the feeds of ", self.text(self.results["predicted"], self.results["ideal"]))
        self.assertIn("warning: part: found no run of L2, allowed: all layers of ",
                      self.text(self.results["predicted"], self.results["part"]))

    def test_wrong_files(self):
        good = self.results["column"]
        none = self.changed("none.json", lambda result: result.pop("predicted"))
        wrong = self.changed("wrong.json", lambda result: result["predicted"]["total"].pop("feeds"))
        cut = WORK / "cut.json"
        cut.write_text(self.results["predicted"].read_text(encoding="utf-8")[:-40], encoding="utf-8")
        (WORK / "page.html").write_text("earlier", encoding="utf-8")
        for path, sentence in (
                (none, "none.json: error: found no predicted cycles, allowed: beside results of runs a file "
                       "of nvec NETWORK.xml --predict --json FILE"),
                (wrong, "/predicted/total>: found no feeds"), (cut, "cut.json")):
            for words in ((path, good), (good, path), (path, path, good)):
                self.assertIn(sentence, self.refused(*words, "-o", "page.html", "--text"))
        self.assertEqual((WORK / "page.html").read_text(encoding="utf-8"), "earlier")
        self.assertIn("found a result of kind nve-sweep, allowed: nve-compile, as the first file's",
                      self.refused(self.results["predicted"], good, self.results["sweep"], "-o", "page.html"))
        self.assertIn("--fail-on: found a prediction, allowed: 2 results of runs",
                      self.refused(self.results["predicted"], good, "--fail-on", "total.cycles:+1"))

    def test_alone_it_has_the_page_of_its_kind(self):
        for names in (("predicted",), ("predicted", "predicted")):
            page = self.page(*names)
            self.assertEqual(page.check(), [])
            self.assertIn("A result of kind nve-compile", "".join(page.root.itertext()))
        self.assertIn("--text: found results of kind nve-compile, allowed: nve-run",
                      self.refused(self.results["predicted"], self.results["predicted"], "--text"))

    def test_the_example_of_the_document(self):
        section = (report_results.ROOT / "docs/report.md").read_text(encoding="utf-8").split("\n## ")[4]
        commands = re.findall(r"^    build/bin/(.*)$", section, flags=re.M)
        self.assertEqual([command.split()[0] for command in commands], ["nvec", "nve-cosim", "nve-report"])
        for command in commands:
            tool, *words = command.split()
            words = [report_results.ROOT / word if word.startswith(("networks/", "images/")) else word
                     for word in words]
            printed = report_results.run(BUILD, WORK, tool, *words).stdout
        self.assertIn("elapsed cycles predicted by predicted and measured in run, feed mover\n", printed)
        self.assertTrue((WORK / "report.html").exists())


class OtherKinds(Report):
    def test_every_number_is_that_of_the_result(self):
        for names in (("sweep",), ("sweep", "evil_sweep")):
            with self.subTest(names):
                page = self.page(*names)
                self.assertEqual(page.check(), [])
                # Each value of the file is shown, but those of the head where it says what it is
                sources = [element.get("data-source") for element in page.root.iter()
                           if "data-source" in element.attrib]
                self.assertEqual(len(sources), len(set(sources)))
                self.assertEqual(len(sources), sum(map(leaves, page.results)))
        page = self.page("sweep")
        next(row["mm2s"] for row in page.results[0]["transfers"] if "mm2s" in row)["mb_s"] += 1
        self.assertEqual(len(page.check()), 1)

    def test_columns_say_what_they_mean(self):
        page = self.page("sweep")
        schema = json.loads(report("--schema", "sweep").stdout)
        text = "".join(page.root.find("body").itertext())
        fields = schema["properties"]["transfers"]["items"]["properties"]
        for meaning in ("clock, MHz", fields["direction"]["description"],
                        fields["mm2s"]["properties"]["period"]["description"]):
            self.assertIn(meaning, text)
        self.assertIn("A result of kind nve-sweep, version 1, written by nve-sweep.", text)

    def test_names_are_no_markup(self):
        page = self.page("evil_sweep")
        self.assertEqual(page.all("script"), [])
        self.assertFalse([key for element in page.root.iter() for key in element.attrib
                          if key.startswith("on")])
        self.assertIn("<script>alert(1)</script>", "".join(page.root.find("body").itertext()))

    def test_charts_are_pictures(self):
        chart = WORK / "a chart.svg"
        chart.write_text("<svg xmlns='http://www.w3.org/2000/svg'><text>1</text></svg>", encoding="utf-8")
        image, = self.page("sweep", options=("--with-chart", chart)).all("img")
        kind, _, data = image.get("src").partition(",")
        self.assertEqual((kind, image.get("alt")), ("data:image/svg+xml;base64", "a chart"))
        self.assertEqual(base64.b64decode(data), chart.read_bytes())
        (WORK / "page.html").write_text("earlier", encoding="utf-8")
        wrong = WORK / "wrong.svg"
        wrong.write_text("<svg><script>alert(1)</script></svg>", encoding="utf-8")
        self.assertIn("wrong.svg: error: found an element 'script'",
                      self.refused(self.results["sweep"], "--with-chart", wrong, "-o", "page.html"))
        self.assertIn("--with-chart: found results of runs",
                      self.refused(self.results["column"], "--with-chart", chart, "-o", "page.html"))
        self.assertEqual((WORK / "page.html").read_text(encoding="utf-8"), "earlier")
        wrong.write_bytes(b"\x89PNG <\x1b[2J\xff>")
        printed = self.refused(self.results["sweep"], "--with-chart", wrong, "-o", "page.html")
        self.assertTrue(printed.isascii() and printed.replace("\n", "").isprintable(), printed)
        before = chart.read_bytes()
        self.assertIn("given as --with-chart and as --output",
                      self.refused(self.results["sweep"], "--with-chart", chart, "-o", chart))
        self.assertEqual(chart.read_bytes(), before)

    def test_kinds_are_not_mixed(self):
        for words, sentence in (
                (("column", "sweep"), "found a result of kind nve-sweep, allowed: nve-run"),
                (("sweep", "column"), "found a result of kind nve-run, allowed: nve-sweep")):
            paths = [self.results[word] for word in words]
            self.assertIn(sentence, self.refused(*paths, "-o", "mixed.html"))
        self.assertFalse((WORK / "mixed.html").exists())
        for words in (("--text",), ("--fail-on", "total.cycles:+1")):
            self.assertIn(f"{words[0]}: found results of kind nve-sweep, allowed: nve-run",
                          self.refused(self.results["sweep"], self.results["sweep"], *words))

    def test_wrong_files(self):
        result = json.loads(self.results["sweep"].read_text(encoding="utf-8"))
        first = result["transfers"][0]
        for change, sentence in (
                ({"schema_version": 99}, "found schema_version 99, allowed: 1; a newer nve-report"),
                ({"schema": "nve-other"}, 'found schema "nve-other", allowed: nve-run, nve-compile'),
                ({"transfers": 7}, "/transfers>: found 7, allowed: a list"),
                ({"transfers": [first | {"x": 1}]}, "/transfers/0>: found x, allowed: profile"),
                ({"clock_mhz": "<b>"}, 'found "<b>", allowed: a whole number')):
            path = report_results.write(WORK / "wrong.json", result | change)
            self.assertIn(sentence, self.refused(path, "-o", "wrong.html"))
        self.assertFalse((WORK / "wrong.html").exists())


def leaves(value):
    """How many values a result has; a list of values counts as one."""
    if isinstance(value, dict):
        return sum(map(leaves, value.values()))
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return sum(map(leaves, value))
    return 1


class Files(Report):
    def test_wrong_results(self):
        good = self.results["column"]
        text = good.read_text(encoding="utf-8")
        result = json.loads(text)
        for name, content, sentence in (
                ("cut", text[:len(text) // 2], "cut.json"),
                ("future", json.dumps(result | {"schema_version": 99}),
                 "found schema_version 99, allowed: 1 to 1; a newer nve-report reads newer files"),
                ("other", json.dumps({"plans": []}), "found no result of a run"),
                ("kind", json.dumps(result | {"schema": "nve-other"}),
                 "found schema \"nve-other\", allowed: nve-run"),
                ("below", json.dumps(result | {"total": result["total"] | {"cycles": -5}}),
                 "/total/cycles>: found -5, allowed: a whole number, 0 or more"),
                ("wrong", json.dumps(result | {"layers": 7}), "/layers"), ("empty", "", "empty.json")):
            with self.subTest(name):
                path = WORK / f"{name}.json"
                path.write_text(content, encoding="utf-8")
                (WORK / "page.html").write_text("earlier", encoding="utf-8")
                for words in ((path,), (good, path), (path, good)):
                    self.assertIn(sentence, self.refused(*words, "-o", "page.html"))
                self.assertEqual((WORK / "page.html").read_text(encoding="utf-8"), "earlier")
        self.assertIn("nosuch.json", self.refused("nosuch.json", "-o", "page.html"))
        self.assertIn("r/p.nve", self.refused("r/p.nve", "-o", "page.html"))

    def test_problems_of_all_files(self):
        errors = self.refused("no1.json", "no2.json", "-o", "page.html")
        self.assertTrue("no1.json" in errors and "no2.json" in errors)

    def test_no_input_is_replaced(self):
        good = self.results["column"]
        before = good.read_bytes()
        self.assertIn("given as a result and as --output", self.refused(good, "-o", good))
        self.assertEqual(good.read_bytes(), before)
        street = WORK / "street.png"
        shutil.copy(report_results.ROOT / "images/street.png", street)
        result = json.loads(before)
        for name in (str(street), "street.png"):
            path = report_results.write(WORK / "inputs.json", result | {"input": name})
            self.assertIn("given as a file of the run", self.refused(path, "-o", street))
        self.assertEqual(street.read_bytes(), (report_results.ROOT / "images/street.png").read_bytes())
        self.assertIn("given as a file of the run", self.refused(good, "-o", "r/p.nve"))
        picture = WORK / "r" / json.loads(before)["pictures"][0]["file"]
        before = picture.read_bytes()
        self.assertIn("a picture of ", self.refused(good, "-o", picture))
        self.assertEqual(picture.read_bytes(), before)

    def test_a_page_is_replaced_or_not_at_all(self):
        (WORK / "page.html").write_text("earlier", encoding="utf-8")
        ended = report(self.results["column"], "-o", "page.html",
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
        self.assertNotEqual(ended.returncode, 0)
        self.assertEqual((WORK / "page.html").read_text(encoding="utf-8"), "earlier")
        self.assertEqual(list(WORK.glob(".nve-*")), [])

    def test_a_page_may_go_to_standard_output(self):
        ended = report(self.results["column"], "-o", "-")
        self.assertTrue(ended.stdout.startswith("<!DOCTYPE html>"))
        both = report(self.results["column"], self.results["contiguous"], "-o", "-", "--text")
        self.assertNotIn("core cycles  ", both.stdout)
        self.assertIn("core cycles", both.stderr)

    def test_a_result_may_come_through_a_pipe(self):
        ended = report("/dev/stdin", "-o", "piped.html",
                       input=self.results["ideal"].read_text(encoding="utf-8"))
        self.assertEqual(ended.returncode, 0, ended.stderr)


class Words(Report):
    def test_what_is_to_be_done(self):
        good = self.results["column"]
        for words, sentence in (
                ((), "found nothing to do, allowed: -o, --text, --fail-on or --schema"),
                ((good,), "found nothing to do"),
                (("-o", "x.html"), "found no results, allowed: one or more"),
                ((good, "--text"), "--text: found 1 result, allowed: 2 or more"),
                ((good, "--fail-on", "total.cycles:+1"), "--fail-on: found 1 result, allowed: 2"),
                ((good, good, good, "--fail-on", "total.cycles:+1"), "found 3 results, allowed: 2"),
                ((good, "--schema", "run"), "found results with --schema, allowed: --schema alone"),
                (("--schema", "x"), "--schema: found 'x', allowed: run"),
                ((good, "-o", "x.html", "--images", "x"), "--images: found 'x', allowed: network, all")):
            with self.subTest(words):
                self.assertIn(sentence, self.refused(*words))

    def test_schema(self):
        schema = json.loads(report("--schema", "run").stdout)
        self.assertEqual(schema["$schema"], "https://json-schema.org/draft/2020-12/schema")
        self.assertEqual(schema["properties"]["total"]["properties"]["cycles"]["minimum"], 0)
        self.assertLessEqual(set(json.loads(self.results["column"].read_text(encoding="utf-8"))),
                             set(schema["properties"]))

    def test_text(self):
        ended = report(self.results["contiguous"], self.results["column"], "--text")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        lines = ended.stdout.splitlines()
        self.assertEqual(lines[:3], ["contiguous: passed", "column: passed", ""])
        self.assertEqual(lines[3].split(), ["layer", "|", "cost", "contiguous", "column", "change"])
        old, new = (json.loads(self.results[name].read_text(encoding="utf-8"))["total"]["elapsed_cycles"]
                    for name in ("contiguous", "column"))
        row = next(line for line in lines if line.startswith("total") and "elapsed cycles" in line)
        self.assertEqual(row.split()[4:], [str(old), str(new), f"{100 * (new - old) / old:+.1f}", "%"])

    def test_limits(self):
        better, worse = self.results["contiguous"], self.results["column"]
        for first, second, limits, code in (
                (better, worse, ("layers.cycles:+2%",), 1), (worse, better, ("layers.cycles:+2%",), 0),
                (better, better, ("layers.cycles:+0", "total.words_in:+0"), 0),
                (better, worse, ("total.gops_elapsed:-1%",), 1),
                (better, worse, ("total.gops_elapsed:-99%",), 0),
                (better, worse, ("total.words_in:+0,layers.L1.elapsed_cycles:+0",), 1),
                (better, worse, ("total.axi.mm2s.read.bytes:+10000000",), 0),
                (better, worse, ("layers.cyles:+2%",), 2), (better, worse, ("layers.cycles:2%",), 2),
                (better, worse, ("layers.L7.cycles:+2%",), 2)):
            with self.subTest(limits, first=first.stem):
                words = [word for limit in limits for word in ("--fail-on", limit)]
                ended = report(first, second, *words)
                self.assertEqual(ended.returncode, code, ended.stderr)
        ended = report(better, worse, "--fail-on", "layers.cycles:+2%", "--text", "-o", "both.html")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("layers.cycles:+2%: 2 of 2 worse than allowed\n  layers.L1.cycles: found ",
                      ended.stdout)
        self.assertIn("check failed: the later result is worse than allowed", ended.stderr)
        self.assertTrue((WORK / "both.html").exists(), "all else that was asked for is there")

    def test_a_failed_result_does_not_pass(self):
        good = self.results["contiguous"]
        for name, found in (("mute", "watchdog: nothing has moved"), ("probe", "lockstep mismatch: core 0"),
                            ("rule", "AXI rule A8 broken"), ("wrong", "output: 444 of 448 pixels differ")):
            for limit in ("layers.cycles:+99999", "total.words_in:+0", "layers.L1.cycles:+500%"):
                with self.subTest(name, limit=limit):
                    ended = report(good, self.results[name], "--fail-on", limit, "--text")
                    self.assertEqual(ended.returncode, 1, ended.stderr)
                    self.assertIn(f"{name}.json: failed: {found}", ended.stdout)
                    self.assertIn(f"contiguous: passed\n{name}: failed: {found}", ended.stdout)
                    self.assertIn("check failed: the later result failed", ended.stderr)
            self.assertIn(f"{name}.json: error: --fail-on: found a first result that failed: {found}",
                          self.refused(self.results[name], good, "--fail-on", "layers.cycles:+99999"))

    def test_other_work_is_not_compared(self):
        whole = self.results["contiguous"]
        result = json.loads(whole.read_text(encoding="utf-8"))
        other = report_results.write(WORK / "other.json", result | {"network": "Another"})
        machine = report_results.write(WORK / "machine.json",
                                       result | {"machine": result["machine"] | {"lanes": 8}})
        limit = ("--fail-on", "total.cycles:+99999")
        for path, found in ((self.results["part"], "found no run of L2"), (other, "found network 'Another'"),
                            (self.results["strip"], "is it a picture of another size")):
            self.assertIn(found, self.refused(whole, path, *limit))
            self.assertIn(found, report(whole, path, "--text").stdout)
            self.assertEqual(report(whole, path, "-o", "other.html").returncode, 0)
            self.assertIn("Warning: ", (WORK / "other.html").read_text(encoding="utf-8"))
        ended = report(whole, machine, *limit)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("nve-report: warning: ", ended.stderr)
        self.assertIn("machine.json: another machine: ", ended.stderr)
        self.assertIn("no 'L2.cycles'", self.refused(self.results["part"], self.results["part"], "--fail-on",
                                                     "layers.L2.cycles:+0"))

    def test_a_layer_that_one_lacks(self):
        result = json.loads(self.results["column"].read_text(encoding="utf-8"))
        result["layers"].pop()
        less = report_results.write(WORK / "less.json", result)
        self.assertIn("less.json: error: --fail-on layers.cycles: found no layers.L2.cycles",
                      self.refused(self.results["column"], less, "--fail-on", "layers.cycles:+2%"))


if __name__ == "__main__":
    BUILD, WORK = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    del sys.argv[1:3]
    unittest.main()
