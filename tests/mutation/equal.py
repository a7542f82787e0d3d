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
import threading

import formal_engines  # of scripts, whose mutate.py calls this
from script_main import InputError

EQUAL, BOUNDED, DIFFERENT, UNKNOWN = "equivalent", "bounded", "different", "unknown"
BOUND = 40      # cycles
SECONDS = 60    # each engine
SMALL = 1100    # bits of a memory that is unfolded; larger ones are cut out
PATIENCE = 30   # real time granted for a second of processor time
PLAIN = re.compile(r"\$paramod.*?\\(nve_\w+)")
PORT = re.compile(r"^  (input|output) (\[\d+:0\] )?(\w+);$", re.MULTILINE)
MEMORY = re.compile(r"^  reg \[(\d+):0\] mem \[(\d+):0\];\n(?:  initial begin\n(?:    mem\[\d+\] = .*\n)*"
                    r"  end\n)?", re.MULTILINE)
WRITE = re.compile(r"^  always @\(posedge clk_i\) begin\n    if \((.+)\)\n"
                   r"      mem\[([^\]]+)\] <= (.+);\n  end\n", re.MULTILINE)
READ = re.compile(r"^  assign (\w+) = mem\[([^\]]+)\](.*);\n", re.MULTILINE)
BOX = "(* blackbox, keep *) module cut_"
stopped = threading.Event()  # the caller wants its threads back


class OutOfTime(Exception):
    """yosys has not finished."""


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
                 netlist.read_text(encoding="utf-8"), pathlib.Path(__file__).read_text(encoding="utf-8")]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def plain(module):
    """The name of a module without what yosys makes of its parameters."""
    found = PLAIN.match(module)
    return found[1] if found else module


def ports_of(text, module):
    """(direction, range, name) of all ports of a module of a netlist."""
    head = re.search(rf"^module \\?{re.escape(module)} ?\(", text, re.MULTILINE).start()
    return PORT.findall(text[head:text.index("\nendmodule", head)])


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


def run(command, work):
    """Exit code and output of a command that may take twice SECONDS of processor time."""
    if stopped.is_set():
        raise InterruptedError("the proof is not finished")
    return formal_engines.run(command, work / "log", 2 * SECONDS, PATIENCE)


def yosys(name, script, work):
    """Runs a script in the folder; RuntimeError with the end of its messages if it fails."""
    (work / name).write_text("\n".join(script) + "\n", encoding="utf-8")
    code, log = run(["yosys", "-q", "-s", name], work)
    if code < 0:
        raise OutOfTime
    if code > 0:
        raise RuntimeError(f"{work}: yosys: {log.strip()[-400:]}")


def blocks_of(text):
    """What stands before the first module, and the text of each module."""
    return re.split(r"^(?=module )", text, flags=re.MULTILINE)


def modules_of(text, top):
    """The text of a module of a netlist and of those it instantiates."""
    blocks = {}
    for block in blocks_of(text)[1:]:
        blocks[re.match(r"module \\?([^\s(]+)", block)[1]] = block
    needed, pending = [], [top]
    while pending:
        needed.append(pending.pop())
        pending += [name for name in blocks if name not in needed + pending
                 and re.search(rf"^  \\?{re.escape(name)} ", blocks[needed[-1]], re.MULTILINE)]
    return "".join(blocks[name] for name in needed)


def boxed_memory(block, boxes):
    """The text of a module, with a box for each port of a large memory."""
    head = MEMORY.search(block)
    if not head or (int(head[1]) + 1) * (int(head[2]) + 1) <= SMALL:
        return block
    data, address = int(head[1]), int(head[2]).bit_length() - 1
    name = f"{data}_{address}"
    boxes.update((f"{BOX}write_{name} (input e, input [{address}:0] a, input [{data}:0] d); endmodule\n",
                  f"{BOX}read_{name} (input [{address}:0] a, output [{data}:0] d); endmodule\n"))
    count = iter(range(99))

    def write(found):
        enable = f"({found[1]})"
        return (f"  cut_write_{name} cut{next(count)} (.e({enable}), .a({enable} ? ({found[2]}) : 0), "
                f".d({enable} ? ({found[3]}) : 0));\n")

    def read(found):
        wire = f"cut_data{next(count)}"
        return (f"  wire [{data}:0] {wire};\n  cut_read_{name} {wire}_i (.a({found[2]}), .d({wire}));\n"
                f"  assign {found[1]} = {wire}{found[3]};\n")

    block = READ.sub(read, WRITE.sub(write, MEMORY.sub("", block)))
    if re.search(r"\bmem\[", block):
        raise RuntimeError(f"found a port of a memory in a form of its own: {block[:80]}")
    return block


def cut_memories(text, module, _, work):
    """The unit with the ports of its large memories at its pins: enable, address and data of a write and the
    address of a read are outputs, the data of a read an input. As long as both copies agree on those, their
    memories hold the same words, and reads of the same address give the same: so both may get the same data.
    Proofs are of the pins, hence sound; a mutant that differs there may still be equal."""
    boxes = set()
    return evert("".join(boxed_memory(block, boxes) for block in blocks_of(text)), module, boxes, work)


def cut_children(text, module, number, work):
    """The unit with the pins of all modules that it instantiates at its own, unless the mutant is in one of
    them: while both copies give them the same, they answer the same."""
    names = (f"12'd{number})", f"12'h{number:03x};")
    blocks, boxes = blocks_of(text), set()
    for index, block in enumerate(blocks):
        head = re.match(r"module \\?([^\s(]+)", block)
        if head and head[1] != module:
            if any(name in block for name in names):
                return text
            ports = "".join(f"  {direction} {width}{name};\n"
                            for direction, width, name in PORT.findall(block))
            blocks[index] = ("(* blackbox, keep *) " + block[:block.index(";") + 1] + "\n" + ports +
                             "endmodule\n")
        else:
            blocks[index] = boxed_memory(block, boxes)
    text = "".join(blocks)
    # Only instances whose names have "cut" in them become pins.
    text = re.sub(r"^  (\\?\S*nve_\S+ +)(\\?)(\S+) +\(", r"  \1\2cut_\3 (", text,
                  flags=re.MULTILINE)
    return evert(text, module, boxes, work)


def evert(text, module, boxes, work):
    """The text with the pins of the boxes at those of the module; their names have "cut" in them."""
    if not re.search(r"\bcut_", text):
        return text
    work.mkdir(parents=True, exist_ok=True)
    (work / "whole.v").write_text("".join(sorted(boxes)) + text, encoding="utf-8")
    yosys("cut.ys", ["read_verilog whole.v", f"hierarchy -top \\{module}", "proc -norom", "flatten",
                     "expose -evert c:*cut*", "write_verilog -noattr cut.v"], work)
    cut = (work / "cut.v").read_text(encoding="utf-8")
    return re.sub(r"\\(\S*cut\S*) ", lambda found: re.sub(r"\W", "_", found[1]), cut)


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
    # With the assumptions as constraints, before they are folded into the property, scorr sees what they say.
    for search in (f"strash; scorr -c; fold; strash; scorr; pdr -T {SECONDS}",
                   f"fold; strash; bmc3 -F {BOUND} -T {SECONDS}"):
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
