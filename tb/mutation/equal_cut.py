# SPDX-License-Identifier: Apache-2.0
"""Cuts units out of the text of a netlist for equal.py: the modules that one needs, and without its large
memories or the modules inside it, whose pins become its own. Standard library only."""
import re

from equal_engines import yosys

SMALL = 1100    # bits of a memory that is unfolded; larger ones are cut out
PORT = re.compile(r"^  (input|output) (\[\d+:0\] )?(\w+);$", re.MULTILINE)
MEMORY = re.compile(r"^  reg \[(\d+):0\] mem \[(\d+):0\];\n(?:  initial begin\n(?:    mem\[\d+\] = .*\n)*"
                    r"  end\n)?", re.MULTILINE)
WRITE = re.compile(r"^  always @\(posedge clk_i\) begin\n    if \((.+)\)\n"
                   r"      mem\[([^\]]+)\] <= (.+);\n  end\n", re.MULTILINE)
READ = re.compile(r"^  assign (\w+) = mem\[([^\]]+)\](.*);\n", re.MULTILINE)
BOX = "(* blackbox, keep *) module cut_"


def ports_of(text, module):
    """(direction, range, name) of all ports of a module of a netlist."""
    head = re.search(rf"^module \\?{re.escape(module)} ?\(", text, re.MULTILINE).start()
    return PORT.findall(text[head:text.index("\nendmodule", head)])


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
