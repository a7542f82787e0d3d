# SPDX-License-Identifier: Apache-2.0
"""Proves that a mutant of a netlist is equal to the design: both copies of the unit get the same inputs, from
reset on, and all their outputs are compared. abc's pdr proves it for ever, bmc3 for so many cycles.

given/MODULE.svh may hold assumptions about the inputs, which must be assertions of the RTL, so that every
simulation checks them; it sees the inputs by name and the outputs of the design as gold_NAME.
parents/MODULE.v may hold a module MODULE_parent with the unit and a neighbour, for mutants that differ at the
pins of the unit only; a parametrised MODULE takes the place of that name in it, and given/MODULE_parent.svh
has what is known of it. lemmas/MODULE.svh may hold assertions that relate the two copies: registers are
gold.NAME and gate.NAME, places of memories gold.NAME[PLACE]. Where the engines do not finish, the outputs are
proved once more together with these, which must be true as well. Memories start with zeros, as in simulation,
and large ones are cut out. Standard library only.
"""
import hashlib
import json
import pathlib
import re

from equal_cut import cut_children, cut_memories, modules_of, ports_of
from equal_engines import SECONDS, OutOfTime, run, yosys
from script_main import InputError

EQUAL, BOUNDED, DIFFERENT, UNKNOWN = "equivalent", "bounded", "different", "unknown"
BOUND = 40  # cycles
SOURCES = sorted(pathlib.Path(__file__).parent.glob("equal*.py"))
PLAIN = re.compile(r"\$paramod.*?\\(nve_\w+)")


class Given:
    """What the proofs of a module take for granted: the texts of its files in given/ and parents/ of a
    folder, and what the design uses of an output, if it does not use all of it (`observed`). The text in
    lemmas/ is proved, not granted."""

    def __init__(self, folder, module, observed):
        name = plain(module)
        self.observed = observed
        self.inputs, self.around, self.parent, self.lemmas = (
            path.read_text(encoding="utf-8") if path.is_file() else ""
            for path in (folder / "given" / f"{name}.svh", folder / "given" / f"{name}_parent.svh",
                         folder / "parents" / f"{name}.v", folder / "lemmas" / f"{name}.svh"))
        if re.search(r"\bassume\b", self.lemmas):
            raise InputError(f"lemmas/{name}.svh: found an assumption, allowed: assertions, "
                             "assumptions stand in given/")

    def __bool__(self):
        return bool(self.observed or self.inputs or self.around or self.parent)

    def key(self, netlist):
        """Another one means that a proof may end otherwise."""
        parts = [self.observed, self.inputs, self.around, self.parent, self.lemmas,
                 netlist.read_text(encoding="utf-8")]
        parts += [path.read_text(encoding="utf-8") for path in SOURCES]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def plain(module):
    """The name of a module without what yosys makes of its parameters."""
    found = PLAIN.match(module)
    return found[1] if found else module


def used(copy, name, observed):
    """What the design uses of an output of one copy: all, so many low bits, or an expression of outputs."""
    what = observed.get(name)
    if what is None:
        return f"{copy}_{name}"
    if isinstance(what, int):
        return f"{copy}_{name}[{what - 1}:0]"
    return "(" + re.sub(r"\b[a-z]\w*_o\b", lambda found: f"{copy}_{found[0]}", what) + ")"


def pair(text, module, number, observed, assumptions):
    """A module with the design and the mutant on the same inputs."""
    ports = [port for port in ports_of(text, module) if not port[2].endswith("mutsel")]
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
    lines.append(assumptions)
    equal = " && ".join(f"{used('gold', name, observed)} == {used('gate', name, observed)}"
                        for _, _, name in outputs)
    return "\n".join(lines + [f"  always @* assert ({equal});", "endmodule", ""])


def compare(text, module, number, observed, assumptions, work):
    """EQUAL, BOUNDED (for BOUND cycles), DIFFERENT for some inputs, or UNKNOWN."""
    work.mkdir(parents=True, exist_ok=True)
    (work / "unit.v").write_text(text, encoding="utf-8")
    (work / "pair.sv").write_text(pair(text, module, number, observed, assumptions),
                                  encoding="utf-8")
    # What is cut has a write port for every bit of a memory: not shared, they would make its square. Memories
    # become registers before the pair is read, so that lemmas can name them.
    script = ["read_verilog unit.v", "proc -norom", "memory_share -nosat", "opt -fast", "memory_collect",
              "memory_map", "read_verilog -sv -formal pair.sv", "hierarchy -top pair", "proc -norom",
              "flatten", "setundef -zero", "opt -fast", "async2sync", "setundef -undriven -zero",
              "setundef -init -zero", "dffunmap", "opt -fast", "formalff -clk2ff", "techmap",
              "abc -g AND -fast", "opt_clean",
              "write_aiger -I -B -zinit -no-startoffset pair.aig"]
    try:
        yosys("pair.ys", script, work)
    except OutOfTime:
        return UNKNOWN
    bounded = False
    # lcorr finds in seconds which registers of the copies are one; of a whole core scorr alone takes minutes.
    # With the assumptions as constraints, before they are folded into the property, scorr sees what they say.
    for search in (f"strash; lcorr; scorr -c; fold; strash; scorr; pdr -T {SECONDS}",
                   f"fold; strash; lcorr; bmc3 -F {BOUND} -T {SECONDS}"):
        _, log = run(["yosys-abc", "-c", f"read_aiger pair.aig; {search}"], work)
        if "was asserted in frame" in log:
            return DIFFERENT
        if "Property proved" in log or "Networks are equivalent" in log:
            return EQUAL
        bounded |= f"No output asserted in {BOUND} frames" in log
    return BOUNDED if bounded else UNKNOWN


def prove(netlist, module, number, given, work):
    """The outcome for the unit alone or, if that does not settle it, with its neighbour.

    `given` is the Given of the module.
    """
    everything = netlist.read_text(encoding="utf-8")
    text = modules_of(everything, module)
    outcomes = []
    seen = []
    for cut in (cut_children, cut_memories):
        unit = cut(text, module, number, work / cut.__name__)
        if unit not in seen:
            outcomes.append(compare(unit, module, number, given.observed, given.inputs, work / cut.__name__))
        if outcomes[-1] == EQUAL:
            return EQUAL
        seen.append(unit)
    if given.lemmas and DIFFERENT not in outcomes[-1:]:
        lemmas = given.inputs + given.lemmas
        if compare(seen[-1], module, number, given.observed, lemmas, work / "lemmas") == EQUAL:
            return EQUAL
    if given.parent:
        name = plain(module)
        around = re.sub(rf"^  {name} ", lambda _: f"  \\{module} ", given.parent, flags=re.MULTILINE)
        module, work = f"{name}_parent", work / "parent"
        text = modules_of(everything + around, module)
        unit = cut_memories(text, module, number, work)
        outcomes.append(compare(unit, module, number, {}, given.around, work))
    if EQUAL in outcomes:
        return EQUAL
    return BOUNDED if BOUNDED in outcomes else outcomes[-1]
