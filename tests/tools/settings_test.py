#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Made-up settings of the Makefile: settings_test.py [--cases N] [--seed N].

Each case draws a target, places and names of the files and folders that a user hands in (odd characters,
links, hard links, folders of results), values of the other settings, and whether they come from the command
line or the environment. What must happen is computed here: exit code 0 and tools called with exactly these
words, or exit code 2 with the name of the setting and no tool called. In both cases every byte of the user is
still there. Some command lines have a blank in front of a value, another sign than =, two values or a name
that is none.
"""
import argparse
import os
import random
import sys
import unittest

from toy_checkout import SETTINGS, ToyCheckout

NAMES = ("plain.png", "my pic.png", "a(1).png", "it's.png", 'say "hi".png', "$HOME.png", "a#b.png", "50%.png",
         "$(touch pwned).png", "-x.png", "--help", "two\nlines.png", "a;b.png", "`id`.png", "*.png",
         "[ab]?.png",
         "größe 图.png", "back\\slash.png", "a&b|c>d.png", "x" * 200 + ".png", "~.png", "{a,b}.png",
         "a:b=c.png", "$$.png", "$(", "${x", "trailing ", "!hist.png", "a,b.png", "\t.png", "=.png", "'",
         "\"")
# In folders of results: names that a run writes, and others.
RESULTS = ("output.png", "input.png", "output.npy", "report.json", "report.html", "one_core.json",
           "program.nve", "compile.json", "mismatch.fst",
           "output_7.png", "input_0.png", "output_final.png", "my.png", "outputs.png", "mismatch.txt")
WRITTEN = set(RESULTS[:11])
NO_NUMBERS = dict.fromkeys(("18446744073709551616", "99999999999999999999", "", " ", "0x10", "-1", "1e3",
                            "+1", "1.5", "one", "1 2", "1;2", "$(x)", "٣", "1_0"), False)
SEEDS = NO_NUMBERS | {"0": True, "1": True, "010": True, "08": True, "9223372036854775807": True,
                      "009223372036854775807": True, "9223372036854775808": False}
STRIDES = NO_NUMBERS | {"0": True, "00": True, "64": True, "0131072": True, "1048576": True, "1048584": False,
                        "010": False, "7": False}
OUTSTANDING = NO_NUMBERS | {"1": True, "010": True, "1024": True, "0": False, "1025": False}
LATENCIES = NO_NUMBERS | {"": True, "1": True, "09": True, "10000": True, "0": False, "10001": False}
STRIPS = NO_NUMBERS | {"0": True, "4": True, "065535": True, "65536": False}
NO_WORDS = dict.fromkeys(("", "-O2", "a b", "$x", "a;b", "'", "O4", "DEFAULT", "yes", "default "), False)
PRESETS = NO_WORDS | dict.fromkeys(("default", "O0", "O2", "scopes2015"), True)
VECTORS = NO_WORDS | {"vertical": True, "horizontal": True, "auto": True, "vertical,auto": False}
PORTS = NO_WORDS | {"separate": True, "shared,separate": True, "shared,": False, "no": False}
# Several cores are one_core.json's and speed_up.py's, which need real tools.
CORES = NO_NUMBERS | {"1": True, "01": True, "0": False, "17": False}
FLAGS = {"": True, "1": True, "0": False, "yes": False, "-x": False, "1 1": False}
ENGINES = NO_WORDS | {"ninja": True, "slurm": True, "list": False, "ninja,slurm": False}
NETS = NO_WORDS | {"speed_sign": True, "fashion": True, "speed_sign fashion": False, "../x": False}
MINUTES = {"10": True, "2.5": True, "007": True, "": False, "1.2.3": False, "inf": False, "-1": False,
           ".": False}
LISTS = {"8,64": True, "016": True, "": True, "8,1048576": True, "8,,64": False, ",8": False, "8,": False,
         "8 64": False, "x": False, "7": False, "8,0": False, "64,1048584": False}
MACHINES = {"nve": True, "nve_small": True, "": False, "nve nve": False, "../x": False, "nve*": False,
            "$x": False}
# Settings of targets but for files and folders: which values are allowed.
OPTIONS = {"cosim": {"SEED": SEEDS, "PRESET": PRESETS, "VECTORS": VECTORS, "CORES": CORES},
           "sweep": {"STRIDE": STRIDES, "OUTSTANDING": OUTSTANDING, "SIZES": LISTS, "LATENCY": LATENCIES,
                     "PORTS": PORTS, "ENGINE": ENGINES},
           "roofline": {"STRIPS": STRIPS, "ENGINE": ENGINES}, "plans": {"ENGINE": ENGINES},
           "cores": {"ENGINE": ENGINES},
           "train": {"NET": NETS, "SEED": SEEDS}, "waves": {"PRESET": PRESETS},
           "test": {"TEST_MINUTES": MINUTES, "GATE": FLAGS, "FRESH": FLAGS},
           "test-machine": {"TEST_MINUTES": MINUTES, "GATE": FLAGS, "FRESH": FLAGS},
           "fuzz": {"MINUTES": MINUTES, "KEEP": FLAGS, "ENGINE": ENGINES},
           "nightly": {"ENGINE": ENGINES}, "formal": {"ENGINE": ENGINES}, "faults": {"ENGINE": ENGINES},
           "regress": {"RESUME": FLAGS, "ENGINE": ENGINES}, "clean": {}, "cpu": {}, "help": {}}
WEIGHTS = {"cosim": 12, "clean": 3, "sweep": 2}  # how often a target is drawn; 1
FOLDERS = ("out/cosim", "mine", "out", ".", "build", "out/mine", "build/bin", "my out", "-out", "a$(b",
           "it's",
           "q/r s")


class Case:
    """A target, its settings, and what must come of it."""

    def __init__(self, drawn, test):
        self.drawn, self.test = drawn, test
        self.target = drawn.choice([name for name in OPTIONS for _ in range(WEIGHTS.get(name, 1))])
        self.settings = {}
        self.wrong = set()
        self.files = {}
        for name, values in OPTIONS[self.target].items():
            if drawn.random() < 0.25:
                self.choose(name, values)
        if self.target not in ("test", "help", "clean", "regress", "fuzz") and drawn.random() < 0.15:
            self.choose("MACHINE", MACHINES)
        if self.target in ("cosim", "clean"):
            self.draw_files()
        elif self.target == "sweep":
            if drawn.random() < 0.4:
                self.draw_memory()
            self.find_overlaps()
        self.line = self.draw_line()

    def choose(self, name, values):
        allowed = self.drawn.random() < 0.6
        value = self.drawn.choice([text for text, fits in values.items() if fits == allowed] or list(values))
        self.settings[name] = value
        if not values[value]:
            self.wrong.add(name)

    def write(self, path):
        path = self.test.top / path
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_symlink() and not path.exists():
            path.write_text(f"bytes of {path}")
        return path

    def draw_files(self):
        """Inputs in odd places, some by links, and foreign files beside the results."""
        drawn, top = self.drawn, self.test.top
        out = drawn.choice(FOLDERS) if drawn.random() < 0.6 else "out/cosim"
        if drawn.random() < 0.05:
            out = drawn.choice(("", "Makefile", "Makefile/x", "/proc", "/proc/x/y"))
            self.wrong.add("OUT")
        folder = out if "OUT" not in self.wrong else "out/cosim"
        self.settings["OUT"] = out
        inputs = {"IMAGE": 0.8, "NETWORK": 0.3, "WEIGHTS": 0.3}
        for name, share in inputs.items():
            if drawn.random() < share:
                self.draw_input(name, folder)
        if self.settings.get("WEIGHTS") and "SEED" in self.settings:
            self.wrong.add("WEIGHTS")
            self.wrong.discard("SEED")
        for _ in range(drawn.randrange(3)):
            path = self.write(f"{folder}/{drawn.choice(RESULTS[11:])}")
            self.files[path] = path.read_bytes()
        if drawn.random() < 0.3 and folder != ".":
            for name in ("program.nve", "compile.json"):
                self.write(f"{folder}/{name}")
        self.find_clashes(folder, top)

    def draw_input(self, name, folder):
        drawn, top = self.drawn, self.test.top
        kind = drawn.choice(("odd", "odd", "result", "link", "hard", "missing", "nested"))
        if kind == "missing":
            self.settings[name] = drawn.choice(("nosuch.png", "", "nosuch/a b.png", "images"))
            if name != "WEIGHTS" or self.settings[name]:  # no weights are allowed
                self.wrong.add(name)
            return
        place = drawn.choice(("", "in/", "my in/", "out/"))
        odd = drawn.choice(NAMES)
        value = {"odd": drawn.choice((odd, f"{place}{name}{odd}")),
                 "nested": f"{folder}/deep/{odd}"}.get(kind, f"{folder}/{drawn.choice(RESULTS)}")
        path = self.write(value)
        if kind in ("link", "hard"):
            value = f"{name} {kind}.png"
            other = top / value
            if kind == "link":
                other.symlink_to(path)
            else:
                os.link(path, other)
            self.files[other] = path.read_bytes()
        self.files[path] = path.read_bytes()
        self.settings[name] = value

    def find_clashes(self, folder, top):
        """Inputs that the run would replace."""
        if self.target != "cosim" or "OUT" in self.wrong:
            return
        written = [top / folder / name for name in WRITTEN if (top / folder / name).exists()]
        for name in ("IMAGE", "NETWORK", "WEIGHTS"):
            path = top / self.settings.get(name, "nosuch.png")
            if name in self.settings and path.exists() and any(path.samefile(one) for one in written):
                self.wrong.add(name)

    def draw_memory(self):
        value = self.drawn.choice(("out/sweep/sweep.json", "out/sweep/sweep.svg", "my memory.json", "", "-x",
                                   "bank,out/sweep/sweep.csv", "fixed", "it's.json", "$(x).json", "bank",
                                   "no", "tso,", "tso,fixed", "my,memory.json"))
        if value in ("", "-x", "no", "tso,") or "sweep." in value:
            self.wrong.add("MEMORY")
        if value == "bank" and self.settings.get("LATENCY"):
            self.wrong.add("LATENCY")
        for part in [value] if value == "my,memory.json" else value.split(","):
            if "." in part:
                path = self.write(part)
                self.files[path] = path.read_bytes()
        self.settings["MEMORY"] = value

    def find_overlaps(self):
        """Transfers that are longer than a stride of 64."""
        if self.settings.get("STRIDE") == "64" and self.settings.get("SIZES", "") in ("", "8,1048576"):
            self.wrong.add("STRIDE")

    def draw_line(self):
        """The words of the command line; other settings come from the environment."""
        drawn = self.drawn
        chosen = [name for name in sorted(self.settings) if drawn.random() < 0.7]
        words = {name: f"{name}={self.settings[name]}" for name in chosen}
        self.spoilt = {name for name in chosen if self.settings[name] != self.settings[name].lstrip()}
        extra = []
        if chosen and drawn.random() < 0.15:
            name = drawn.choice(chosen)
            value = self.settings[name]
            kind = drawn.choice(("blank", "sign", "two"))
            words[name] = {"blank": f"{name}={drawn.choice(' ' + chr(9))}{value}",
                           "sign": f"{name}{drawn.choice(('+', ':', '?'))}={value}"}.get(kind, words[name])
            extra = [f"{name}=another"] * (kind == "two")
            self.spoilt.add(name)
        if drawn.random() < 0.1:
            name = drawn.choice(SETTINGS)
            misspelt = drawn.choice((name.lower(), name[:-1], name + "S", name[1:], "MY" + name))
            if misspelt not in SETTINGS:
                extra.append(f"{misspelt}=x")
                self.spoilt.add(misspelt)
        self.from_environment = {name: value for name, value in self.settings.items() if name not in words}
        return [*words.values(), *extra]

    def words_of_cosim(self):
        """What nvec and nve-cosim must be called with."""
        def path(name, default):
            value = self.settings.get(name, default)
            return f"./{value}" if value.startswith("-") else value

        network, image = path("NETWORK", "networks/filter3x3.xml"), path("IMAGE", "images/street.png")
        out = path("OUT", "out/cosim")
        weights = ["--seed", str(int(self.settings.get("SEED", "1")))]
        if self.settings.get("WEIGHTS"):
            weights = ["--weights", path("WEIGHTS", "")]
        return [["nvec", network, *weights, "--preset", self.settings.get("PRESET", "default"), "--vectors",
                 self.settings.get("VECTORS", "vertical"), "--cores",
                 "1", "-o", f"{out}/program.nve", "--json", f"{out}/compile.json"],
                ["nve-cosim", f"{out}/program.nve", "--input", image, "--output", out, "--json",
                 f"{out}/report.json", "--wave-on-mismatch", f"{out}/mismatch.fst", "--reference", network,
                 *weights],
                ["nve-report", f"{out}/report.json", "-o", f"{out}/report.html"]]


class Settings(ToyCheckout):
    cases, first_seed = 40, 1

    def check(self, case):
        dry = ["-n"] * (case.drawn.random() < 0.1)
        self.calls()
        ran = self.make(*dry, case.target, *case.line, **case.from_environment)
        calls = self.calls()
        said = f"{case.target} {case.line} {case.from_environment} wrong: {case.wrong} {case.spoilt}\n" \
            f"{ran.stdout}{ran.stderr}"
        for path, content in case.files.items():
            self.assertTrue(path.exists(), f"{path} is lost: {said}")
            self.assertEqual(path.read_bytes(), content, f"{path} is another: {said}")
        self.assertFalse((self.top / "pwned").exists(), said)
        wrong = case.spoilt | (case.wrong if case.target not in ("clean", "help") else set())
        self.assertEqual(ran.returncode, 2 if wrong else 0, said)
        if wrong:
            self.assertEqual(calls, [], said)
            for name in case.spoilt or wrong:  # what is spoilt may be right or wrong otherwise
                self.assertIn(name, ran.stderr, said)
        elif dry:
            self.assertEqual(calls, [], said)
        elif case.target == "cosim":
            self.assertEqual(calls[-3:], case.words_of_cosim(), said)
        elif case.target == "sweep":
            sweep = next(call for call in calls if call[0] == "sweep.py")
            for name, value in case.settings.items():
                if value and name in OPTIONS["sweep"]:
                    self.assertEqual(sweep[sweep.index(f"--{name.lower()}") + 1], value, said)

    def test_made_up_settings(self):
        wrong = 0
        for seed in range(self.first_seed, self.first_seed + self.cases):
            with self.subTest(seed=seed):
                self.top = self.folder / f"checkout{seed}"
                self.make_checkout(self.top)
                case = Case(random.Random(seed), self)
                wrong += bool(case.wrong | case.spoilt)
                self.check(case)
        self.assertTrue(self.cases < 20 or self.cases // 8 < wrong < self.cases * 7 // 8, wrong)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=Settings.cases)
    parser.add_argument("--seed", type=int, default=Settings.first_seed)
    options, rest = parser.parse_known_args()
    Settings.cases, Settings.first_seed = options.cases, options.seed
    unittest.main(argv=[sys.argv[0], *rest])
