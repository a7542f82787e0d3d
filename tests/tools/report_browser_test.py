#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pages of nve-report in a browser: report_browser_test.py BUILD WORK

Nothing in the console, nothing asked for, every picture there, texts with enough contrast in light and
dark, everything in reach of the keyboard. Exit code 77 without chromium (Debian: chromium). With --axe only
the rules of the npm package axe-core look at the pages, which is fetched; exit code 77 if it cannot be.
"""
import base64
import pathlib
import shutil
import subprocess
import sys
import unittest

import report_results
from chromium import Chromium
from report_results import ROOT

PAGES = {"one": ("column",), "several": ("column", "contiguous", "ideal", "old"),
         "predicted": ("predicted", "contiguous", "column"), "failed": ("probe",), "wrong": ("wrong",),
         "rule": ("rule",), "evil": ("evil", "evil")}
SWEEP = "sweep"  # the page of another kind of result, with a chart of its own
PICTURES = ("data:image/png;base64,", "data:image/svg+xml")
AXE = "axe-core@4.14.1"

# Texts with less than 4.5 of contrast, as [text, contrast]; what is transparent shows what is behind it.
CONTRAST = """(() => {
  const channels = color => color.match(/[\\d.]+/g).map(Number);
  const light = color => {
    const [r, g, b] = channels(color).map(c => { c /= 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = element => {
    for (; element; element = element.parentElement) {
      const color = getComputedStyle(element).backgroundColor;
      if ((channels(color)[3] ?? 1) > 0) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || element.closest("title, defs")) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(element.closest("svg") ? style.fill : style.color), light(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) found.push([walk.currentNode.data, contrast]);
  }
  return found;
})()"""
# Parts of charts with less than 3 of contrast
SERIES = CONTRAST.replace('const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);', """
  for (const part of document.querySelectorAll(".s0,.s1,.s2,.s3,.s4,.s5,.s6,.s7")) {
    const [a, b] = [light(getComputedStyle(part).fill), light(behind(part))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 3) found.push([part.outerHTML, contrast]);
  }
  const walk = {nextNode: () => false};""")
FOCUSABLE = "document.querySelectorAll('a[href], summary, [tabindex]').length"


class Browser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(WORK, ignore_errors=True)
        results = report_results.make_results(BUILD, WORK / "r")
        for name, inputs in PAGES.items():
            paths = [results[each] for each in inputs]
            report_results.run(BUILD, WORK, "nve-report", *paths, "-o", f"{name}.html", "--images", "all")
        sweep = report_results.sweep(BUILD, WORK)
        report_results.run(BUILD, WORK, "nve-report", sweep, "--with-chart", ROOT / "images/sweep.svg", "-o",
                           f"{SWEEP}.html")
        cls.browser = Chromium(WORK / "profile")
        cls.addClassCleanup(cls.browser.close)

    def each(self):
        for name in (*PAGES, SWEEP):
            with self.subTest(name):
                self.browser.open(WORK / f"{name}.html")
                yield name

    def dark(self, is_dark):
        self.browser.ask("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}])

    def value(self, expression):
        return self.browser.value(expression)

    def test_nothing_in_the_console_and_nothing_asked_for(self):
        for name in self.each():
            self.assertEqual(self.browser.complaints(), [])
            asked = [url for url in self.browser.requests() if not url.startswith(PICTURES)]
            self.assertEqual(asked, [(WORK / f"{name}.html").as_uri()])
            self.assertEqual(self.value("document.scripts.length"), 0)

    def test_every_picture_is_there(self):
        for name in self.each():
            self.assertTrue(self.value(
                "[...document.images].every(image => image.complete && image.naturalWidth > 0)"))
            pictures = self.value("document.images.length")
            self.assertEqual(pictures > 0, name in ("one", "several", "predicted", SWEEP), pictures)
            charts = self.value("document.querySelectorAll('svg[role=img]').length")
            self.assertGreaterEqual(charts, 3 if name in ("one", "several") else 0)
            self.assertEqual(self.value(
                "[...document.querySelectorAll('svg[role=img]')].filter(chart => "
                "!chart.closest('details') && chart.getBoundingClientRect().height < 50).length"), 0)

    def test_contrast_in_light_and_dark(self):
        for is_dark in (False, True):
            self.dark(is_dark)
            for _ in self.each():
                self.assertEqual(self.value(CONTRAST), [])
                self.assertEqual(self.value(SERIES), [])
                ground = self.value("getComputedStyle(document.body).backgroundColor")
                self.assertEqual(ground == "rgb(255, 255, 255)", not is_dark)
        self.dark(False)

    def test_keys_reach_everything(self):
        for _ in self.each():
            count = self.value(FOCUSABLE)
            self.value("window.seen = new Set(); "
                       "document.addEventListener('focusin', event => seen.add(event.target))")
            for _ in range(count + 2):
                self.browser.press("Tab", 9)
            reached = self.value("seen.size")
            # What is in closed details is out of reach until they are opened.
            hidden = self.value("[...document.querySelectorAll('a[href], summary, [tabindex]')].filter(e => "
                                "!e.checkVisibility()).length")
            self.assertEqual(reached, count - hidden)
            self.value("document.querySelector('summary').focus()")
            self.browser.press("Enter", 13)
            self.assertTrue(self.value("document.querySelector('details').open"))

    def test_a_narrow_window_moves_tables_only(self):
        for _ in self.each():
            self.browser.ask("Emulation.setDeviceMetricsOverride", width=400, height=800, deviceScaleFactor=1,
                             mobile=False)
            self.value("document.querySelectorAll('details').forEach(each => each.open = true)")
            self.assertLessEqual(self.value("document.scrollingElement.scrollWidth"), 400)
            self.browser.ask("Emulation.clearDeviceMetricsOverride")

    def test_paper_shows_details_too(self):
        for _ in self.each():
            self.browser.ask("Emulation.setEmulatedMedia", media="print")
            self.assertEqual(self.value(
                "[...document.querySelectorAll('details > :not(summary)')].filter(part => "
                "part.getBoundingClientRect().height === 0).length"), 0)
            self.browser.ask("Emulation.setEmulatedMedia", media="")
            pdf = base64.b64decode(self.browser.ask("Page.printToPDF", printBackground=True)["data"])
            self.assertTrue(pdf.startswith(b"%PDF-") and len(pdf) > 10000)

    def test_time_to_the_first_view(self):
        self.browser.open(WORK / "several.html")
        milliseconds = self.value("""new Promise(tell => {
          const at = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
          const look = () => at() === undefined ? setTimeout(look, 50) : tell(at());
          look(); })""")
        print(f"first view of four results: {milliseconds:.0f} ms")
        self.assertLess(milliseconds, 5000)

    def test_axe(self):
        if not AXE_FILE:
            self.skipTest("without --axe")
        axe = AXE_FILE.read_text(encoding="utf-8")
        for is_dark in (False, True):
            self.dark(is_dark)
            for _ in self.each():
                self.value("document.querySelectorAll('details').forEach(each => each.open = true)")
                self.value(axe + ";0")
                found = self.value("axe.run().then(result => result.violations.map(each => "
                                   "[each.id, each.impact, each.nodes.length, each.nodes[0].html]))")
                self.assertEqual(found, [])
        self.dark(False)


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def fetch_axe(folder):
    """axe.min.js, in a folder that keeps it for the next time."""
    file = folder / "node_modules/axe-core/axe.min.js"
    if not file.exists():
        if not shutil.which("npm"):
            skip("no npm; Debian has it (apt-get install npm)")
        fetched = subprocess.run(["npm", "install", "--prefix", folder, "--ignore-scripts", "--no-audit",
                                  "--no-fund", AXE], capture_output=True, text=True, check=False)
        if fetched.returncode or not file.exists():
            skip(f"npm fetched no {AXE}: {fetched.stderr[-300:]}")
    return file


if __name__ == "__main__":
    BUILD, WORK = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    with_axe = "--axe" in sys.argv
    del sys.argv[1:]
    if not shutil.which("chromium"):
        skip("no chromium; Debian has it (apt-get install chromium)")
    AXE_FILE = fetch_axe(WORK.with_name("axe")) if with_axe else None
    unittest.main(defaultTest="Browser.test_axe" if with_axe else None)
