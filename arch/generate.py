#!/usr/bin/env python3
"""Turns one architecture description (arch/*.json) into what the other parts of NVE include.

  generate.py ARCH.json --sv nve_pkg.sv      SystemVerilog package
  generate.py ARCH.json --cpp nve_arch.hpp   C++ header
  generate.py ARCH.json --docs isa.md        tables between the `arch:` markers of a document
  generate.py ARCH.json --check-docs isa.md  exit 1 if these tables differ from the description

A description may say {"extends": "other.json"}; it is then laid over that file, object by object.
Standard library only.
"""
import argparse
import json
import os
import re
import sys
import tempfile
import zlib


class ArchError(Exception):
    """A description that contradicts itself; the text names the entry."""


def merge(base, over):
    """Objects merge key by key, everything else is replaced."""
    if isinstance(base, dict) and isinstance(over, dict):
        return {**base, **{k: merge(base[k], v) if k in base else v for k, v in over.items()}}
    return over


def load(path):
    with open(path, encoding="utf-8") as file:
        description = json.load(file)
    if "extends" in description:
        parent = os.path.join(os.path.dirname(path), description.pop("extends"))
        description = merge(load(parent), description)
    return description


def log2_exact(value, what):
    if value < 2 or value & (value - 1):
        raise ArchError(f"{what}: found {value}, allowed: a power of two, at least 2")
    return value.bit_length() - 1


def derive(arch):
    """Numbers that follow from the description; every width named in `probe` is one of them."""
    data, buffers = arch["datapath"], arch["buffers"]
    word_pixels = data["word_bits"] // data["pixel_bits"]
    if data["lanes"] != 2 * word_pixels:
        raise ArchError(f"datapath.lanes: found {data['lanes']}, allowed: {2 * word_pixels}, "
                        "the pixels of one word on each of the two ports")
    if data["rw_entries"] * data["weight_bits"] != data["word_bits"]:
        raise ArchError("datapath.rw_entries x weight_bits must be one word")
    local_bits = log2_exact(buffers["local_words"], "buffers.local_words")
    if local_bits > arch["agu"]["address_bits"]:
        raise ArchError(f"buffers.local_words: found {buffers['local_words']}, allowed: at most "
                        f"{1 << arch['agu']['address_bits']}, what agu.address_bits can address")
    if arch["instruction"]["bits"] > data["word_bits"]:
        raise ArchError("instruction.bits: an instruction must fit one stream word")
    if data["max_stride"] not in (1, 2):
        raise ArchError(f"datapath.max_stride: found {data['max_stride']}, allowed: 1 or 2")
    if data["split"] and data["max_stride"] != 1:
        raise ArchError("datapath.max_stride: a split machine separates columns instead, allowed: 1")
    if data["split"] and buffers["input_fifo_words"] < 2:
        raise ArchError("buffers.input_fifo_words: a split machine pairs words and needs at least 2")
    for name in ("instruction_words", "input_fifo_words", "output_fifo_words"):
        if buffers[name] < 1:
            raise ArchError(f"buffers.{name}: found {buffers[name]}, allowed: at least 1")
    return {
        **data, **buffers, **arch["limits"], **arch["agu"],
        "instruction_bits": arch["instruction"]["bits"],
        "word_pixels": word_pixels,
        "word_bytes": data["word_bits"] // 8,
        # A vector spans max_stride pixels a lane, a set-shift adds one word less one pixel.
        "ri_entries": data["max_stride"] * data["lanes"] + word_pixels - 1,
        "split": int(data["split"]),
        "act_entries": 1 << data["act_index_bits"],
        "act_lanes": word_pixels,
        "local_address_bits": local_bits,
        "pc_bits": max(1, (buffers["instruction_words"] - 1).bit_length()),
        "count_bits": buffers["instruction_words"].bit_length(),
        "input_level_bits": buffers["input_fifo_words"].bit_length(),
        "output_level_bits": buffers["output_fifo_words"].bit_length(),
        "arch_id": zlib.crc32(json.dumps(functional(arch), sort_keys=True).encode()),
        "act_table_offset": int(arch["act_table"]["offset"], 0),
        "register_space_bits": arch["register_space_bits"],
        "clock_mhz": arch["clock_mhz"],
    }


def functional(node):
    """The description without its explanations: a new wording is not a new machine."""
    if isinstance(node, dict):
        return {k: functional(v) for k, v in node.items() if k not in ("text", "title")}
    if isinstance(node, list):
        return [functional(v) for v in node]
    return node


def check(arch):
    """Instruction fields must not overlap, register offsets must be unique and aligned."""
    used = 0
    for field in arch["instruction"]["fields"]:
        mask = ((1 << field["bits"]) - 1) << field["lsb"]
        if used & mask:
            raise ArchError(f"instruction.fields.{field['name']}: overlaps another field")
        if mask >> arch["instruction"]["bits"]:
            raise ArchError(f"instruction.fields.{field['name']}: outside the instruction")
        for entry in arch["instruction"]["enums"].get(field.get("enum", ""), []):
            if entry["code"] >> field["bits"]:
                raise ArchError(f"instruction.fields.{field['name']}: code of "
                                f"'{entry['name']}' needs more than {field['bits']} bits")
        used |= mask
    offsets = [int(r["offset"], 0) for r in arch["registers"]]
    if len(set(offsets)) != len(offsets) or any(o % 4 for o in offsets):
        raise ArchError("registers: offsets must be unique multiples of 4")


def number(value, derived):
    return derived[value] if isinstance(value, str) and value in derived else int(str(value), 0)


def probe_layout(fields, derived):
    """(name, first word, words, element bits, elements) of each field, each on a 32-bit boundary."""
    layout, word = [], 0
    for field in fields:
        bits, count = number(field["bits"], derived), number(field.get("count", 1), derived)
        words = (bits * count + 31) // 32
        layout.append((field["name"], word, words, bits, count))
        word += words
    return layout, word


def camel(name):
    return "".join(part[:1].upper() + part[1:].lower() for part in re.split(r"[_ ]", name))


SCALARS = ("lanes pixel_bits weight_bits accumulator_bits act_index_bits word_bits rw_entries "
           "max_stride split "
           "instruction_words local_words input_fifo_words output_fifo_words extra_passes "
           "bias_shift act_shift address_bits modes instruction_bits word_pixels word_bytes "
           "ri_entries act_entries act_lanes local_address_bits pc_bits count_bits "
           "input_level_bits output_level_bits register_space_bits clock_mhz").split()
LIMIT_NAMES = {"extra_passes": "max_extra_passes", "bias_shift": "max_bias_shift",
               "act_shift": "max_act_shift", "modes": "agu_modes", "address_bits": "agu_address_bits"}


def system_verilog(arch, derived):
    out = ["// Generated by arch/generate.py from the architecture description "
           f"'{arch['name']}'. Do not edit.", "package nve_pkg;"]
    for name in SCALARS:
        out.append(f"  localparam int unsigned {camel(LIMIT_NAMES.get(name, name))} = {derived[name]};")
    out.append(f"  localparam logic [31:0] ArchId = 32'h{derived['arch_id']:08X};")
    width = derived["register_space_bits"]
    out.append(f"  localparam logic [{width - 1}:0] ActTableOffset = "
               f"{width}'h{derived['act_table_offset']:X};")
    for reg in arch["registers"]:
        name = camel(reg["name"])
        out.append(f"  localparam logic [{width - 1}:0] Reg{name} = {width}'h{int(reg['offset'], 0):X};")
        out.append(f"  localparam int unsigned Reg{name}Bits = {reg['bits']};")
        out.append(f"  localparam logic [31:0] Reg{name}Reset = "
                   f"32'h{number(reg['reset'], derived):X};")
        for field in reg.get("fields", []):
            out.append(f"  localparam int unsigned Reg{name}{camel(field['name'])}Lsb = {field['lsb']};")
    enums = {**arch["instruction"]["enums"], **arch["fsm"]}
    widths = {f["enum"]: f["bits"] for f in arch["instruction"]["fields"] if "enum" in f}
    for enum, entries in enums.items():
        bits = widths.get(enum, max(e["code"] for e in entries).bit_length())
        labels = ", ".join(f"{camel(enum)}{camel(e['name'])} = {bits}'d{e['code']}" for e in entries)
        out.append(f"  typedef enum logic [{bits - 1}:0] {{{labels}}} {enum}_e;")
    out += instruction_struct(arch)
    for kind in ("probe", "probe_inputs"):
        layout, words = probe_layout(arch[kind], derived)
        out.append(f"  localparam int unsigned {camel(kind)}Words = {words};")
        out.append("  // Every field starts on a 32-bit boundary; the first field is word 0.")
        out.append("  typedef struct packed {")
        out += [f"    logic [{32 * w - 1}:0] {name};" for name, _, w, _, _ in reversed(layout)]
        out.append(f"  }} {kind}_t;")
    out.append("endpackage")
    return "\n".join(out) + "\n"


def instruction_struct(arch):
    """Packed struct, most significant field first, gaps as reserved members."""
    out, top = ["  typedef struct packed {"], arch["instruction"]["bits"]
    for field in sorted(arch["instruction"]["fields"], key=lambda f: -f["lsb"]):
        end = field["lsb"] + field["bits"]
        if end < top:
            out.append(f"    logic [{top - end - 1}:0] reserved_{end};")
        # Plain vectors: the operation enums name the codes, yosys takes no cast to an enum.
        out.append(f"    logic [{field['bits'] - 1}:0] {field['name']};")
        top = field["lsb"]
    return out + ["  } instruction_t;"]


def cpp(arch, derived):
    out = ["// Generated by arch/generate.py from the architecture description "
           f"'{arch['name']}'. Do not edit.",
           "#pragma once", "", "#include <array>", "#include <cstddef>", "#include <cstdint>", "",
           "namespace nve::arch {", "",
           f"inline constexpr const char* kName = \"{arch['name']}\";",
           f"inline constexpr const char* kTitle = \"{arch['title']}\";"]
    for name in SCALARS:
        out.append(f"inline constexpr int k{camel(LIMIT_NAMES.get(name, name))} = {derived[name]};")
    out.append(f"inline constexpr uint32_t kArchId = 0x{derived['arch_id']:08X}u;")
    out.append(f"inline constexpr uint32_t kActTableOffset = 0x{derived['act_table_offset']:X}u;")
    for latency in arch["latencies"]:
        out.append(f"/// Cycles from {latency['text']}.")
        out.append(f"inline constexpr int kLatency{camel(latency['name'])} = {latency['cycles']};")
    for enum, entries in {**arch["instruction"]["enums"], **arch["fsm"]}.items():
        labels = ", ".join(f"k{camel(e['name'])} = {e['code']}" for e in entries)
        out.append(f"\nenum class {camel(enum)} : uint8_t {{ {labels} }};")
        # The name tables hold the codes this instance has; only the last ones may be missing.
        entries = [e for e in entries if derived["split"] or not e.get("split")]
        out.append(f"inline constexpr std::array<const char*, {len(entries)}> k{camel(enum)}Names = "
                   "{" + ", ".join(f"\"{e['name']}\"" for e in entries) + "};")
        if "mnemonic" in entries[0]:
            out.append(f"inline constexpr std::array<const char*, {len(entries)}> "
                       f"k{camel(enum)}Mnemonics = {{"
                       + ", ".join(f"\"{e['mnemonic']}\"" for e in entries) + "};")
    out += ["", "/// One bit field of the instruction word.",
            "struct InstructionField {", "  const char* name;", "  const char* slot;",
            "  int lsb;", "  int bits;", "};"]
    for field in arch["instruction"]["fields"]:
        out.append(f"inline constexpr InstructionField k{camel(field['name'])} = "
                   f"{{\"{field['name']}\", \"{field['slot']}\", {field['lsb']}, {field['bits']}}};")
    names = ", ".join(f"k{camel(f['name'])}" for f in arch["instruction"]["fields"])
    out.append(f"inline constexpr std::array<InstructionField, {len(arch['instruction']['fields'])}> "
               f"kInstructionFields = {{{names}}};")
    out += registers_cpp(arch, derived)
    for kind, struct in (("probe", "Probe"), ("probe_inputs", "ProbeInputs")):
        out += probe_cpp(arch[kind], struct, derived)
    out += ["", "}  // namespace nve::arch"]
    return "\n".join(out) + "\n"


def registers_cpp(arch, derived):
    out = ["", "enum class Access : uint8_t { kRw, kRo, kWo, kW1c };", "",
           "/// One AXI4-Lite register. `bits` is the number of implemented low bits.",
           "struct Register {", "  const char* name;", "  uint32_t offset;", "  Access access;",
           "  uint32_t reset;", "  int bits;", "};"]
    for reg in arch["registers"]:
        out.append(f"inline constexpr Register kReg{camel(reg['name'])} = {{\"{reg['name']}\", "
                   f"{reg['offset']}, Access::k{camel(reg['access'])}, "
                   f"0x{number(reg['reset'], derived):X}u, {reg['bits']}}};")
        for field in reg.get("fields", []):
            base = f"k{camel(reg['name'])}{camel(field['name'])}"
            mask = ((1 << field["bits"]) - 1) << field["lsb"]
            out.append(f"inline constexpr uint32_t {base} = 0x{mask:X}u;  // bits of {reg['name']}")
            out.append(f"inline constexpr int {base}Lsb = {field['lsb']};")
    names = ", ".join(f"kReg{camel(r['name'])}" for r in arch["registers"])
    out.append(f"inline constexpr std::array<Register, {len(arch['registers'])}> kRegisters = {{{names}}};")
    return out


def probe_cpp(fields, struct, derived):
    layout, words = probe_layout(fields, derived)
    out = ["", "/// The packed probe of the core as a C++ struct: same words in the same order.",
           f"struct {struct} {{"]
    table = []
    for (name, first, count_words, bits, count), field in zip(layout, fields):
        size = 8 if bits <= 8 else 16 if bits <= 16 else 32 if bits <= 32 else 64
        if count > 1:
            if bits not in (8, 16, 32):
                raise ArchError(f"probe.{name}: array elements must have 8, 16 or 32 bits")
            elements = count_words * 32 // size
            out.append(f"  uint{size}_t {name}[{elements}];  ///< {field['text']}; {count} used")
        elif bits > 32:
            # Two words rather than uint64_t: fields follow each other on 32-bit boundaries.
            out.append(f"  uint32_t {name}[{count_words}];  ///< {field['text']}, low word first")
        else:
            out.append(f"  uint32_t {name};  ///< {field['text']}")
        table.append(f"    {{\"{name}\", {first}, {count_words}, {bits}, {count}}},")
    out += ["};", f"inline constexpr int k{struct}Words = {words};",
            f"static_assert(sizeof({struct}) == 4 * k{struct}Words);", ""]
    if struct == "Probe":
        out += ["/// Where a probe field lies: first word, words, bits of an element, elements.",
                "struct ProbeField {", "  const char* name;", "  int first_word;", "  int words;",
                "  int bits;", "  int count;", "};"]
    out += [f"inline constexpr std::array<ProbeField, {len(layout)}> k{struct}Fields = {{{{",
            *table, "}};"]
    return out


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(str(c) for c in row) + " |" for row in rows])


def document_tables(arch, derived):
    fields, enums = arch["instruction"]["fields"], arch["instruction"]["enums"]
    parameters = [("lanes", derived["lanes"], "MAC lanes"),
                  ("pixel", f"{derived['pixel_bits']} bits", "unsigned"),
                  ("weight, bias", f"{derived['weight_bits']} bits", "signed"),
                  ("accumulator", f"{derived['accumulator_bits']} bits", "signed"),
                  ("word", f"{derived['word_bits']} bits",
                   f"{derived['word_pixels']} pixels or {derived['rw_entries']} coefficients"),
                  ("instruction buffer", derived["instruction_words"], "instructions"),
                  ("local buffer", derived["local_words"], "words"),
                  ("input FIFO", derived["input_fifo_words"], "words"),
                  ("output FIFO", derived["output_fifo_words"], "words"),
                  ("image register", derived["ri_entries"], f"pixels, ri[0-{derived['ri_entries'] - 1}]"),
                  ("largest stride of the lanes", derived["max_stride"], "pixels"),
                  ("column separation", "yes" if derived["split"] else "no", "the split machine"),
                  ("activation table", derived["act_entries"], "entries of one pixel"),
                  ("AGU modes", derived["modes"], "besides 0, no pattern")]
    access = {"RW": "read/write", "RO": "read only", "WO": "write only", "W1C": "write 1 to clear"}
    registers = []
    for reg in arch["registers"]:
        limits = f"{reg['min']} to {reg['max']}" if "min" in reg else ""
        reset = f"0x{number(reg['reset'], derived):X}" if reg["reset"] != "arch_id" else "checksum"
        registers.append((reg["offset"], reg["name"], access[reg["access"]], reset, limits, reg["text"]))
        registers += [("", f"{reg['name']}.{f['name']}", f"bit {f['lsb']}" if f["bits"] == 1 else
                       f"bits {f['lsb'] + f['bits'] - 1}:{f['lsb']}", "", "", f["text"])
                      for f in reg.get("fields", [])]
    codes = [(name, e["code"], e["name"], f"`{e['mnemonic']}`" if e.get("mnemonic") else "", e["text"])
             for name, entries in {**enums, **arch["fsm"]}.items() for e in entries]
    layout, _ = probe_layout(arch["probe"], derived)
    return {
        "parameters": table(("what", "value", "meaning"), parameters),
        "latencies": table(("name", "cycles", "from … to …"),
                           [(x["name"], x["cycles"], x["text"]) for x in arch["latencies"]]),
        "fields": table(("bits", "field", "slot", "meaning"),
                        [(f"{f['lsb'] + f['bits'] - 1}:{f['lsb']}" if f["bits"] > 1 else f["lsb"],
                          f["name"], f["slot"], f.get("text", f"code `{f.get('enum')}`")) for f in fields]),
        "codes": table(("code set", "code", "name", "assembly", "meaning"), codes),
        "registers": table(("offset", "name", "access", "reset", "allowed", "meaning"), registers),
        "probe": table(("word", "field", "bits", "meaning"),
                       [(first, name, f"{count} x {bits}" if count > 1 else bits, field["text"])
                        for (name, first, _, bits, count), field in zip(layout, arch["probe"])]),
    }


def fill_document(text, tables):
    for name, body in tables.items():
        pattern = re.compile(rf"(<!-- arch:{name} -->\n).*?(<!-- arch:end -->)", re.S)
        text = pattern.sub(lambda m, body=body: m.group(1) + body + "\n" + m.group(2), text)
    return text


def write(path, text):
    """Writes through a temporary file; leaves an unchanged file alone so that nothing rebuilds."""
    if os.path.exists(path) and open(path, encoding="utf-8").read() == text:
        return
    folder = os.path.dirname(os.path.abspath(path))
    os.makedirs(folder, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as file:
        file.write(text)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("arch")
    parser.add_argument("--sv")
    parser.add_argument("--cpp")
    parser.add_argument("--docs")
    parser.add_argument("--check-docs")
    options = parser.parse_args()
    try:
        arch = load(options.arch)
        check(arch)
        derived = derive(arch)
        if options.sv:
            write(options.sv, system_verilog(arch, derived))
        if options.cpp:
            write(options.cpp, cpp(arch, derived))
        for path in filter(None, (options.docs, options.check_docs)):
            text = open(path, encoding="utf-8").read()
            filled = fill_document(text, document_tables(arch, derived))
            if path == options.docs:
                write(path, filled)
            elif filled != text:
                print(f"{path}: tables differ from {options.arch}; run arch/generate.py "
                      f"{options.arch} --docs {path}", file=sys.stderr)
                return 1
    except (ArchError, KeyError, OSError, json.JSONDecodeError) as error:
        print(f"{options.arch}: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
