#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the GTKWave views of waves: one per unit, states as names, instructions as assembly.

  make_gtkw.py WAVES.fst [--cycle N] [--report report.json]

writes WAVES.views/UNIT.gtkw for the units core, datapath, agu, fsm, dma and axi, the last two of waves of
the whole machine only, and beside them translate filters, lines of a hexadecimal value and its text; where
no such folder can be made or written to, into a temporary one, which a line on standard error tells. What
the run was is read from WAVES.fst.json, which nve-cosim and nve-random write: the machine, the cycle to look
at, where the views begin and have their marker, and the instructions or the binary that has them (its
nve-objdump text is made with the tool beside nve-cosim). --cycle chooses another one, or --report the first
repetition of a short program from nve-cosim's results; the waves must have it. A binary that is no longer
that of the run (by `binary_crc32`, without it by the time of the file) is a warning: instructions it does
not have are shown as numbers.

The signals come from the waves: those of whole units, the pins of the ports by channel, every signal of an
enumeration type with the names of its states. A signal that a view names and the waves do not have is an
error. Standard library only.
"""
import argparse
import contextlib
import os
import re
import subprocess
import sys
import tempfile

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
ARCH = os.path.join(TOP, "arch")
sys.path[:0] = [os.path.join(TOP, "scripts", "lib"), ARCH]
from fst_signals import FstError, read_design, times  # noqa: E402
from description import read  # noqa: E402
import script_main  # noqa: E402
from script_main import InputError  # noqa: E402
from wave_run import changed_binary, first_repetition, instructions_of, listing, read_run  # noqa: E402

# The whole machine; a core alone is TOP.nve_core.
MACHINE = "TOP.nve_top"
DMA = f"{MACHINE}.u_dma"
# Flags of a row in a save file: number format, right-justified; translated by a file; ends of a group.
MAGIC = b"NVEPROG\0"  # of a binary
HEX, DECIMAL, BINARY, SIGNED, TRANSLATED = 0x22, 0x24, 0x28, 0x420, 0x2000
GROUP, CLOSED_GROUP, GROUP_END, CLOSED_GROUP_END = 0x800200, 0xC00200, 0x1000200, 0x1401200
TIME_PER_CYCLE = 2
CYCLES_SHOWN_BEFORE = 8


class ViewError(Exception):
    """Something the view needs is missing; the text says what."""


def short(name):
    """A name for a row. GTKWave would show only what is behind the last dot."""
    return re.sub(r"^TOP\.\w+\.", "", name).replace(".", "/")


class Design:
    """What all views of a file share: its signals, the machine, the program, the filters written so far."""

    def __init__(self, fst, folder, arch, words, texts):
        self.folder, self.arch, self.words, self.texts = folder, arch, words, texts
        self.signals, self.enums = read_design(fst)
        self.whole = any(name.startswith(f"{MACHINE}.") for name in self.signals)
        self.core = f"{MACHINE}.u_core" if self.whole else "TOP.nve_core"

    def filter(self, name, entries, bits):
        """Writes a filter file of {value: text}, once, and returns its path."""
        path = os.path.join(self.folder, f"{name}.txt")
        digits = (bits + 3) // 4
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(f"{value:0{digits}X} {text}\n" for value, text in sorted(entries.items()))
        return path

    def of_unit(self, scope):
        """Signals of a scope without constants, clock and reset; not of its parts."""
        names = [name for name in self.signals if name.rpartition(".")[0] == scope]
        return [name for name in names
                if not name[len(scope) + 1].isupper() and not re.search(r"\.(clk_i|rst_ni)$", name)]

    def scopes(self, scope):
        """A scope and those inside it, in the order of the file, without unnamed blocks."""
        found = {name.rpartition(".")[0]: None for name in self.signals}
        return [name for name in found if (name == scope or name.startswith(scope + "."))
                and "unnamedblk" not in name]


class View:
    """The lines of a save file."""

    def __init__(self, design):
        self.design, self.core, self.lines, self.filters = design, design.core, [], []

    def bits(self, name):
        if name not in self.design.signals:
            raise ViewError(f"no signal '{name}' in the waves")
        return self.design.signals[name]

    @contextlib.contextmanager
    def group(self, title, closed=False):
        self.lines += [f"@{CLOSED_GROUP if closed else GROUP:x}", f"-{title}"]
        yield
        self.lines += [f"@{CLOSED_GROUP_END if closed else GROUP_END:x}", f"-{title}"]

    def signal(self, label, name, form=HEX, color=None, part=None, names=None):
        """A signal, or part = (lowest bit, bits) of it; names = (name of the filter, {value: text})."""
        width = self.bits(name)
        full = name if width == 1 else f"{name}[{width - 1}:0]"
        lsb, bits = part or (0, width)
        line = f"+{{{label}}} {full}"
        # GTKWave translates signals of an enumeration type only when they are put together from bits; a save
        # file counts bits from the most significant one.
        if width > 1 and (part or names):
            line = f"#{{{label}}} " + " ".join(f"({width - 1 - bit}){full}"
                                               for bit in range(lsb + bits - 1, lsb - 1, -1))
        if color is not None:
            self.lines.append(f"[color] {color}")
        self.lines.append(f"@{form | TRANSLATED if names else form:x}")
        if names:
            path = self.design.filter(*names, bits)
            if path not in self.filters:
                self.filters.append(path)
            self.lines.append(f"^{self.filters.index(path) + 1} {path}")
        self.lines.append(line)

    def state(self, label, name):
        """A signal of an enumeration type, without what the names of its states have in common."""
        values = self.design.enums.get(name)
        if values is None:
            raise ViewError(f"'{name}' is of no enumeration type in the waves")
        common = len(os.path.commonprefix(list(values.values())))
        unit, _, signal = name.rpartition(".")
        file = f"{unit.rpartition('.')[2]}.{signal}"
        self.signal(label, name, HEX, 3, names=(file, {code: text[common:].lower()
                                                       for code, text in values.items()}))

    def unit(self, scope, title, closed=True):
        """All signals of a scope."""
        names = self.design.of_unit(scope)
        if not names:
            raise ViewError(f"no signals in '{scope}' in the waves")
        with self.group(title, closed):
            for name in names:
                label = name[len(scope) + 1:]
                if name in self.design.enums:
                    self.state(label, name)
                else:
                    self.signal(label, name, BINARY if self.bits(name) == 1 else HEX)


def read_words(path):
    """Instruction words of all programs, from the container's section `code` (docs/binary.md)."""
    with open(path, "rb") as file:
        data = file.read()
    if not data.startswith(MAGIC):
        raise ViewError(f"{path}: found another kind of file, expected an NVE binary")
    for section in range(int.from_bytes(data[12:16], "little")):
        entry = data[24 + 40 * section:64 + 40 * section]
        if entry[:16].rstrip(b"\0") == b"code":
            first, size = (int.from_bytes(entry[at:at + 8], "little") for at in (16, 24))
            return [int.from_bytes(data[at:at + 8], "little") for at in range(first, first + size, 8)]
    raise ViewError(f"{path}: no section 'code'; expected an NVE binary")


def read_texts(lines):
    """The instructions of nve-objdump's lines, in the same order."""
    lines = [line.split(";")[0].strip() for line in lines]
    return [line for line in lines if line.count("|") == 5]


def program_of(fst, run):
    """The instruction words of the run and their texts."""
    if "program" in run:
        return zip(*instructions_of(fst, run))
    changed = changed_binary(fst, run)
    if changed:
        print(f"make_gtkw.py: warning: {run['binary']} may be another program than that of {fst}: {changed}; "
              "instructions it does not have are shown as numbers", file=sys.stderr)
    words, texts = read_words(run["binary"]), read_texts(listing(fst, run))
    if len(words) != len(texts):
        raise ViewError(f"{run['binary']} has {len(words)} instructions, nve-objdump prints {len(texts)}")
    return words, texts


def slot_ranges(arch):
    """{slot: (lowest bit, bits)} of the instruction word."""
    ranges = {}
    for field in arch["instruction"]["fields"]:
        first, bits = ranges.get(field["slot"], (field["lsb"], 0))
        ranges[field["slot"]] = (first, field["lsb"] + field["bits"] - first)
    return ranges


def add_control(view):
    with view.group("Control"):
        view.signal("clock", f"{view.core}.clk_i", BINARY)
        view.signal("reset, active low", f"{view.core}.rst_ni", BINARY)
        view.state("state", f"{view.core}.state")
        view.state("stall", f"{view.core}.stall")
        view.signal("advance", f"{view.core}.advance", BINARY)
        for label, name in (("run (strip)", "run"), ("pass (iteration)", "pass"), ("pc", "pc")):
            view.signal(label, f"{view.core}.{name}", DECIMAL)


def add_instruction(view, slots=()):
    """The instruction in execution, whole and by slot; `slots` chooses some."""
    word, words, texts = f"{view.core}.instruction", view.design.words, view.design.texts
    with view.group("Instruction in execution, whole and by slot"):
        view.signal("instruction", word, HEX, 3,
                    names=("instruction", {0: "-", **dict(zip(words, texts))}))
        for number, (slot, (lsb, bits)) in enumerate(slot_ranges(view.design.arch).items()):
            if slots and slot not in slots:
                continue
            parts = {0: "-"}
            for value, text in zip(words, texts):
                if text.count("|") == 5:  # a reserved code has no slots
                    parts[value >> lsb & (1 << bits) - 1] = text.split("|")[number].strip()
            view.signal(slot, word, HEX, 3, (lsb, bits), (f"slot_{slot.lower()}", parts))


def add_buffer(view):
    with view.group("Local buffer ports"):
        for port in "ab":
            for label, name, form, color in (
                    ("reads", "rd_i", BINARY, None), ("writes", "wr_i", BINARY, None),
                    ("address", "addr_i", DECIMAL, None), ("data written", "wdata_i", HEX, None),
                    ("output", "out_o", HEX, 5)):
                view.signal(f"{port.upper()} {label}", f"{view.core}.u_lbuf.{port}_{name}", form, color)


def add_act(view):
    with view.group("ACT: finished pixels"):
        view.signal("act", f"{view.core}.act", BINARY)
        view.signal("activation output", f"{view.core}.act_out", HEX, 5)
        view.signal("enters output FIFO", f"{view.core}.act_push", BINARY)


def core_view(view):
    add_control(view)
    add_instruction(view)
    add_buffer(view)
    add_act(view)
    with view.group("Streams and FIFOs"):
        for label, prefix in (("in", "s"), ("out", "m")):
            for part, form in (("valid", BINARY), ("ready", BINARY), ("last", BINARY), ("data", HEX)):
                view.signal(f"{label} t{part}", f"{view.core}.{prefix}_axis_t{part}", form)
            view.signal(f"{label} FIFO level", f"{view.core}.{label}_level", DECIMAL, 6)
    with view.group("Settings bus and interrupt", closed=True):
        for label, name, form in (
                ("write", "write", BINARY), ("write address", "waddr", HEX), ("write data", "wdata", HEX),
                ("write refused", "werror", BINARY), ("read address", "raddr", HEX),
                ("read data", "rdata", HEX), ("START accepted", "start", BINARY),
                ("interrupt", "irq", BINARY)):
            view.signal(label, f"{view.core}.{name}", form)


def datapath_view(view):
    data = view.design.arch["datapath"]
    add_control(view)
    add_instruction(view, ("WREG", "IREG", "VMAC", "ACT"))
    with view.group("WREG: coefficients, rw[0] goes to all lanes"):
        for k in range(data["rw_entries"]):
            bits = data["weight_bits"]
            view.signal(f"rw[{k}]", f"{view.core}.rw", SIGNED, 2 if k == 0 else None, (k * bits, bits))
    lane = f"{view.core}.u_datapath.u_vmac.gen_lane"
    with view.group("VMAC, lane 0: pixel, sum, table address"):
        view.signal("pixel of lane 0", f"{lane}[0].u_lane.pixel_i", DECIMAL)
        view.signal("accu of lane 0", f"{lane}[0].u_lane.accu_o", SIGNED, 2)
        view.signal("result of lane 0", f"{lane}[0].u_lane.result_o", DECIMAL)
    for title, name, form, closed in (("sums", "accu", SIGNED, False),
                                      ("table addresses", "result", DECIMAL, True)):
        with view.group(f"VMAC: {title} of all lanes", closed):
            for k in range(data["lanes"]):
                view.signal(f"{name}[{k}]", f"{lane}[{k}].u_lane.{name}_o", form)
    add_act(view)
    with view.group("IREG: pixels", closed=True):
        bits = data["pixel_bits"]
        for k in range(view.bits(f"{view.core}.ri") // bits):
            view.signal(f"ri[{k}]", f"{view.core}.ri", DECIMAL, part=(k * bits, bits))


def agu_view(view):
    add_control(view)
    add_instruction(view, ("MEMA", "MEMB"))
    for port in "ab":
        with view.group(f"AGU of port {port.upper()}: address is offset plus update value"):
            for label, name in (("offset", "offset_i"), ("update value", "update_i"), ("mode", "mode_i"),
                                ("next update value", "update_o"), ("address", "address_o")):
                view.signal(f"{port.upper()} {label}", f"{view.core}.u_agu_{port}.{name}", DECIMAL)
    add_buffer(view)
    view.unit(f"{view.core}.u_ibuf", "Instruction buffer and rotating updates")


def fsm_view(view):
    add_control(view)
    add_instruction(view)
    with view.group("Every state of the design"):
        for name in view.design.enums:
            if name.endswith("_q"):
                view.state(short(name), name)
    view.unit(f"{view.core}.u_ctrl", "Control, all signals", closed=False)


def dma_view(view):
    add_control(view)
    for scope in view.design.scopes(DMA):
        if view.design.of_unit(scope):
            view.unit(scope, short(scope), closed=scope != f"{DMA}.u_fetch")


def axi_view(view):
    add_control(view)
    for port in ("m_axi_sg", "m_axi_mm2s", "m_axi_s2mm", "s_axi_dma", "s_axi_ctrl"):
        for channel in ("aw", "w", "b", "ar", "r"):
            pins = [name for name in view.design.of_unit(MACHINE)
                    if re.fullmatch(rf".*\.{port}_{channel}[a-z]+", name)]
            if not pins:
                continue
            with view.group(f"{port} {channel.upper()}", closed=port.startswith("s_")):
                for pin in pins:
                    view.signal(pin.rpartition(".")[2], pin, BINARY if view.bits(pin) == 1 else HEX)


VIEWS = {"core": core_view, "datapath": datapath_view, "agu": agu_view, "fsm": fsm_view, "dma": dma_view,
         "axi": axi_view}
OF_MACHINE = {"dma", "axi"}  # what is not in a core alone


def chosen_cycle(fst, cycle, report):
    """That of an option, which the waves must have, or None."""
    first, last = (time // TIME_PER_CYCLE for time in times(fst))
    if last == 0:
        raise ViewError(f"{fst} shows no cycle; make waves of cycles the run had")
    if report:
        cycle = first_repetition(report)
    if cycle is not None and not first <= cycle <= last:
        option = f"--report {report}: found the first repetition in cycle" if report else "--cycle: found"
        raise ViewError(f"{option} {cycle}, allowed: {first} to {last}, the cycles of {fst}")
    return cycle


def folder_of_views(fst):
    """That beside the waves, or, if they are in a place that is only read, a temporary one."""
    folder = os.path.abspath(os.path.splitext(fst)[0] + ".views")
    try:
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as problem:
        instead = tempfile.mkdtemp(prefix="nve.views.")
        print(f"make_gtkw.py: warning: {problem}; the views are in {instead}", file=sys.stderr)
        return instead


def make_views(fst, cycle, report):
    """Writes all views and returns their folder."""
    archs = sorted(name.removesuffix(".json") for name in os.listdir(ARCH) if name.endswith(".json"))
    run = read_run(fst, VIEWS, archs)
    cycle = chosen_cycle(fst, cycle, report)
    if cycle is None:
        cycle = run["cycle"]
    arch, _ = read(os.path.join(ARCH, f"{run['arch']}.json"))
    words, texts = program_of(fst, run)
    folder = folder_of_views(fst)
    design = Design(fst, folder, arch, words, texts)
    start = max(run["first_cycle"], cycle - CYCLES_SHOWN_BEFORE)
    for name, fill in VIEWS.items():
        path = os.path.join(folder, f"{name}.gtkw")
        if name in OF_MACHINE and not design.whole:
            with contextlib.suppress(FileNotFoundError):
                os.remove(path)  # of other waves with this name
            continue
        view = View(design)
        fill(view)
        # With zoom z, 200 pixels show 2^-z time units. The first number behind it is the marker.
        head = [f'[dumpfile] "{os.path.abspath(fst)}"', f"[timestart] {start * TIME_PER_CYCLE}",
                "[size] 1800 1000", "[pos] -1 -1",
                f"*-2.4 {cycle * TIME_PER_CYCLE} " + " ".join(["-1"] * 26), "[sst_width] 20",
                "[signals_width] 560", "[sst_expanded] 0"]
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(head + view.lines) + "\n")
    return folder


def refuse(problem):
    print(f"make_gtkw.py: error: {problem}", file=sys.stderr)
    return 2


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fst")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--cycle", type=script_main.whole)
    chosen.add_argument("--report")
    options = parser.parse_args()
    try:
        print(make_views(options.fst, options.cycle, options.report))
    except FstError as problem:
        return refuse(f"{options.fst}: {problem}")
    except (OSError, ValueError, IndexError, KeyError, InputError, ViewError,
            subprocess.CalledProcessError) as problem:
        return refuse(problem)
    return 0


if __name__ == "__main__":
    sys.exit(main())
