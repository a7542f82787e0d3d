"""Proves that a mutant of a netlist is equal to the design: both copies of the unit get the same inputs, from
reset on, and all their outputs are compared. abc's pdr proves it for ever, bmc3 for so many cycles.

given/MODULE.svh may hold assumptions about the inputs, which must be assertions of the RTL, so that every
simulation checks them; it sees the inputs by name and the outputs of the design as gold_NAME.
parents/MODULE.v may hold a module MODULE_parent with the unit and a neighbour, for mutants that differ at the
pins of the unit only; its memories have four words. Memories start with zeros, as in simulation. Standard
library only.
"""
import pathlib
import re

import formal_engines  # of scripts, whose mutate.py calls this

HERE = pathlib.Path(__file__).resolve().parent
EQUAL, BOUNDED, DIFFERENT, UNKNOWN = "equivalent", "bounded", "different", "unknown"
BOUND = 40      # cycles
SECONDS = 60    # each engine
PATIENCE = 30   # real time granted for a second of processor time
PLAIN = re.compile(r"\$paramod.*?\\(nve_\w+)")
PORT = re.compile(r"^  (input|output) (\[\d+:0\] )?(\w+);$", re.MULTILINE)


def ports_of(text, module):
    """(direction, range, name) of all ports of a module of a netlist."""
    head = re.search(rf"^module \\?{re.escape(module)} ?\(", text, re.MULTILINE).start()
    return PORT.findall(text[head:text.index("\nendmodule", head)])


def pair(text, module, number, observed):
    """A module with the design and the mutant on the same inputs."""
    ports = [port for port in ports_of(text, module) if port[2] != "mutsel"]
    inputs = [port for port in ports if port[0] == "input"]
    outputs = [port for port in ports if port[0] == "output"]
    names = {name for _, _, name in inputs}
    lines = ["module pair (" + ", ".join(f"input {width}{name}" for _, width, name in inputs) + ");"]
    for copy, value in (("gold", 0), ("gate", number)):
        lines += [f"  wire {width}{copy}_{name};" for _, width, name in outputs]
        pins = [f".{name}({name})" for _, _, name in inputs]
        pins += [f".{name}({copy}_{name})" for _, _, name in outputs]
        lines.append(f"  \\{module} {copy} (" + ", ".join(pins + [f".mutsel(12'd{value})"]) + ");")
    if "rst_ni" in names:
        lines += ["  reg started = 1'b0;", "  always @(posedge clk_i) started <= 1'b1;",
                  "  always @* assume (rst_ni == started);"]
    found = PLAIN.match(module)
    given = HERE / "given" / f"{found[1] if found else module}.svh"
    if given.exists():
        lines.append(given.read_text(encoding="utf-8"))
    used = {name: f"[{observed[name] - 1}:0]" if name in observed else "" for _, _, name in outputs}
    equal = " && ".join(f"gold_{name}{bits} == gate_{name}{bits}" for name, bits in used.items())
    return "\n".join(lines + [f"  always @* assert ({equal});", "endmodule", ""])


def run(command, work):
    """Exit code and output of a command that may take twice SECONDS of processor time."""
    return formal_engines.run(command, work / "log", 2 * SECONDS, PATIENCE)


def modules_of(text, top):
    """The text of a module of a netlist and of those it instantiates."""
    blocks = {}
    for block in re.split(r"^(?=module )", text, flags=re.MULTILINE)[1:]:
        blocks[re.match(r"module \\?([^\s(]+)", block)[1]] = block
    needed, pending = [], [top]
    while pending:
        needed.append(pending.pop())
        pending += [name for name in blocks if name not in needed + pending
                 and re.search(rf"^  \\?{re.escape(name)} ", blocks[needed[-1]], re.MULTILINE)]
    return "".join(blocks[name] for name in needed)


def four_words(text):
    """The text with memories of four words."""
    text = re.sub(r"^(  reg \[\d+:0\] mem) \[\d+:0\];", r"\1 [3:0];", text, flags=re.MULTILINE)
    text = re.sub(r"^    mem\[(?![0-3]\])\d+\] = .*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"\bmem\[([a-z_]\w*)\]", r"mem[\1[1:0]]", text)


def compare(text, module, number, observed, work):
    """EQUAL, BOUNDED (for BOUND cycles), DIFFERENT for some inputs, or UNKNOWN."""
    work.mkdir(parents=True, exist_ok=True)
    (work / "unit.v").write_text(text, encoding="utf-8")
    (work / "pair.sv").write_text(pair(text, module, number, observed), encoding="utf-8")
    script = ["read_verilog unit.v", "read_verilog -sv -formal pair.sv", "hierarchy -top pair", "proc -norom",
              "flatten", "opt -fast", "memory_collect", "memory_map", "setundef -zero", "opt -fast",
              "async2sync", "setundef -undriven -zero", "setundef -init -zero", "dffunmap", "opt -fast",
              "formalff -clk2ff", "techmap", "abc -g AND -fast", "opt_clean",
              "write_aiger -I -B -zinit -no-startoffset pair.aig"]
    (work / "pair.ys").write_text("\n".join(script) + "\n", encoding="utf-8")
    code, log = run(["yosys", "-q", "-s", "pair.ys"], work)
    if code != 0:
        raise RuntimeError(f"{work}: yosys: {log.strip()[-400:]}")
    bounded = False
    for search in (f"scorr; pdr -T {SECONDS}", f"bmc3 -F {BOUND} -T {SECONDS}"):
        _, log = run(["yosys-abc", "-c", f"read_aiger pair.aig; fold; strash; {search}"], work)
        if "was asserted in frame" in log:
            return DIFFERENT
        if "Property proved" in log or "Networks are equivalent" in log:
            return EQUAL
        bounded |= f"No output asserted in {BOUND} frames" in log
    return BOUNDED if bounded else UNKNOWN


def prove(netlist, module, number, observed, work):
    """The outcome for the unit alone or, if that does not settle it, with its neighbour.

    `observed` has the number of low bits of an output that the design uses, if it does not use all.
    """
    everything = netlist.read_text(encoding="utf-8")
    outcome = compare(modules_of(everything, module), module, number, observed, work)
    parent = HERE / "parents" / f"{module}.v"
    if outcome in (EQUAL, BOUNDED) or not parent.exists():
        return outcome
    text = parent.read_text(encoding="utf-8")
    text += four_words(modules_of(everything + text, f"{module}_parent").partition("endmodule\n")[2])
    return compare(text, f"{module}_parent", number, {}, work / "parent")
