#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What of a source counts as there: comments, conditional parts, texts and definitions of macros do not; and
that the proofs refuse an assumption whose assertion or rule is in one of them."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "lib"))
import sv_text  # noqa: E402  (lies in another folder)

ASSERTION = "`ASSERT_IF(UpdateOnlyWithFetch,"
RULE = 'Break("A8"'
# What hides code: the text before it and behind it
HIDDEN = {"a line": ("// ", ""), "a comment": ("/* ", " */ "),
          "a condition": ("\n`ifdef OTHER\n", "\n`endif\n"),
          "a negation": ("\n`ifndef OTHER\n", "\n`endif\n"),
          "an else": ("\n`ifdef OTHER\n`else\n", "\n`endif\n"),
          "a nested one": ("\n`ifdef OTHER\n`ifdef MORE\n`endif\n", "\n`endif\n"),
          "a text": ('$display("', '");'), "a macro": ("`define OTHER \\\n", "\n")}


class Code(unittest.TestCase):
    def test_comments(self):
        text = 'a // b\n/* c\n// d */ e "// no /* comment" // "f\n/* g'
        self.assertEqual(sv_text.without_comments(text).split(),
                         ["a", "e", '"//', "no", "/*", 'comment"'])

    def test_what_every_tool_reads(self):
        for name, (before, behind) in HIDDEN.items():
            with self.subTest(name):
                text = f"`one a {before}b{behind} c `two\n"
                self.assertNotIn("b", sv_text.code_of(text).replace("$display", ""))
                if behind:
                    self.assertIn(" c `two\n", sv_text.code_of(text))
                self.assertTrue(sv_text.code_of(text).startswith("`one a "))

    def test_assertions(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "nve_toy.sv"
            self.assertEqual(sv_text.assertions(path), {})
            path.write_text("  `ASSERT(One, a)\n  `ASSERT_STREAM(\n    Two, a, b, c)\n  // `ASSERT(No, a)\n",
                            encoding="utf-8")
            self.assertEqual(sv_text.assertions(path), {"One": "ASSERT", "Two": "ASSERT_STREAM"})


class Proofs(unittest.TestCase):
    """The project's manifests, with a copy of the files that they refer to."""

    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name in ("arch", "docs", "host/axi", "rtl", "scripts", "tb/formal"):
            shutil.copytree(ROOT / name, self.root / name)

    def listed(self):
        return subprocess.run([sys.executable, self.root / "tb" / "formal" / "formal.py", "--list"],
                              capture_output=True, text=True, check=False)

    def refused(self, words):
        ran = self.listed()
        self.assertEqual(ran.returncode, 2, ran.stdout + ran.stderr)
        self.assertIn(words, ran.stderr)

    def test_as_they_are(self):
        ran = self.listed()
        self.assertEqual(ran.returncode, 0, ran.stderr)

    def test_an_assertion_that_is_not_made(self):
        path = self.root / "rtl" / "nve_ibuf.sv"
        text = path.read_text(encoding="utf-8")
        begin = text.index(ASSERTION)
        end = text.index("\n", begin)
        for name, (before, behind) in HIDDEN.items():
            with self.subTest(name):
                path.write_text(text[:begin] + before + text[begin:end] + behind + text[end:],
                                encoding="utf-8")
                self.refused("UpdateOnlyWithFetch")

    def test_a_rule_that_no_checker_reports(self):
        path = self.root / "host" / "axi" / "axi_checker.cpp"
        text = path.read_text(encoding="utf-8")
        self.assertIn(RULE, text)
        path.write_text(text.replace(RULE, f"// {RULE}"), encoding="utf-8")
        self.refused("rules: found A8, allowed: rules in the tables of docs/dma.md that a checker of "
                     "host/axi reports")

    def test_a_rule_that_is_not_described(self):
        path = self.root / "docs" / "dma.md"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("\n| A8 |", "\n| A88 |"), encoding="utf-8")
        self.refused("rules: found A8, allowed")


if __name__ == "__main__":
    unittest.main()
