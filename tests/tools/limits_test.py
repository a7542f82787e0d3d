#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What scripts/run/check_settings.sh allows of numbers and names before anything is built is what the built
tools allow.

  limits_test.py BUILD
"""
import pathlib
import re
import subprocess
import sys
import unittest

from toy_checkout import ROOT, ToyCheckout

NETWORK = str(ROOT / "networks/filter3x3.xml")
COSIM = ("nve-cosim", "x.nve", "--input", "x.png", "--reference", NETWORK)
# Setting, a wrong value, the tool that reads it, its option
SETTINGS = {
    "cosim": (("SEED", "9223372036854775808", ("nvec", NETWORK), "--seed"),
              ("SEED", "9223372036854775808", COSIM, "--seed"),
              ("PRESET", "O4", ("nvec", NETWORK), "--preset"),
              ("VECTORS", "yes", ("nvec", NETWORK), "--vectors"),
              ("CORES", "17", ("nvec", NETWORK), "--cores")),
    "sweep": (("SIZES", "7", ("nve-sweep",), "--sizes"), ("STRIDE", "1048577", ("nve-sweep",), "--stride"),
              ("OUTSTANDING", "0", ("nve-sweep",), "--outstanding"),
              ("LATENCY", "0", ("nve-sweep",), "--latency"), ("MEMORY", "no", ("nve-sweep",), "--memory"),
              ("PORTS", "no", ("nve-sweep",), "--ports")),
    "roofline": (("STRIPS", "65536", COSIM, "--strips"), ("ROOFLINE_MEMORY", "no", COSIM, "--memory"))}
# Words beside the values
PROSE = re.compile(r"^.*allowed: |a? ?decimal numbers? from |, (?:a )?multiples? of 8|"
                   r"[, ]+(?:or )?(?:a file.*|files.*|with commas.*|both.*)$|^0 = all, ")


class Limits(ToyCheckout):
    def tool(self, tool, *words):
        return subprocess.run([BIN / tool, *words], cwd=self.folder, capture_output=True, text=True,
                              check=False)

    @staticmethod
    def allowed(text, name):
        """The values in a refusal of an option or a setting."""
        lines = [line for line in text.splitlines() if f"error: {name}: " in line]
        assert len(lines) == 1, text
        return PROSE.sub("", lines[0]).replace(",", " ").split()

    def test_limits_are_those_of_the_tools(self):
        for target, settings in SETTINGS.items():
            ran = self.make(target, *{f"{name}={value}" for name, value, _, _ in settings})
            self.assertEqual(ran.returncode, 2, ran.stderr)
            for name, value, (tool, *words), option in settings:
                with self.subTest(name, tool=tool):
                    refused = self.tool(tool, *words, option, value)
                    self.assertEqual(refused.returncode, 2, refused.stderr)
                    expected = self.allowed(refused.stderr, option)
                    if name == "STRIPS":  # 0, for all, is not handed on
                        expected[0] = "0"
                    self.assertEqual(self.allowed(ran.stderr, name), expected)

    def test_transfers_that_a_stride_is_shorter_than(self):
        refused = self.tool("nve-sweep", "--stride", "8").stderr
        longest = max(map(int, re.findall(r"--sizes: found (\d+)", refused)))
        self.assertIn(f"one has {longest}\n", self.make("sweep", "STRIDE=8").stderr)
        self.passes(self.make("-n", "sweep", f"STRIDE={longest}"))
        for words in (("--sizes", "9"), ("--stride", "9")):
            self.assertIn("allowed: multiples of 8", self.tool("nve-sweep", *words).stderr)

    def test_memories_without_a_latency(self):
        self.assertIn("--latency belongs to model fixed",
                      self.tool("nve-sweep", "--memory", "bank", "--latency", "9").stderr)
        self.refused(self.make("sweep", "MEMORY=bank", "LATENCY=9"), "found LATENCY='9' and MEMORY='bank'")


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv.pop(1)).resolve() / "bin"
    unittest.main()
