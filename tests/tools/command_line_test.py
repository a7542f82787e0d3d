#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What make would take from its command line in another way than it is written, or not at all."""
import re
import unittest

from toy_checkout import ROOT, ToyCheckout

# Some with other targets or makes of their own, and all that have nothing else to check
TARGETS = ("help", "packages", "cosim", "test", "formal", "mutate-parts", "compare-cells", "lint", "format",
           "clean")


class Values(ToyCheckout):
    def test_a_blank_in_front_of_a_name(self):
        """make drops it, and would read another file."""
        for name in ("x.png", " x.png", "out/cosim/mine.png"):
            (self.top / name).parent.mkdir(parents=True, exist_ok=True)
            (self.top / name).write_text(name)
        for target in ("cosim", "clean"):
            self.refused(self.make(target, "IMAGE= x.png"), "IMAGE: found ' x.png', of which make drops the "
                         "blank in front, allowed: IMAGE='./ x.png'")
        self.refused(self.make("-n", "-C", str(self.top), "cosim", "IMAGE:=\tx.png", "SEED= 7",
                               "WEIGHTS= ", "OUT=\nmine", top=self.folder),
                     "IMAGE: found ' x.png'", "SEED: found ' 7'", "WEIGHTS: found ' '", "OUT: found ' mine'")
        self.passes(self.make("cosim", "IMAGE=./ x.png", NETWORK=" x.png"))
        words = self.calls()[-2]
        self.assertIn("./ x.png", words)
        self.assertIn(" x.png", words)
        self.passes(self.make("-n", "formal", "PROOFS= fifo"))

    def test_another_sign_than_that_of_a_setting(self):
        signs = {"PRESET": ":", "SEED": "::", "IMAGE": "+", "OUT": "?", "NETWORK": "!"}
        self.refused(self.make("cosim", *(f"{name}{sign}=echo x" for name, sign in signs.items())),
                     *(f"found {name}{sign}=, with which make takes another text than the one behind it, "
                       f"allowed: {name}=" for name, sign in signs.items()))

    def test_two_values(self):
        self.refused(self.make("cosim", "SEED=1", "SEED=2"),
                     "SEED: found '1' and '2', of which make takes the last, allowed: one of them")
        self.passes(self.make("-n", "cosim", "SEED=1", "SEED=1"))

    def test_flags_of_cmake_that_are_no_words(self):
        for flags in ("-DA=b\\", '-DA="b', "-DA='b", "-DA=\\\\\\"):
            self.refused(self.make("configure", f"CMAKE_FLAGS={flags}"), f"CMAKE_FLAGS: found '{flags}'")
        self.passes(self.make("configure", "CMAKE_FLAGS=-DA=$x#b\\\\"))
        self.assertEqual(self.calls()[0][-1], "-DA=$x#b\\")


class Names(ToyCheckout):
    def test_every_target_has_a_check(self):
        text = (ROOT / "Makefile").read_text().replace("\\\n", "")
        targets = re.search(r"^override TARGETS := (.*)$", text, re.MULTILINE)[1].split()
        self.assertTrue(set(TARGETS) < set(targets))
        for target in targets:
            self.assertRegex(text, rf"(?m)^{target}: (check-{target}\b|\$\(CHECKS\))")

    def test_a_misspelt_setting(self):
        self.refused(self.make("-k", *TARGETS, "IMG=x.png"),
                     *(f"make {target}: error: found IMG, which is no setting of the Makefile, did you mean "
                       "IMAGE?" for target in TARGETS))

    def test_the_nearest_name(self):
        near = {"image": "IMAGE", "OUTPUT": "OUT", "PRESETS": "PRESET", "SEDE": "SEED", "VECTOR": "VECTORS",
                "NETWORKS": "NETWORK", "NETWRK": "NETWORK", "CMAKE_ARGS": "CMAKE_FLAGS",
                "TEST_MINS": "TEST_MINUTES", "TOOLS": None,
                "SEED_FROM": "SEED", "XYZ": None, "FUZZ_TARGETS": None, "GOALS": None}
        ran = self.make("-n", "cosim", "SEED=x", *(f"{name}=x" for name in near))
        self.refused(ran, "SEED: found 'x'")
        for name, known in near.items():
            expected = f"did you mean {known}?" if known else "allowed: MACHINE NETWORK IMAGE "
            self.assertIn(f"found {name}, which is no setting of the Makefile, {expected}", ran.stderr)

    def test_variables_of_make_and_the_environment(self):
        self.passes(self.make("-n", "cosim", "SHELL=/bin/sh", "CXX=g++", "NINJA_STATUS=x", "BIN=build/bin"))

    def test_a_setting_that_the_target_does_not_read(self):
        for words, unread in (("waves IMAGE=x.png OUT=x PRESET=O0", "OUT, IMAGE"),
                              ("test MACHINE=nve GATE=1 WERROR=ON", "MACHINE"),
                              ("sanitize WERROR=ON", "WERROR"), ("test ARCH=nve", "MACHINE"),
                              ("cosim ARCH=nve", ""),
                              ("clean IMAGE=x.png SEED=1", "SEED"), ("cosim waves SEED=1", ""),
                              ("sweep CMAKE_FLAGS= LATENCY= CXX=g++", "")):
            with self.subTest(words):
                ran = self.make("-n", *words.split())
                self.passes(ran)
                told = [line.split("warning: ")[1] for line in ran.stderr.splitlines() if "warning" in line]
                self.assertEqual([sorted(line.removesuffix(": not read by this target").split(", "))
                                  for line in told], [sorted(unread.split(", "))] if unread else [])


class Order(ToyCheckout):
    def test_refusals_are_not_ignored(self):
        for flag in ("-i", "--ignore-errors", "-ni"):
            self.refused(self.make(flag, "cosim", "SEED=x"), "found -i (--ignore-errors)")

    def test_nothing_is_made_before_a_refused_setting(self):
        self.make("configure")
        self.calls()
        for words in (("-k", "cosim"), ("tools", "cosim"), ("clean", "cosim")):
            with self.subTest(words):
                self.refused(self.make(*words, "IMAGE=nosuch.png"), "IMAGE: found 'nosuch.png'")
                self.assertTrue((self.top / "build" / "CMakeCache.txt").exists())


if __name__ == "__main__":
    unittest.main()
