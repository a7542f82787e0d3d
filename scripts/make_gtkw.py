#!/usr/bin/env python3
"""Makes a GTKWave view of nve-cosim's waves: signals by unit, codes as names, instructions as assembly.

  make_gtkw.py WAVES.fst --program PROG.nve --listing PROG.nvs --arch arch/nve.json --report report.json
               --out VIEW.gtkw

LISTING is what nve-objdump prints for PROG, REPORT what nve-cosim --json wrote: the view begins near the
first repetition of a short program. Beside VIEW.gtkw come translate filters, VIEW.NAME.txt, with lines of a
hexadecimal value and its text. A signal the waves do not have is an error. Standard library only.
"""
import argparse
import contextlib
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "arch"))
from fst_signals import FstError, read_signals  # noqa: E402
from description import read  # noqa: E402

CORE = "TOP.nve_top.u_core"
DMA = "TOP.nve_top.u_dma"
# Flags of a row in a save file: number format, right-justified; translated by a file; ends of a group.
HEX, DECIMAL, BINARY, SIGNED, TRANSLATED = 0x22, 0x24, 0x28, 0x420, 0x2000
GROUP, CLOSED_GROUP, GROUP_END, CLOSED_GROUP_END = 0x800200, 0xC00200, 0x1000200, 0x1401200
TIME_PER_CYCLE = 2
# About as many cycles lie between the end of the core's work and the end of the simulation.
CYCLES_AFTER = 55
# States of the descriptor fetch in rtl/nve_dma_fetch.sv
FETCH_STATES = ["idle", "address", "data", "check", "gap"]


class ViewError(Exception):
    """Something the view needs is missing; the text says what."""


class View:
    """The lines of a save file."""

    def __init__(self, signals, out):
        self.signals, self.out, self.lines = signals, out, []
        self.filters = []

    def bits(self, name):
        if name not in self.signals:
            raise ViewError(f"no signal '{name}' in the waves")
        return self.signals[name]

    def filter(self, name, entries, bits):
        """Writes a filter file of {value: text} and returns the lines that choose it."""
        path = os.path.abspath(f"{os.path.splitext(self.out)[0]}.{name}.txt")
        digits = (bits + 3) // 4
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(f"{value:0{digits}X} {text}\n" for value, text in sorted(entries.items()))
        self.filters.append(path)
        return f"^{len(self.filters)} {path}"

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
            self.lines.append(self.filter(*names, bits))
        self.lines.append(line)


def read_words(path):
    """Instruction words of all programs, from the container's section `code` (docs/binary.md)."""
    with open(path, "rb") as file:
        data = file.read()
    for section in range(int.from_bytes(data[12:16], "little")):
        entry = data[24 + 40 * section:64 + 40 * section]
        if entry[:16].rstrip(b"\0") == b"code":
            first, size = (int.from_bytes(entry[at:at + 8], "little") for at in (16, 24))
            return [int.from_bytes(data[at:at + 8], "little") for at in range(first, first + size, 8)]
    raise ViewError(f"{path}: no section 'code'; expected an NVE binary")


def read_texts(path):
    """The instruction lines of nve-objdump, in the same order."""
    with open(path, encoding="utf-8") as file:
        lines = [line.split(";")[0].strip() for line in file]
    return [line for line in lines if line.count("|") == 5]


def slot_ranges(arch):
    """{slot: (lowest bit, bits)} of the instruction word."""
    ranges = {}
    for field in arch["instruction"]["fields"]:
        first, bits = ranges.get(field["slot"], (field["lsb"], 0))
        ranges[field["slot"]] = (first, field["lsb"] + field["bits"] - first)
    return ranges


def add_control(view, arch):
    fsm = {kind: {code["code"]: code["name"] for code in codes} for kind, codes in arch["fsm"].items()}
    with view.group("Clock and reset"):
        view.signal("clock", f"{CORE}.clk_i", BINARY)
        view.signal("reset, active low", f"{CORE}.rst_ni", BINARY)
    with view.group("Control"):
        view.signal("state", f"{CORE}.state", HEX, 3, names=("state", fsm["state"]))
        view.signal("stall", f"{CORE}.stall", HEX, 1, names=("stall", fsm["stall"]))
        view.signal("advance", f"{CORE}.advance", BINARY)
        for label, name in (("run", "run"), ("pass of the repeated part", "pass"), ("pc", "pc")):
            view.signal(label, f"{CORE}.{name}", DECIMAL)
        view.signal("stream writes suppressed", f"{CORE}.no_stream_write", BINARY)
        view.signal("act outputs suppressed", f"{CORE}.no_act_output", BINARY)


def add_instruction(view, arch, words, texts):
    word = f"{CORE}.instruction"
    with view.group("Instruction in execution, whole and by slot"):
        view.signal("instruction", word, HEX, 3,
                    names=("instruction", {0: "-", **dict(zip(words, texts))}))
        for number, (slot, (lsb, bits)) in enumerate(slot_ranges(arch).items()):
            parts = {0: "-"}
            for value, text in zip(words, texts):
                parts[value >> lsb & (1 << bits) - 1] = text.split("|")[number].strip()
            view.signal(slot, word, HEX, 3, (lsb, bits), (f"slot_{slot.lower()}", parts))


def add_memory(view):
    for port in "ab":
        with view.group(f"AGU of port {port.upper()}: address = offset + update value", closed=True):
            for label, name in (("offset", "offset_i"), ("update value", "update_i"), ("mode", "mode_i"),
                                ("next update value", "update_o"), ("address", "address_o")):
                view.signal(f"{port.upper()} {label}", f"{CORE}.u_agu_{port}.{name}", DECIMAL)
    with view.group("Local buffer ports"):
        for port in "ab":
            for label, name, form, color in (
                    ("reads", "rd_i", BINARY, None), ("writes", "wr_i", BINARY, None),
                    ("address", "addr_i", DECIMAL, None), ("data written", "wdata_i", HEX, None),
                    ("output", "out_o", HEX, 5)):
                view.signal(f"{port.upper()} {label}", f"{CORE}.u_lbuf.{port}_{name}", form, color)


def add_datapath(view, arch):
    data = arch["datapath"]
    with view.group("WREG: coefficients, rw[0] goes to all lanes"):
        for k in range(data["rw_entries"]):
            bits = data["weight_bits"]
            view.signal(f"rw[{k}]", f"{CORE}.rw", SIGNED, 2 if k == 0 else None, (k * bits, bits))
    with view.group("IREG: pixels", closed=True):
        bits = data["pixel_bits"]
        for k in range(view.bits(f"{CORE}.ri") // bits):
            view.signal(f"ri[{k}]", f"{CORE}.ri", DECIMAL, part=(k * bits, bits))
    lane = f"{CORE}.u_datapath.u_vmac.gen_lane"
    with view.group("VMAC, lane 0: pixel, sum, table address"):
        view.signal("pixel of lane 0", f"{lane}[0].u_lane.pixel_i", DECIMAL)
        view.signal("accu of lane 0", f"{lane}[0].u_lane.accu_o", SIGNED, 2)
        view.signal("result of lane 0", f"{lane}[0].u_lane.result_o", DECIMAL)
    for title, name, form in (("sums", "accu", SIGNED), ("table addresses", "result", DECIMAL)):
        with view.group(f"VMAC: {title} of all lanes", closed=True):
            for k in range(data["lanes"]):
                view.signal(f"{name}[{k}]", f"{lane}[{k}].u_lane.{name}_o", form)
    with view.group("ACT: finished pixels"):
        view.signal("act", f"{CORE}.act", BINARY)
        view.signal("activation output", f"{CORE}.act_out", HEX, 5)
        view.signal("enters output FIFO", f"{CORE}.act_push", BINARY)


def add_interfaces(view):
    with view.group("Streams and FIFOs"):
        for label, prefix in (("in", "s"), ("out", "m")):
            for part, form in (("valid", BINARY), ("ready", BINARY), ("last", BINARY), ("data", HEX)):
                view.signal(f"{label} t{part}", f"{CORE}.{prefix}_axis_t{part}", form)
            view.signal(f"{label} FIFO level", f"{CORE}.{label}_level", DECIMAL, 6)
    with view.group("Settings bus and interrupt", closed=True):
        for label, name, form in (
                ("write", "write", BINARY), ("write address", "waddr", HEX), ("write data", "wdata", HEX),
                ("write refused", "werror", BINARY), ("read address", "raddr", HEX),
                ("read data", "rdata", HEX), ("START accepted", "start", BINARY),
                ("interrupt", "irq", BINARY)):
            view.signal(label, f"{CORE}.{name}", form)
    for title, port, channels in (("descriptors", "sg", "ar r aw w b"), ("memory to stream", "mm2s", "ar r"),
                                  ("stream to memory", "s2mm", "aw w b")):
        with view.group(f"DMA: {title}, AXI port {port}", closed=True):
            if port == "sg":
                view.signal("fetch state", f"{DMA}.u_fetch.state_q", HEX, 3,
                            names=("fetch", dict(enumerate(FETCH_STATES))))
                view.signal("fetch for channel", f"{DMA}.u_fetch.ch_q", DECIMAL)
            for channel in channels.split():
                for part in ("valid", "ready", "addr", "len", "data", "last", "resp"):
                    pin = f"TOP.nve_top.m_axi_{port}_{channel}{part}"
                    if pin in view.signals:
                        view.signal(channel + part, pin, BINARY if view.bits(pin) == 1 else HEX)
    with view.group("DMA: channels, 0 = mm2s, 1 = s2mm", closed=True):
        for channel in range(2):
            for label, name in (("runs", "rs_q"), ("halted", "halted_q"), ("idle", "idle_q"),
                                ("interrupt", "introut_q")):
                view.signal(f"channel {channel} {label}",
                            f"{DMA}.gen_channel[{channel}].u_chan.{name}", BINARY)


def make_view(options):
    arch, _ = read(options.arch)
    words, texts = read_words(options.program), read_texts(options.listing)
    if len(words) != len(texts):
        raise ViewError(f"{options.program} has {len(words)} instructions, {options.listing} {len(texts)}")
    with open(options.report, encoding="utf-8") as file:
        report = json.load(file)
    work_begins = report["lockstep"]["cycles"] - CYCLES_AFTER - report["total"]["cycles"]
    start = work_begins + report["states"]["load"] + report["states"]["initial"]
    view = View(read_signals(options.fst), options.out)
    add_control(view, arch)
    add_instruction(view, arch, words, texts)
    add_memory(view)
    add_datapath(view, arch)
    add_interfaces(view)
    # With zoom z, 200 pixels show 2^-z time units.
    head = [f'[dumpfile] "{os.path.abspath(options.fst)}"', f"[timestart] {max(0, start) * TIME_PER_CYCLE}",
            "[size] 1800 1000", "[pos] -1 -1", "*-2.4 " + " ".join(["-1"] * 27), "[sst_width] 20",
            "[signals_width] 260", "[sst_expanded] 0"]
    with open(options.out, "w", encoding="utf-8") as file:
        file.write("\n".join(head + view.lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fst")
    for name in ("program", "listing", "arch", "report", "out"):
        parser.add_argument(f"--{name}", required=True)
    try:
        make_view(parser.parse_args())
    except (OSError, ValueError, IndexError, KeyError, FstError, ViewError) as problem:
        print(f"make_gtkw.py: error: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
