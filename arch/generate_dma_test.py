#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What arch/generate.py refuses of the DMA's description, and what it makes of it. Standard library only."""
import json
import os
import unittest

import generate
from generator_case import HERE, NVE, GeneratorTest, named


class Dma(GeneratorTest):
    """The DMA's description: what is refused, and that package and header have the same numbers."""

    def setUp(self):
        super().setUp()
        with open(generate.DMA, encoding="utf-8") as file:
            self.dma = json.load(file)
        self.nve = self.put("x.json", NVE)

    def refused(self, *fragments):
        code, lines = self.run_main(self.nve, "--dma", self.put("dma.json", self.dma),
                                    "--sv", self.path("x.sv"))
        self.assertEqual(code, 2, lines)
        self.assertEqual(len(lines), len(fragments), lines)
        for line, parts in zip(lines, fragments):
            for part in (*parts, "dma.json: error: ", "found", "allowed: "):
                self.assertIn(part, line)
        self.assertFalse(os.path.exists(self.path("x.sv")))

    def test_all_problems_at_once(self):
        control, tail = named(self.dma["registers"], "DMACR"), named(self.dma["registers"], "TAILDESC")
        control["fields"][0]["lsb"] = 32
        tail["offset"] = "0x08"
        named(self.dma["parameters"], "TailToAr")["mover"] = 2
        self.refused(("registers.DMACR", "up to 32"), ("registers.TAILDESC.offset", "CURDESC"),
                     ("parameters.TailToAr.mover", "2", "at least 3"))

    def test_keys(self):
        del self.dma["descriptor"]["bytes"]
        self.dma["registers"][0]["colour"] = "red"
        self.refused(("colour",), ("bytes",))

    def test_words_within_the_descriptor(self):
        named(self.dma["descriptor"]["words"], "MAPS")["offset"] = "0x40"
        self.refused(("descriptor.words.MAPS.offset", "0x40", "below 0x40"))

    def test_registers_within_the_channel(self):
        named(self.dma["registers"], "TAILDESC")["offset"] = "0x30"
        self.refused(("registers.TAILDESC.offset", "0x30"))

    def test_names_once(self):
        self.dma["parameters"].append(self.dma["parameters"][0])
        self.dma["profiles"] = ["mover"]
        self.refused(("profiles", "mover"), ("parameters", "DataWidth", "2 times"))

    def test_package_and_header(self):
        code, lines = self.run_main(self.nve, "--sv", self.path("x.sv"), "--dma-cpp", self.path("x.hpp"))
        self.assertEqual(code, 0, lines)
        with open(self.path("x.sv"), encoding="utf-8") as file:
            package = file.read()
        with open(self.path("x.hpp"), encoding="utf-8") as file:
            header = file.read()
        self.assertIn("localparam logic [7:0] S2mmTail = 8'd16;", package)
        self.assertIn("localparam int unsigned MoverTailToAr = 3;", package)
        self.assertIn("constexpr uint32_t kTail = 0x10;", header)
        self.assertIn("constexpr int kTailToAr = 10;", header)

    def test_a_page_that_differs(self):
        with open(os.path.join(HERE, "..", "docs", "dma.md"), encoding="utf-8") as file:
            page = self.put("dma.md", file.read().replace("0x00010009", "0x00010008"))
        code, lines = self.run_main(self.nve, "--check-dma-docs", page)
        self.assertEqual((code, len(lines)), (1, 1), lines)
        self.assertIn("--dma-docs", lines[0])


if __name__ == "__main__":
    unittest.main()
