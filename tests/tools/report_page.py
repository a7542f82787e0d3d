# SPDX-License-Identifier: Apache-2.0
"""Reads a page of nve-report and computes every number in it again from the results that it is of.

The grammar of sources stands in report/sourced.hpp and docs/report.md.
"""
import fractions
import json
import math
import re
import urllib.parse
import xml.etree.ElementTree as xml

SHOWN = re.compile(r"([+-]?[\d\u202f]+(?:\.(\d+))?(?:e[+-]\d+)?)(?: (?:%|MHz|GOPS|GB/s|MB/s))?")


class Source:
    """A source, computed."""

    def __init__(self, text, results):
        self.results = results
        if text.startswith("= "):
            self.words = text[2:].split(" ")
            self.value = self.sum()
            assert not self.words, f"{text}: {self.words} is left"
        else:
            self.value = self.pointer(text)

    def pointer(self, text):
        number, pointer = text.split("#", 1)
        place = self.results[int(number)]
        for part in pointer.split("/")[1:]:
            key = urllib.parse.unquote(part).replace("~1", "/").replace("~0", "~")
            place = place[int(key)] if isinstance(place, list) else place[key]
        return place

    def sum(self):
        value = self.product()
        while self.words and self.words[0] in "+-":
            sign, right = self.words.pop(0), self.product()
            value = value + right if sign == "+" else value - right
        return value

    def product(self):
        value = self.factor()
        while self.words and self.words[0] in "*/":
            sign, right = self.words.pop(0), self.factor()
            value = value * right if sign == "*" else value / right
        return value

    def factor(self):
        word = self.words.pop(0)
        if word == "(":
            value = self.sum()
            assert self.words.pop(0) == ")"
            return value
        return fractions.Fraction(self.pointer(word) if "#" in word else word)


def is_shown(value, text):
    """Whether a text shows a value, of numbers as many decimals as it has."""
    if isinstance(value, bool):
        return text == ("yes" if value else "no")
    if value is None:
        return text == "none"
    if isinstance(value, list):
        return plain(text) == plain(", ".join(part if isinstance(part, str) else json.dumps(part)
                                              for part in value))
    if isinstance(value, str):
        return plain(text) == plain(value)
    if text.startswith("0x"):  # addresses and data of registers
        return isinstance(value, int) and text == hex(value)
    shown = SHOWN.fullmatch(text)
    if not shown:
        return False
    number = fractions.Fraction(shown[1].replace("\u202f", ""))
    half = fractions.Fraction(1, 2 * 10 ** len(shown[2] or ""))
    return abs(number - fractions.Fraction(value)) <= half * (1 + fractions.Fraction(1, 10 ** 9))


def plain(text):
    """Control characters are blanks in a page, those of a line's direction escapes."""
    text = re.sub("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]",
                  lambda found: f"\\u{ord(found[0]):04x}", text)
    return re.sub(r"[\x00-\x09\x0b-\x1f\x7f]", " ", text)


class Page:
    """A page as a tree. `results` are in the order of the command line."""

    def __init__(self, text, results):
        self.results = results
        self.root = xml.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
        self.parents = {child: parent for parent in self.root.iter() for child in parent}
        self.problems = []
        self.checked = 0

    def all(self, name):
        return list(self.root.iter(name))

    def value(self, text):
        return Source(text, self.results).value

    def expect(self, right, element, text):
        self.checked += 1
        if not right:
            self.problems.append(f"{text}: {xml.tostring(element, encoding='unicode')[:300]}")

    def above(self, element):
        while element in self.parents:
            element = self.parents[element]
            yield element

    def check(self):
        """The problems of all numbers and texts."""
        for element in self.root.iter():
            if element.tag == "tr" and "data-source" in element.attrib:
                self.check_instruction(element)
            elif "data-source" in element.attrib and "data-capacity" not in element.attrib:
                self.check_value(element)
            if "data-source-x" in element.attrib:
                self.check_point(element)
            if "data-capacity" in element.attrib:
                self.check_line(element)
            if element.tag in ("td", "text"):
                self.check_has_source(element)
        return self.problems

    def check_value(self, element):
        value = self.value(element.get("data-source"))
        if element.tag == "rect":
            shown = element.find("title").text.rsplit(": ", 1)[1]
            self.expect(is_shown(value, shown), element, f"shown for {float(value)}")
            scale = next(float(group.get("data-scale")) for group in self.above(element)
                         if "data-scale" in group.attrib)
            width = float(element.get("width"))
            self.expect(abs(width - scale * float(value)) < 0.06, element, f"width of {float(value)}")
        elif element.tag != "line":  # a roof, whose number stands beside it
            shown = "".join(element.itertext())
            self.expect(is_shown(value, shown), element, f"shown for {value!r}")

    def check_point(self, circle):
        plot = next(group for group in self.above(circle) if "data-x" in group.attrib)
        for name, at in (("x", "cx"), ("y", "cy")):
            first, last, begin, end = map(float, plot.get(f"data-{name}").split())
            value = float(self.value(circle.get(f"data-source-{name}")))
            part = math.log(value / first) / math.log(last / first)
            self.expect(abs(begin + (end - begin) * part - float(circle.get(at))) < 0.2, circle,
                        f"{name} of {value}")

    def check_instruction(self, row):
        """Cells are the slots of an instruction; empty ones do nothing."""
        cells = [cell.text or "-" for cell in row.iter("td")]
        value = self.value(row.get("data-source"))
        self.expect(" | ".join(cells) == plain(value), row, f"shown for {value}")

    def check_line(self, path):
        """A line's steps are those of its bins: in bins, and in tenths of a percent."""
        bins = self.value(path.get("data-source"))
        cycles, width, full = (float(self.value(path.get("data-" + name)))
                               for name in ("cycles", "bin-cycles", "capacity"))
        data = path.get("d").removeprefix("M0 0").removesuffix("V0z")
        steps = [(float(height), float(length)) for height, length in
                 re.findall(r"V([-\d.e]+)h([-\d.e+]+)", data)]
        self.expect("".join(re.findall(r"V[-\d.e]+h[-\d.e+]+", data)) == data, path, "other steps")
        self.expect(abs(sum(length for _, length in steps) - cycles / width) < 1e-3 * len(bins), path,
                    f"as long as {cycles / width} bins")
        at = end = 0
        for number, value in enumerate(bins):
            while steps and number >= end - 1e-2:
                (at, length), steps = steps[0], steps[1:]
                end += length
            height = 1000 * value / (min(width, cycles - number * width) * full)
            self.expect(abs(at - height) <= 0.51, path, f"step {at} of bin {number}, which is {height}")
        self.expect(not steps, path, "steps without bins")

    def check_has_source(self, element):
        """What has digits in it says where it comes from, but for ticks of axes and names."""
        text = "".join(element.itertext())
        named = element.get("class", "").split(" ")
        row = self.parents[element]
        if row.tag == "tr" and "data-source" in row.attrib:
            return
        if re.search(r"\d", text) and "tick" not in named and "name" not in named:
            self.expect("data-source" in element.attrib, element, "no source")
