#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes one netlist of units.json with all its mutants in it, and the list of them.

  netlist.py NAME PACKAGE.sv OUT.v OUT.json

yosys reads the RTL, picks mutants of the units' cells (`mutate -list`, a fixed seed) and builds each of
them in behind a comparison of the new input `mutsel` of the top with the mutant's number; 0 is the design
as it is. yosys's mutate crashes on memory cells, so the ports of memories get theirs here, in the text of
the netlist: a write that never or always happens, wrong bits of addresses and data. Standard library only.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
RTL = HERE.parents[1] / "rtl"
WIDTH = 12  # bits of mutsel
SEED = 1
# Left out: a design with two clock edges is none of ours, and no engine of equal.py would see them.
CLOCK = re.compile(r" -port (CLK|clk_i) ")
# A module with parameters is called $paramod...\name or $paramod\name\Parameter=value.
PLAIN = re.compile(r"\\?\$paramod.*?\\(nve_\w+)")
MEMORY_WRITE = re.compile(r"^    if \((?P<enable>.+)\)\n      (?P<memory>\w+)\[(?P<address>\w+)\] <= "
                          r"(?P<data>\w+);\n", re.MULTILINE)
MEMORY_READ = re.compile(r"^  assign (?P<target>\w+) = (?P<memory>\w+)\[(?P<address>[a-z_]\w*)\];\n",
                         re.MULTILINE)


def units_of(name):
    for netlist in json.loads((HERE / "units.json").read_text(encoding="utf-8"))["netlists"]:
        if netlist["name"] == name:
            return netlist
    sys.exit(f"netlist.py: error: found '{name}', allowed: a netlist of units.json")


def plain(module):
    found = PLAIN.match(module)
    return found[1] if found else module.lstrip("\\").strip()


def selection(module):
    """The cells of a module in all its parametrisations, without memories."""
    patterns = [module, f"$paramod*{module}", f"$paramod*{module}\\\\*"]
    cells = " ".join(f"{pattern}/t:*" for pattern in patterns)
    memories = " ".join(f"{pattern}/t:$mem*" for pattern in patterns)
    return f"{cells} %u %u {memories} %u %u %d"


def with_parameters(netlist):
    """The text of the top with other defaults: yosys's `hierarchy -chparam` fails on nve_dma."""
    text = (RTL / f"{netlist['top']}.sv").read_text(encoding="utf-8")
    for name, value in netlist.get("parameters", {}).items():
        text, count = re.subn(rf"(parameter +\w+ (?:unsigned )? *{name} +=\s+)[^,/]+", rf"\g<1>{value}", text)
        if count != 1:
            sys.exit(f"netlist.py: error: found parameter {name}, allowed: one of {netlist['top']}")
    return text


def run_yosys(netlist, package, work):
    # Without nve_top, whose instances with other parameters would be in the way.
    files = [line for line in (RTL / "nve.f").read_text(encoding="utf-8").splitlines()
             if line.startswith("nve_") and line != "nve_top.sv"]
    # In a folder of their own: the names of cells have those of the files in them.
    for source in RTL.glob("*.sv*"):
        (work / source.name).write_bytes(source.read_bytes())
    (work / f"{netlist['top']}.sv").write_text(with_parameters(netlist), encoding="utf-8")
    script = [f"read_verilog -sv -I. {package} {' '.join(files)}", f"prep -top {netlist['top']}"]
    first = 1
    for unit in netlist["units"]:
        script.append(f"mutate -list {unit['mutants']} -seed {SEED} -ctrl mutsel {WIDTH} {first} "
                      f"-o {unit['module']}.txt {selection(unit['module'])}")
        first += unit["mutants"]
    script += [f"script {unit['module']}.txt" for unit in netlist["units"]]
    script.append("write_verilog -noattr netlist.v")
    (work / "mutate.ys").write_text("\n".join(script) + "\n", encoding="utf-8")
    run = subprocess.run(["yosys", "-q", "-s", "mutate.ys"], cwd=work, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if run.returncode != 0:
        sys.exit(f"netlist.py: error: yosys: {run.stdout}")


def describe(line):
    """Number, module and text of one command of `mutate -list`."""
    words = line.split()
    options = {}
    for option, value in zip(words, words[1:]):
        if option.startswith("-") and option != "-ctrl":
            options.setdefault(option[1:], value)
    place = re.sub(r"\.\d+-.*", "", options.get("src", ""))
    port = f"{options['port']}[{options['portbit']}]"
    control = f" by bit {options['ctrlbit']}" if "ctrlbit" in options else ""
    wire = f", wire {options['wire']}[{options['wirebit']}]" if "wire" in options else ""
    cell = re.sub(r"\$\d+$", "", options["cell"])
    number = int(words[words.index("-ctrl") + 3])
    return {"number": number, "module": options["module"],
            "text": f"{place}: {options['mode']}{control} of {cell} {port}{wire}"}


class Memories:
    """Adds the mutants of memory ports to the text of the netlist."""

    def __init__(self, units, first):
        self.units = units
        self.next = first
        self.mutants = []

    def active(self, module, text):
        number = self.next
        self.next += 1
        self.mutants.append({"number": number, "unit": plain(module), "module": module, "text": text})
        return f"(mutsel == {WIDTH}'d{number})"

    def address(self, module, text, address, width):
        low = self.active(module, f"{text}: address bit 0 inverted")
        high = self.active(module, f"{text}: address bit {width - 1} inverted")
        return f"{address} ^ {{{high}, {width - 2}'d0, {low}}}" if width > 2 else f"{address} ^ {low}"

    def module(self, module, text):
        widths = {name: int(high) + 1 for high, name in re.findall(r"\[(\d+):0\] (\w+)[;\s]", text)}

        def write(found):
            name = f"write of {found['memory']}"
            never = self.active(module, f"{name}: never")
            always = self.active(module, f"{name}: in every cycle")
            data = self.active(module, f"{name}: data bit 0 inverted")
            address = self.address(module, name, found["address"], widths.get(found["address"], 1))
            return (f"    if (({found['enable']} && !{never}) || {always})\n"
                    f"      {found['memory']}[{address}] <= {found['data']} ^ {data};\n")

        def read(found):
            name = f"read of {found['memory']}"
            data = self.active(module, f"{name}: data bit 0 inverted")
            address = self.address(module, name, found["address"], widths.get(found["address"], 1))
            return f"  assign {found['target']} = {found['memory']}[{address}] ^ {data};\n"

        return MEMORY_READ.sub(read, MEMORY_WRITE.sub(write, text))

    def all(self, text):
        parts = re.split(r"^(?=module )", text, flags=re.MULTILINE)
        for index, part in enumerate(parts):
            found = re.match(r"module (\S+)", part)
            module = found[1].split("(")[0] if found else ""
            if plain(module) in self.units and "mutsel" in part:
                parts[index] = self.module(module.lstrip("\\"), part)
        return "".join(parts)


def main():
    name, package, verilog, listing = sys.argv[1:]
    netlist = units_of(name)
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        run_yosys(netlist, pathlib.Path(package).resolve(), work)
        mutants = []
        for unit in netlist["units"]:
            lines = (work / f"{unit['module']}.txt").read_text(encoding="utf-8").splitlines()
            mutants += [{"unit": unit["module"]} | describe(line) for line in lines
                        if not CLOCK.search(line)]
        memories = Memories({unit["module"] for unit in netlist["units"]},
                            1 + sum(unit["mutants"] for unit in netlist["units"]))
        text = memories.all((work / "netlist.v").read_text(encoding="utf-8"))
    mutants += memories.mutants
    if memories.next > 1 << WIDTH or not mutants:
        sys.exit(f"netlist.py: error: {len(mutants)} mutants, allowed: 1 to {(1 << WIDTH) - 1}")
    for path, content in ((verilog, text), (listing, json.dumps(mutants, indent=1) + "\n")):
        path = pathlib.Path(path)
        # What depends on an equal file is not built again.
        if not path.is_file() or path.read_text(encoding="utf-8") != content:
            path.write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
