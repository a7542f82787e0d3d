#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Numbers, messages and output options of all tools: the same words, and no exit code that lies.

  tool_words_test.py BUILD WORK

Every tool is called with numbers that are none, and with standard streams that are closed or full.
NVE_WORDS=many draws more of both.
"""
import itertools
import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import unittest

from made_npys import made_npy

ROOT = pathlib.Path(__file__).resolve().parents[2]
NETWORK = str(ROOT / "networks/small/filter3x3.xml")
EXAMPLE = str(ROOT / "networks/examples/hand_written.nvs")
PICTURE = str(ROOT / "images/street.png")
# No number, for an option that takes some; ten in decimal digits is right, whatever zeros are before it.
BAD_NUMBERS = ("0x10", "+5", " 5", "5 ", "1e3", "1_0", "", "-1", "5.", "0b1", "5,", "٣", "1'000", "nan",
               "18446744073709551616", "99999999999999999999999", "5\n", "5k", "0o7", "--5")
# Tool, arguments before the option, option
NUMBERS = (
    ("nvec", [NETWORK, "--report"], "--seed"), ("nvec", [NETWORK, "--report"], "--max-maps-per-program"),
    ("nvec", [NETWORK, "--report"], "--cores"),
    ("nvec", [NETWORK, "--report"], "-O"), ("nvec", [NETWORK, "--graph", "g"], "--graph-layer"),
    ("nvec", [NETWORK, "--graph", "g"], "--graph-map"), ("nvec", [NETWORK, "--report"], "--fit"),
    ("nvec", [NETWORK, "--predict"], "--memory-latency"), ("nvec", [NETWORK, "--predict"], "--copy-mb-s"),
    ("nvec", [NETWORK, "--predict"], "--max-descriptor"),
    ("nve-sim", ["p.nve", "--input", PICTURE, "--output", "o", "--trace", "t"], "--cycles"),
    ("nve-diff", ["a", "b"], "--most"),
    ("nve-cpu", [NETWORK, "--input", PICTURE], "--seed"),
    ("nve-cpu", [NETWORK, "--input", PICTURE], "--repeat"),
    ("nve-cpu", [NETWORK, "--input", PICTURE], "--layers"),
    ("nve-quantise", [NETWORK, "f.npz", "--calibrate", PICTURE, "-o", "w.npz"], "--weight-bits"),
    ("nve-quantise", [NETWORK, "f.npz", "--calibrate", PICTURE, "-o", "w.npz"], "--gain"),
    ("nve-cosim", ["p.nve", "--input", PICTURE], "--watchdog"),
    ("nve-cosim", ["p.nve", "--input", PICTURE], "--max-cycles"),
    ("nve-cosim", ["p.nve", "--input", PICTURE], "--cores"),
    ("nve-cosim", ["p.nve", "--input", PICTURE], "--layers"),
    ("nve-cosim", ["p.nve", "--input", PICTURE, "--reference", NETWORK], "--seed"),
    ("nve-cosim", ["p.nve", "--input", PICTURE], "--copy-mb-s"),
    ("nve-sweep", [], "--sizes"), ("nve-sweep", [], "--stride"), ("nve-sweep", [], "--latency"),
    ("nve-random", [], "--seeds"), ("nve-random", [], "--cycles"),
    ("nve-faults", ["resets"], "--seeds"), ("nve-faults", ["resets"], "--timeout"),
)
CLOSED = "closed"
STREAMS = (None, "/dev/full", CLOSED)
FEW_PAIRS = ((None, "/dev/full"), (None, CLOSED), ("/dev/full", None), (CLOSED, CLOSED))
# What a tool does: its arguments, its exit code, whether it prints a result
RUNS = {
    "nvec": ((["n.xml", "--seed", "1", "-o", "q.nve"], 0, True), (["nosuch.xml", "--report"], 2, False),
             (["--help"], 0, True), (["--nosuch"], 2, False),
             (["n.xml", "--report", "--report-programs"], 0, True)),
    "nve-as": ((["h.nvs", "-o", "h2.nve"], 0, False), (["n.xml", "-o", "h3.nve"], 2, False),
               (["--version"], 0, True)),
    "nve-objdump": ((["p.nve"], 0, True), (["p.nve", "-o", "p.nvs"], 0, False), (["n.xml"], 2, False)),
    "nve-sim": ((["p.nve", "--input", "i.npy", "--output", "s"], 0, True), (["p.nve"], 2, False)),
    "nve-ladder": ((["n.xml", "--preset", "O0"], 0, True), (["nosuch.xml"], 2, False)),
    "nve-diff": ((["nosuch.fst", "nosuch.fst"], 2, False), (["--help"], 0, True)),
    "nve-cosim": ((["p.nve", "--input", "i.npy", "--feed", "ideal"], 0, True),
                  (["p.nve", "--input", "i.npy", "--max-cycles", "50"], 1, False), (["p.nve"], 2, False)),
    "nve-sweep": ((["--sizes", "8", "--profiles", "mover", "--directions", "mm2s"], 0, True),
                  (["--sizes", "7"], 2, False)),
    "nve-random": ((["--seeds", "1-2"], 0, True), (["--seeds", "x"], 2, False)),
    "nve-cpu": ((["--help"], 0, True), (["nosuch.xml", "--input", "i.npy"], 2, False)),
    "nve-quantise": ((["--help"], 0, True),
                     (["n.xml", "nosuch.npz", "--calibrate", "i.npy", "-o", "w.npz"], 2, False)),
    "nve-faults": ((["--help"], 0, True), (["nosuch"], 2, False)),
    "nve-report": ((["--schema", "run"], 0, True), (["r.json", "r.json", "--text"], 0, True),
                   (["r.json", "r.json", "--fail-on", "layers.cycles:+0"], 0, True),
                   (["n.xml", "-o", "r.html"], 2, False)),
}


def run(tool, arguments, out=subprocess.PIPE, err=subprocess.PIPE, memory=None):
    """The ended process. A stream that is CLOSED is not there, another one is the file of its name."""
    closed = [number for number, stream in ((1, out), (2, err)) if stream == CLOSED]

    def prepare():
        for number in closed:
            os.close(number)
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    files = {}
    for name, stream in (("stdout", out), ("stderr", err)):
        files[name] = open(stream, "wb") if isinstance(stream, str) and stream != CLOSED else \
            subprocess.PIPE if stream in (None, subprocess.PIPE) else subprocess.DEVNULL
    try:
        return subprocess.run([str(BIN / tool), *arguments], cwd=WORK, stdin=subprocess.DEVNULL,
                              preexec_fn=prepare, errors="replace", check=False, timeout=120, **files)
    finally:
        for file in files.values():
            if not isinstance(file, int):
                file.close()


def tools(table):
    """The entries of the tools that this build has."""
    return [entry for entry in table if (BIN / entry[0]).exists()]


class Words(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        WORK.mkdir(parents=True, exist_ok=True)
        for name, source in (("n.xml", NETWORK), ("h.nvs", EXAMPLE)):
            (WORK / name).write_bytes(pathlib.Path(source).read_bytes())
        assert run("nvec", ["n.xml", "--seed", "1", "-o", "p.nve"]).returncode == 0
        (WORK / "i.npy").write_bytes(made_npy("|u1", (20, 24), bytes(range(240)) * 2))
        words = ["p.nve", "--input", "i.npy", "--output", "s", "--json", "r.json"]
        assert run("nve-sim", words).returncode == 0

    def test_refuses_what_is_no_number(self):
        drawn = random.Random(27)
        cases = list(itertools.product(tools(NUMBERS),
                                       [*BAD_NUMBERS, *(bad_number(drawn) for _ in range(MANY))]))
        for (tool, before, option), text in cases if MANY else drawn.sample(cases, min(len(cases), 100)):
            if option.startswith("--layers") and text in ("5 ", "-1"):
                continue
            attached = f"{option}={text}" if option.startswith("--") else option + text
            if not text and option == "-O":
                continue
            with self.subTest(tool=tool, option=option, text=text):
                ended = run(tool, [*before, attached])
                self.assertEqual(ended.returncode, 2, ended.stderr)
                self.assertIn({"-O": "--optimize"}.get(option, option) + ": found ", ended.stderr)

    def test_ten_is_ten(self):
        for seed in ("10", "010", "0000010"):
            self.assertEqual(run("nvec", ["n.xml", "--seed", seed, "-o", f"{seed}.nve"]).returncode, 0)
        self.assertEqual(len({(WORK / f"{seed}.nve").read_bytes() for seed in ("10", "010", "0000010")}), 1)
        xml = (WORK / "n.xml").read_text(encoding="utf-8").replace("<outHeight>", "<outHeight>0")
        (WORK / "zero.xml").write_text(xml, encoding="utf-8")
        self.assertEqual(run("nvec", ["zero.xml", "--seed", "10", "-o", "zero.nve"]).returncode, 0)
        self.assertEqual(len((WORK / "zero.nve").read_bytes()), len((WORK / "10.nve").read_bytes()))
        plus = xml.replace("<outHeight>0", "<outHeight>+")
        (WORK / "plus.xml").write_text(plus, encoding="utf-8")
        ended = run("nvec", ["plus.xml", "--report"])
        self.assertEqual((ended.returncode, "found '+" in ended.stderr), (2, True), ended.stderr)

    def refused(self, tool, arguments, text):
        """With this line and the one that names --help; a build may lack the tool."""
        if not (BIN / tool).exists():
            return
        with self.subTest(tool=tool, arguments=arguments):
            ended = run(tool, arguments)
            self.assertEqual((ended.returncode, ended.stdout), (2, ""), ended.stderr)
            self.assertEqual(ended.stderr, f"{tool}: error: {text}\nTry '{tool} --help'.\n")

    def test_brackets_belong_to_a_name(self):
        """[n.xml] is no list of n.xml, and {} none of nothing."""
        (WORK / "[n.xml]").unlink(missing_ok=True)
        for name in ("[n.xml]", "[n.xml,n.xml]", "{}"):
            for words in ([name], ["--preset", "O0", "n.xml", name], ["--", name]):
                ended = run("nve-ladder", words)
                self.assertEqual((ended.returncode, ended.stdout), (2, ""), ended.stderr)
                self.assertTrue(ended.stderr.startswith(f"{name}: error: cannot open"), ended.stderr)
        (WORK / "[n.xml]").write_bytes((WORK / "n.xml").read_bytes().replace(b"Small 3x3", b"Other 3x3"))
        self.assertIn("Other 3x3", run("nve-ladder", ["[n.xml]", "--preset", "O0"]).stdout)
        for words in (["--preset=[O0]"], ["--preset", "[O0]"]):
            self.refused("nve-ladder", ["n.xml", *words],
                         "--preset: found '[O0]', allowed: O0, O1, O2, O3, scopes2015, default")
        number = "8 to 1048576, in decimal digits and nothing else"
        for option, value, found, allowed in (
                ("--sizes", "[8,16]", "[8", number), ("--sizes", "[8]", "[8]", number),
                ("--profiles", "[axi_dma]", "[axi_dma]", "axi_dma, axi_dma_gap0, mover"),
                ("--directions", "[both]", "[both]", "mm2s, s2mm, both"),
                ("--memory", "[bank]", "[bank]", "ideal, fixed, tso, bank, or a file that exists"),
                ("--ports", "[shared]", "[shared]", "separate, shared")):
            for words in ([option, value], [f"{option}={value}"]):
                self.refused("nve-sweep", words, f"{option}: found '{found}', allowed: {allowed}")

    def test_names_of_memories(self):
        """A name may have brackets and commas."""
        if not (BIN / "nve-sweep").exists():
            return
        for name, model in (("[mm]", "bank"), ("mm", "fixed"), ("one,two.json", "tso"), ("one", "fixed")):
            (WORK / name).write_text(json.dumps({"model": model}), encoding="utf-8")
        for words, memories in (
                (["--memory=[mm]"], ["[mm]"]), (["--memory", "one,two.json"], ["one,two.json"]),
                (["--memory", "one,mm", "--memory", "one,two.json", "--memory=ideal,[mm]"],
                 ["one", "mm", "one,two.json", "ideal", "[mm]"])):
            ended = run("nve-sweep", ["--sizes", "8", "--profiles", "mover", "--directions", "mm2s", "--json",
                                      "-", "--csv", "names.csv", *words])
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertEqual([row["memory"] for row in json.loads(ended.stdout)["transfers"]], memories)

    def test_an_empty_part_of_a_list(self):
        for value in ("8,", ",8", "8,,16", ","):
            self.refused("nve-sweep", ["--sizes", value], f"--sizes: found '{value}' with an empty part, "
                         "allowed: 8 to 1048576, in decimal digits and nothing else")
        self.refused("nve-sweep", ["--memory", "bank,"], "--memory: found 'bank,' with an empty part, "
                     "allowed: ideal, fixed, tso, bank, or a file that exists")

    def test_flags_take_no_value(self):
        for tool, before, flag in (("nvec", ["n.xml"], "--report"), ("nvec", ["n.xml"], "--help"),
                                   ("nve-cosim", ["p.nve"], "--no-lockstep"),
                                   ("nve-as", ["h.nvs"], "--force"),
                                   ("nve-objdump", ["p.nve"], "--summary"), ("nve-random", [], "--print")):
            for value in ("-3", "3", "false", "garbage", ""):
                self.refused(tool, [*before, f"{flag}={value}"],
                             f"{flag}: found '{value}', allowed: no value")

    def test_options_take_one_value(self):
        self.refused("nvec", ["n.xml", "--seed", "1", "--seed", "2"], "--seed: found 2 values, allowed: one")
        self.refused("nvec", ["n.xml", "-o=a", "-ob", "--output", "c"],
                     "--output: found 3 values, allowed: one")
        for option, allowed in (("--preset", "O0, O1, O2, O3, scopes2015, default"),
                                ("--fusion", "off, in-order, greedy, fewest"), ("-o", "the name of a file"),
                                ("--json", "the name of a file"), ("--schedule-program", "a value"),
                                ("--seed", "0 to 9223372036854775807, in decimal digits and nothing else")):
            name = "--output" if option == "-o" else option
            self.refused("nvec", ["n.xml", option], f"{name}: found no value, allowed: {allowed}")
        self.refused("nve-sweep", ["--sizes"], "--sizes: found no value, allowed: 8 to 1048576, in decimal "
                     "digits and nothing else")
        self.refused("nve-sweep", ["--memory", "fixed", "bank"],
                     "unexpected argument 'bank'; a list has commas between its parts")
        self.refused("nvec", ["--", "n.xml", "--report"], "unexpected argument '--report'")

    def test_messages_change_no_exit_code(self):
        for tool, runs in RUNS.items():
            if not (BIN / tool).exists():
                continue
            pairs = itertools.product(STREAMS, STREAMS) if MANY else FEW_PAIRS
            for (arguments, code, prints), (out, err) in itertools.product(runs, pairs):
                with self.subTest(tool=tool, arguments=arguments, out=out, err=err):
                    ended = run(tool, arguments, out, err)
                    expected = 2 if prints and out is not None and code == 0 else code
                    self.assertEqual(ended.returncode, expected, ended.stderr)
                    if err is None and expected == 2 != code:
                        self.assertIn("cannot write to standard output: ", ended.stderr)

    def test_results_arrive_with_a_closed_terminal(self):
        for err in ("/dev/full", CLOSED):
            run("nve-sim", ["p.nve", "--input", "i.npy", "--output", f"pictures{len(err)}"], err=err)
            self.assertTrue((WORK / f"pictures{len(err)}/output.npy").exists())
            ended = run("nve-objdump", ["p.nve", "--json", "-"], err=err)
            self.assertEqual((ended.returncode, json.loads(ended.stdout)["seed"]), (0, 1))

    def test_a_reader_that_leaves_is_no_crash(self):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as pipe:
            ended = subprocess.run([str(BIN / "nve-objdump"), "p.nve"], cwd=WORK, stdout=pipe,
                                   stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual((ended.returncode, "Broken pipe" in ended.stderr), (2, True), ended.stderr)

    def test_little_memory_is_no_bug_of_ours(self):
        for tool in ("nvec", "nve-sim", "nve-objdump"):
            arguments = RUNS[tool][0][0]
            for megabytes in range(20, 400, 10 if MANY else 60):
                ended = run(tool, arguments, memory=megabytes << 20)
                with self.subTest(tool=tool, megabytes=megabytes):
                    self.assertIn(ended.returncode, (0, 2, 127), ended.stderr)  # 127: not even loaded
                    if ended.returncode == 2:
                        self.assertIn("memory", ended.stderr)

    def test_short_option_with_equals(self):
        self.assertEqual(run("nvec", ["n.xml", "--seed", "1", "-o=r.nve", "-O=1"]).returncode, 0)
        self.assertTrue((WORK / "r.nve").exists())
        self.assertFalse((WORK / "=r.nve").exists())
        self.assertIn("found an empty name", run("nve-as", ["h.nvs", "-o="]).stderr)

    def test_results_on_standard_output(self):
        for arguments in (["--json", "-"], ["--schedule", "-"], ["--graph", "-"], ["--save-network", "-"]):
            ended = run("nvec", ["n.xml", "--seed", "1", *arguments])
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertIn(ended.stdout[0], "{Ld<")
            self.assertFalse((WORK / "-").exists())
        # Into a file, in which nothing may be written over it
        for name in ("/dev/stdout", "/proc/self/fd/1"):
            with open(WORK / "into", "wb") as file:
                subprocess.run([str(BIN / "nve-sim"), "p.nve", "--input", "i.npy", "--output", "o", "--json",
                                name], cwd=WORK, stdout=file, stderr=subprocess.PIPE, check=True)
            self.assertIn("total", json.loads((WORK / "into").read_text(encoding="utf-8")))
        both = run("nvec", ["n.xml", "--json", "/dev/stdout", "--graph", "-"])
        self.assertEqual(both.returncode, 2)
        self.assertIn("found - for --json and --graph, allowed: standard output for one of them", both.stderr)

    def test_json_has_members(self):
        (WORK / "m.json").write_text('{"model": "bank", "dram": {"bus_bits": 7}}', encoding="utf-8")
        ended = run("nvec", ["n.xml", "--predict", "--memory", "m.json"])
        self.assertEqual(ended.returncode, 2)
        self.assertIn('m.json: error: member "dram.bus_bits": found 7', ended.stderr)
        self.assertNotIn("element", ended.stderr)

    def test_a_forced_program_says_so(self):
        text = (WORK / "h.nvs").read_text(encoding="utf-8")
        # nobody has written it
        (WORK / "forced.nvs").write_text(text.replace("rd 1 ", "rd 200"), encoding="utf-8")
        self.assertEqual(run("nve-as", ["forced.nvs", "-o", "forced.nve"]).returncode, 2)
        self.assertEqual(run("nve-as", ["forced.nvs", "--force", "-o", "forced.nve"]).returncode, 0)
        shown = run("nve-objdump", ["forced.nve", "--json", "forced.json", "-o", "again.nvs"])
        self.assertIn("forced.nve: warning: assembled with nve-as --force", shown.stderr)
        self.assertTrue(json.loads((WORK / "forced.json").read_text(encoding="utf-8"))["forced"])
        self.assertEqual(run("nve-as", ["again.nvs", "-o", "again.nve"]).returncode, 2)
        self.assertEqual(run("nve-as", ["again.nvs", "--force", "-o", "again.nve"]).returncode, 0)
        self.assertEqual((WORK / "again.nve").read_bytes(), (WORK / "forced.nve").read_bytes())
        self.assertNotIn("warning", run("nve-objdump", ["p.nve", "-o", "p.nvs"]).stderr)


def bad_number(drawn):
    """A made-up text that is no decimal number."""
    while True:
        text = "".join(drawn.choice("0123456789+- xXeE._abn,:;") for _ in range(drawn.randrange(1, 6)))
        if not all(c in "0123456789.-,:x" for c in text):
            return text


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv[1]).resolve() / "bin"
    WORK = pathlib.Path(sys.argv[2]).resolve()
    MANY = 40 if os.environ.get("NVE_WORDS") == "many" else 0
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
