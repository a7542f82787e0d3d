#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No tool overwrites or deletes what the command line names as input: paths_test.py BUILD OUT [COUNT [SEED]].

Every case draws a tool, files for what it reads and names for what it writes: in the same folder or in
others, which may not be there yet, through "." and "..", links to files and folders and hard links, and
under the names that tools use of their own. After the run every input must be there, byte for byte, under
its name. Exit code 0 comes with every result in place, 2 with none of them changed and a message; there is
no other, and no temporary file stays. Standard library only.
"""
import collections
import math
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import zipfile

from made_npys import made_npy

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Names that tools choose by themselves, and others
NAMES = ["input.png", "input.npy", "output.png", "output.npy", "L1.npy", "L1.png", "w.fst",
         "w.fst.json", "w.fst.hier", "ladder.csv", "ladder.json", "utilisation.svg", "transfer.svg", "r.json",
         "a", "my file"]

# Results that a tool must be asked for
MUST = {("-o", "nve-as"), ("-o", "nve-quantise"), ("--output", "nve-sim")}

Tool = collections.namedtuple("Tool", "fixed reads maybe_reads writes folders weight")


def tools():
    """What each tool reads, always and perhaps, and writes, to files and to folders with the file that tells
    that it did; `fixed` arguments make it quick."""
    memory = {"--memory": "memory.json"}
    picture = {"--input": "picture.png"}
    cosim = Tool(("--seed", "1"), {"": "p.nve", **picture, "--reference": "n.xml"}, memory,
                 ("--json", "--csv", "--timeline", "--wave"),
                 {"--output": "output.npy", "--dump-layers": "L1.npy"}, 3)
    return {
        "nve-sim": Tool((), {"": "p.nve", **picture}, {}, ("--json", "--trace", "--dump-local"),
                        {"--output": "output.npy", "--dump-layers": "L1.npy"}, 5),
        "nve-cosim": cosim,
        "nve-cosim --feed ideal": cosim._replace(maybe_reads={}, writes=("--json", "--csv"), weight=2),
        "nvec": Tool((), {"": "n.xml"}, {"--weights": "w.npz", "--fit": "picture.png"},
                     ("-o", "--json", "--schedule", "--schedule-svg", "--graph", "--save-weights",
                      "--save-network"), {}, 3),
        "nvec --predict": Tool(("--predict",), {"": "n.xml"}, memory, ("-o", "--json"), {}, 1),
        "nvec --ladder": Tool((), {"": "n.xml"}, {"--weights": "w.npz"}, (), {"--ladder": "ladder.csv"}, 1),
        "nve-ladder": Tool(("--preset", "O1"), {"": "n.xml"}, {}, (), {"--charts": "transfer.svg"}, 2),
        "nve-as": Tool((), {"": "p.nvs"}, {}, ("-o",), {}, 2),
        "nve-objdump": Tool((), {"": "p.nve"}, {}, ("-o", "--json"), {}, 2),
        "nve-cpu": Tool(("--repeat", "1", "--stream-mib", "1"), {"": "n.xml", **picture},
                        {"--weights": "w.npz"}, ("--json", "--csv"), {}, 1),
        "nve-quantise": Tool((), {"": "n.xml", " ": "f.npz", "--calibrate": "picture.png"}, {},
                             ("-o", "--json"), {}, 1),
        "nve-export": Tool((), {"": "n.xml"}, {"--weights": "w.npz", "--fit": "picture.png"}, ("-o",), {}, 1),
        "nve-report": Tool((), {"": "r.json"}, {}, ("-o",), {}, 1),
        "nve-diff": Tool((), {"": "a.fst", " ": "b.fst"}, {}, ("--json",), {}, 1),
        "nve-sweep": Tool(("--sizes", "64", "--profiles", "mover", "--directions", "mm2s"), memory, {},
                          ("--json", "--csv"), {}, 1),
    }


def small_network():
    network = (ROOT / "networks" / "small" / "filter3x3.xml").read_text(encoding="utf-8")
    return network.replace("<outHeight>18", "<outHeight>2").replace("<outWidth>22", "<outWidth>2")


def weights(*shape):
    return made_npy("<f4", shape, struct.pack("<f", 0.1) * math.prod(shape))


def make_inputs(build, folder):
    """One of each kind of file that a tool reads."""
    folder.mkdir(parents=True)
    (folder / "n.xml").write_text(small_network(), encoding="utf-8")
    (folder / "memory.json").write_text('{"model": "fixed"}\n', encoding="utf-8")
    shutil.copy(ROOT / "images" / "readme.png", folder / "picture.png")
    with zipfile.ZipFile(folder / "f.npz", "w") as file:
        file.writestr("L1.weights.npy", weights(1, 3, 3))
        file.writestr("L1.bias.npy", weights(1))
    for command in (["nvec", "n.xml", "--seed", "1", "-o", "p.nve", "--save-weights", "w.npz"],
                    ["nve-objdump", "p.nve", "-o", "p.nvs"],
                    ["nve-sim", "p.nve", "--input", "picture.png", "--output", "maps", "--json", "r.json"],
                    *(["nve-cosim", "p.nve", "--input", "picture.png", "--wave", fst, "--wave-window", "1:20"]
                      for fst in ("a.fst", "b.fst"))):
        subprocess.run([build / "bin" / command[0], *command[1:]], cwd=folder, check=True,
                       capture_output=True)


class Case:
    """A folder with the inputs of a command, and the command."""

    def __init__(self, draw, build, samples, folder):
        self.draw, self.folder = draw, folder
        shutil.rmtree(folder, ignore_errors=True)
        self.folders = ["", "mine", "mine/below", "other"]
        for name in self.folders:
            (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / "link").symlink_to("mine")
        self.inputs, self.results = {}, {}
        table = tools()
        self.tool = draw.choices(list(table), [tool.weight for tool in table.values()])[0]
        tool = table[self.tool]
        words = self.tool.split()
        self.command = [str(build / "bin" / words[0]), *words[1:], *tool.fixed]
        maybe = {option: kind for option, kind in tool.maybe_reads.items() if draw.random() < 0.5}
        reads = tool.reads | maybe
        for option, kind in reads.items():
            self.add(option, self.input_name(samples / kind))
        must = draw.choice(tool.writes + tuple(tool.folders))
        for option in tool.writes:
            if option == must or draw.random() < 0.3 or (option, self.tool) in MUST:
                self.add(option, self.output_name(option))
        for option, tells in tool.folders.items():
            if option == must or draw.random() < 0.5 or (option, self.tool) in MUST:
                name = self.folder_name()
                self.results[option] = os.path.join(name, tells)
                self.command += [option, name]

    def add(self, option, name):
        self.command += [option, name] if option.strip() else [name]

    def input_name(self, sample):
        """Copies the sample to a new file and returns a name for it."""
        free = [name for folder in self.folders for name in (os.path.join(folder, each) for each in NAMES)
                if not os.path.lexists(self.folder / name)]
        name = self.draw.choice(free)
        if self.draw.random() < 0.2:
            real = f"{name} itself"
            shutil.copy(sample, self.folder / real)
            link = self.draw.choice([os.symlink, os.link])
            link(self.folder / real, self.folder / name)
            self.inputs[real] = sample.read_bytes()
        else:
            shutil.copy(sample, self.folder / name)
        self.inputs[name] = sample.read_bytes()
        return self.written(name)

    def written(self, name):
        """The same name, written in another way."""
        ways = [name, "./" + name, str(self.folder / name), os.path.join("other", "..", name)]
        if name.startswith("mine/"):
            ways += ["link" + name[4:], os.path.join("link", "below", "..", name[5:])]
        return self.draw.choice(ways)

    def output_name(self, option):
        """That of an input, a link to one, or one of its own."""
        kind = self.draw.random()
        inputs = list(self.inputs)
        folder = self.draw.choice([*self.folders, "new", "new/folder"])
        if kind < 0.15:
            name = self.draw.choice(inputs)
        elif kind < 0.3:
            name = os.path.join(self.draw.choice(self.folders), f"linked {option}")
            link = self.draw.choice([os.symlink, os.link])
            if not os.path.lexists(self.folder / name):
                link(self.folder / self.draw.choice(inputs), self.folder / name)
        elif kind < 0.6:
            name = os.path.join(folder, self.draw.choice(NAMES))
        else:
            name = os.path.join(folder, f"result{option}")
        name = self.written(name)
        self.results[option] = name
        return name

    def folder_name(self):
        kind = self.draw.random()
        if kind < 0.7:  # that of an input
            folder = os.path.dirname(self.draw.choice(list(self.inputs)))
            through_link = ["link" + folder[4:]] if folder.startswith("mine") else []
            return self.draw.choice([folder or ".", *through_link])
        if kind < 0.75:
            return self.draw.choice(list(self.inputs))
        return self.draw.choice([*self.folders[1:], "new", "new/folder", "new/../mine", str(self.folder)])

    def run(self):
        """What is wrong, and the exit code."""
        before = {name: self.content(path) for name, path in self.results.items()}
        run = subprocess.run(self.command, cwd=self.folder, capture_output=True, text=True, errors="replace",
                             timeout=120, check=False)
        problems = [f"{name} is lost" for name, content in self.inputs.items()
                    if self.content(name) != content]
        problems += [f"{path} stays" for path in self.folder.rglob("*.tmp")]
        if run.returncode not in (0, 2):
            problems.append(f"exit code {run.returncode}")
        for option, name in self.results.items():
            after = self.content(name)
            if run.returncode == 0 and not after:
                problems.append(f"no result of {option}")
            if run.returncode == 2 and after != before[option]:
                problems.append(f"{option} changed in spite of the refusal")
        if run.returncode == 2 and "error: " not in run.stderr:
            problems.append("no message")
        return [f"{self.command}: {problem}; {run.stderr!r}" for problem in problems], run.returncode

    def content(self, name):
        path = self.folder / name
        return path.read_bytes() if path.is_file() else None


def name_of_a_model(build, folder):
    """A memory model is no file: a result may have its name."""
    folder.mkdir()
    command = [build / "bin" / "nve-sweep", "--sizes", "64", "--profiles", "mover", "--directions", "mm2s",
               "--memory", "bank", "--csv", "bank"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    written = (folder / "bank").is_file()
    return [] if run.returncode == 0 and written else [f"--memory bank --csv bank: {run.stderr!r}"]


def main():
    build, out = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    count, seed = (int(argument) for argument in (sys.argv[3:] + ["60", "1"][len(sys.argv) - 3:]))
    shutil.rmtree(out, ignore_errors=True)
    make_inputs(build, out / "samples")
    draw = random.Random(seed)
    failures = name_of_a_model(build, out / "model")
    codes = collections.Counter()
    for _ in range(count):
        case = Case(draw, build, out / "samples", out / "case")
        problems, code = case.run()
        codes[case.tool.split()[0], code] += 1
        failures += problems
    for failure in failures[:20]:
        print("error:", failure, file=sys.stderr)
    done = sum(number for (_, code), number in codes.items() if code == 0)
    if not count / 5 < done < count * 4 / 5:
        failures.append("too few of a kind")
        print(f"error: {done} of {count} command lines were taken, the rest refused", file=sys.stderr)
    print(f"{count} command lines, {done} of them taken, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
