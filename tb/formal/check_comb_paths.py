#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""AXI rule A4 on the netlist: no combinational path from an input pin to an output pin.

  check_comb_paths.py --rtl rtl --package nve_pkg.sv --work DIR

yosys flattens each design below to word-level cells; from every output bit this script walks backwards
through all cells that are no registers. Within a cell every output bit is taken to depend on every input
bit, so a path that is not found does not exist; one that is found may be false, and then the RTL
should be written so that it is not there. Registers, also their asynchronous resets, end a path, and so do
memory read ports with a clock; the others lead from address to data. Prints `property NAME` for each
design without a path and stops at the first path, which is printed pin by pin: exit code 1. Exit code 2 if
a design cannot be read. Standard library only.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys


class NetlistError(Exception):
    """A design that cannot be checked."""


Design = collections.namedtuple("Design", "name top parameters allowed")

# allowed: outputs that repeat inputs by definition (isa.md section 13)
DESIGNS = [
    Design("NoCombPathTop", "nve_top", {}, set()),
    Design("NoCombPathTopMover", "nve_top", {"DmaProfile": 1}, set()),
    Design("NoCombPathCore", "nve_core", {}, {"probe_inputs_o"}),
]
REGISTER = re.compile(r"\$(a|s|al)?dff(e|sr|sre|ce)?$")


def synthesise(design, options):
    """The flattened design as the JSON of yosys."""
    sources = " ".join(map(str, [options.package, *sorted(options.rtl.glob("nve_*.sv"))]))
    parameters = "".join(f" -chparam {key} {value}" for key, value in design.parameters.items())
    netlist = options.work / f"{design.name}.json"
    yosys = subprocess.run(
        ["yosys", "-q", "-p",
         f"read_verilog -sv -I{options.rtl} {sources}; hierarchy -check -top {design.top}{parameters}; "
         f"proc; flatten; opt_expr; opt_clean; memory -nomap; opt_clean; write_json {netlist}"],
        check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if yosys.returncode != 0:
        raise NetlistError(f"{design.name}: yosys: {yosys.stderr.strip()}")
    with open(netlist, encoding="utf-8") as file:
        modules = json.load(file)["modules"]
    return next(m for m in modules.values() if int(m["attributes"].get("top", "0"), 2))


def memory_arcs(cell):
    """(inputs, outputs) of each read port of a memory that has no clock."""
    parameters, connections = cell["parameters"], cell["connections"]
    width, address_width = int(parameters["WIDTH"], 2), int(parameters["ABITS"], 2)
    clocked = parameters["RD_CLK_ENABLE"][::-1]
    for port in range(int(parameters["RD_PORTS"], 2)):
        if clocked[port] != "1":
            yield (connections["RD_ADDR"][port * address_width:(port + 1) * address_width],
                   connections["RD_DATA"][port * width:(port + 1) * width])


def arcs(cell):
    """(input bits, output bits) pairs between which the cell has a combinational path."""
    if REGISTER.match(cell["type"]):
        return []
    if cell["type"].startswith("$mem"):
        return list(memory_arcs(cell))
    bits = {"input": [], "output": []}
    for port, direction in cell["port_directions"].items():
        bits[direction] += cell["connections"][port]
    return [(bits["input"], bits["output"])]


def name_bits(module):
    names = {}
    for name, net in module["netnames"].items():
        for index, bit in enumerate(net["bits"]):
            if bit not in names or net["hide_name"] == 0 and len(name) < len(names[bit][0]):
                names[bit] = (name, index)
    return names


def find_path(module, allowed):
    """A list of bits from an output to an input, or None; and the number of bits visited."""
    driver = {}
    for cell in module["cells"].values():
        for inputs, outputs in arcs(cell):
            driver.update((bit, inputs) for bit in outputs)
    ports = module["ports"]
    inputs = {bit for port in ports.values() if port["direction"] == "input" for bit in port["bits"]}
    next_bit = {bit: None for name, port in ports.items()
                if port["direction"] == "output" and name not in allowed for bit in port["bits"]}
    waiting = collections.deque(next_bit)
    while waiting:
        bit = waiting.popleft()
        if bit in inputs:
            path = [bit]
            while next_bit[path[-1]] is not None:
                path.append(next_bit[path[-1]])
            return path, len(next_bit)
        for source in driver.get(bit, ()):
            if isinstance(source, int) and source not in next_bit:
                next_bit[source] = bit
                waiting.append(source)
    return None, len(next_bit)


def check(design, options):
    module = synthesise(design, options)
    path, visited = find_path(module, design.allowed)
    registers = sum(bool(REGISTER.match(cell["type"])) for cell in module["cells"].values())
    missing = design.allowed - set(module["ports"])
    if not registers or missing:
        raise NetlistError(f"{design.name}: found {registers} register cells, no outputs {sorted(missing)}")
    if path:
        names = name_bits(module)
        text = " -> ".join("{}[{}]".format(*names.get(bit, ("?", bit))) for bit in path)
        print(f"{design.name}: combinational path: {text}")
        return False
    print(f"property {design.name}")
    print(f"{design.name}: {len(module['cells'])} cells, {registers} of them registers; "
          f"{visited} bits behind the outputs, no input among them")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rtl", type=pathlib.Path, required=True, help="folder of the sources")
    parser.add_argument("--package", type=pathlib.Path, required=True, help="generated nve_pkg.sv")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder for the netlists")
    options = parser.parse_args()
    try:
        options.work.mkdir(parents=True, exist_ok=True)
        return 0 if all(check(design, options) for design in DESIGNS) else 1
    except Exception as error:  # 1 says that there is a path: nothing else may end with it
        print(f"error: {type(error).__name__}: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
