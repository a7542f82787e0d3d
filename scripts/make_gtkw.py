#!/usr/bin/env python3
"""Makes a GTKWave view of the waves of nve-cosim: signals by unit, numbers as names and instructions as assembly.

  make_gtkw.py WAVES.fst --program PROG.nve --listing PROG.nvs --arch arch/nve.json --report report.json
               --out VIEW.gtkw

LISTING is what nve-objdump prints for PROG, REPORT what nve-cosim --json wrote: the view begins where the core has
loaded its program. Beside VIEW.gtkw come translate filters, VIEW.NAME.txt, with lines `hexadecimal value, text`.
A signal the waves do not have is an error. Standard library only.
"""
import argparse
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "arch"))
from fst_signals import FstError, read_signals  # noqa: E402
from generate import load  # noqa: E402

CORE = "TOP.nve_top.u_core"
DMA = "TOP.nve_top.u_dma"
# Flags of a row in a save file: number format, right-justified; translated by a file; lines without a signal.
HEX, DECIMAL, BINARY, SIGNED, TRANSLATED = 0x22, 0x24, 0x28, 0x420, 0x2000
COMMENT, GROUP, GROUP_END, CLOSED = 0x200, 0x800200, 0x1000200, 0x400000
TIME_PER_CYCLE = 2
# Cycles between the end of the core's work and the end of the simulation are fewer than this.
MARGIN = 60
# States of the descriptor fetch in rtl/nve_dma_fetch.sv
FETCH_STATES = ["idle", "address", "data", "check", "gap"]


class ViewError(Exception):
    """Something the view needs is missing; the text says what."""


class View:
    """The lines of a save file."""

    def __init__(self, signals, out):
        self.signals, self.out, self.lines = signals, out, []
        self.files = []

    def bits(self, name):
        if name not in self.signals:
            raise ViewError(f"no signal '{name}' in the waves")
        return self.signals[name]

    def full_name(self, name):
        bits = self.bits(name)
        return name if bits == 1 else f"{name}[{bits - 1}:0]"

    def filter(self, name, entries, bits):
        """Writes a filter file of {value: text} and returns its place in GTKWave's list."""
        path = f"{os.path.splitext(self.out)[0]}.{name}.txt"
        digits = (bits + 3) // 4
        with open(path, "w", encoding="utf-8") as file:
            for value, text in sorted(entries.items()):
                file.write(f"{value:0{digits}X} {text}\n")
        if path not in self.files:
            self.files.append(path)
        return self.files.index(path) + 1

    def group(self, title, closed=False):
        self.lines += [f"@{GROUP | (CLOSED if closed else 0):x}", f"-{title}"]
        self.open_group = (title, closed)

    def end(self):
        title, closed = self.open_group
        self.lines += [f"@{GROUP_END | (CLOSED if closed else 0):x}", f"-{title}"]

    def comment(self, text):
        self.lines += [f"@{COMMENT:x}", f"-{text}"]

    def row(self, label, line, form, color, number):
        if color is not None:
            self.lines.append(f"[color] {color}")
        self.lines.append(f"@{form | (TRANSLATED if number else 0):x}")
        if number:
            self.lines.append(f"^{number} {os.path.abspath(self.files[number - 1])}")
        self.lines.append(line.replace("LABEL", label))

    def signal(self, label, name, form=HEX, color=None, names=None):
        number = self.filter(*names, self.bits(name)) if names else 0
        self.row(label, "+{LABEL} " + self.full_name(name), form, color, number)

    def slice(self, label, name, lsb, bits, form=HEX, color=None, names=None):
        """Some bits of a signal; the save file numbers them from the most significant one."""
        top = self.bits(name) - 1
        full = self.full_name(name)
        parts = " ".join(f"({top - bit}){full}" for bit in range(lsb + bits - 1, lsb - 1, -1))
        number = self.filter(*names, bits) if names else 0
        self.row(label, "#{LABEL} " + parts, form, color, number)


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
    view.group("Clock and reset")
    view.signal("clock", f"{CORE}.clk_i", BINARY)
    view.signal("reset, active low", f"{CORE}.rst_ni", BINARY)
    view.end()
    view.group("Control")
    view.signal("state", f"{CORE}.state", HEX, 3, ("state", fsm["state"]))
    view.signal("stall", f"{CORE}.stall", HEX, 1, ("stall", fsm["stall"]))
    view.signal("run", f"{CORE}.run", DECIMAL)
    view.signal("pass of the repeated part", f"{CORE}.pass", DECIMAL)
    view.signal("pc", f"{CORE}.pc", DECIMAL)
    view.signal("advance", f"{CORE}.advance", BINARY)
    view.signal("stream writes suppressed", f"{CORE}.no_stream_write", BINARY)
    view.signal("act outputs suppressed", f"{CORE}.no_act_output", BINARY)
    view.end()


def add_instruction(view, arch, words, texts):
    word = f"{CORE}.instruction"
    view.group("Instruction (slot by slot, then whole)")
    whole = {0: "-"}
    whole.update(zip(words, texts))
    for number, (slot, (lsb, bits)) in enumerate(slot_ranges(arch).items()):
        parts = {0: "-"}
        for value, text in zip(words, texts):
            parts[value >> lsb & (1 << bits) - 1] = text.split("|")[number].strip()
        view.slice(f"slot {slot}", word, lsb, bits, HEX, 3, (f"slot_{slot.lower()}", parts))
    view.signal("instruction", word, HEX, 3, ("instruction", whole))
    view.end()


def add_memory(view, arch):
    for port in "ab":
        view.group(f"AGU of port {port.upper()}: address = offset + update", closed=True)
        agu = f"{CORE}.u_agu_{port}"
        for label, name in (("offset", "offset_i"), ("update value", "update_i"), ("mode", "mode_i"),
                            ("next update value", "update_o"), ("address", "address_o")):
            view.signal(label, f"{agu}.{name}", DECIMAL)
        view.end()
    for port in "ab":
        view.group(f"Local buffer, port {port.upper()}")
        buffer = f"{CORE}.u_lbuf.{port}"
        view.signal(f"{port.upper()} reads", f"{buffer}_rd_i", BINARY)
        view.signal(f"{port.upper()} writes", f"{buffer}_wr_i", BINARY)
        view.signal(f"{port.upper()} address", f"{buffer}_addr_i", DECIMAL)
        view.signal(f"{port.upper()} data written", f"{buffer}_wdata_i")
        view.signal(f"{port.upper()} output", f"{buffer}_out_o", HEX, 5)
        view.end()


def add_datapath(view, arch):
    data = arch["datapath"]
    lanes, weight, pixel = data["lanes"], data["weight_bits"], data["pixel_bits"]
    view.group("WREG: coefficients, rw[0] goes to all lanes")
    for k in range(data["rw_entries"]):
        view.slice(f"rw[{k}]", f"{CORE}.rw", k * weight, weight, SIGNED, 2 if k == 0 else None)
    view.end()
    view.group("IREG: pixels", closed=True)
    for k in range(view.bits(f"{CORE}.ri") // pixel):
        view.slice(f"ri[{k}]", f"{CORE}.ri", k * pixel, pixel, DECIMAL)
    view.end()
    lane = f"{CORE}.u_datapath.u_vmac.gen_lane"
    view.group("VMAC: lane 0 (pixel, sum, table address)")
    view.signal("pixel[0]", f"{lane}[0].u_lane.pixel_i", DECIMAL)
    view.signal("accu[0]", f"{lane}[0].u_lane.accu_o", SIGNED, 2)
    view.signal("result[0]", f"{lane}[0].u_lane.result_o", DECIMAL)
    view.end()
    for title, name, form in (("sums", "accu", SIGNED), ("table addresses", "result", DECIMAL)):
        view.group(f"VMAC: {title} of all lanes", closed=True)
        for k in range(lanes):
            view.signal(f"{name}[{k}]", f"{lane}[{k}].u_lane.{name}_o", form)
        view.end()
    view.group("ACT: finished pixels")
    view.signal("act", f"{CORE}.act", BINARY)
    view.signal("act output", f"{CORE}.act_out", HEX, 5)
    view.signal("enters output FIFO", f"{CORE}.act_push", BINARY)
    view.end()


def add_interfaces(view):
    view.group("Streams and FIFOs")
    for label, prefix, level in (("in", "s", "in_level"), ("out", "m", "out_level")):
        for signal, form in (("valid", BINARY), ("ready", BINARY), ("last", BINARY), ("data", HEX)):
            view.signal(f"{label} t{signal}", f"{CORE}.{prefix}_axis_t{signal}", form)
        view.signal(f"{label} FIFO level", f"{CORE}.{level}", DECIMAL, 6)
    view.end()
    view.group("Settings bus and interrupt", closed=True)
    for label, name in (("write", "write"), ("write address", "waddr"), ("write data", "wdata"),
                        ("write refused", "werror"), ("read address", "raddr"), ("read data", "rdata"),
                        ("START accepted", "start"), ("interrupt", "irq")):
        view.signal(label, f"{CORE}.{name}", BINARY if view.bits(f"{CORE}.{name}") == 1 else HEX)
    view.end()
    ports = (("descriptors (sg)", "sg", "ar r aw w b"), ("memory to stream (mm2s)", "mm2s", "ar r"),
             ("stream to memory (s2mm)", "s2mm", "aw w b"))
    for title, port, channels in ports:
        view.group(f"DMA: {title}", closed=True)
        if port == "sg":
            view.signal("fetch state", f"{DMA}.u_fetch.state_q", HEX, 3,
                        ("fetch", dict(enumerate(FETCH_STATES))))
            view.signal("channel fetched for", f"{DMA}.u_fetch.ch_q", DECIMAL)
        for channel in channels.split():
            pin = f"TOP.nve_top.m_axi_{port}_{channel}"
            for part in ("valid", "ready", "addr", "len", "data", "last", "resp"):
                if pin + part in view.signals:
                    bits = view.bits(pin + part)
                    view.signal(f"{channel}{part}", pin + part, BINARY if bits == 1 else HEX)
        view.end()
    view.group("DMA: channels, 0 = mm2s, 1 = s2mm", closed=True)
    for channel in range(2):
        for label, name in (("runs", "rs_q"), ("halted", "halted_q"), ("idle", "idle_q"),
                            ("interrupt", "introut_q")):
            view.signal(f"channel {channel} {label}", f"{DMA}.gen_channel[{channel}].u_chan.{name}", BINARY)
    view.end()


def make_view(options):
    arch = load(options.arch)
    words, texts = read_words(options.program), read_texts(options.listing)
    if len(words) != len(texts):
        raise ViewError(f"{options.program} has {len(words)} instructions, {options.listing} {len(texts)}")
    with open(options.report, encoding="utf-8") as file:
        report = json.load(file)
    work_begins = report["lockstep"]["cycles"] - MARGIN - report["total"]["cycles"]
    start = max(0, work_begins + report["states"]["load"]) * TIME_PER_CYCLE
    view = View(read_signals(options.fst), options.out)
    add_control(view, arch)
    add_instruction(view, arch, words, texts)
    add_memory(view, arch)
    add_datapath(view, arch)
    add_interfaces(view)
    # Zoom z shows 2^-z pixels per time unit.
    head = [f'[dumpfile] "{os.path.abspath(options.fst)}"', "[timestart] " + str(start), "[size] 1800 1000",
            "[pos] -1 -1", "*-5.2 " + " ".join(["-1"] * 27), "[sst_width] 220", "[signals_width] 260",
            "[sst_expanded] 0"]
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
